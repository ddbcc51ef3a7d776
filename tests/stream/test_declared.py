"""What a format declares of its streams is what shared code goes by: no word of a format stands there."""

from __future__ import annotations

import json

import pytest
from msgspec import Raw
from tests.stream.writing import written

import turnwire
from turnwire.dialects.ollama_chat.stream_write import OllamaChunking
from turnwire.model import CompleteEvent, OpaqueEvent, StartEvent, TextDeltaEvent
from turnwire.stream.leftovers import keep


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


def test_the_words_of_another_format_are_told() -> None:
    reader = turnwire.stream_reader("ollama_chat")
    events = reader.feed(b'{"message":{"role":"assistant","content":"Hi"},"done":true}\n[DONE]\n') + reader.close()
    (late,) = [each for each in events if isinstance(each, OpaqueEvent)]
    assert "[DONE]" == json.loads(bytes(late.value))
