"""Small documents for the tests of rules, and the findings about them."""

from __future__ import annotations

from typing import Any

from turnwire.validation.meaning import meaning
from turnwire.validation.outline import outline_of

Found = list[tuple[str, str, str]]
HI = {"role": "user", "content": "Hi."}
RESULT_ID = "call_1"


def found(dialect: str, tree: Any, kind: str = "request") -> Found:
    """The code, the severity and the pointer of each finding, in order."""
    diagnostics = meaning(outline_of(dialect, tree, kind))
    return [(each.code, each.severity, each.pointer or "") for each in diagnostics]


def call(*names: str, first: int = 1, arguments: str = "{}") -> dict[str, Any]:
    """A chat message with calls whose ids count from `first`."""
    calls = [
        {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for n, name in enumerate(names, first)
    ]
    return {"role": "assistant", "content": None, "tool_calls": calls}


def result(n: int = 1) -> dict[str, Any]:
    """The chat message that answers call `n`."""
    return {"role": "tool", "tool_call_id": f"call_{n}", "content": "Rain."}


def chat(*messages: dict[str, Any], **members: Any) -> dict[str, Any]:
    """A chat request."""
    return {"model": "gpt-4.1", "messages": list(messages), **members}


def anthropic(*messages: dict[str, Any], **members: Any) -> dict[str, Any]:
    """An Anthropic request."""
    return {"model": "claude-sonnet-4-5", "max_tokens": 64, "messages": list(messages), **members}


def use(identifier: str = "toolu_1", name: str = "weather") -> dict[str, Any]:
    """A tool use in blocks."""
    return {"type": "tool_use", "id": identifier, "name": name, "input": {}}


def block_result(identifier: str = "toolu_1") -> dict[str, Any]:
    """A tool result in blocks."""
    return {"type": "tool_result", "tool_use_id": identifier, "content": "Rain."}
