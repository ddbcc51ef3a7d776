"""Residue of objects that the model makes, changed after it was read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of, restore

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses


def restore_inside(wire: Any, provider_raw: ProviderRaw, losses: Losses, path: str) -> Any:
    """`restore` without the residue of objects that an edit has taken out of the wire object.

    The readers mark such objects, by their keys, in `$form` as `{"inside": [key, ...]}`.
    """
    inside = form_of(provider_raw, losses.dialect).get("inside", [])
    gone = [name for name in inside if getattr(wire, name, None) is UNSET]
    if gone:
        own = msgspec.json.decode(provider_raw[losses.dialect], type=dict[str, Raw])
        left = {name: value for name, value in own.items() if name not in gone}
        provider_raw = {**provider_raw, losses.dialect: Raw(ENCODER.encode(left))}
    return restore(wire, provider_raw, losses, path)
