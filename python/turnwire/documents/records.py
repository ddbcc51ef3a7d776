"""Leave records of replies out of the losses of a request: the stop reason and the log-probabilities of its messages.

A conversation that keeps replies has a stop reason in every turn of the assistant, and no provider's request has a
member for it.  A format that has no place for the metadata of messages does not report these records.  A format that
has one, because it stores conversations, reports each record that it does not hold (docs/losses.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.documents.residue import NATIVE, is_silent, pointer_part
from turnwire.model import History, Loss

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses
    from turnwire.model import Document, Message, MessageMetadata

RECORDS: Final = frozenset({"stop_reason", "stop_sequence", "logprobs"})
"""The fields of a message's metadata that record how its reply came about."""


def leave_out_records(losses: Losses, document: Document) -> None:
    """Remove the records from the losses of a request; metadata that was dropped whole is reported field by field."""
    if type(document) is History and losses.found:
        losses.found = list(_without_records(losses.found, document))


def _without_records(losses: Iterable[Loss], history: History) -> Iterator[Loss]:
    for loss in losses:
        metadata = _dropped_metadata(loss, history)
        if metadata is not None:
            yield from _others(loss, metadata)
        else:
            yield loss


def _others(loss: Loss, metadata: MessageMetadata) -> Iterator[Loss]:
    told: Any = loss.value
    for name, value in told.items():
        if name == "provider_raw":
            yield from _of_residue(loss, metadata.provider_raw or {}, value)
        elif name not in RECORDS:
            yield Loss("dropped", f"{loss.path}/{name}", f"metadata.{name}", loss.dialect, value)


def _of_residue(loss: Loss, provider_raw: ProviderRaw, told: Any) -> Iterator[Loss]:
    """Yield the residue of metadata by dialect; unknown members of native JSON are at the metadata itself."""
    for name, raw in provider_raw.items():
        if is_silent({name: raw}, loss.dialect):
            continue
        if name != NATIVE:
            yield Loss(
                "dropped", f"{loss.path}/provider_raw/{pointer_part(name)}", "provider_raw", loss.dialect, told[name]
            )
            continue
        for key, value in told[name].items():
            yield Loss("dropped", f"{loss.path}/{pointer_part(key)}", "unknown", loss.dialect, value)


def _dropped_metadata(loss: Loss, history: History) -> MessageMetadata | None:
    """Return the metadata of a message of the assistant, if the loss drops it whole and it has records; else None."""
    place, _, name = loss.path.rpartition("/")
    if loss.kind != "dropped" or loss.feature != "message.metadata" or name != "metadata":
        return None
    message = _message_at(history, place)
    if message is None or message.role != "assistant" or message.metadata is None:
        return None
    told: Any = loss.value
    return message.metadata if isinstance(told, dict) and not RECORDS.isdisjoint(told) else None


def _message_at(history: History, place: str) -> Message | None:
    position = place.removeprefix("/history/")
    return history.history[int(position)] if position.isdigit() and int(position) < len(history.history) else None
