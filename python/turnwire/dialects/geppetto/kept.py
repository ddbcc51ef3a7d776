"""What the reader kept, as the writers look at it: residue that somebody has broken is as if it were not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwire.dialects.geppetto.wire import NAME
from turnwire.documents.residue import overlay_of
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from msgspec import Raw

    from turnwire.documents.residue import ProviderRaw


def kept_at(provider_raw: ProviderRaw | None) -> dict[str, Raw]:
    """The members of this dialect's residue at a node; `restore` tells of such that is no object."""
    try:
        return overlay_of(provider_raw, NAME)
    except InvalidDocument:
        return {}


def word_of(raw: Raw | None) -> str | None:
    """A text; None for any other JSON."""
    return msgspec.json.decode(raw, type=str) if raw is not None and bytes(raw)[:1] == b'"' else None
