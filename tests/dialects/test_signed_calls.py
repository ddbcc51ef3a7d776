"""Calls that no model of Gemini's has made, for models that demand a thought signature."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.families.gemini.legal_models import NO_SIGNATURE

FUNCTION = {"name": "rise", "arguments": "{}"}


def calls(*ids: str) -> dict[str, Any]:
    return {"role": "assistant", "tool_calls": [{"id": each, "type": "function", "function": FUNCTION} for each in ids]}


def result(use_id: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": use_id, "content": "A glacier."}


def foreign() -> turnwire.History:
    """Two turns: one call in the first; in the second two parallel calls, and then one."""
    messages = [
        {"role": "user", "content": "Where does the Aare rise?"},
        *(calls("a"), result("a"), {"role": "assistant", "content": "In the Alps."}),
        {"role": "user", "content": "And the Rhine and the Rhone?"},
        *(calls("b", "c"), result("b"), result("c"), calls("d"), result("d")),
    ]
    return turnwire.read({"model": "m", "messages": messages}, "openai_chat", kind="request")


def signatures(body: bytes) -> list[str | None]:
    parts = [part for content in json.loads(body)["contents"] for part in content["parts"]]
    return [part.get("thoughtSignature") for part in parts if "functionCall" in part]


@pytest.mark.parametrize("target", ["gemini_generate", "vertex_gemini"])
@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("gemini-2.5-flash", [None, None, None, None]),
        ("gemini-3-pro-preview", [None, NO_SIGNATURE, None, NO_SIGNATURE]),
        ("gemini-3.8-flash", [None, NO_SIGNATURE, None, NO_SIGNATURE]),
        ("gemini-4-argon", [None, NO_SIGNATURE, None, NO_SIGNATURE]),
    ],
)
def test_calls_of_the_current_turn_get_a_word_for_a_signature(target: str, model: str, expected: list[Any]) -> None:
    written = turnwire.write(foreign(), target, model=model)
    assert expected == signatures(written.data)
    made = [loss.path for loss in written.losses if loss.feature == "tool_use.signature"]
    places = ["/history/5/content/0/signature", "/history/8/content/0/signature"]
    assert (places if NO_SIGNATURE in expected else []) == made


@pytest.mark.parametrize("dialect", ["gemini_generate", "vertex_gemini"])
@pytest.mark.parametrize("seal", [{"thoughtSignature": "c2lnbmVk"}, {}])
def test_a_signature_of_its_own_stays_and_so_does_a_call_that_was_read_without_one(dialect: str, seal: Any) -> None:
    body = {
        "contents": [
            {"role": "user", "parts": [{"text": "Where does the Aare rise?"}]},
            {"role": "model", "parts": [{"functionCall": {"name": "rise", "args": {}}, **seal}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "rise", "response": {"result": "A glacier."}}}]},
        ]
    }
    envelope = turnwire.write(foreign(), dialect, model="gemini-3-pro-preview").envelope
    read = turnwire.read(body, dialect, kind="request", envelope=envelope)
    again = turnwire.write(read, dialect)
    assert (body, ()) == (json.loads(again.data), again.losses)


def test_a_plan_says_it() -> None:
    costs = turnwire.plan(foreign(), "gemini:gemini-3-pro").costs
    assert ("invented", "tool_use.signature", 2) in [(each.kind, each.feature, each.count) for each in costs]
