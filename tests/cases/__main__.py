"""`python -m tests.cases --update [FILE...]`: prints what each case would be now.

It prints and never writes: a golden holds losses too, so a person reads the difference before pasting it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.cases import case

import turnwire
from turnwire.testing.tables import told


def main(arguments: list[str]) -> int:
    """Prints the cases named, or all."""
    if not arguments or arguments[0] != "--update":
        sys.stderr.write(f"{__doc__}\n")
        return 2
    for file in [Path(name) for name in arguments[1:]] or case.files():
        cases = [now(found) for found in case.load(file.resolve())]
        sys.stdout.write(f"# {file}\n{json.dumps(cases, ensure_ascii=False, indent=1)}\n")
    return 0


def now(found: case.Found) -> dict[str, Any]:
    """A case as it is today."""
    held = found.case
    head = {"name": held.name, "kind": held.kind, "wire": json.loads(bytes(held.wire))}
    if held.refused is not None:
        return {**head, "refused": held.refused}
    document = turnwire.read(bytes(held.wire), found.source, kind=held.kind)
    written = {target: turnwire.write(document, target) for target in held.written(found.folder)}
    made = {name: {"data": json.loads(each.data), "losses": told(each)} for name, each in written.items()}
    return {**head, "write": made}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
