"""NUON, the notation of nushell, as far as the real files use it: JSON with bare words, and lists of records as tables.

"[[id, role]; [...], [...]]" is a table: its first list names the columns, and each other list is a record.
"""

from __future__ import annotations

import json
import re
from typing import Any

_GAP = re.compile(r"[\s,]*")
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_BARE = re.compile(r"[^\s,;:\[\]{}\"]+")
_WORDS = {"null": None, "true": True, "false": False}
_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?")


def loads(text: str) -> Any:
    """The value that a text writes.  Raises ValueError for what is left over, and for what is no value."""
    reader = _Reader(text)
    found = reader.value()
    reader.gap()
    if reader.at != len(text):
        raise ValueError(f"more at {reader.at}")
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def gap(self) -> str:
        """Past spaces and commas, which say the same; the next character."""
        self.at = _GAP.match(self.text, self.at).end()  # type: ignore[union-attr]
        return self.text[self.at : self.at + 1]

    def value(self) -> Any:
        first = self.gap()
        if first == "{":
            return self.record()
        return self.row() if first == "[" else self.word()

    def word(self) -> Any:
        """A quoted text may have line breaks as they are."""
        if quoted := _TEXT.match(self.text, self.at):
            self.at = quoted.end()
            return json.loads(quoted[0], strict=False)
        bare = _BARE.match(self.text, self.at)
        if bare is None:
            raise ValueError(f"no value at {self.at}")
        self.at = bare.end()
        if bare[0] in _WORDS:
            return _WORDS[bare[0]]
        return json.loads(bare[0]) if _NUMBER.fullmatch(bare[0]) else bare[0]

    def record(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.at += 1
        while self.gap() != "}":
            name = str(self.word())
            if self.gap() != ":":
                raise ValueError(f"no colon at {self.at}")
            self.at += 1
            found[name] = self.value()
        self.at += 1
        return found

    def row(self) -> list[Any]:
        found: list[Any] = []
        columns: list[str] | None = None
        self.at += 1
        while (next_ := self.gap()) != "]":
            if next_ == ";":
                (columns,), found = found, []
                self.at += 1
            else:
                found.append(self.value())
        self.at += 1
        return found if columns is None else [dict(zip(columns, row, strict=True)) for row in found]
