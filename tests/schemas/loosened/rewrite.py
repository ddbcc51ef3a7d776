"""`python -m tests.schemas.loosened.rewrite [NAME...]`: writes the tables anew, for whoever changed a schema.

A row that still breaks a constraint stays; for each constraint that none breaks a new one is made from the schema.
What is printed is broken by no row, and is not implied by another part of the schema either.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.schemas.loosened.catalogue import constraints_in, is_implied
from tests.schemas.loosened.rows import FOLDER, Row, changed, file_of, findings, line_of, refusing, rows
from tests.schemas.loosened.ways import candidates

from turnwire.documents import schemas
from turnwire.validation import schema_files

if TYPE_CHECKING:
    from tests.schemas.loosened.constraints import Constraint


def main(names: list[str]) -> None:
    """Write the tables, and print what no row breaks."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or schemas.every_name():
        made = Made(name)
        made.make()
        if made.kept:
            file_of(name).write_text(text_of(made.kept), "utf-8")
        else:
            file_of(name).unlink(missing_ok=True)
        sys.stdout.write("".join(f"{each.name}\n" for each in sorted(made.missing)))
        sys.stdout.flush()


@dataclass
class Made:
    """The table of a schema, while it is made."""

    name: str
    kept: list[Row] = field(default_factory=list)
    missing: set[Constraint] = field(default_factory=set)
    spare: list[tuple[Row, Any]] = field(default_factory=list)
    """Rows that nothing needed, with the broken document."""

    def make(self) -> None:
        """Keep the old rows that are needed, and make new ones."""
        base = schemas.id_of(self.name)
        compiled = schema_files.compiled(base)
        self.missing = {each for each in constraints_in(self.name) if not is_implied(each, base)}
        for row in rows(self.name):
            if compiled.is_valid(json.loads(row.document)):
                self._take(row, refusing(compiled, row.broken(), base))
        self._by_loosening()
        for document, change in candidates(base) if self.missing else ():
            broken = changed(document, change)
            refused = refusing(compiled, broken, base)
            if refused and len(found := findings(self.name, broken)) == 1:
                self._take(Row(json.dumps(document, ensure_ascii=False), change, *found[0]), refused)
        self._by_loosening()

    def _take(self, row: Row, refused: frozenset[Constraint]) -> None:
        broken = row.broken()
        if refused & self.missing and findings(self.name, broken) == [(row.code, row.pointer)]:
            self.kept.append(row)
            self.missing.difference_update(refused)
        else:
            self.spare.append((row, broken))

    def _by_loosening(self) -> None:
        """Keep a row for each constraint inside a union: the schema takes its document once that is loosened."""
        base = schemas.id_of(self.name)
        for each in sorted(self.missing):
            with each.loosened():
                compiled = schema_files.compiled(base)
                row = next((row for row, broken in self.spare if compiled.is_valid(broken)), None)
            if row:
                self.kept.append(row)
                self.missing.discard(each)


def text_of(kept: list[Row]) -> str:
    """Return the text of a table."""
    blocks: dict[str, dict[str, None]] = {}
    for row in kept:
        blocks.setdefault(row.document, {})[line_of(row)] = None
    return "\n\n".join("\n".join((document, *lines)) for document, lines in blocks.items()) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
