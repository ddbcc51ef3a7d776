"""What is asked by the members of a document, or decoded at once, says what asking every dialect says."""

from __future__ import annotations

import importlib
import json
from typing import Any

import pytest
from msgspec import Raw

import turnwire
from turnwire.codec.limits import FAST
from turnwire.codec.members import Members
from turnwire.detect import candidates
from turnwire.dialects import MODULES, looks_of, told_apart
from turnwire.dialects.recognition import recognised
from turnwire.dialects.scores import SIGN

ASKED = {"role": "user", "content": "Which river?"}
PICTURE = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}]}
CALL = {"id": "c", "type": "function", "function": {"name": "now", "arguments": "{}"}}
CHAT = {"model": "gpt-4o", "messages": [ASKED]}
CLAUDE = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [ASKED]}
STORED = {
    "id": "m",
    "session_id": "s",
    "role": "user",
    "content": [{"type": "text", "text": "Hi"}],
    "created_at": "2026-01-01T00:00:00Z",
    "schema_version": 1,
}
TOOL = {"name": "now", "input_schema": {"type": "object"}}

REQUESTS: dict[str, tuple[Any, bool]] = {
    "plain": (CHAT, True),
    "plain, of no model": ({"messages": [ASKED]}, False),
    "calls": ({**CHAT, "messages": [ASKED, {"role": "assistant", "content": None, "tool_calls": [CALL]}]}, True),
    "a picture": ({**CHAT, "messages": [PICTURE]}, True),
    "a setting": ({**CHAT, "stop": ["x"]}, True),
    "parts of text": ({**CHAT, "messages": [{**ASKED, "content": [{"type": "text", "text": "Hi"}]}]}, False),
    "routed": ({**CHAT, "provider": {"order": ["x"]}}, False),
    "of Mistral's": ({**CHAT, "model": "mistral-small-latest"}, False),
    "unknown members": ({**CHAT, "later": 1}, False),
    "a Claude": (CLAUDE, True),
    "a Claude without a limit": ({**CHAT, "model": "claude-sonnet-4-5"}, False),
    "a system prompt": ({**CHAT, "system": "Be brief."}, True),
    "a tool of Anthropic's": ({**CHAT, "tools": [TOOL]}, True),
    "a platform": ({**CLAUDE, "anthropic_version": "bedrock-2023-05-31"}, True),
    "another platform": ({**CLAUDE, "anthropic_version": "vertex-2023-10-16"}, True),
    "a later version of a platform": ({**CLAUDE, "anthropic_version": "bedrock-2030-01-01"}, False),
    "options": ({"model": "llama3.2", "messages": [ASKED], "options": {"seed": 1}}, True),
    "options, and a tool of another format": (
        {"model": "llama3.2", "messages": [ASKED], "options": {}, "tools": [{**TOOL, "type": "custom"}]},
        False,
    ),
    "options, of no model": ({"messages": [ASKED], "think": True}, False),
    "a session": ({"session_id": "s", "messages": [STORED]}, True),
    "messages of a session": ([STORED], True),
    "turns": ({"conversations": [{"from": "human", "value": "Hi"}]}, True),
    "turns in other words": ({"conversations": [{"role": "user", "content": "Hi"}]}, False),
    "a query": ({"requestType": "query", "message": "Hi", "uid": "u", "sessionId": "s"}, True),
    "a query of nobody": ({"requestType": "query", "message": "Hi"}, False),
    "attributes": ({"gen_ai.input.messages": [{"role": "user", "parts": []}]}, True),
    "entries": ({"history": [{"user": {"content": "Hi"}}]}, True),
    "entries with a role": ({"history": [{"role": "user", "content": "Hi"}]}, False),
    "items": ({"model": "gpt-4o", "input": [ASKED]}, True),
    "a text": ({"model": "gpt-4o", "input": "Hi"}, False),
    "contents": ({"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}, True),
    "contents without parts": ({"contents": [{"role": "user"}]}, False),
}


@pytest.mark.parametrize(("body", "certain"), [pytest.param(*each, id=name) for name, each in REQUESTS.items()])
def test_what_is_certain_is_the_best_guess(*, body: Any, certain: bool) -> None:
    text = json.dumps(body).encode()
    found = recognised(text, FAST)
    assert certain == (found is not None and found.is_certain)
    if found is not None and found.is_certain:
        assert (found.dialect, "request") == candidates(text, None, None)[0][1:]
    assert turnwire.read(text) == turnwire.read(text, turnwire.detect(text)[0][0])


@pytest.mark.parametrize("body", [pytest.param(each, id=n) for n, (each, _) in REQUESTS.items() if type(each) is dict])
def test_no_sign_is_overlooked(body: dict[str, Any]) -> None:
    members = Members({name: Raw(json.dumps(value).encode()) for name, value in body.items()})
    scores = {(name, kind): look(members) for name in told_apart() for kind, look in looks_of(name).items()}
    best = max(score for score in scores.values())
    found = candidates(json.dumps(body).encode(), None, None)
    assert best == max((score for score, _, _ in found), default=0) or best < SIGN


@pytest.mark.parametrize("name", told_apart())
def test_signs_are_named_for_every_kind(name: str) -> None:
    signs = vars(importlib.import_module(MODULES[name])).get("SIGNS")
    assert signs is None or signs.keys() == looks_of(name).keys()
