"""What a gateway sends at once: the beginning, signs of life, errors; and what it may choose."""

from __future__ import annotations

import asyncio
import gc
import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.stream.replies import CASES
from tests.stream.writing import FAMILIES, STREAMED, chunks_of, events_of, written

import turnwire
from turnwire.model import (
    CompleteEvent,
    Completion,
    ErrorEvent,
    OpaqueEvent,
    StartEvent,
    TextDeltaEvent,
    Usage,
    UsageEvent,
)
from turnwire.systems.canonical.adapters import adapter_for

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

START = StartEvent("r1", "assistant", "some-model", "2026-03-01T09:00:00Z")
SSE, LINES = "text/event-stream", "application/x-ndjson"


def sse(*chunks: Any) -> bytes:
    return b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks)


MESSAGE: dict[str, Any] = {"id": "m1", "type": "message", "role": "assistant", "model": "m", "content": []}
USAGE = {"input_tokens": 9, "output_tokens": 1, "cache_read_input_tokens": 4, "service_tier": "standard"}
USAGE_MORE = {**USAGE, "inference_geo": "eu", "cache_creation": {"ephemeral_5m_input_tokens": 0}}
BEGUN = {"type": "message_start", "message": {**MESSAGE, "usage": USAGE_MORE}}
FIRST_CHUNKS = [
    ("anthropic_messages", sse(BEGUN)),
    ("openai_chat", sse({"id": "c", "model": "m", "choices": [{"index": 0, "delta": {"role": "assistant"}}]})),
    ("openai_responses", sse({"type": "response.created", "response": {"id": "r", "model": "m", "output": []}})),
    ("gemini_generate", sse({"candidates": [{"content": {"role": "model"}}], "modelVersion": "m"})),
    ("ollama_chat", b'{"model":"m","message":{"role":"assistant","content":""},"done":false}\n'),
]


@pytest.mark.parametrize("target", STREAMED)
@pytest.mark.parametrize(("source", "data"), FIRST_CHUNKS, ids=[name for name, _ in FIRST_CHUNKS])
def test_the_first_chunk_is_the_first_event_and_gives_the_first_bytes(source: str, data: bytes, target: str) -> None:
    (event,) = turnwire.stream_reader(source).feed(data)
    assert isinstance(event, StartEvent)
    assert turnwire.stream_writer(target).send(event) != b""


def test_a_chunk_that_does_not_name_the_reply_is_waited_for() -> None:
    reader = turnwire.stream_reader("openai_chat")
    about_the_prompt = {"id": "", "model": "", "choices": [], "prompt_filter_results": []}
    assert [] == reader.feed(sse(about_the_prompt))
    (event,) = reader.feed(FIRST_CHUNKS[1][1])
    assert isinstance(event, StartEvent)
    assert ("c", "m") == (event.id, event.model)


PINGS = [
    ("anthropic_messages", b'event: ping\ndata: {"type":"ping"}\n\n'),
    ("openai_responses", sse({"type": "keepalive", "sequence_number": 3})),
    ("openrouter_chat", b": OPENROUTER PROCESSING\n\n"),
]
ALIVE = {
    "anthropic_messages": b'event: ping\ndata: {"type":"ping"}\n\n',
    "openai_chat": b": keep-alive\n\n",
    "openai_responses": b": keep-alive\n\n",
    "mistral_chat": b": keep-alive\n\n",
    "gemini_generate": b"\n",
    "ollama_chat": b"",
}


@pytest.mark.parametrize("target", ALIVE)
@pytest.mark.parametrize(("source", "data"), PINGS, ids=[name for name, _ in PINGS])
def test_a_sign_of_life_passes_on(source: str, data: bytes, target: str) -> None:
    (event,) = turnwire.stream_reader(source).feed(data)
    assert isinstance(event, OpaqueEvent)
    writer = turnwire.stream_writer(target)
    first = writer.send(event)
    assert (b": keep-alive\n\n" if target == "anthropic_messages" else ALIVE[target]) == first
    writer.send(START)
    assert (ALIVE[target], ()) == (writer.send(event), writer.losses)


@pytest.mark.parametrize("target", ALIVE)
def test_signs_of_life_are_no_part_of_a_reply(target: str) -> None:
    events: list[Any] = [
        START,
        TextDeltaEvent("a"),
        TextDeltaEvent("b"),
        UsageEvent(Usage(1, 2)),
        CompleteEvent(0, "end_turn"),
    ]
    plain = written(events, target).data
    writer = turnwire.stream_writer(target)
    sent = [writer.keep_alive()]
    for event in events:
        sent += [writer.send(event), writer.keep_alive()]
    sent.append(writer.close())
    found = [event for event in events_of(b"".join(sent), target) if not isinstance(event, OpaqueEvent)]
    assert turnwire.fold(events_of(plain, target)) == turnwire.fold(found)
    assert b"" == writer.keep_alive()


