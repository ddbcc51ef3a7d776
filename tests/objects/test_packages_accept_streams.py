"""The official packages take the streams that we write: chunk by chunk, all together, and in the provider's order.

A chunk is refused only where the whole reply, written without a stream, is refused for the same member.  What a
package's accumulator makes of the chunks is what that reply says: the same texts, reasoning, calls, reason to stop and
usage.  Recorded streams are tried one in so many, and all of them with TURNWIRE_OBJECTS=all.
Exceptions stand in stream_exceptions.json with their reason; one that nothing needs any more fails.
"""

from __future__ import annotations

import functools
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from tests.cases import case
from tests.objects.order import disorder
from tests.objects.streams import STREAMING, arrived, field, gathered, refused, refused_whole
from tests.objects.told import told
from tests.stream.recordings import STREAMED, every, recordings
from tests.stream.replies import CASES

import turnwire
from turnwire.model import (
    BlockStartEvent,
    CompleteEvent,
    Completion,
    ErrorEvent,
    TextDeltaEvent,
    ThinkingDeltaEvent,
    ToolUseStartEvent,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import StreamEvent

EXCEPTIONS: list[dict[str, str]] = json.loads(Path(__file__).with_name("stream_exceptions.json").read_text("utf-8"))
ALL = os.environ.get("TURNWIRE_OBJECTS") == "all"
EACH = pytest.mark.parametrize("target", STREAMING)


class Reply(NamedTuple):
    """A reply on its way."""

    name: str
    events: tuple[StreamEvent, ...]


class Written(NamedTuple):
    """The same as a format's stream, and without one."""

    stream: bytes
    whole: bytes
    is_retold: bool
    """Whether the chunks said what the reply says otherwise, which the losses tell."""


def streamed(name: str, dialect: str, data: bytes) -> Iterator[Reply]:
    reader = turnwire.stream_reader(dialect)
    events = (*reader.feed(data), *reader.close())
    if not any(isinstance(event, ErrorEvent) for event in events):
        yield Reply(name, events)


def unfolded(name: str, dialect: str, data: bytes) -> Reply:
    reply = turnwire.read(data, dialect, kind="response")
    assert isinstance(reply, Completion)
    return Reply(name, tuple(turnwire.unfold(reply)))


@functools.cache
def ours() -> tuple[Reply, ...]:
    """Our own replies, in pieces and whole."""
    found: list[Reply] = []
    for name, each in CASES.items():
        found += streamed(name, each.dialect, each.stream)
        found.append(unfolded(f"{name}, whole", each.dialect, json.dumps(each.reply).encode()))
    for held in (held for file in case.files() for held in case.load(file)):
        if held.case.kind == "response" and held.case.refused is None:
            name = f"{held.folder}/{held.file.stem}/{held.case.name}"
            found.append(unfolded(name, held.source, bytes(held.case.wire)))
    return tuple(reply for reply in found if not has_failed(reply))


def has_failed(reply: Reply) -> bool:
    """Whether a reply is an error in a stream: tests/stream/test_failed_replies.py."""
    return any(isinstance(event, CompleteEvent) and event.stop_reason == "error" for event in reply.events)


@functools.cache
def theirs(folder: Path) -> tuple[Reply, ...]:
    """Recorded streams, one of so many; all of them with TURNWIRE_OBJECTS=all."""
    return tuple(
        reply
        for endpoint in STREAMED
        for name, dialect, data in (every(folder, endpoint) if ALL else recordings(folder, endpoint)[::4])
        for reply in streamed(name, dialect, data)
    )


def written(reply: Reply, target: str) -> Written:
    writer = turnwire.stream_writer(target)
    stream = b"".join([*map(writer.send, reply.events), writer.close()])
    whole = turnwire.write(turnwire.fold(reply.events), target).data
    return Written(stream, whole, any(loss.feature.startswith("stream.") for loss in writer.losses))


def faults(reply: Reply, target: str) -> set[str]:
    """What the package has against a stream: refused chunks, another reply, another order."""
    made = written(reply, target)
    chunks = arrived(target, made.stream)
    if not chunks:
        return {"the stream says nothing"}
    against = refused_whole(target, made.whole)
    fields = set(map(field, against))
    found = {said for chunk in chunks for said in refused(target, chunk) if field(said) not in fields}
    found.update(disorder(target, made.stream, chunks))
    if target == "openai_responses" and not against:
        found.update(_otherwise_at_the_end(chunks, made.whole))
    if not made.is_retold and made.whole[:1] != b"[" and not (target in CLOSING and is_by_turns(reply)):
        found.update(_otherwise(target, chunks, made.whole, is_taken=not against))
    return found


CLOSING = ("anthropic_messages", "openai_responses")
"""The formats in which a text cannot go on when a call has begun.

Anthropic's stream then has another text behind the call, and the last event of Responses has all of it.
"""


def is_by_turns(reply: Reply) -> bool:
    """Whether a text goes on when another block has begun, or the pieces say otherwise than the reply does."""
    begun: dict[int, int] = {}
    for event in reply.events:
        if isinstance(event, TextDeltaEvent) and event.text and event.block < begun.get(event.candidate, 0):
            return True
        if isinstance(event, TextDeltaEvent | ThinkingDeltaEvent | ToolUseStartEvent | BlockStartEvent):
            begun[event.candidate] = max(event.block, begun.get(event.candidate, 0))
    return written(reply, "openai_chat").is_retold


def _otherwise_at_the_end(chunks: list[Any], whole: bytes) -> list[str]:
    """What the response of the last event, which `get_final_response()` gives, says otherwise."""
    last, reply = gathered("openai_responses", chunks)["last"], json.loads(whole)
    if not last or told("openai_responses", last) == told("openai_responses", reply):
        return []
    return [f"the last event: {told('openai_responses', last)}, and not {told('openai_responses', reply)}"]


def _otherwise(target: str, chunks: list[Any], whole: bytes, *, is_taken: bool = True) -> list[str]:
    """What the package's reply says otherwise; one that the package refuses without a stream it may refuse in one."""
    try:
        reply = gathered(target, chunks)
    except Exception as error:  # noqa: BLE001 - a package raises what it likes
        return [f"accumulator: {error!r}"] if is_taken else []
    if told(target, reply) == told(target, json.loads(whole)):
        return []
    return [f"accumulator: {told(target, reply)}, and not {told(target, json.loads(whole))}"]


def is_about(exception: dict[str, str], said: str, target: str, name: str) -> bool:
    """An exception may be about every target, and about one reply."""
    return (
        exception.get("target", target) == target and exception["says"] in said and exception.get("reply", name) == name
    )


Found = dict[str, set[str]]


@functools.cache
def found_in_ours(target: str) -> Found:
    return {reply.name: faults(reply, target) for reply in ours()}


def unknown(found: Found, target: str) -> Found:
    left = {
        name: {said for said in words if not any(is_about(each, said, target, name) for each in EXCEPTIONS)}
        for name, words in found.items()
    }
    return {name: words for name, words in left.items() if words}


@EACH
def test_the_package_takes_our_replies_as_streams(target: str) -> None:
    assert unknown(found_in_ours(target), target) == {}


@EACH
def test_the_package_takes_recorded_streams(recorded: Path, target: str) -> None:
    assert unknown({reply.name: faults(reply, target) for reply in theirs(recorded)}, target) == {}


@pytest.mark.parametrize("exception", EXCEPTIONS, ids=[each["says"] for each in EXCEPTIONS])
def test_an_exception_has_a_reason_and_is_not_stale(exception: dict[str, str]) -> None:
    met = {
        name
        for target in STREAMING
        for name, words in found_in_ours(target).items()
        if any(is_about(exception, said, target, name) for said in words)
    }
    assert met
    assert exception["reason"]


CHAT = b'data: {"choices":[{"index":0,"delta":%s,%s}]}\n\n'
BROKEN = {
    "a chunk without what it must have": ("mistral_chat", b'data: {"choices":[]}\n\n', "id: Field required"),
    "no role": ("openai_chat", CHAT % (b"{}", b'"finish_reason":"stop"'), "choice 0 begins without a role"),
    "an end that is not said": ("openai_chat", CHAT % (b'{"role":"assistant"}', b'"finish_reason":null'), "[DONE]"),
    "a block that does not begin": (
        "anthropic_messages",
        b"".join(
            b'event: %s\ndata: {"type":"%s","index":0}\n\n' % (kind, kind)
            for kind in (b"message_start", b"content_block_stop", b"message_delta", b"message_stop")
        ),
        "content_block_stop of block 0 is out of order",
    ),
    "numbers that skip": (
        "openai_responses",
        b'data: {"type":"response.created","sequence_number":1,"response":{}}\n\n',
        "sequence_number does not rise by one",
    ),
    "two ends": ("ollama_chat", b'{"done":true}\n{"done":true}\n', "done: [True, True]"),
    "a candidate that ends twice": (
        "gemini_generate",
        b'data: {"candidates":[{"finishReason":"STOP"}]}\n\n' * 2,
        "candidate 0 goes on when it has ended",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_stream_is_found(name: str) -> None:
    target, stream, said = BROKEN[name]
    chunks = arrived(target, stream)
    found = [*disorder(target, stream, chunks), *(word for chunk in chunks for word in refused(target, chunk))]
    assert any(said in word for word in found)


def test_an_accumulator_that_hears_otherwise_is_found() -> None:
    reply = next(reply for reply in ours() if reply.name == "two calls at once")
    made = written(reply, "openai_chat")
    chunks = arrived("openai_chat", made.stream.replace(b"I look.", b"I took."))
    assert ["accumulator"] == [said.split(":")[0] for said in _otherwise("openai_chat", chunks, made.whole)]
