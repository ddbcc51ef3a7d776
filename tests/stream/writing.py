"""A stream that is written, what it says when it is read back, and what law 9 asks of it."""

from __future__ import annotations

import functools
import importlib
import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.stream.accounting import Told, uncovered

import turnwire
from turnwire.dialects import get, names, told_apart
from turnwire.losses import Losses
from turnwire.model import Completion, ErrorEvent, Message, TextBlock, ToolUseBlock
from turnwire.testing.pointers import NowhereError, resolve

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from turnwire.dialects.dialect import Streaming
    from turnwire.model import ContentBlock, Loss, StreamEvent
    from turnwire.stream.chunking import Chunking

STREAMED = tuple(name for name in names() if get(name).stream is not None)
FAMILIES = tuple(sorted({get(name).stream: name for name in reversed(STREAMED) if name in told_apart()}.values()))
"""Of the dialects that stream in the same way, the first that is no vendor of another."""


def _holds_calls(target: str) -> bool:
    said = Completion([Message("assistant", [ToolUseBlock("call1", "f")])])
    return all((loss.kind, loss.path) != ("dropped", _CALL) for loss in turnwire.write(said, target).losses)


_CALL = "/candidates/0/content/0"
WITH_CALLS = tuple(name for name in FAMILIES if _holds_calls(name))
"""Those whose replies have calls of tools."""


def streaming(target: str) -> Streaming:
    """What a dialect declares of its streams."""
    found = get(target).stream
    assert found is not None
    return found


def chunking(target: str) -> Chunking:
    """What the module that writes the streams of a dialect declares."""
    made: Chunking = importlib.import_module(streaming(target).writing).CHUNKING(Losses(target))
    return made


PIECE_BY_PIECE = tuple(name for name in WITH_CALLS if not streaming(name).whole_calls)
"""Those whose calls come in pieces."""


@functools.cache
def read_without_a_stream(target: str, *content: type[ContentBlock]) -> tuple[type[ContentBlock], ...]:
    """The types of the blocks that come back of a reply of plain texts and calls: what a format keeps apart."""
    made = [TextBlock(f"{n}") if kind is TextBlock else ToolUseBlock(f"call{n}", "f") for n, kind in enumerate(content)]
    written = turnwire.write(Completion([Message("assistant", [*made])]), target)
    reply = turnwire.read(written.data, target, kind="response")
    assert isinstance(reply, Completion)
    return tuple(type(block) for message in reply.candidates for block in message.content)


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
    return events_of_pieces([data], dialect)


def events_of_pieces(pieces: Iterable[bytes], dialect: str) -> list[StreamEvent]:
    """A stream that comes in pieces as events."""
    reader = turnwire.stream_reader(dialect)
    return [*(event for piece in pieces for event in reader.feed(piece)), *reader.close()]


def split(data: bytes, chance: random.Random) -> list[bytes]:
    """Data cut anywhere, into at least four pieces."""
    cuts = sorted(chance.randrange(len(data) + 1) for _ in range(max(3, len(data) // 60)))
    return [data[start:end] for start, end in pairwise([0, *cuts, len(data)])]


def chunks_of(stream: bytes) -> list[Any]:
    """What the events of a stream say, but for those that are no object."""
    lines = [line.removeprefix(b"data: ") for line in stream.splitlines()]
    return [json.loads(line) for line in lines if line.startswith(b"{")]


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
    failed = next((n for n, event in enumerate(events, 1) if isinstance(event, ErrorEvent)), len(events))
    native = json.loads(turnwire.write(turnwire.fold(events[:failed]), "turnwire").data)
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
