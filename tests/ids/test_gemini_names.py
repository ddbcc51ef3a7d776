"""Names of tools that Gemini's servers do not take: they begin with no letter and no underscore."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.model import Completion

# a name -> what Gemini gets
NAMES = {
    "2fa": "_2fa",
    "-x": "_-x",
    "2.5": "_2_5",
    "9" * 128: "_" + "9" * 123,
    "_2fa": "_2fa",
    "fa2": "fa2",
}


def body(*names: str) -> dict[str, Any]:
    called = {"id": "1a", "type": "function", "function": {"name": names[0], "arguments": "{}"}}
    return {
        "model": "m",
        "messages": [
            {"role": "user", "content": "Confirm it is me."},
            {"role": "assistant", "content": None, "tool_calls": [called]},
            {"role": "tool", "tool_call_id": "1a", "content": "Sent."},
        ],
        "tools": [
            {"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": {}}}}
            for name in names
        ],
        "tool_choice": {"type": "function", "function": {"name": names[0]}},
    }


def names_in(sent: dict[str, Any]) -> set[str]:
    _, model, user = sent["contents"]
    allowed = sent["toolConfig"]["functionCallingConfig"]["allowedFunctionNames"]
    declared = sent["tools"][0]["functionDeclarations"][0]["name"]
    return {declared, model["parts"][0]["functionCall"]["name"], user["parts"][0]["functionResponse"]["name"], *allowed}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("target", ["gemini_generate", "vertex_gemini"])
def test_a_name_is_the_same_in_every_place_and_comes_back(target: str, name: str) -> None:
    written = turnwire.convert(json.dumps(body(name)).encode(), target, source="openai_chat", kind="request")
    new = NAMES[name]
    assert {new} == names_in(json.loads(written.data))
    changed = ["/history/1/content/0/name", "/settings/tool_choice/name", "/settings/tools/0/name"]
    is_kept = new == name
    names = [(loss.kind, loss.path) for loss in written.losses if loss.path.endswith("name")]
    assert ([] if is_kept else [("degraded", path) for path in changed]) == sorted(names)
    assert ({} if is_kept else {new: name}) == written.ids.names
    call = {"functionCall": {"name": new, "args": {}}}
    answer = {"candidates": [{"content": {"role": "model", "parts": [call]}, "finishReason": "STOP"}]}
    read = turnwire.read(answer, target, kind="response")
    assert isinstance(read, Completion)
    assert name == written.ids.restore(read).candidates[0].content[0].name  # type: ignore[union-attr]
    found = turnwire.validate(written.data, target, kind="request", target=target)
    assert [] == [each for each in found.diagnostics if (each.pointer or "").endswith("name")]


def test_two_names_stay_two() -> None:
    written = turnwire.convert(json.dumps(body("2fa", "_2fa")).encode(), "gemini_generate", source="openai_chat")
    declared = json.loads(written.data)["tools"][0]["functionDeclarations"]
    assert ["_2fa_2", "_2fa"] == [each["name"] for each in declared]


@pytest.mark.parametrize("target", ["anthropic_messages", "openai_responses", "mistral_chat"])
def test_other_servers_take_digits_in_front(target: str) -> None:
    written = turnwire.convert(json.dumps(body("2fa")).encode(), target, source="openai_chat", kind="request")
    assert [] == [loss for loss in written.losses if loss.path.endswith("name")]
