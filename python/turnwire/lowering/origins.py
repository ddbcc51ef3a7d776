"""Report the origin of reasoning whose text is written, for each kind of format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.documents.residue import report_foreign

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Origin, ThinkingBlock


def is_of_others(block: ThinkingBlock, dialect: str) -> bool:
    """Whether another format's model is known to have made some reasoning."""
    return block.origin is not None and block.origin.dialect != dialect


def report_signed_origin(origin: Origin | None, place: str, losses: Losses, *, signed: bool = True) -> None:
    """Report the origin, for formats that do not name it and sign their own reasoning."""
    if origin is None:
        return
    if origin.dialect != losses.dialect and not signed:
        report_foreign_origin(origin, place, losses)
        return
    if origin.model is not None:
        losses.dropped(f"{place}/origin/model", "origin.model", origin.model)
    report_foreign(origin.provider_raw, losses, f"{place}/origin")


def report_own_origin(block: ThinkingBlock, place: str, losses: Losses, model: str | None) -> None:
    """Report the origin, for formats whose readers attribute all reasoning to the model that the reply names."""
    origin = block.origin
    if origin is None:
        told = {"dialect": losses.dialect} if model is None else {"dialect": losses.dialect, "model": model}
        losses.invented(f"{place}/origin", "thinking.origin", told)
        return
    if origin.dialect != losses.dialect:
        report_foreign_origin(origin, place, losses)
        return
    report_foreign(origin.provider_raw, losses, f"{place}/origin")
    if origin.model != model:
        if origin.model is not None:
            losses.dropped(f"{place}/origin/model", "thinking.origin.model", origin.model)
        if model is not None:
            losses.invented(f"{place}/origin/model", "thinking.origin.model", model)


def report_foreign_origin(origin: Origin, place: str, losses: Losses) -> None:
    """Report that reasoning of another format's model will be read as this format's own."""
    losses.degraded(f"{place}/origin", "thinking.origin", origin)
    report_foreign(origin.provider_raw, losses, f"{place}/origin")


def report_joined_origin(origin: Origin | None, place: str, losses: Losses) -> None:
    """Report the origin of reasoning whose text is now part of another block's."""
    if origin is not None and origin.dialect != losses.dialect:
        report_foreign_origin(origin, place, losses)


def report_any_origin(block: ThinkingBlock, place: str, losses: Losses) -> None:
    """Report the origin, for formats of no provider: the text of any reasoning is kept, without its origin."""
    origin = block.origin
    if origin is None:
        losses.invented(f"{place}/origin", "thinking.origin", {"dialect": losses.dialect})
    elif origin.dialect != losses.dialect:
        report_foreign_origin(origin, place, losses)
    else:
        losses.dropped_fields(origin, frozenset(("dialect",)), f"{place}/origin", "thinking.origin")
        report_foreign(origin.provider_raw, losses, f"{place}/origin")
