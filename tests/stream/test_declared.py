"""What a format declares of its streams is what shared code goes by: no word of a format stands there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Raw
from tests.stream.writing import chunking, streaming, written

import turnwire
from turnwire.dialects.ollama_chat.stream_write import OllamaChunking
from turnwire.model import (
    BlockStartEvent,
    CompleteEvent,
    Completion,
    ErrorEvent,
    Message,
    OpaqueEvent,
    StartEvent,
    TextBlock,
    TextDeltaEvent,
    ToolUseBlock,
    UsageEvent,
)
from turnwire.stream.progress import body_of
from turnwire.stream.unexpected_members import keep


def test_what_a_stream_says_at_its_beginning_may_have_any_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OllamaChunking, "once", {"model": "/model"})
    events = [StartEvent(model="a"), TextDeltaEvent("Hi"), StartEvent(model="b"), CompleteEvent(stop_reason="end_turn")]
    stream = written(events, "ollama_chat")
    found = [(loss.kind, loss.path, loss.feature) for loss in stream.losses if loss.path == "/model"]
    assert [("invented", "/model", "stream.shown"), ("dropped", "/model", "stream.said_otherwise")] == found


GOOD, BAD = {"mood": Raw(b'"good"')}, {"mood": Raw(b'"bad"')}
INSIDE = [{"x": Raw(b'{"mood":"good"}')}, {"x": Raw(b'{"mood":"bad"}')}]


@pytest.mark.parametrize(("first", "second"), [(GOOD, BAD), INSIDE])
@pytest.mark.parametrize("once", [frozenset[str](), frozenset(("mood",))])
def test_of_what_a_reply_has_once_any_other_value_is_told(
    first: dict[str, Raw], second: dict[str, Raw], once: frozenset[str]
) -> None:
    held: dict[str, Raw] = {}
    assert {} == keep(held, first, once)
    assert (first if once else {}) == keep(held, second, once)
    assert second == held


R = "openai_responses"
CONTENT = [{"type": "output_text", "text": "So", "annotations": []}]
MESSAGE = {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": CONTENT}


def search(number: int, query: str) -> dict[str, Any]:
    action = {"type": "search", "query": query}
    return {"type": "web_search_call", "id": f"ws_{number}", "status": "completed", "action": action}


def reply(*queries: str) -> Completion:
    output = [MESSAGE, *(search(number, query) for number, query in enumerate(queries))]
    found = turnwire.read(
        {"object": "response", "id": "r", "model": "m", "status": "completed", "output": output}, R, kind="response"
    )
    assert isinstance(found, Completion)
    return found


@pytest.mark.parametrize("other", [0, 1, 2])
def test_what_a_broken_stream_has_shown_is_told_at_its_block(other: int) -> None:
    """Items are numbered and candidates are not: those behind the first are no other candidates."""
    queries = ["a", "b", "c"]
    shown = reply(*queries)
    queries[other] = "d"
    now = reply(*queries)
    events = [event for event in turnwire.unfold(shown) if not isinstance(event, UsageEvent | CompleteEvent)]
    block = other + 1
    again = BlockStartEvent(0, block, now.candidates[0].content[block])
    stream = written([*events, again, ErrorEvent("cut", code="stream.truncated")], R)
    at = f"/candidates/0/content/{block}"
    found = [(loss.kind, loss.path, loss.feature) for loss in stream.losses if loss.feature.startswith("stream.")]
    assert [("invented", at, "stream.shown"), ("dropped", at, "stream.said_otherwise")] == found


TWO = Completion([Message("assistant", [TextBlock("a")]), Message("assistant", [TextBlock("b")])])
ONE = Completion([Message("assistant", [TextBlock("a"), ToolUseBlock("c", "f", Raw(b"{}"))])])
OF_PARTS = [("anthropic_messages", ONE, [0, 0]), (R, ONE, [0, 0]), ("ollama_chat", ONE, [0, 0])]
OF_PARTS += [("openai_chat", TWO, [0, 1]), ("gemini_generate", TWO, [0, 1])]


@pytest.mark.parametrize(("target", "said", "wanted"), OF_PARTS)
def test_a_part_is_of_the_candidate_that_its_format_says(target: str, said: Completion, wanted: list[int]) -> None:
    made = chunking(target)
    body = body_of(turnwire.write(said, target).data, streaming(target))
    assert wanted == [made.candidate(name) for name in made.strands(body)]


def test_the_words_of_another_format_are_told() -> None:
    reader = turnwire.stream_reader("ollama_chat")
    events = reader.feed(b'{"message":{"role":"assistant","content":"Hi"},"done":true}\n[DONE]\n') + reader.close()
    (late,) = [each for each in events if isinstance(each, OpaqueEvent)]
    assert "[DONE]" == json.loads(bytes(late.value))
