"""The residue of the reader, for the writers: residue with invalid values is treated as absent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwire.dialects.geppetto.wire import NAME
from turnwire.documents.residue import overlay_of
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from msgspec import Raw

    from turnwire.documents.residue import ProviderRaw


def members_at(provider_raw: ProviderRaw | None) -> dict[str, Raw]:
    """Return the members of this dialect's residue at a node; `restore` reports residue that is not an object."""
    try:
        return overlay_of(provider_raw, NAME)
    except InvalidDocument:
        return {}


def word_of(raw: Raw | None) -> str | None:
    """A text; None for any other JSON."""
    return msgspec.json.decode(raw, type=str) if raw is not None and bytes(raw)[:1] == b'"' else None
