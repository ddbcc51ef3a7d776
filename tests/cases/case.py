"""Case files: a JSON file holds cases of a dialect, each what a document is, becomes elsewhere, and what that costs.

    {
      "name": "a picture by its address",
      "kind": "request",
      "wire": {...},
      "native": {...},
      "write": {"openai_chat": {"data": {...}, "losses": [["dropped", "/history/0/content/0/cache", "text.cache"]]}}
    }

A file holds one case or a list of them, and stands in the folder of its dialect.  `kind` is "request" where it is not
said; `native` (or `document`) is the native JSON; `refused`, in place of all of these, is the code with which the
dialect refuses the wire.  In a file `from_OTHER.json` the wire is of the dialect OTHER, and `becomes` and `losses`
are what it becomes in the dialect of the folder.

A reply with `chunks` is a case of a stream too: they are the chunks of one that says what the wire says, each JSON, or
a text that is none (`"[DONE]"`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Raw, Struct

from turnwire.model import ABSENT
from turnwire.testing import validate_all, validate_refusal
from turnwire.testing.difference import parse
from turnwire.testing.tomorrow import dumps

FOLDER = Path(__file__).parent
FOLDERS = [FOLDER]
"""Where the folders of dialects are; the test of docs/adding-a-dialect.md has one of its own."""


class Expected(Struct, forbid_unknown_fields=True):
    """What a document becomes in another dialect."""

    data: Raw
    losses: list[tuple[str, str, str]] = []


class Case(Struct, forbid_unknown_fields=True):
    """One case file."""

    name: str
    wire: Raw
    kind: Any = "request"
    document: Raw = ABSENT
    native: Raw = ABSENT
    write: dict[str, Expected] = {}
    becomes: Raw = ABSENT
    losses: list[tuple[str, str, str]] = []
    refused: str | None = None
    chunks: list[Any] = []

    def written(self, folder: str) -> dict[str, Expected]:
        """What the document becomes, by dialect."""
        native = self.native or self.document
        return {
            **self.write,
            **({"turnwire": Expected(native)} if native else {}),
            **({folder: Expected(self.becomes, self.losses)} if self.becomes else {}),
        }


class Found(NamedTuple):
    """A case and where it stands."""

    file: Path
    case: Case

    @property
    def folder(self) -> str:
        """The dialect that the case is about."""
        return self.file.parent.name

    @property
    def source(self) -> str:
        """The dialect of its wire."""
        return self.file.stem.removeprefix("from_") if self.file.stem.startswith("from_") else self.folder


def files() -> list[Path]:
    """Every case file, sorted."""
    return sorted(file for folder in FOLDERS for file in folder.glob("*/*.json"))


def load(file: Path) -> list[Found]:
    """The cases in a file.  Raises ValidationError for one that is not as described above."""
    found = msgspec.json.decode(file.read_bytes(), type=Case | list[Case])
    return [Found(file, case) for case in (found if isinstance(found, list) else [found])]


def run(found: Found) -> None:
    """Asserts all that a case says."""
    case, wire = found.case, dumps(parse(found.case.wire))  # the indentation of the file says nothing
    if case.refused is not None:
        validate_refusal(found.source, wire, case.refused, kind=case.kind)
        return
    write = {target: (bytes(held.data), held.losses) for target, held in case.written(found.folder).items()}
    validate_all(found.source, wire, kind=case.kind, write=write)
