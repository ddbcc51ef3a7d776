"""The ids of calls in requests of the chat format: every server wants one, and OpenAI's takes 40 characters."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

USER = {"role": "user", "content": "Where does the Aare rise?"}
LONG = "functions.river_source:0-" + "x" * 40
OLDER: dict[str, Any] = {
    "model": "m",
    "messages": [
        USER,
        {"role": "assistant", "content": None, "function_call": {"name": "rise", "arguments": "{}"}},
        {"role": "function", "name": "rise", "content": "In the Alps."},
    ],
}


def called(use_id: str) -> dict[str, Any]:
    call = {"id": use_id, "type": "function", "function": {"name": "rise", "arguments": "{}"}}
    answer = {"role": "assistant", "content": None, "tool_calls": [call]}
    return {"model": "m", "messages": [USER, answer, {"role": "tool", "tool_call_id": use_id, "content": "Here."}]}


def ids(body: Any) -> tuple[str, str]:
    answer, result = body["messages"][1:]
    return answer["tool_calls"][0]["id"], result["tool_call_id"]


@pytest.mark.parametrize("target", ["openrouter_chat", "deepseek_chat", "groq_chat", "azure_chat", "xai_chat"])
def test_a_call_of_the_older_form_gets_an_id(target: str) -> None:
    written = turnwire.convert(OLDER, target, source="openai_chat", kind="request")
    assert ids(json.loads(written.data)) == ("call_1", "call_1")
    assert ("invented", "/history/1/content/0/id") in [(loss.kind, loss.path) for loss in written.losses]


@pytest.mark.parametrize("use_id", ["", "c" * 41, LONG])
@pytest.mark.parametrize("dialect", ["openai_chat", "azure_chat", "openrouter_chat", "deepseek_chat"])
def test_the_ids_of_its_own_documents_come_back(dialect: str, use_id: str) -> None:
    written = turnwire.convert(called(use_id), dialect, source=dialect, kind="request")
    assert json.loads(written.data) == called(use_id)
    assert written.losses == ()


@pytest.mark.parametrize("target", ["openai_chat", "azure_chat"])
@pytest.mark.parametrize("source", ["openrouter_chat", "fireworks_chat"])
def test_openai_takes_short_ids(source: str, target: str) -> None:
    written = turnwire.convert(called(LONG), target, source=source, kind="request")
    call, result = ids(json.loads(written.data))
    assert call == result
    assert len(call) == 40
    assert turnwire.convert(called("c" * 40), target, source=source, kind="request").losses == ()


def test_a_short_id_is_changed_back_in_a_reply() -> None:
    written = turnwire.convert(called(LONG), "openai_chat", source="openrouter_chat", kind="request")
    short = ids(json.loads(written.data))[0]
    assert written.ids.canonical[short] == LONG
