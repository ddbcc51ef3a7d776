"""What is kept of a wire object besides what the model holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.values import names_of
from turnwire.codec.wire import ENCODER, OMIT, whole
from turnwire.dialects.bedrock_converse.enums import NAME
from turnwire.documents.residue import own_members, residue
from turnwire.model import ABSENT, OpaqueBlock

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.codec.wire import Wire
    from turnwire.documents.residue import ProviderRaw

_OBJECT = msgspec.json.Decoder(dict[str, Raw])


def keep(
    overlay: Mapping[str, Any],
    form: Mapping[str, Any] | None = None,
    also: Mapping[str, Any] | None = None,
    omit: list[str] | None = None,
) -> ProviderRaw | None:
    """Make the residue of a node; None if there is nothing to keep.

    Args:
        overlay: members that the model does not hold, by their names; empty objects in it say nothing.
        form: how the source spelled what the model holds.
        also: members that say no more than their absence.
        omit: members that the format requires and the source does not have.
    """
    found = pruned(overlay)
    return residue(NAME, found, form=form, also=also, omit=omit) if found or form or also or omit else None


def omitted(provider_raw: ProviderRaw | None) -> list[str]:
    """Return the members that the format requires and the source did not have."""
    return names_of(own_members(provider_raw, NAME).get(OMIT))


def pruned(overlay: Mapping[str, Any]) -> dict[str, Any]:
    """Return members without the empty objects among them, at any depth; raw JSON stays as it is."""
    inner = {name: pruned(value) if isinstance(value, dict) else value for name, value in overlay.items()}
    return {name: value for name, value in inner.items() if value != {}}


def is_there(value: Any) -> bool:
    """Return whether a wire object has a member."""
    return value is not UNSET and value is not ABSENT


def plain(wire: Any) -> Raw:
    """Return a wire object as JSON, as it was in the source."""
    raw = Raw(ENCODER.encode(whole(wire)))
    check_raw(raw)
    return raw


def verbatim(part: Wire) -> OpaqueBlock:
    """Keep a content block that the model cannot hold, whole."""
    raw = plain(part)
    return OpaqueBlock(word_of(raw), raw, NAME)


def word_of(raw: Raw) -> str:
    """Return the kind of a content block: the name of its first member."""
    try:
        return next(iter(_OBJECT.decode(raw)), "")
    except msgspec.DecodeError:
        return ""


def is_text(raw: Raw) -> bool:
    """Return whether a value is a JSON string in UTF-8.  Raises InvalidDocument for bytes that are not UTF-8."""
    if raw is ABSENT:
        return False
    check_raw(raw)
    return memoryview(raw)[0] == ord('"')


def is_object(raw: Raw) -> bool:
    """Return whether a value is an object.  Raises InvalidDocument for bytes that are not UTF-8."""
    if raw is ABSENT:
        return False
    check_raw(raw)
    return memoryview(raw)[0] == ord("{")
