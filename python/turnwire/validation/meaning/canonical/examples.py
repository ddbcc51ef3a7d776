"""The documents that show the invariants: one that keeps them all, and what each rule changes in it."""

from __future__ import annotations

from typing import Final

from turnwire.validation.rules import Example

CALL: Final = "tu_01HZ0000000000000000000100"
OTHER: Final = "tu_01HZ0000000000000000000101"
KNOWN: Final = {
    "model": '"model": "anthropic:claude-sonnet-4-6"',
    "provider": '"provider": "anthropic"',
    "routing": '"routing": {"mode": "default", "chosen_model": "anthropic:claude-sonnet-4-6", "reason": "the default"}',
    "usage": '"usage": {"input_tokens": 8, "output_tokens": 42}',
}
TEXT: Final = '{"type": "text", "text": "Hi."}'


def use(identifier: str = CALL, given: str = "{}") -> str:
    """Return a tool use."""
    return f'{{"type": "tool_use", "id": "{identifier}", "name": "look", "input": {given}}}'


def result(identifier: str = CALL) -> str:
    """Return a tool result."""
    return f'{{"type": "tool_result", "tool_use_id": "{identifier}", "content": [{TEXT}]}}'


def user(*blocks: str, more: str = "") -> str:
    """Return a message of the user."""
    return f'{{"role": "user", "content": [{", ".join(blocks)}]{more}}}'


def answer(*blocks: str, without: str = "", more: str = "") -> str:
    """Return a complete answer; `without` is the member of the metadata that it lacks."""
    known = ", ".join(text for name, text in KNOWN.items() if name != without)
    return f'{{"role": "assistant", "content": [{", ".join(blocks)}], "metadata": {{{known}}}{more}}}'


def tool(*blocks: str, parent: str | None = CALL, more: str = "") -> str:
    """Return a message of a tool."""
    about = "" if parent is None else f', "metadata": {{"parent_tool_use_id": "{parent}"}}'
    return f'{{"role": "tool", "content": [{", ".join(blocks)}]{about}{more}}}'


def history(*messages: str, tools: str = "") -> Example:
    """Return a conversation whose invariants are checked."""
    settings = f', "settings": {{"tools": [{tools}]}}' if tools else ""
    return Example("turnwire", f'{{"history": [{", ".join(messages)}]{settings}}}', invariants=True)


WHOLE: Final = history(user(TEXT), answer(use()), tool(result()), answer(TEXT))
