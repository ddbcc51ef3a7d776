"""Streams in the events of the canonical message format."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.stream.chats import call, chat
from tests.stream.replies import CASES

import turnwire
from turnwire.catalogue.pricing import default_table
from turnwire.documents.ids import Ulids, seeded
from turnwire.model import (
    Message,
    MessageMetadata,
    ToolUseBlock,
)
from turnwire.sessions.session_ids import SessionIds
from turnwire.systems.canonical.adapters import (
    DialectAdapter,
    RequestContext,
    adapter_for,
    dotted,
    event_of,
)
from turnwire.testing import difference, normal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

CLAUDE = adapter_for("anthropic_messages", model="anthropic:claude-sonnet-4-6")
GPT = adapter_for("openai_chat", model="openai:gpt-5")


def ids() -> tuple[SessionIds, Ulids]:
    return SessionIds("sess_7"), Ulids(lambda: 1_790_000_000_000, seeded("adapters"))


def events_of(adapter: DialectAdapter, data: bytes, context: RequestContext | None = None) -> list[Any]:
    pieces = [data[n : n + 50] for n in range(0, len(data), 50)]
    return list(adapter.stream_events(pieces, context or RequestContext(message_id="m")))


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_events_keep_the_rules_of_the_contract(case: Any) -> None:
    """What "the canonical event sequence MUST satisfy", regardless of provider (provider adapter contract, 5.2)."""
    events = events_of(adapter_for(case.dialect), case.stream)
    kinds = [event.__struct_config__.tag for event in events]
    assert "message_start" == kinds[0]
    assert (1, 1) == (kinds.count("message_start"), kinds.count("message_complete"))
    assert "message_complete" == kinds[-1]
    calls = [block for block in events[-1].final_content if isinstance(block, ToolUseBlock) and block.run_by is None]
    for block in calls:
        own = [event.__struct_config__.tag for event in events if getattr(event, "tool_use_id", None) == block.id]
        assert ("tool_use_start", "tool_use_end") == (own[0], own[-1])
        assert {"tool_use_input_delta"} >= set(own[1:-1])
    assert all(isinstance(event.final_input, dict) for event in events if event.__struct_config__.tag == "tool_use_end")
    places = [event.content_block_index for event in events if hasattr(event, "content_block_index")]
    assert sorted(places) == places
    assert all(event.message_id == "m" for event in events)


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_the_final_content_is_that_of_the_reply(case: Any) -> None:
    adapter = adapter_for(case.dialect, model="m")
    reply = json.dumps(case.reply, separators=(",", ":"))
    message = adapter.from_wire_response(reply)
    last = events_of(adapter, case.stream)[-1]
    told = normal(Message("assistant", last.final_content))
    assert difference(normal(Message("assistant", message.content)), told) is None
    assert (message.metadata or MessageMetadata()).stop_reason == last.stop_reason
    assert (message.metadata or MessageMetadata()).usage == last.usage


def test_the_events_of_a_call() -> None:
    table, ulids = ids()
    context = RequestContext(message_id="m", ids=table, ulids=ulids, prices=default_table(), model="openai:gpt-5")
    case = CASES["two calls at once"]
    events = events_of(GPT, case.stream, context)
    told = [dotted(event) for event in events]
    names_ = [each[0] for each in told if each is not None]
    assert [
        "message.start",
        "text.delta",
        "tool.use_start",
        "tool.use_input_delta",
        "tool.use_input_delta",
        "tool.use_end",
    ] == names_[:6]
    assert {"message_id": "m", "role": "assistant", "model": "openai:m"} == (told[0] or ("", {}))[1]
    pieces = [event.partial_json for event in events if event.__struct_config__.tag == "tool_use_input_delta"]
    # Each is "the literal fragment received from the provider" (5.4).
    assert ['{"x":', " 1.0}", "{}"] == pieces
    first = next(event for event in events if event.__struct_config__.tag == "tool_use_end")
    assert {"x": 1.0} == first.final_input
    assert first.tool_use_id.startswith("tu_")
    assert table.provider_id(first.tool_use_id, "openai") == "a"
    assert {first.tool_use_id} < {getattr(block, "id", None) for block in events[-1].final_content}


def test_what_a_text_says_when_a_call_has_begun_is_in_the_final_content() -> None:
    chunks = chat({"content": "I"}, call(0, "a", "f", '{"x":'), {"content": " look"}, call(0, None, None, "1}"))
    events = events_of(GPT, b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks[:-1]))
    assert [0, 1, 1, 1, 1] == [event.content_block_index for event in events if hasattr(event, "content_block_index")]
    assert "I look" == events[-1].final_content[0].text


def test_calls_by_turns_come_one_after_the_other() -> None:
    events = events_of(GPT, CASES["calls by turns"].stream)
    ends = [event for event in events if event.__struct_config__.tag == "tool_use_end"]
    inputs = [{"x": "}"}, {"y": 2}, {"z": {"{": 3}}, {}, {}]
    assert (["a", "b", "c", "d", "e"], inputs) == ([e.tool_use_id for e in ends], [e.final_input for e in ends])


def test_a_call_that_is_cut_ends_with_nothing() -> None:
    cut = b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chat(call(0, "a", "f", '{"x":'))[:1])
    *_, end, failure, last = events_of(GPT, cut)
    assert ({}, "stream.truncated", "error") == (end.final_input, failure.code, last.stop_reason)


def run(adapter: DialectAdapter, chunks: Callable[[], AsyncIterator[Any]]) -> tuple[list[Any], BaseException | None]:
    async def collect() -> tuple[list[Any], BaseException | None]:
        found: list[Any] = []
        try:
            async for event in adapter.stream_response(chunks(), RequestContext(message_id="m")):
                found.append(event)  # noqa: PERF401 - what came before it raises is looked at
        except (Exception, asyncio.CancelledError) as fault:  # noqa: BLE001 - what was raised is looked at
            return found, fault
        return found, None

    return asyncio.run(collect())


@pytest.mark.parametrize(
    ("fault", "reason"), [(ConnectionError("gone"), "error"), (asyncio.CancelledError(), "cancelled")]
)
def test_a_stream_that_raises_gives_what_came_and_raises(fault: BaseException, reason: str) -> None:
    data = CASES["two calls at once"].stream

    async def chunks() -> AsyncIterator[bytes]:
        yield data[: data.index(b'" 1.0}')]
        raise fault

    events, raised = run(GPT, chunks)
    assert type(fault) is type(raised)
    *_, end, last = events
    assert ({}, reason) == (end.final_input, last.stop_reason)
    assert "I look." == last.final_content[0].text


def test_asyncio_gives_the_same_events() -> None:
    case = CASES["Anthropic: reasoning, hidden reasoning, and a call"]

    async def chunks() -> AsyncIterator[Any]:
        for chunk in case.chunks:
            yield chunk

    events, raised = run(CLAUDE, chunks)
    assert raised is None
    assert events_of(CLAUDE, case.stream) == events
    signed = [event for event in events if getattr(event, "signature", None)]
    assert ["c2ln"] == [event.signature for event in signed]


def test_a_chunk_that_cannot_be_read_is_an_error_at_the_end() -> None:
    async def chunks() -> AsyncIterator[bytes]:
        yield CASES["text"].stream[:300]
        yield b"\n\ndata: {]\n\n"

    events, raised = run(GPT, chunks)
    assert isinstance(raised, turnwire.InvalidDocument)
    assert "error" == events[-1].stop_reason


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_events_are_read_in_the_words_of_either_document(case: Any) -> None:
    for event in events_of(adapter_for(case.dialect), case.stream):
        text = msgspec.json.encode(event)
        assert text == msgspec.json.encode(event_of(text))
        if (named := dotted(event)) is None:
            continue
        name, payload = named
        framed = {"type": "event", "event": {"id": "evt_1", "type": name, "actor": "agent", "payload": payload}}
        # Parsed JSON forgets the spelling of an input.
        for said in ({"type": name, **payload}, framed):
            assert json.loads(text) == json.loads(msgspec.json.encode(event_of(said)))


NO_EVENTS: list[Any] = [
    b"",
    b"[]",
    b"{}",
    b'{"type":1}',
    b'{"type":"turn.started","payload":{}}',
    {"type": "text.delta"},
    "\ud800",
    {"type": "event"},
    {"type": "text.delta", "payload": 1},
]


@pytest.mark.parametrize("data", NO_EVENTS)
def test_what_is_no_event(data: Any) -> None:
    with pytest.raises(turnwire.InvalidDocument, match=r"adapter\.event"):
        event_of(data)


def test_calls_that_share_an_id_of_the_provider_end_as_they_began() -> None:
    calls = [
        {"index": n, "id": "call_0", "type": "function", "function": {"name": f"tool_{n}", "arguments": "{}"}}
        for n in range(2)
    ]
    chunk = {"id": "c", "model": "m", "choices": [{"index": 0, "delta": {"role": "assistant", "tool_calls": calls}}]}
    kept, ulids = ids()
    told: list[Any] = list(GPT.stream_events([chunk], RequestContext(message_id="m", ids=kept, ulids=ulids)))
    begun = [event.tool_use_id for event in told if event.__struct_config__.tag == "tool_use_start"]
    assert (2, begun) == (len(set(begun)), [block.id for block in told[-1].final_content])