@pytest.mark.parametrize("target", STREAMED)
@pytest.mark.parametrize("before", [[], [START], [START, TextDeltaEvent("Half a")]])
def test_an_error_leaves_at_once_and_ends_the_stream(before: list[Any], target: str) -> None:
    writer = turnwire.stream_writer(target)
    sent = b"".join(map(writer.send, before))
    last = writer.send(ErrorEvent("Too busy", "overloaded_error"))
    assert b"Too busy" in last
    assert (b"", b"", b"") == (writer.keep_alive(), writer.send(TextDeltaEvent("More", 0, 1)), writer.close())
    assert [f"/events/{len(before) + 1}"] == [loss.path for loss in writer.losses if loss.feature == "text_delta"]
    (error,) = [event for event in events_of(sent + last, target) if isinstance(event, ErrorEvent)]
    assert "Too busy" == error.message


@pytest.mark.parametrize("target", STREAMED)
def test_an_exception_is_an_error_of_the_stream(target: str) -> None:
    writer = turnwire.stream_writer(target)
    writer.send(START)
    assert b"the server hung up" in writer.fail(ConnectionError("the server hung up"))
    assert b"" == writer.close()
    assert b"TimeoutError" in turnwire.stream_writer(target).fail(TimeoutError())


def test_a_timeout_is_one_in_the_words_of_the_format() -> None:
    assert b'"timeout_error"' in turnwire.stream_writer("anthropic_messages").fail(TimeoutError())
    assert b'"code":504' in turnwire.stream_writer("gemini_generate").fail(TimeoutError())


@pytest.mark.parametrize("target", STREAMED)
@pytest.mark.parametrize("last", [[], [ErrorEvent("the stream ended before the reply did", code="stream.truncated")]])
def test_a_break_may_be_written_as_an_error(last: list[Any], target: str) -> None:
    events: list[Any] = [START, TextDeltaEvent("Half a"), *last]
    silent, loud = (turnwire.stream_writer(target, truncation_as_error=option) for option in (False, True))
    data = [b"".join([*map(writer.send, events), writer.close()]) for writer in (silent, loud)]
    assert data[1].startswith(data[0])
    (error,) = [event for event in events_of(data[1], target) if isinstance(event, ErrorEvent)]
    assert "the stream ended before the reply did" == error.message
    assert b"the stream ended" not in data[0]


@pytest.mark.parametrize(
    "target", ["openai_chat", "mistral_chat", "gemini_generate", "ollama_chat", "openai_responses"]
)
def test_a_reply_that_broke_off_has_no_provisional_usage_and_is_not_completed(target: str) -> None:
    begun = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    said = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Half a"}}
    stream = written(events_of(sse(BEGUN, begun, said), "anthropic_messages"), target)
    assert ["/usage"] == [loss.path for loss in stream.losses if loss.feature == "completion.usage"]
    for word in (b"prompt_tokens", b"promptTokenCount", b"eval_count", b"input_tokens", b'"completed"'):
        assert word not in stream.data


@pytest.mark.parametrize("options", [{"include_usage": False}, {}], ids=["without", "with"])
def test_a_chat_client_may_ask_for_a_stream_without_usage(options: dict[str, Any]) -> None:
    wanted = not options
    events: list[Any] = [START, TextDeltaEvent("Hi."), UsageEvent(Usage(1, 2)), CompleteEvent(0, "end_turn")]
    writer = turnwire.stream_writer("openai_chat", **options)
    chunks = chunks_of(b"".join([*map(writer.send, events), writer.close()]))
    assert wanted is any("usage" in chunk for chunk in chunks)
    assert wanted is not all(chunk["choices"] for chunk in chunks)
    assert ([] if wanted else ["/usage"]) == [loss.path for loss in writer.losses if loss.kind == "dropped"]


def test_what_is_known_when_a_message_begins_is_in_its_first_event() -> None:
    (start,) = turnwire.stream_reader("anthropic_messages").feed(sse(BEGUN))
    assert isinstance(start, StartEvent)
    (message,) = chunks_of(turnwire.stream_writer("anthropic_messages").send(start))
    assert USAGE_MORE == message["message"]["usage"]


@pytest.mark.parametrize("target", STREAMED)
def test_the_media_type_of_a_stream(target: str) -> None:
    assert (LINES if target in ("ollama_chat", "bedrock_converse") else SSE) == turnwire.stream_writer(
        target
    ).content_type


TEXT = CASES["text"]


