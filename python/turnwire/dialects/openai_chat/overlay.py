"""What a wire object says beyond what a reader took from it, as the overlay that becomes residue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import astuple

from turnwire.model import ABSENT
from turnwire.wire import Kept

if TYPE_CHECKING:
    from collections.abc import Collection

    from turnwire.wire import Wire


_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


def residue_of(provider_raw: dict[str, Raw], dialect: str, key: str) -> dict[str, Raw]:
    """One key of a node's residue, for a node that has no wire object of its own."""
    try:
        members = _MEMBERS.decode(provider_raw[dialect])
    except msgspec.DecodeError:
        return {}
    return {key: members[key]} if key in members else {}


def leftover(wire: Wire, taken: Collection[str]) -> dict[str, Any]:
    """The keys of `wire` that are set and not among `taken`, and those that its type does not know."""
    rest: dict[str, Any] = {
        name: value
        for name, value in zip(wire.__struct_fields__, astuple(wire), strict=True)
        if value is not UNSET and value is not ABSENT and name not in taken and type(value) is not Kept
    }
    if wire.unknown:
        rest.update(wire.unknown.fields)
    return rest
