"""A call of a special type without a result is answered where it becomes an ordinary call."""

from __future__ import annotations

from typing import Any

import pytest

import turnwire
from turnwire.lowering.unanswered import NO_RESULT

SAID = [{"role": "user", "content": "How high?"}]
SHELL = {
    "type": "local_shell_call",
    "id": "l1",
    "call_id": "s",
    "status": "completed",
    "action": {"type": "exec", "command": ["ls"], "env": {}},
}


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        ("anthropic_messages", [{"type": "tool_result", "tool_use_id": "s", "content": NO_RESULT}]),
        ("azure_chat", NO_RESULT),
    ],
)
def test_it_is_answered(target: str, answer: Any) -> None:
    body = {"model": "gpt-5", "input": [*SAID, SHELL, *SAID]}
    found = turnwire.convert(body, target, source="openai_responses", kind="request", model="new")
    assert answer == found.json()["messages"][2]["content"]
    assert ("invented", "/history/1/content/0/result") in [(loss.kind, loss.path) for loss in found.losses]
    assert [] == [each.code for each in turnwire.validate(found.data, target).diagnostics]
    assert body["input"] == turnwire.convert(body, "openai_responses", source="openai_responses").json()["input"]
