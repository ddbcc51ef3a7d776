"""Shapes of chat requests that clients send besides the documented ones."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.model import ToolUseBlock

PICTURE = {"type": "image_url", "image_url": "https://example.org/a.png"}
DATA = {"type": "image_url", "image_url": "data:image/png;base64,iVBORw0KGgo="}
CALL = {"id": "call_1", "type": "function", "function": {"name": "now"}}
BODY: dict[str, Any] = {
    "model": "m",
    "messages": [
        {"role": "user", "content": [PICTURE, DATA]},
        {"role": "assistant", "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "call_1", "content": "Nine."},
    ],
}


@pytest.mark.parametrize("dialect", ["openai_chat", "groq_chat", "openrouter_chat", "deepseek_chat"])
def test_each_comes_back(dialect: str) -> None:
    done = turnwire.write(turnwire.read(BODY, dialect, kind="request"), dialect)
    assert json.loads(done.data) == BODY
    assert done.losses == ()


def test_the_old_form_of_a_call_comes_back() -> None:
    body = {"messages": [{"role": "assistant", "content": None, "function_call": {"name": "now"}}], "model": "m"}
    done = turnwire.write(turnwire.read(body, "openai_chat", kind="request"), "openai_chat")
    assert json.loads(done.data) == body
    assert done.losses == ()


def test_other_formats_get_pictures_and_an_empty_input() -> None:
    done = turnwire.convert(BODY, "anthropic_messages", source="openai_chat")
    assert json.loads(done.data)["messages"] == [
        {
            "role": "user",
            "content": [
                {"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}},
                {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}},
            ],
        },
        {"role": "assistant", "content": [{"type": "tool_use", "id": "call_1", "name": "now", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": "Nine."}]},
    ]
    assert [(loss.kind, loss.path) for loss in done.losses if loss.path.startswith("/history")] == [
        ("invented", "/history/1/content/0/input")
    ]


@pytest.mark.parametrize("part", ["Hi.", "", "Grüß dich", 5, 1.5, True, None, [], ["Hi."], [{"type": "image_url"}]])
@pytest.mark.parametrize("role", ["user", "system", "assistant"])
@pytest.mark.parametrize("dialect", ["openai_chat", "deepseek_chat"])
def test_a_part_that_is_no_object_comes_back(dialect: str, role: str, part: Any) -> None:
    body = {"model": "m", "messages": [{"role": role, "content": [part]}, {"role": "user", "content": "Go on."}]}
    done = turnwire.write(turnwire.read(body, dialect, kind="request"), dialect)
    assert json.loads(done.data) == body
    assert done.losses == ()


@pytest.mark.parametrize("target", ["anthropic_messages", "gemini_generate", "openai_responses", "mistral_chat"])
def test_a_part_that_is_a_bare_text_is_text(target: str) -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": ["Where does", PICTURE, "the Aare rise?"]}]}
    done = turnwire.convert(body, target, source="openai_chat", kind="request")
    assert "Where does" in done.text
    assert "the Aare rise?" in done.text
    assert not [loss for loss in done.losses if loss.kind == "dropped"]


def test_an_address_that_is_no_text_stays_what_it_is() -> None:
    body = {"model": "m", "messages": [{"role": "user", "content": [{"type": "image_url", "image_url": 5}]}]}
    history = turnwire.read(body, "openai_chat", kind="request")
    assert json.loads(turnwire.write(history, "openai_chat").data) == body
    assert [loss.kind for loss in turnwire.write(history, "anthropic_messages").losses if "content" in loss.path] == [
        "dropped"
    ]


def test_arguments_that_are_given_later_are_written() -> None:
    history = turnwire.read(BODY, "openai_chat", kind="request")
    call = history.history[1].content[0]
    assert isinstance(call, ToolUseBlock)
    call.input_text = "{}"
    written = json.loads(turnwire.write(history, "openai_chat").data)
    assert written["messages"][1]["tool_calls"][0]["function"] == {"name": "now", "arguments": "{}"}


@pytest.mark.parametrize("target", ["openai_chat", "azure_chat", "openrouter_chat", "groq_chat"])
def test_an_answer_without_anything_has_an_empty_content(target: str) -> None:
    user = {"role": "user", "content": "Hi."}
    body = {"model": "m", "max_tokens": 9, "messages": [user, {"role": "assistant", "content": []}, user]}
    done = turnwire.convert(body, target, source="anthropic_messages", kind="request")
    assert json.loads(done.data)["messages"][1] == {"role": "assistant", "content": ""}


def test_an_answer_that_is_a_refusal_has_no_content() -> None:
    item = {"type": "message", "role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}
    body = {"model": "m", "input": [{"role": "user", "content": "Hi."}, item]}
    done = turnwire.convert(body, "openai_chat", source="openai_responses", kind="request")
    assert json.loads(done.data)["messages"][1] == {"role": "assistant", "content": None, "refusal": "No."}


@pytest.mark.parametrize(
    "rest",
    [
        {},
        {"refusal": "No."},
        {"reasoning_content": "Hm."},
        {"tool_calls": []},
        {"content": None},
        {"content": ""},
        {"content": []},
        {"audio": {"id": "a"}},
        {"name": "ann"},
    ],
)
@pytest.mark.parametrize("dialect", ["openai_chat", "openrouter_chat", "groq_chat", "deepseek_chat"])
def test_an_answer_without_words_comes_back(dialect: str, rest: dict[str, Any]) -> None:
    body = {"model": "m", "messages": [{"role": "assistant", **rest}, {"role": "user", "content": "Go on."}]}
    done = turnwire.write(turnwire.read(body, dialect, kind="request"), dialect)
    assert json.loads(done.data) == body
    assert done.losses == ()