@pytest.mark.parametrize("target", FAMILIES)
@pytest.mark.parametrize("step", [1, 50, 1 << 20])
def test_translate_is_reading_and_writing(step: int, target: str) -> None:
    pieces = [TEXT.stream[start : start + step] for start in range(0, len(TEXT.stream), step)]

    async def as_they_come() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    async def collected() -> bytes:
        return b"".join([data async for data in turnwire.translate(as_they_come(), "openai_chat", target)])

    wanted = written(events_of(TEXT.stream, "openai_chat"), target)
    found = turnwire.translate(pieces, "openai_chat", target)
    assert wanted.data == b"".join(found) == asyncio.run(collected())
    assert wanted.losses == found.losses
    assert turnwire.fold(events_of(TEXT.stream, "openai_chat")) == found.reply()
    parsed = [json.loads(line.removeprefix(b"data: ")) for line in TEXT.stream.split(b"\n\n") if line[-1:] == b"}"]
    assert wanted.data == b"".join(turnwire.translate(parsed, "openai_chat", target))


class Chunks:
    """Chunks of a connection that can be closed."""

    def __init__(self, *chunks: bytes | Exception) -> None:
        self.chunks, self.is_closed = iter(chunks), False

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        chunk = next(self.chunks)
        if isinstance(chunk, Exception):
            raise chunk
        return chunk

    def close(self) -> None:
        self.is_closed = True


class AsyncChunks:
    """The same for asyncio."""

    def __init__(self, *chunks: bytes | Exception) -> None:
        self.chunks = Chunks(*chunks)

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        await asyncio.sleep(0)
        try:
            return next(self.chunks)
        except StopIteration:
            raise StopAsyncIteration from None

    async def aclose(self) -> None:
        self.chunks.close()


HALF = TEXT.stream[: len(TEXT.stream) // 2]
FAULTS = [(ConnectionError("it hung up"), ConnectionError), (b"\n\ndata: {]\n\n", turnwire.InvalidDocument)]


@pytest.mark.parametrize(("fault", "kind"), FAULTS, ids=["an exception", "a chunk that cannot be read"])
def test_what_the_upstream_raises_is_written_and_raised_again(fault: Any, kind: type[Exception]) -> None:
    chunks = Chunks(HALF, fault)
    sent: list[bytes] = []
    with pytest.raises(kind):
        sent.extend(turnwire.translate(chunks, "openai_chat", "anthropic_messages"))
    assert b"event: error" in sent[-1]
    assert chunks.is_closed


def test_who_goes_away_closes_the_upstream() -> None:
    chunks = Chunks(HALF, HALF)
    for _ in turnwire.translate(chunks, "openai_chat", "anthropic_messages"):
        break
    gc.collect()
    assert chunks.is_closed


async def collected_async(chunks: AsyncChunks, sent: list[bytes]) -> None:
    async for data in turnwire.translate(chunks, "openai_chat", "anthropic_messages"):
        sent.append(data)  # noqa: PERF401 - what came before it raises is looked at


@pytest.mark.parametrize(("fault", "kind"), FAULTS, ids=["an exception", "a chunk that cannot be read"])
def test_asyncio_raises_the_same(fault: Any, kind: type[Exception]) -> None:
    chunks = AsyncChunks(HALF, fault)
    sent: list[bytes] = []
    with pytest.raises(kind):
        asyncio.run(collected_async(chunks, sent))
    assert b"event: error" in sent[-1]
    assert chunks.chunks.is_closed


@pytest.mark.parametrize("thrown", [asyncio.CancelledError, ConnectionError, GeneratorExit])
def test_what_the_consumer_throws_is_followed_by_no_event(thrown: type[BaseException]) -> None:
    """The event loop cancels the closing of a generator when it ends: an event then is "ignored GeneratorExit"."""

    async def main() -> None:
        events: Any = adapter_for("openai_chat").stream_response(AsyncChunks(HALF, HALF))
        await anext(events)
        with pytest.raises(thrown):
            await events.athrow(thrown())

    asyncio.run(main())


@pytest.mark.parametrize("target", STREAMED)
@pytest.mark.parametrize("later", [None, "its-real-name"])
def test_a_reply_may_name_another_model(later: str | None, target: str) -> None:
    events: list[Any] = [
        START,
        TextDeltaEvent("Hi."),
        StartEvent("r1", "assistant", later),
        UsageEvent(Usage(1, 2)),
        CompleteEvent(0, "end_turn"),
    ]
    writer = turnwire.stream_writer(target, model="the-alias")
    data = b"".join([*map(writer.send, events), writer.close()])
    assert b"some-model" not in data
    assert b"its-real-name" not in data
    kept = turnwire.write(turnwire.fold(events), target, model="the-alias")
    reply = turnwire.read(kept.data, target, kind="response", envelope=kept.envelope)
    assert isinstance(reply, Completion)
    assert reply.model == turnwire.fold(events_of(data, target)).model
    assert [] == [loss for loss in writer.losses if loss.path == "/model" and loss.feature.startswith("stream.")]


def test_translate_names_the_model_too() -> None:
    data = b"".join(turnwire.translate([TEXT.stream], "openai_chat", "anthropic_messages", model="the-alias"))
    assert b'"model":"the-alias"' in data
    with pytest.raises(TypeError, match="model"):
        turnwire.translate([TEXT.stream], "openai_chat", "anthropic_messages", model=5)  # type: ignore[call-overload]
