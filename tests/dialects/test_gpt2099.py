"""What the tables of tests/cases/gpt2099 do not show: what is told apart from others, and what edits do."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import turnwire
from turnwire.model import CacheControl, TextBlock

NAME = "gpt2099"
SAID = [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]
SPOKEN = {"type": "message", "role": "assistant", "model": "m", "content": [{"type": "text", "text": "7"}]}
USAGE = {"input_tokens": 1, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 1}

TOLD: list[tuple[Any, str | None]] = [
    ({"messages": SAID, "options": {}}, "request"),
    ({"messages": [], "options": None}, "request"),
    ({"messages": SAID, "options": {"servers": ["fs"]}, "version": 1}, "request"),
    ({"message": {**SPOKEN, "usage": USAGE}}, "response"),
    ({"message": {**SPOKEN, "stop_reason": "end_turn"}}, "response"),
    ({"role": "assistant", "mime_type": "application/json", "message": SPOKEN}, "response"),
    # Ollama: a model beside the options, and more than a message in its replies.
    ({"model": "m", "messages": SAID, "options": {"seed": 1}}, None),
    ({"messages": SAID, "options": {"temperature": 1}}, None),
    ({"model": "m", "message": {"role": "assistant", "content": "7"}, "done": True}, None),
    # A2A: parts, and no content.
    ({"message": {"kind": "message", "messageId": "1", "role": "user", "parts": []}}, None),
    (SPOKEN, None),
]


@pytest.mark.parametrize(("body", "kind"), TOLD)
def test_what_it_is(body: Any, kind: str | None) -> None:
    found = dict(turnwire.detect(json.dumps(body))[:1])
    assert found.get(NAME) == kind


def read(body: Any, kind: Any = "request") -> Any:
    return turnwire.read(json.dumps(body), NAME, kind=kind)


def written(document: Any) -> Any:
    return json.loads(turnwire.write(document, NAME).data)


CALL = {"type": "tool_use", "id": "c1", "name": "look", "input": {}}
RESULT = {"type": "tool_result", "name": "look", "content": [], "tool_use_id": "c1"}
CALLED = [{"role": "assistant", "content": [CALL]}, {"role": "user", "content": [RESULT]}]


def test_a_call_that_is_named_anew_names_its_result() -> None:
    document = read({"messages": CALLED, "options": {}})
    document.history[0].content[0].name = "walk"
    assert written(document)["messages"][1]["content"][0]["name"] == "walk"


def test_a_mark_that_is_put_in_wins_over_the_word_that_there_was_none() -> None:
    document = read({"messages": [{**SAID[0], "cache": False}], "options": {}})
    assert written(document)["messages"][0]["cache"] is False
    document.history[0].content[0].cache = CacheControl("ephemeral")
    assert written(document)["messages"][0]["cache"] is True


def test_a_mark_goes_with_the_block_that_had_it() -> None:
    document = read({"messages": [{**SAID[0], "cache": True}], "options": {}})
    document.history[0].content.append(TextBlock("and more"))
    told = turnwire.write(document, NAME)
    assert "cache" not in json.loads(told.data)["messages"][0]
    assert [(loss.path, loss.feature) for loss in told.losses] == [("/history/0/content/0/cache", "text.cache")]


def test_text_that_stood_alone_stands_in_a_list_when_more_is_said() -> None:
    document = read({"messages": [{"role": "user", "content": "Hi"}], "options": {}})
    document.history[0].content.append(TextBlock("and more"))
    said = [{"type": "text", "text": "Hi"}, {"type": "text", "text": "and more"}]
    assert written(document)["messages"] == [{"role": "user", "content": said}]


def test_options_that_were_none_are_written_when_there_are_some() -> None:
    shapes: list[dict[str, Any]] = [{"options": None}, {}, {"options": []}]
    for options in shapes:
        document = read({"messages": [], **options})
        document.settings = turnwire.model.Settings(options=msgspec.Raw(b'{"search":true}'))
        assert written(document)["options"] == {"search": True}


def test_a_split_of_other_counts_is_left_out() -> None:
    split = {"ephemeral_5m_input_tokens": 8, "ephemeral_1h_input_tokens": 0}
    usage = {**USAGE, "cache_creation_input_tokens": 8, "cache_creation": split}
    document = read({"message": {**SPOKEN, "usage": usage}}, "response")
    assert written(document)["message"]["usage"] == usage
    document.usage.cache_creation_input_tokens = 9
    assert written(document)["message"]["usage"] == {**USAGE, "cache_creation_input_tokens": 9}


def test_a_window_of_one_message_is_no_thread() -> None:
    assert written(read([{**SAID[0], "id": "03dxl6w8q53vjhs6i91q9r7m1"}])) == [
        {**SAID[0], "id": "03dxl6w8q53vjhs6i91q9r7m1"}
    ]
    with pytest.raises(turnwire.InvalidDocument):
        read({"options": {}})
