"""The marks around calls that a chat's `atomic_sequences` have.

The specification has "sequences that should be returned as a chunk, e.g. ("$$", "$$")".  The library's code has them in
three forms: pairs; pairs by name, of which `functions` are the marks around a call; and objects, of which those with
`is_function` are (PyALM, read 2026-11-21).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from turnwire.codec.json import loads
from turnwire.errors import InvalidDocument
from turnwire.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from msgspec import Raw

_OF_CALLS = frozenset({"function", "functions"})


class Marks(NamedTuple):
    """The marks around a call in the form of 2023; the result is between the same two in reverse order."""

    start: str = "+++"
    end: str = "---"


class Sequence(NamedTuple):
    """One atomic sequence: what it begins and ends with, and whether it is around calls."""

    start: str
    end: str
    is_function: bool


def read_sequences(raw: Raw) -> list[Sequence]:
    """Return the sequences.  Raises InvalidDocument (`glm.atomic-sequences`) for another form."""
    tree = loads(bytes(raw)) if raw else []
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else [("", tree)]
    return list(_read(items))


def _read(items: Any) -> Iterator[Sequence]:
    for name, value in items:
        found = _pair(value)
        if found is None:
            place = f"/settings/atomic_sequences/{name}".rstrip("/")
            message = "an atomic sequence has a start and an end, and this has not"
            hint = 'write pairs such as ["$$", "$$"], or objects with `start` and `end`'
            raise InvalidDocument(Diagnostic("glm.atomic-sequences", message, "error", pointer=place, hint=hint))
        about = value if isinstance(value, dict) else {}
        named = {name, about.get("name")} if isinstance(about.get("name"), str | None) else {name}
        yield Sequence(*found, bool(about.get("is_function")) or not _OF_CALLS.isdisjoint(named))


def _pair(value: Any) -> tuple[str, str] | None:
    ends = [value.get("start"), value.get("end")] if isinstance(value, dict) else value
    if isinstance(ends, list) and len(ends) == 2 and all(isinstance(each, str) for each in ends):  # noqa: PLR2004
        return ends[0], ends[1]
    return None


def marks_of_calls(raw: Raw) -> Marks | None:
    """Return the marks around calls; None if the sequences have none.  Raises InvalidDocument, as above."""
    return next((Marks(each.start, each.end) for each in read_sequences(raw) if each.is_function), None)
