"""A stream that is written, what it says when it is read back, and what law 9 asks of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.stream.accounting import Told, uncovered

import turnwire
from turnwire.dialects import get, names
from turnwire.model import Completion
from turnwire.testing.pointers import NowhereError, resolve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.model import Loss, StreamEvent

STREAMED = tuple(name for name in names() if get(name).stream is not None)
FAMILIES = (
    "openai_chat",
    "anthropic_messages",
    "gemini_generate",
    "openai_responses",
    "ollama_chat",
    "mistral_chat",
)
"""One dialect of each format, and Mistral's, whose content may be a list."""


class Stream(NamedTuple):
    """What was sent for each event, what was sent at the end, and what was told."""

    sent: list[bytes]
    last: bytes
    losses: tuple[Loss, ...]

    @property
    def data(self) -> bytes:
        """All of it."""
        return b"".join(self.sent) + self.last


def written(events: Iterable[Any], target: str) -> Stream:
    """Events as a stream."""
    writer = turnwire.stream_writer(target)
    sent = [writer.send(event) for event in events]
    last = writer.close()
    return Stream(sent, last, writer.losses)


def events_of(data: bytes, dialect: str) -> list[StreamEvent]:
    """A stream as events."""
    reader = turnwire.stream_reader(dialect)
    return [*reader.feed(data), *reader.close()]


def back(stream: Stream, target: str) -> Completion:
    """The reply that a stream makes up."""
    return turnwire.fold(events_of(stream.data, target))


def fault(events: list[Any], target: str) -> str | None:
    """How a stream that was written is not the reply that is written without one, if no loss at that place tells it."""
    reply, stream = turnwire.fold(events), written(events, target)
    if not stream.data:
        says = reply.candidates or reply.id or reply.model or reply.usage or reply.provider_raw
        return "nothing was said of the reply" if says else None
    return fault_of(reply, stream, target)


def fault_of(reply: Completion, stream: Stream, target: str) -> str | None:
    """The same of a stream and the reply that its events fold to."""
    sent = turnwire.write(reply, target)
    silent = [loss.path for loss in sent.losses if loss.kind != "invented" and loss not in stream.losses]
    if silent:
        return f"the stream does not tell of {silent}"
    wanted = turnwire.read(sent.data, target, kind="response")
    assert isinstance(wanted, Completion)
    found = uncovered(Told(reply, wanted, sent.losses), back(stream, target), stream.losses, target)
    return found[0] if found else None


def nowhere(events: list[Any], losses: Iterable[Loss]) -> list[str]:
    """The losses that point at nothing in the reply, nor at an event."""
    native = json.loads(turnwire.write(turnwire.fold(events), "turnwire").data)
    told = {str(n): _said(event) for n, event in enumerate(events)}
    tree = {**native, "events": told}
    return [f"{loss.kind} {loss.path}" for loss in losses if loss.kind != "invented" and not _stands(tree, loss.path)]


def _said(event: StreamEvent) -> dict[str, object]:
    return {name: value for name in event.__struct_fields__ if (value := getattr(event, name)) is not None}


def _stands(tree: object, path: str) -> bool:
    try:
        resolve(tree, path)
    except NowhereError:
        return False
    return True
