"""What DeepSeek's server refuses, and what it is sent instead.  The refusals are quoted in its `legal.py`."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire import Keeping

USER = {"role": "user", "content": "Where does the Aare rise?"}
TOOL = {"type": "function", "function": {"name": "rise", "parameters": {"type": "object"}}}
CALL = {"id": "call_1", "type": "function", "function": {"name": "rise", "arguments": "{}"}}
LOOP: list[dict[str, Any]] = [
    USER,
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "call_1", "content": "In the Alps."},
    {"role": "assistant", "content": "In the Alps."},
    {"role": "user", "content": "And the Rhine?"},
]
PICTURE = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}}
SCHEMA = {"type": "object", "properties": {"place": {"type": "string"}}}


def sent(body: dict[str, Any], source: str = "openai_chat", **options: Any) -> dict[str, Any]:
    written = turnwire.convert({"model": "m", **body}, "deepseek_chat", source=source, kind="request", **options)
    found: dict[str, Any] = json.loads(written.data)
    return found


def losses(body: dict[str, Any]) -> list[tuple[str, str]]:
    written = turnwire.convert({"model": "m", **body}, "deepseek_chat", source="openai_chat", kind="request")
    return [(loss.kind, loss.path) for loss in written.losses]


def test_the_answers_of_another_model_have_an_empty_reasoning_where_tools_may_be_called() -> None:
    answers = [each for each in sent({"messages": LOOP, "tools": [TOOL]})["messages"] if each["role"] == "assistant"]
    assert [each["reasoning_content"] for each in answers] == ["", ""]
    assert [each["content"] for each in answers] == ["", "In the Alps."]
    assert losses({"messages": LOOP}) == [("invented", "/history/1/content"), ("invented", "/history/3/content")]


@pytest.mark.parametrize("off", [{"reasoning_effort": "none"}, {"tool_choice": "required", "tools": [TOOL]}])
def test_no_reasoning_is_needed_where_thinking_is_disabled(off: dict[str, Any]) -> None:
    body = sent({"messages": LOOP, **off})
    assert body["thinking"] == {"type": "disabled"}
    assert "reasoning_effort" not in body
    assert not [each for each in body["messages"] if "reasoning_content" in each]


def test_a_conversation_without_tools_needs_none() -> None:
    messages = [USER, {"role": "assistant", "content": "In the Alps."}, USER]
    assert sent({"messages": messages})["messages"] == messages


def test_reasoning_that_the_caller_drops_is_empty() -> None:
    answer = {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "rise", "input": {}}]}
    answer["content"] = [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}, *answer["content"]]
    result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "Here."}]}
    body = {"max_tokens": 9, "messages": [USER, answer, result]}
    assert sent(body, "anthropic_messages")["messages"][1]["reasoning_content"] == "Hm."
    kept = Keeping(reasoning="drop")
    assert sent(body, "anthropic_messages", keeping=kept)["messages"][1]["reasoning_content"] == ""


def test_its_own_reply_with_an_empty_reasoning_goes_back_with_it() -> None:
    message = {"role": "assistant", "content": "", "reasoning_content": "", "tool_calls": [CALL]}
    reply = {
        "id": "r",
        "object": "chat.completion",
        "created": 1,
        "model": "deepseek-v4-pro",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}],
    }
    history = turnwire.read({"model": "deepseek-v4-pro", "messages": [USER]}, "deepseek_chat", kind="request")
    assert isinstance(history, turnwire.History)
    completion = turnwire.read(reply, "deepseek_chat", kind="response")
    assert isinstance(completion, turnwire.Completion)
    history.history.append(completion.candidates[0])
    assert json.loads(turnwire.write(history, "deepseek_chat").data)["messages"][1] == message


@pytest.mark.parametrize("choice", ["required", {"type": "function", "function": {"name": "rise"}}])
@pytest.mark.parametrize("effort", [None, "high"])
def test_a_forced_call_disables_thinking(choice: Any, effort: str | None) -> None:
    asked = {"messages": [USER], "tools": [TOOL], "tool_choice": choice}
    body = sent(asked if effort is None else {**asked, "reasoning_effort": effort})
    assert body["thinking"] == {"type": "disabled"}
    assert body["tool_choice"] == choice
    assert "reasoning_effort" not in body


@pytest.mark.parametrize("choice", ["auto", "none"])
def test_another_choice_leaves_thinking_as_it_is(choice: str) -> None:
    body = sent({"messages": [USER], "tools": [TOOL], "tool_choice": choice})
    assert body["tool_choice"] == choice
    assert "thinking" not in body


def test_pictures_and_files_are_words() -> None:
    report = {"type": "document", "source": {"type": "url", "url": "https://example.org/r.pdf"}, "title": "Report"}
    content = [{"type": "text", "text": "Look."}, PICTURE, report]
    shown = {"type": "tool_result", "tool_use_id": "c", "content": [{"type": "text", "text": "Done."}, PICTURE]}
    answer = {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "shoot", "input": {}}]}
    messages = [{"role": "user", "content": content}, answer, {"role": "user", "content": [shown]}]
    body = {"model": "m", "max_tokens": 9, "messages": messages}
    written = turnwire.convert(body, "deepseek_chat", source="anthropic_messages", kind="request")
    found = json.loads(written.data)["messages"]
    assert [part["type"] for part in found[0]["content"]] == ["text", "text"]
    assert found[0]["content"][1]["text"] == "[document: Report, https://example.org/r.pdf]"
    assert found[2]["content"] == "Done."
    assert len(found) == 3
    dropped = [loss.path for loss in written.losses if loss.kind == "dropped"]
    assert dropped == ["/history/0/content/1", "/history/2/content/0/content/1"]


def test_a_refusal_is_text_and_an_empty_answer_has_an_empty_content() -> None:
    messages = [USER, {"role": "assistant", "content": None, "refusal": "No."}, USER]
    assert sent({"messages": messages})["messages"][1] == {"role": "assistant", "content": "No."}
    empty = [USER, {"role": "assistant", "content": []}, USER]
    body = sent({"max_tokens": 9, "messages": empty}, "anthropic_messages")
    assert body["messages"][1] == {"role": "assistant", "content": ""}


@pytest.mark.parametrize("system", [[], [{"role": "system", "content": "Be brief."}]])
def test_a_schema_of_the_answer_is_in_a_system_message(system: list[Any]) -> None:
    wanted = {"name": "out", "description": "Where it rises.", "schema": SCHEMA, "strict": True}
    body = {"messages": [*system, USER], "response_format": {"type": "json_schema", "json_schema": wanted}}
    found = sent(body)
    assert found["response_format"] == {"type": "json_object"}
    said = found["messages"][len(system)]
    assert said["role"] == "system"
    assert json.dumps(SCHEMA, separators=(",", ":")) in said["content"]
    assert "Where it rises." in said["content"]
    assert "JSON" in said["content"]
    assert found["messages"][: len(system)] == system
    place = "/settings/response_format"
    assert set(losses(body)) == {
        ("degraded", f"{place}/kind"),
        ("dropped", f"{place}/name"),
        ("dropped", f"{place}/strict"),
        ("invented", place),
        ("reshaped", f"{place}/description"),
        ("degraded", f"{place}/schema"),
    }


@pytest.mark.parametrize("dialect", ["deepseek_chat", "zai_chat", "xiaomi_chat", "moonshot_chat"])
def test_no_effort_is_the_switch_of_a_vendor_that_has_one(dialect: str) -> None:
    body = {"model": "m", "messages": [USER], "reasoning_effort": "none"}
    written = turnwire.convert(body, dialect, source="openai_chat", kind="request")
    if "reasoning_effort" not in json.loads(written.data):  # a vendor with the word is sent the word
        assert json.loads(written.data)["thinking"] == {"type": "disabled"}
        assert [loss.kind for loss in written.losses if loss.path.endswith("effort")] == ["reshaped"]
    own = turnwire.convert(body, dialect, source=dialect, kind="request")
    assert json.loads(own.data) == body
    assert own.losses == ()


def test_kimi_demands_reasoning_of_each_answer_too() -> None:
    body = {"model": "kimi-k2.6", "messages": LOOP, "tools": [TOOL]}
    written = turnwire.convert(body, "moonshot_chat", source="openai_chat", kind="request")
    answers = [each for each in json.loads(written.data)["messages"] if each["role"] == "assistant"]
    assert [each["reasoning_content"] for each in answers] == ["", ""]
    own = turnwire.convert(body, "moonshot_chat", source="moonshot_chat", kind="request")
    assert json.loads(own.data) == body
    assert own.losses == ()
