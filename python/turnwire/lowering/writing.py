"""What writers of several targets say of a block beside what they write of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.residue import restore, tell_foreign

if TYPE_CHECKING:
    from msgspec import Raw

    from turnwire.losses import Losses
    from turnwire.model import OpaqueBlock, Source

_OPAQUE = frozenset(("block_type", "value", "dialect"))


def finished(part: Any, block: Any, held: frozenset[str], place: str, losses: Losses) -> Any:
    """The part with its residue; what it does not hold is told."""
    losses.dropped_fields(block, held, place, str(block.__struct_config__.tag))
    return restore(part, block.provider_raw, losses, place) if block.provider_raw else part


def tell_source(source: Source, place: str, losses: Losses) -> None:
    """What a source has beside its data has no place; `place` is the block's."""
    if source.content:
        losses.dropped(f"{place}/source/content", "source.content", source.content)
    tell_foreign(source.provider_raw, losses, f"{place}/source")


def write_opaque(block: OpaqueBlock, place: str, losses: Losses) -> Raw | None:
    """The JSON that it was, where this dialect has read it; what another has read is lost.

    Of those `drop_foreign_state` leaves only what stands inside the results of tools.
    """
    if block.dialect != losses.dialect:
        losses.dropped(place, "opaque", block)
        return None
    losses.dropped_fields(block, _OPAQUE, place, "opaque")
    tell_foreign(block.provider_raw, losses, place)
    return block.value
