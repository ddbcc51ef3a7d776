"""The changes of a migration, found by comparing both documents, so that no step can forget to report one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw, Struct

from turnwire.documents.residue import pointer_part
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterator

_ENCODE = msgspec.json.Encoder().encode
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_LIST = msgspec.json.Decoder(list[Raw])


class Change(Struct, frozen=True):
    """One value that is another, came, or went."""

    path: str
    """A JSON Pointer into the document: into the old one for what went, else into the new one."""
    old: Raw = ABSENT
    """The JSON text it had; empty where it came."""
    new: Raw = ABSENT
    """The JSON text it has; empty where it went."""


def changes(old: Raw | bytes, new: Raw | bytes, path: str = "") -> Iterator[Change]:
    """Every difference between two JSON texts, as deep in them as it can be named."""
    before, after = bytes(old), bytes(new)
    if before == after:
        return
    if before[:1] == after[:1] == b"{":
        yield from _of_objects(_OBJECT.decode(before), _OBJECT.decode(after), path)
    elif before[:1] == after[:1] == b"[":
        yield from _of_lists(_LIST.decode(before), _LIST.decode(after), path)
    else:
        yield Change(path, Raw(before), Raw(after))


def _of_objects(old: dict[str, Raw], new: dict[str, Raw], path: str) -> Iterator[Change]:
    for name, value in old.items():
        place = f"{path}/{pointer_part(name)}"
        if name in new:
            yield from changes(value, new[name], place)
        else:
            yield Change(place, Raw(bytes(value)))
    for name, value in new.items():
        if name not in old:
            yield Change(f"{path}/{pointer_part(name)}", new=Raw(bytes(value)))


def _of_lists(old: list[Raw], new: list[Raw], path: str) -> Iterator[Change]:
    if len(old) != len(new):
        yield Change(path, Raw(_ENCODE(old)), Raw(_ENCODE(new)))
        return
    for n, (before, after) in enumerate(zip(old, new, strict=True)):
        yield from changes(before, after, f"{path}/{n}")
