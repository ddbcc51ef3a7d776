"""The parts of a conversation that a request may leave out without a loss (docs/losses.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.documents.moving import without_choices
from turnwire.documents.records import RECORDS
from turnwire.model import History, MessageMetadata

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.model import Document, Loss, Message


def without_records(document: Document, back: Document, losses: Iterable[Loss] = ()) -> Document:
    """Leave out the records of replies in the messages of a conversation; other documents stay as they are.

    `back` is what came back: where it has metadata of messages, the format holds them, and nothing may be missing.
    A record that is among the losses stays: it is accounted for.
    """
    if not isinstance(document, History) or not isinstance(back, History):
        return document
    if any(message.metadata is not None for message in back.history):
        return document
    told = {loss.path for loss in losses}
    messages = [_without_record(message, f"/history/{n}/metadata", told) for n, message in enumerate(document.history)]
    return structs.replace(document, history=messages)


def _without_record(message: Message, place: str, told: set[str]) -> Message:
    changed: dict[str, Any] = {"provider_raw": without_choices(message.provider_raw)}
    if message.metadata is not None and message.role == "assistant":
        left = structs.replace(
            message.metadata, **{name: getattr(_NOTHING, name) for name in RECORDS if f"{place}/{name}" not in told}
        )
        if left != message.metadata:
            changed["metadata"] = None if left == _NOTHING else left
    return structs.replace(message, **changed)


_NOTHING = MessageMetadata()
