"""What early chunks say and the last ones do not: it is in the reply, or an event has it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.stream.replies import block, part, said, told
from tests.stream.writing import events_of

import turnwire
from turnwire.model import OpaqueEvent
from turnwire.testing import difference, normal

A, G, R = "anthropic_messages", "gemini_generate", "openai_responses"
RESPONSE: dict[str, Any] = {"id": "r", "object": "response", "created_at": 1, "model": "m", "status": "completed"}
DONE = {"type": "reasoning", "id": "rs", "summary": [{"type": "summary_text", "text": "Hm."}]}


def sse(*chunks: Any) -> bytes:
    return b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks)


def with_usage(chunk: dict[str, Any], **usage: Any) -> dict[str, Any]:
    return {**chunk, "usageMetadata": usage}


def of_candidate(chunk: dict[str, Any], **own: Any) -> dict[str, Any]:
    return {**chunk, "candidates": [{**chunk["candidates"][0], **own}]}


def item(**more: Any) -> bytes:
    """A thought whose item has more when it begins than when it is whole."""
    return sse(
        {"type": "response.created", "response": {**RESPONSE, "status": "in_progress", "output": []}},
        {
            "type": "response.output_item.added",
            "output_index": 0,
            "item": {"type": "reasoning", "id": "rs", "summary": [], **more},
        },
        {"type": "response.output_item.done", "output_index": 0, "item": DONE},
        {"type": "response.completed", "response": {**RESPONSE, "output": [DONE]}},
    )


def test_counts_that_the_last_chunk_of_geminis_does_not_repeat() -> None:
    data = sse(
        with_usage(part({"text": "It "}), promptTokenCount=9, cachedContentTokenCount=4, trafficType="ON_DEMAND"),
        with_usage(part({"text": "rains."}), promptTokenCount=9, thoughtsTokenCount=5),
        with_usage(part({"text": ""}, finishReason="STOP"), promptTokenCount=9, candidatesTokenCount=2),
    )
    usage = turnwire.fold(events_of(data, G)).usage
    assert usage is not None
    assert (5, 4, 5) == (usage.input_tokens, usage.cached_input_tokens, usage.reasoning_tokens)
    assert b"ON_DEMAND" in bytes((usage.provider_raw or {})[G])


EARLY: dict[str, tuple[str, bytes, Any]] = {
    "a part of a candidate's grounding": (
        G,
        sse(
            of_candidate(part({"text": "It "}), groundingMetadata={"webSearchQueries": ["rain"], "x": 1}),
            of_candidate(part({"text": "rains."}, finishReason="STOP"), groundingMetadata={"x": 2}),
        ),
        {"candidates": [{"index": 0, "groundingMetadata": {"webSearchQueries": ["rain"]}}]},
    ),
    "a part of what a chunk says beside the candidates": (
        G,
        sse(part({"text": "It "}) | {"x": {"a": 1}}, part({"text": "rains."}, finishReason="STOP") | {"x": {"b": 1}}),
        {"x": {"a": 1}},
    ),
    "a member of an item": (R, item(phase="first"), {"output_index": 0, "item": {"phase": "first"}}),
    "an object in an item": (R, item(extra={"a": 1}), {"output_index": 0, "item": {"extra": {"a": 1}}}),
}


@pytest.mark.parametrize("name", EARLY)
def test_what_gives_way_is_an_event(name: str) -> None:
    dialect, data, wanted = EARLY[name]
    events = [event for event in events_of(data, dialect) if isinstance(event, OpaqueEvent)]
    assert [wanted] == [json.loads(bytes(event.value)) for event in events]


@pytest.mark.parametrize(
    "data", [item(status="in_progress", content=[]), item(summary=[], encrypted_content=None)], ids=["empty", "null"]
)
def test_what_says_nothing_is_no_event(data: bytes) -> None:
    opaque = [event for event in events_of(data, R) if isinstance(event, OpaqueEvent)]
    assert [] == [event for event in opaque if b"content" in bytes(event.value)]


TEXT = {"type": "text", "text": ""}
CALL = {"type": "tool_use", "name": "f", "input": {}}
ONE, TWO = {"type": "text_delta", "text": "One."}, {"type": "text_delta", "text": "Two."}
INPUT = {"type": "input_json_delta", "partial_json": '{"x":1}'}
AGAIN: dict[str, tuple[list[Any], list[Any]]] = {
    "two texts": (
        [*block(0, TEXT, ONE), *block(0, TEXT, TWO)],
        [{**TEXT, "text": "One."}, {**TEXT, "text": "Two."}],
    ),
    "a text and calls": (
        [*block(0, TEXT, ONE), *block(0, CALL | {"id": "t1"}, INPUT), *block(0, CALL | {"id": "t2"}, INPUT)],
        [{**TEXT, "text": "One."}, CALL | {"id": "t1", "input": {"x": 1}}, CALL | {"id": "t2", "input": {"x": 1}}],
    ),
    "a text, and another in the place of the next": (
        [*block(0, TEXT, ONE), *block(0, TEXT, TWO), *block(1, CALL | {"id": "t1"}, INPUT)],
        [{**TEXT, "text": "One."}, {**TEXT, "text": "Two."}, CALL | {"id": "t1", "input": {"x": 1}}],
    ),
}


@pytest.mark.parametrize("name", AGAIN)
def test_a_block_whose_index_began_before_is_another_block(name: str) -> None:
    """Some servers give every block of Anthropic's streams the index 0."""
    events, blocks = AGAIN[name]
    found: list[Any] = events_of(sse(*told(*events)), A)
    wanted = turnwire.read(said(*blocks), A, kind="response")
    assert difference(normal(wanted), normal(turnwire.fold(found))) is None
    assert [] == [event for event in found if event.__struct_config__.tag == "block_start"]
