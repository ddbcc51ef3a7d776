"""What a wire object says beyond what a reader took from it, as the overlay that becomes residue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import astuple

from turnwire.codec.json import check_raw
from turnwire.model import ABSENT
from turnwire.wire import Kept, OpaquePart, Wire

if TYPE_CHECKING:
    from collections.abc import Collection


_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_BRACE, _NULL = ord("{"), ord("n")


def residue_of(provider_raw: dict[str, Raw], dialect: str, key: str) -> dict[str, Raw]:
    """One key of a node's residue, for a node that has no wire object of its own."""
    try:
        members = _MEMBERS.decode(provider_raw[dialect])
    except msgspec.DecodeError:
        return {}
    return {key: members[key]} if key in members else {}


def says(provider_raw: dict[str, Raw] | None, dialect: str, key: str) -> bool:
    """Whether a node's residue has this key at its top."""
    return provider_raw is not None and dialect in provider_raw and bool(residue_of(provider_raw, dialect, key))


def leftover(wire: Wire, taken: Collection[str]) -> dict[str, Any]:
    """The keys of `wire` that are set and not among `taken`, and those that its type does not know."""
    rest: dict[str, Any] = {
        name: plain(value)
        for name, value in zip(wire.__struct_fields__, astuple(wire), strict=True)
        if value is not UNSET and value is not ABSENT and name not in taken and type(value) is not Kept
    }
    if wire.unknown:
        rest.update(wire.unknown.fields)
    return rest


def plain(value: Any) -> Any:
    """A value of a wire object as JSON again, with all that its types did not know."""
    if isinstance(value, Wire):
        config = value.__struct_config__
        # A union's word for the type is no field.
        tag = {config.tag_field: config.tag} if config.tag_field is not None else {}
        return {**tag, **leftover(value, ())}
    if isinstance(value, OpaquePart):
        return value.value.raw
    if type(value) is Raw:
        check_raw(value)
        return value
    return [plain(item) for item in value] if type(value) is list else value


def is_null(raw: Raw) -> bool:
    """Whether there is a JSON null."""
    return bool(raw) and memoryview(raw)[0] == _NULL


def is_no_object(raw: Raw) -> bool:
    """Whether there is something, and it is no object."""
    return bool(raw) and memoryview(raw)[0] != _BRACE
