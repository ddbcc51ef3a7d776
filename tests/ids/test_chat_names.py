"""Names of tools that OpenAI's Chat Completions does not take, and the names of the caller's tools in its replies."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire import Continuity
from turnwire.model import Completion

NAMES = ["river.source", "river source", "x" * 70]
TARGETS = ["openai_chat", "azure_chat", "deepseek_chat", "groq_chat", "openrouter_chat"]


def body(*names: str) -> dict[str, Any]:
    called = {"id": "call_1", "type": "function", "function": {"name": names[0], "arguments": "{}"}}
    return {
        "model": "m",
        "messages": [
            {"role": "user", "content": "Where does the Aare rise?"},
            {"role": "assistant", "content": "I look.", "tool_calls": [called]},
            {"role": "tool", "tool_call_id": "call_1", "content": "A glacier."},
        ],
        "tools": [{"type": "function", "function": {"name": name, "parameters": {"type": "object"}}} for name in names],
    }


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", NAMES)
def test_names_are_changed_and_come_back(target: str, name: str) -> None:
    history = turnwire.read({**body(name), "tool_choice": "required"}, "llamacpp_chat", kind="request")
    written = turnwire.write(history, target)
    sent = json.loads(written.data)
    changed = sent["tools"][0]["function"]["name"]
    assert changed == sent["messages"][1]["tool_calls"][0]["function"]["name"] != name
    assert {changed: name} == written.ids.names
    assert [("degraded", "/history/1/content/1/name"), ("degraded", "/settings/tools/0/name")] == sorted(
        (loss.kind, loss.path) for loss in written.losses if loss.path.endswith("name")
    )
    message = {"role": "assistant", "content": None, "tool_calls": sent["messages"][1]["tool_calls"]}
    reply = {"id": "r", "object": "chat.completion", "created": 1, "model": "m"}
    choices = [{"index": 0, "message": message, "finish_reason": "tool_calls"}]
    read = turnwire.read({**reply, "choices": choices}, target, kind="response")
    assert isinstance(read, Completion)
    assert name == written.ids.restore(read).candidates[0].content[0].name  # type: ignore[union-attr]
    again = Continuity(ids=written.ids).request(turnwire.read(sent, target, kind="request"))
    assert name == again.history[1].content[1].name  # type: ignore[union-attr]


@pytest.mark.parametrize("target", ["openai_chat", "openai_responses"])
def test_a_choice_among_some_tools_has_their_new_names(target: str) -> None:
    history = turnwire.read(body("river.source", "lake"), "openai_chat", kind="request")
    settings = history.settings
    assert settings is not None
    settings.tool_choice = turnwire.model.ToolChoice("allowed", None, ["river.source", "lake"])
    for named in (*settings.tools, history.history[1].content[1]):
        named.provider_raw = None
    written = turnwire.write(history, target)
    assert b"river.source" not in written.data
    assert ("degraded", "/settings/tool_choice/allowed") in [(loss.kind, loss.path) for loss in written.losses]


@pytest.mark.parametrize("dialect", TARGETS)
def test_names_of_the_dialect_itself_stay(dialect: str) -> None:
    again = turnwire.convert(body(*NAMES), dialect, source=dialect, kind="request")
    assert (body(*NAMES), ()) == (json.loads(again.data), again.losses)
