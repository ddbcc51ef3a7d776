"""Values of an odd shape or size come back to the format that they were read from."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

ARGUMENTS: list[Any] = ["x", "", 5, 1.5, True, [], [1], None, {}]


def call(arguments: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "f", "arguments": arguments}}]}
    return {"model": "m", "messages": [{"role": "user", "content": "x"}, message], "stream": False}


def budget(number: int) -> dict[str, Any]:
    config = {"thinkingConfig": {"thinkingBudget": number}}
    return {"contents": [{"role": "user", "parts": [{"text": "x"}]}], "generationConfig": config}


@pytest.mark.parametrize(
    ("dialect", "body"),
    [
        *(("ollama_chat", call(arguments)) for arguments in ARGUMENTS),
        *(("gemini_generate", budget(number)) for number in (-2, -1, 0, 1, 2**31 - 1, 2**31, 10**30)),
    ],
)
def test_it_comes_back(dialect: str, body: dict[str, Any]) -> None:
    done = turnwire.convert(body, dialect, source=dialect, kind="request")
    assert json.loads(done.data) == body
    assert done.losses == ()
