"""Look into raw JSON: what a value of another type, or text that is no JSON, has is empty or None, and no error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw

from turnwire.codec.wire import ENCODER

if TYPE_CHECKING:
    from collections.abc import Mapping

MEMBERS: Final = msgspec.json.Decoder(dict[str, Raw])
_ITEMS: Final = msgspec.json.Decoder(list[Raw])
_TEXT: Final = msgspec.json.Decoder(str)
_NAMES: Final = msgspec.json.Decoder(list[str])
_CONTAINERS: Final = frozenset((dict, list))
_BRACE, _QUOTE = b'{"'


def members_of(raw: bytes | Raw | None) -> dict[str, Raw]:
    """Return the members of an object; none for any other value."""
    try:
        return {} if raw is None else MEMBERS.decode(raw)
    except msgspec.DecodeError:
        return {}


def items_of(raw: bytes | Raw | None) -> list[Raw]:
    """Return the items of a list; none for any other value."""
    try:
        return [] if raw is None else _ITEMS.decode(raw)
    except msgspec.DecodeError:
        return []


def text_of(raw: bytes | Raw | None) -> str | None:
    """Return a text; None for any other value."""
    try:
        return None if raw is None else _TEXT.decode(raw)
    except msgspec.DecodeError:
        return None


def names_of(raw: bytes | Raw | None) -> list[str]:
    """Return the texts of a list of texts; none for any other value."""
    try:
        return [] if raw is None else _NAMES.decode(raw)
    except msgspec.DecodeError:
        return []


def is_object(raw: Raw) -> bool:
    """Return whether a value is an object, by its first byte."""
    return bool(raw) and memoryview(raw)[0] == _BRACE


def is_text(raw: Raw | None) -> bool:
    """Return whether a value is a text, by its first byte."""
    return bool(raw) and memoryview(raw)[0] == _QUOTE  # type: ignore[arg-type]


def object_with(members: Mapping[str, object]) -> Raw:
    """Return an object of these members as raw JSON."""
    return Raw(ENCODER.encode(members))


def deepest(tree: Any) -> tuple[str | int, ...]:
    """Return the path of the first of the arrays and objects that are nested most deeply; empty for a scalar."""
    rows: list[list[tuple[int, str | int, Any]]] = []
    row: list[tuple[int, str | int, Any]] = [(0, "", tree)]
    while row:
        rows.append(row)
        row = [
            (n, step, value)
            for n, (_, _, node) in enumerate(row)
            for step, value in (node.items() if type(node) is dict else enumerate(node if type(node) is list else ()))
            if type(value) in _CONTAINERS
        ]
    path: list[str | int] = []
    at = 0
    for row in rows[:0:-1]:
        at, step, _ = row[at]
        path.append(step)
    return tuple(reversed(path))
