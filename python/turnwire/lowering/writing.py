"""Report the members of a block that a writer does not write, for writers of several targets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from turnwire.documents.residue import form_of, report_foreign, restore

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from msgspec import Raw

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, OpaqueBlock, Source

_OPAQUE = frozenset(("block_type", "value", "dialect"))


def finished(part: Any, block: Any, held: frozenset[str], place: str, losses: Losses) -> Any:
    """Return the part with its residue, and report the fields that it does not hold."""
    losses.dropped_fields(block, held, place, str(block.__struct_config__.tag))
    return restore(part, block.provider_raw, losses, place) if block.provider_raw else part


Writer = Callable[[Any, str, "Losses"], Any]
"""A function from a block, its place and the losses to its written form; None, with a loss, if it has no place."""


def written_parts(
    blocks: Sequence[ContentBlock], places: Sequence[str], writers: Mapping[type, Writer], losses: Losses
) -> list[Any]:
    """Write blocks by their types; a block without a place is reported and left out."""
    found = []
    for block, place in zip(blocks, places, strict=True):
        write = writers.get(type(block))
        if write is None:
            losses.dropped(place, str(block.__struct_config__.tag), block)
        elif (part := write(block, place, losses)) is not None:
            found.append(part)
    return found


def report_source(source: Source, place: str, losses: Losses) -> None:
    """Report the fields of a source besides its data; `place` is that of the block."""
    if source.content:
        losses.dropped(f"{place}/source/content", "source.content", source.content)
    report_foreign(source.provider_raw, losses, f"{place}/source")


def write_opaque(block: OpaqueBlock, place: str, losses: Losses) -> Raw | None:
    """Return the original JSON of an opaque block of this dialect; report one of another dialect as lost.

    `drop_foreign_state` leaves only opaque blocks inside tool results.
    """
    if block.dialect != losses.dialect:
        losses.dropped(place, "opaque", block)
        return None
    losses.dropped_fields(block, _OPAQUE, place, "opaque")
    report_foreign(block.provider_raw, losses, place)
    return block.value


def report_spelled_mark(node: Any, place: str, losses: Losses) -> None:
    """Report a cache mark that was at another place in its own format, such as at the whole message."""
    mark = node.cache
    if any(name != losses.dialect and form_of(mark.provider_raw, name) for name in mark.provider_raw or ()):
        losses.reshaped(f"{place}/cache", f"{node.__struct_config__.tag or 'tool'}.cache", mark)
