"""ConvertStream: the bytes of the library's `translate`, for every pair of dialects, as soon as they are known."""

from __future__ import annotations

import asyncio
import queue
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from google.rpc.error_details_pb2 import ErrorInfo
from grpc_status import rpc_status
from tests.service.calls import PREFIX, detail

import turnwire
from turnwire import dialects
from turnwire.model import Completion
from turnwire.service.async_client import AsyncClient
from turnwire.v1.service_pb2 import (
    ConvertStreamRequest,
    ConvertStreamResponse,
    StreamConversion,
    StreamPause,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from turnwire.service.client import Client

STREAMED = tuple(name for name in dialects.names() if dialects.get(name).stream is not None)
REPLY = turnwire.read(
    b"""{"id": "r-1", "model": "m", "usage": {"input_tokens": 3, "output_tokens": 5}, "candidates": [{"role":
    "assistant", "content": [{"type": "text", "text": "Under the mat."}, {"type": "tool_use", "id": "call_9", "name":
    "look", "input": {"place": "mat"}}], "metadata": {"stop_reason": "tool_use"}}]}""",
    "turnwire",
    kind="response",
)


def streamed(dialect: str) -> list[bytes]:
    """The reply as the stream of a dialect, in pieces."""
    writer = turnwire.stream_writer(dialect)
    pieces = [writer.send(event) for event in turnwire.unfold(REPLY)]
    return [piece for piece in (*pieces, writer.close()) if piece]


def stepwise(pieces: list[bytes], source: str, target: str) -> tuple[list[tuple[int, bytes]], Any]:
    """What the library gives, each with the number of pieces that it had been given; and its translation."""
    taken = 0

    def counted() -> Iterator[bytes]:
        nonlocal taken
        for piece in pieces:
            taken += 1
            yield piece

    translation = turnwire.translate(counted(), source, target)
    return [(taken, data) for data in translation], translation


def opened(channel: grpc.Channel, requests: queue.SimpleQueue[ConvertStreamRequest | None]) -> Any:
    method: Any = channel.stream_stream(
        PREFIX + "ConvertStream",
        request_serializer=ConvertStreamRequest.SerializeToString,
        response_deserializer=ConvertStreamResponse.FromString,
    )
    return method(iter(requests.get, None), timeout=60)


@pytest.mark.parametrize("source", STREAMED)
def test_every_pair_gives_the_bytes_of_the_library_and_the_first_ones_at_once(
    channel: grpc.Channel, source: str
) -> None:
    pieces = streamed(source)
    for target in STREAMED:
        expected, translation = stepwise(pieces, source, target)
        requests: queue.SimpleQueue[ConvertStreamRequest | None] = queue.SimpleQueue()
        call = opened(channel, requests)
        requests.put(ConvertStreamRequest(begin=StreamConversion(source=source, target=target)))
        begun = next(call).begun
        first = expected[0][0]
        for piece in pieces[:first]:
            requests.put(ConvertStreamRequest(data=piece))
        data = next(call).data  # the rest of the stream has not been sent
        for piece in pieces[first:]:
            requests.put(ConvertStreamRequest(data=piece))
        requests.put(None)
        *middle, last = call
        assert translation.content_type == begun.content_type
        assert expected[0][1] == data
        assert b"".join(each for _, each in expected) == data + b"".join(each.data for each in middle)
        assert len(translation.losses) == len(last.ended.losses)


@pytest.mark.parametrize(
    ("source", "into"), [("anthropic_messages", "openai_chat"), ("ollama_chat", "gemini_generate")]
)
def test_both_clients_have_what_the_library_has(client: Client, source: str, into: str) -> None:
    pieces = streamed(source)
    expected = turnwire.translate(pieces, source, into, include_usage=False, model="n")
    data = b"".join(expected)
    found = client.translate(pieces, source, into, include_usage=False, model="n")
    assert data == b"".join(found)
    assert (expected.content_type, expected.losses, expected.reply()) == (
        found.content_type,
        found.losses,
        found.reply(),
    )

    async def sent() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    async def converted() -> None:
        async with AsyncClient(client.target) as service:
            stream = service.translate(sent(), source, into, include_usage=False, model="n")
            assert data == b"".join([each async for each in stream])
            assert (expected.losses, expected.reply()) == (stream.losses, stream.reply())

    asyncio.run(converted())


def test_a_pause_becomes_a_keep_alive(client: Client) -> None:
    pieces: list[bytes | None] = [*streamed("openai_chat")]
    pieces.insert(1, None)
    expected = b"".join(turnwire.translate(pieces, "openai_chat", "anthropic_messages"))
    assert expected == b"".join(client.translate(pieces, "openai_chat", "anthropic_messages"))
    assert b"event: ping" in expected


def test_the_ids_of_a_converted_request_come_back(client: Client) -> None:
    body = {
        "model": "m",
        "messages": [
            {"role": "assistant", "content": None, "tool_calls": [
                {"id": "call.9", "type": "function", "function": {"name": "look.up", "arguments": "{}"}}]},
            {"role": "tool", "tool_call_id": "call.9", "content": "found"},
        ],
        "tools": [{"type": "function", "function": {"name": "look.up", "parameters": {"type": "object"}}}],
    }  # fmt: skip
    sent = client.convert(body, "anthropic_messages", source="openai_chat")
    assert turnwire.convert(body, "anthropic_messages", source="openai_chat").ids == sent.ids
    assert sent.ids
    name = next(iter(sent.ids.names))
    pieces = [piece.replace(b'"look"', f'"{name}"'.encode()) for piece in streamed("anthropic_messages")]
    assert b'"look.up"' in b"".join(client.translate(pieces, "anthropic_messages", "openai_chat", ids=sent.ids))
    reply = turnwire.write(turnwire.fold(turnwire.unfold(REPLY)), "anthropic_messages").data
    reply = reply.replace(b'"look"', f'"{name}"'.encode())
    back = client.convert(reply, "openai_chat", source="anthropic_messages", kind="response", ids=sent.ids)
    assert b'"look.up"' in back.data


def test_an_unreadable_chunk_ends_the_stream_at_once_in_the_format_of_its_client(channel: grpc.Channel) -> None:
    pieces = [streamed("openai_chat")[0], b"data: {oops\n\n"]

    def library() -> Iterator[bytes]:
        with pytest.raises(turnwire.InvalidDocument):
            yield from turnwire.translate(pieces, "openai_chat", "anthropic_messages")

    requests: queue.SimpleQueue[ConvertStreamRequest | None] = queue.SimpleQueue()
    call = opened(channel, requests)
    requests.put(ConvertStreamRequest(begin=StreamConversion(source="openai_chat", target="anthropic_messages")))
    for piece in pieces:
        requests.put(ConvertStreamRequest(data=piece))
    found = b""
    with pytest.raises(grpc.RpcError) as failed:  # noqa: PT012 - although the requests have not ended
        for message in call:
            found += message.data
    raised: Any = failed.value
    status = rpc_status.from_call(raised)
    assert status is not None
    assert (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_DOCUMENT") == (raised.code(), detail(status, ErrorInfo).reason)
    assert b"".join(library()) == found
    assert b"event: error" in found
    requests.put(None)


@pytest.mark.parametrize("source", STREAMED)
def test_a_broken_event_that_has_no_end_is_refused(client: Client, source: str) -> None:
    sent = bytearray()

    def translate() -> None:
        for piece in client.translate([b"data: {{{"], source, "openai_chat"):
            sent.extend(piece)

    with pytest.raises(turnwire.InvalidDocument, match=r"1:8: .* \[json\.syntax\]"):
        translate()
    assert b'{"error":' in sent


WRONG = [
    ([], "begin"),
    ([ConvertStreamRequest(data=b"x")], "begin"),
    ([ConvertStreamRequest(begin=StreamConversion(target="openai_chat"))], "begin.source"),
    ([ConvertStreamRequest(begin=StreamConversion(source="openai_chat"))], "begin.target"),
    ([ConvertStreamRequest(begin=StreamConversion(source="nobody", target="openai_chat"))], "begin.source"),
    ([ConvertStreamRequest(begin=StreamConversion(source="openai_chat", target="glm"))], "begin.target"),
    ([ConvertStreamRequest(begin=StreamConversion(source="openai", target="openai", ids_json="{"))], "ids_json"),
    ([ConvertStreamRequest(begin=StreamConversion(source="openai", target="openai"))] * 2, "begin"),
]


@pytest.mark.parametrize(("messages", "field"), WRONG)
def test_a_wrong_message_names_its_field(
    channel: grpc.Channel, messages: list[ConvertStreamRequest], field: str
) -> None:
    from google.rpc.error_details_pb2 import BadRequest

    requests: queue.SimpleQueue[ConvertStreamRequest | None] = queue.SimpleQueue()
    for message in (*messages, None):
        requests.put(message)
    with pytest.raises(grpc.RpcError) as failed:
        list(opened(channel, requests))
    raised: Any = failed.value
    status = rpc_status.from_call(raised)
    assert status is not None
    assert [field] == [each.field for each in detail(status, BadRequest).field_violations]


def test_a_stream_larger_than_the_limit_ends(client: Client) -> None:
    endless = (b": %d\n\n" % number + b" " * 50_000 for number in range(100))
    with pytest.raises(grpc.RpcError) as failed:
        list(client.translate(endless, "openai_chat", "anthropic_messages"))
    raised: Any = failed.value
    status = rpc_status.from_call(raised)
    assert status is not None
    assert (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_LARGE") == (raised.code(), detail(status, ErrorInfo).reason)


def test_what_the_caller_s_chunks_raise_comes_through(client: Client) -> None:
    def broken() -> Iterator[bytes]:
        yield streamed("openai_chat")[0]
        raise TimeoutError("the provider is silent")

    with pytest.raises(TimeoutError, match="the provider is silent"):
        list(client.translate(broken(), "openai_chat", "anthropic_messages"))


def test_a_pause_is_a_message_without_members() -> None:
    assert isinstance(REPLY, Completion)
    assert b"\x1a\x00" == ConvertStreamRequest(pause=StreamPause()).SerializeToString()
