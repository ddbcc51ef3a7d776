"""What a wire object says beyond what a reader took from it, as the overlay that becomes residue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw
from msgspec.structs import astuple

from turnwire.codec.json import check_raw
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.model import ABSENT
from turnwire.residue import merge, tell_foreign
from turnwire.wire import ENCODER, NOTHING, Kept, whole

if TYPE_CHECKING:
    from collections.abc import Collection

    from turnwire.losses import Losses
    from turnwire.residue import ProviderRaw
    from turnwire.wire import OpaquePart, Wire

MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_TEXT = msgspec.json.Decoder(str)
_QUOTE, _NULL, _BRACE = ord('"'), ord("n"), ord("{")


def leftover(wire: Wire, taken: Collection[str]) -> dict[str, Any]:
    """The keys of `wire` that are set and not among `taken`, and those that its type does not know."""
    rest: dict[str, Any] = {}
    for name, value in zip(wire.__struct_fields__, astuple(wire), strict=True):
        if value is UNSET or value is ABSENT or name in taken or type(value) is Kept:
            continue
        if type(value) is Raw:
            check_raw(value)
        rest[name] = value if type(value) is str else whole(value)
    if wire.unknown is not NOTHING:
        rest.update(wire.unknown.fields)
    return rest


def raw_of(wire: Wire | OpaquePart) -> Raw:
    """A wire object as the JSON that it was."""
    raw = Raw(ENCODER.encode(whole(wire)))
    check_raw(raw)
    return raw


def is_text(raw: Raw) -> bool:
    """Whether there is a JSON string."""
    return bool(raw) and memoryview(raw)[0] == _QUOTE


def is_null(raw: Raw) -> bool:
    """Whether there is a JSON null."""
    return bool(raw) and memoryview(raw)[0] == _NULL


def is_object(raw: Raw) -> bool:
    """Whether there is a JSON object."""
    return bool(raw) and memoryview(raw)[0] == _BRACE


def text_of(raw: Raw) -> str:
    """The text of a JSON string."""
    return _TEXT.decode(raw)


def own_residue(provider_raw: ProviderRaw | None) -> dict[str, Raw]:
    """What this dialect kept at a node, by key."""
    raw = provider_raw.get(NAME) if provider_raw else None
    if raw is None:
        return {}
    try:
        return MEMBERS.decode(raw)
    except msgspec.DecodeError:
        return {}


def restore_under(key: str, wire: Any, provider_raw: ProviderRaw | None, losses: Losses, path: str) -> Any:
    """The wire object with what this dialect kept under one key of the node's residue; foreign residue is told."""
    if not provider_raw:
        return wire
    tell_foreign({name: raw for name, raw in provider_raw.items() if name != NAME}, losses, path)
    overlay = own_residue(provider_raw).get(key)
    return wire if overlay is None else Raw(merge(ENCODER.encode(wire), overlay))
