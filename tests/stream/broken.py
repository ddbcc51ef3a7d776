"""A stream that is written of one that broke off, and what law 9 asks of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import Raw, structs
from tests.stream.accounting import Told, uncovered
from tests.stream.writing import Stream, back, chunking, events_of, streaming, written

import turnwire
from turnwire.model import ABSENT, Completion, TextBlock, ToolUseBlock
from turnwire.testing import difference, normal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.model import Loss

RESPONSES = "openai_responses"
Place = tuple[int, int]
_BLOCK = re.compile(r"/candidates/(\d+)/content/(\d+)")
_LAST = re.compile(r"/usage|/candidates/\d+/metadata")


def left(events: Iterable[Any]) -> set[Place]:
    """The calls that events begin and do not end, of candidates that broke off."""
    found: set[Place] = set()
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


def broken_fault(events: list[Any], target: str) -> str | None:
    """How a stream that is written of one that broke off is not what is written of the reply without one.

    Less what only the last chunk says, and what may be dropped (`droppable`).
    Of a call that has begun its input is what came, as the source has it.
    """
    return broken_fault_of(events, written(events, target), target)


def broken_fault_of(events: list[Any], stream: Stream, target: str) -> str | None:
    """The same of a stream, whoever has written it."""
    reply = turnwire.fold(events)
    gone = {place for loss in stream.losses if (place := _dropped(loss)) is not None}
    if needless := sorted(gone - droppable(reply, left(events), gone, target)):
        return f"{needless} need not be dropped"
    kept = {place: number for position in _positions(reply) for number, place in enumerate(sorted(position - gone))}
    if not stream.data:
        return "nothing was said of the reply" if kept else None
    begun = _halved(reply, kept, left(events))
    got = back(stream, target)
    if any((loss.feature, loss.path) == ("stream.shown", "/candidates") for loss in stream.losses):
        got.candidates.pop(0)  # the stream has shown a first candidate, which never came
    if (found := _halves_fault(got, begun, stream, target)) is not None:
        return found
    sent = turnwire.write(reply, target)
    wanted = turnwire.read(sent.data, target, kind="response")
    assert isinstance(wanted, Completion)
    told = Told(reply, _said_in_chunks(wanted, begun), _of_chunks(sent.losses))
    got = _said_in_chunks(got, begun)
    if difference(normal(told.wanted, target), normal(got, target)) is None:
        return None
    return "; ".join(uncovered(told, got, _of_chunks(_placed(stream.losses, kept)), target)) or None


def _positions(reply: Completion) -> list[set[Place]]:
    return [{(at, number) for number in range(len(each.content))} for at, each in enumerate(reply.candidates)]


def droppable(reply: Completion, halves: set[Place], gone: set[Place], target: str) -> set[Place]:
    """The blocks that a stream need not tell.

    Calls that it broke off in, what has to wait behind one that has begun, and what the reply without a stream drops.
    """
    found = {place for loss in turnwire.write(reply, target).losses if (place := _dropped(loss)) is not None}
    waits = chunking(target).waits
    for position, message in enumerate(reply.candidates):
        begun = False
        for number, block in enumerate(message.content):
            place = (position, number)
            if waits == "all" or (waits == "calls" and isinstance(block, ToolUseBlock)):
                found |= {place} if begun else set()
            found |= {place} & halves
            begun = begun or (place in halves and place not in gone)
    return found


def _dropped(loss: Loss) -> Place | None:
    """The block that a loss says is not there."""
    found = _BLOCK.fullmatch(loss.path)
    is_whole = loss.kind == "dropped" and loss.feature != "stream.said_otherwise"
    return (int(found[1]), int(found[2])) if found is not None and is_whole else None


def _halved(reply: Completion, kept: dict[Place, int], halves: set[Place]) -> list[str | None]:
    """Leaves out of a reply what is not kept, and the inputs of calls that broke off.

    These, for each call that is left; None for one that is whole.
    """
    begun: list[str | None] = []
    for position, message in enumerate(reply.candidates):
        content, message.content = message.content, []
        for number, block in enumerate(content):
            if (position, number) not in kept:
                continue
            is_half = isinstance(block, ToolUseBlock) and (position, number) in halves
            if isinstance(block, ToolUseBlock):
                begun.append(_input(block) if is_half else None)
            message.content.append(_emptied(block) if is_half else block)
    return begun


def _halves_fault(got: Completion, begun: list[str | None], stream: Stream, target: str) -> str | None:
    """What is wrong with calls that broke off."""
    halves = [half for half in begun if half is not None]
    calls = _calls(got)
    if streaming(target).whole_calls and halves:
        return "half a call is told whole"
    if len(halves) != len(left(events_of(stream.data, target))):
        return "half a call is read back as one that has ended"
    said = [_input(block) for block, half in zip(calls, begun, strict=False) if half is not None]
    return None if halves == said else f"calls were begun with {halves}, and are read back as {said}"


def _placed(losses: Iterable[Loss], kept: dict[Place, int]) -> list[Loss]:
    """Losses at the places that things have in what is kept; none of what is not."""
    found = []
    for loss in losses:
        block = _BLOCK.match(loss.path)
        if block is None:
            found.append(loss)
        elif (number := kept.get((int(block[1]), int(block[2])))) is not None:
            path = f"/candidates/{block[1]}/content/{number}{loss.path[block.end() :]}"
            found.append(structs.replace(loss, path=path))
    return found


def _of_chunks(losses: Iterable[Loss]) -> list[Loss]:
    """Those of what not only the last chunk says."""
    return [loss for loss in losses if _LAST.match(loss.path) is None]


_NOTHING = Raw(b"{}")


def _emptied(block: Any) -> Any:
    """A call without its input."""
    given = (_NOTHING, None) if block.call_type is None else (ABSENT, "")
    return structs.replace(block, input=given[0], input_text=given[1])


def _calls(reply: Completion) -> list[ToolUseBlock]:
    return [block for message in reply.candidates for block in message.content if isinstance(block, ToolUseBlock)]


def _input(block: ToolUseBlock) -> str:
    """What came of an input; chat completions read nothing as an object without members."""
    return block.input_text or bytes(block.input).decode() or "{}"


def _said_in_chunks(reply: Completion, begun: list[str | None]) -> Completion:
    """A reply without what only the last chunk of a stream says, and without the ends of calls that broke off.

    Of these that is the input, and how far its item is, which Responses says where it is done.
    """
    reply.usage = None
    halved = [block for block, half in zip(_calls(reply), begun, strict=False) if half is not None]
    for block in halved:
        emptied = _emptied(block)
        block.input, block.input_text, block.status = emptied.input, emptied.input_text, None
    for message in reply.candidates:
        message.metadata = None
        for each in message.content:
            # Which says so of a message of Responses where it is done.
            kept = bytes((each.provider_raw or {}).get(RESPONSES, b"")) if isinstance(each, TextBlock) else b""
            if b'"incomplete"' in kept:
                each.provider_raw = None
    return reply
