"""A stream that is written, what it says when it is read back, and what law 9 asks of it."""

from __future__ import annotations

import functools
import importlib
import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Raw, structs
from tests.stream.accounting import Told, uncovered

import turnwire
from turnwire.dialects import get, names, told_apart
from turnwire.losses import Losses
from turnwire.model import ABSENT, Completion, Message, TextBlock, ToolUseBlock
from turnwire.testing import difference, normal
from turnwire.testing.pointers import NowhereError, resolve

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.dialect import Streaming
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


_BLOCK = re.compile(r"/candidates/\d+/content/\d+")


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


def chunks_of(stream: bytes) -> list[Any]:
    """What the events of a stream say, but for those that are no object."""
    lines = [line.removeprefix(b"data: ") for line in stream.splitlines()]
    return [json.loads(line) for line in lines if line.startswith(b"{")]


def back(stream: Stream, target: str) -> Completion:
    """The reply that a stream makes up."""
    return turnwire.fold(events_of(stream.data, target))


def left(events: Iterable[Any]) -> set[tuple[int, int]]:
    """The calls that events begin and do not end, of candidates that broke off."""
    found: set[tuple[int, int]] = set()
    done: set[int] = set()
    is_failed = False
    for event in events:
        kind = event.__struct_config__.tag
        is_call = kind == "tool_use_start" or (kind == "block_start" and isinstance(event.content, ToolUseBlock))
        if is_call:
            found.add((event.candidate, event.block))
        elif kind in ("tool_use_end", "block_end"):
            found.discard((event.candidate, event.block))
        elif kind == "complete":
            done.add(event.candidate)
        is_failed = is_failed or kind == "error"
    return {place for place in found if is_failed or place[0] not in done}


def broken_fault(events: list[Any], target: str) -> object:
    """How a stream that was written of one that broke off is not what is written of the reply without one.

    Less what is told as lost: whole blocks, which are calls that the stream broke off in, and what stands behind one
    that has begun.  Of a call that has begun its input is what came, as the source has it.
    """
    reply, stream = turnwire.fold(events), written(events, target)
    if not stream.data:
        return None
    begun = _halved(reply, stream, left(events))
    halves = [half for half in begun if half is not None]
    if streaming(target).whole_calls and halves:
        return "half a call is told whole"
    wanted = turnwire.read(turnwire.write(reply, target).data, target, kind="response")
    got = back(stream, target)
    calls = _calls(got)
    said = [_input(block) for block, half in zip(calls, begun, strict=True) if half is not None]
    if said != halves:
        return f"calls were begun with {halves}, and are read back as {said}"
    halved = [block for block, half in zip(calls, begun, strict=True) if half is not None]
    for message in got.candidates:
        message.content = [_emptied(block) if any(block is h for h in halved) else block for block in message.content]
    if halves and not left(events_of(stream.data, target)):
        return "half a call is read back as one that has ended"
    found = difference(normal(_said_in_chunks(wanted)), normal(_said_in_chunks(got)))
    # A call that the reply has otherwise than its pieces is told as the pieces had it.
    shown = any(loss.feature == "stream.shown" for loss in stream.losses)
    return None if shown and not halves else found


_NOTHING = Raw(b"{}")


def _halved(reply: Completion, stream: Stream, halves: set[tuple[int, int]]) -> list[str | None]:
    """Leaves out of a reply what a stream tells as dropped, and the inputs of calls that broke off.

    These, for each call that is left; None for one that is whole.
    """
    gone = {loss.path for loss in stream.losses if _is_whole_block(loss)}
    begun: list[str | None] = []
    for position, message in enumerate(reply.candidates):
        kept = [
            (number, block)
            for number, block in enumerate(message.content)
            if f"/candidates/{position}/content/{number}" not in gone
        ]
        message.content = []
        for number, block in kept:
            is_half = isinstance(block, ToolUseBlock) and (position, number) in halves
            if isinstance(block, ToolUseBlock):
                begun.append(_input(block) if is_half else None)
            message.content.append(_emptied(block) if is_half else block)
    return begun


def _is_whole_block(loss: Loss) -> bool:
    is_block = _BLOCK.fullmatch(loss.path) is not None
    return is_block and loss.kind == "dropped" and loss.feature != "stream.said_otherwise"


def _emptied(block: Any) -> Any:
    """A call without its input, and how far its item is, which Responses says where it is done."""
    given = (_NOTHING, None) if block.call_type is None else (ABSENT, "")
    return structs.replace(block, input=given[0], input_text=given[1], status=None)


def _calls(reply: Completion) -> list[ToolUseBlock]:
    return [block for message in reply.candidates for block in message.content if isinstance(block, ToolUseBlock)]


def _input(block: ToolUseBlock) -> str:
    """What came of an input; chat completions read nothing as an object without members."""
    return block.input_text or bytes(block.input).decode() or "{}"


def _said_in_chunks(reply: Any) -> Any:
    """A reply without what only the last chunk of a stream says."""
    reply.usage = None
    for message in reply.candidates:
        message.metadata = None
    return reply


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
