"""What Gemini 2.5 refuses."""

from __future__ import annotations

import json

import pytest

import turnwire


@pytest.mark.parametrize(("model", "is_taken"), [("gemini-2.5-pro", False), ("gemini-3-pro-preview", True)])
def test_json_beside_functions_is_for_gemini_3(model: str, *, is_taken: bool) -> None:
    tool = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}
    body = {
        "messages": [{"role": "user", "content": "x"}],
        "response_format": {"type": "json_object"},
        "tools": [tool],
    }
    done = turnwire.convert(body, "gemini_generate", source="openai_chat", model=model)
    assert ("generationConfig" in json.loads(done.data)) == is_taken
    assert [loss.path for loss in done.losses] == ([] if is_taken else ["/settings/response_format"])


def test_what_gemini_25_refuses_is_written_back_in_its_own_format() -> None:
    config = {"responseMimeType": "application/json", "thinkingConfig": {"thinkingLevel": "HIGH"}}
    body = {
        "contents": [{"role": "user", "parts": [{"text": "x"}]}],
        "generationConfig": config,
        "tools": [{"functionDeclarations": [{"name": "f"}]}],
    }
    path = {"path": "/v1beta/models/gemini-2.5-flash:generateContent"}
    history = turnwire.read(body, "gemini_generate", kind="request", envelope=path)
    assert json.loads(turnwire.write(history, "gemini_generate").data) == body
