"""Fixes for system prompts in the place where another format has them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.families import ANTHROPIC, GEMINI
from turnwire.validation.fixes.patches import add, move, remove, safe
from turnwire.validation.outline import chat_dialects
from turnwire.validation.outline.nodes import text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.model import Diagnostic, Fix
    from turnwire.validation.fixes.index import Index
    from turnwire.validation.fixes.patches import Operation

_NAMES: Final = frozenset(
    {"system", "instructions", "system_instruction", "systemInstruction", "system_prompt", "systemPrompt"}
)
"""What formats and programs call the member with the system prompt."""


def moved(found: Diagnostic, index: Index) -> tuple[Fix, ...]:
    """Offer to put a system prompt where its format has it: a message, or a member of another name.

    Only a prompt that is text is moved, and only where the format's own place is free.
    """
    name, tree = (found.pointer or "").removeprefix("/"), index.outline.tree
    make = _changes_by_dialect().get(index.outline.dialect)
    if name not in _NAMES or make is None or index.outline.kind != "request" or type(tree) is not dict:
        return ()
    words = _words(tree.get(name))
    operations = make(name, words, tree) if words else ()
    return (safe("put the system prompt where the format has it", *operations),) if operations else ()


def _words(prompt: Any) -> str:
    """Return the text of a prompt: a text, one block of text, a list of one, or what has such a list in `parts`."""
    if type(prompt) is dict and set(prompt) <= {"parts", "role"}:
        prompt = prompt.get("parts")
    if type(prompt) is list and len(prompt) == 1:
        prompt = prompt[0]
    if type(prompt) is dict and set(prompt) <= {"type", "text"} and prompt.get("type", "text") == "text":
        return text(prompt, "text")
    return prompt if type(prompt) is str else ""


def _message(name: str, words: str, tree: dict[str, Any]) -> tuple[Operation, ...]:
    if type(tree.get("messages")) is not list:
        return ()
    return (remove((name,)), add(("messages", 0), {"role": "system", "content": words}))


def _member(own: str) -> Callable[[str, str, dict[str, Any]], tuple[Operation, ...]]:
    def make(name: str, words: str, tree: dict[str, Any]) -> tuple[Operation, ...]:
        if own in tree:
            return ()
        if tree[name] == words:
            return (move((name,), (own,)),)
        return (remove((name,)), add((own,), words))

    return make


def _of_gemini(name: str, words: str, tree: dict[str, Any]) -> tuple[Operation, ...]:
    own = "systemInstruction"
    if not {own, "system_instruction"}.isdisjoint(tree):
        return ()
    return (remove((name,)), add((own,), {"parts": [{"text": words}]}))


def _changes_by_dialect() -> Mapping[str, Callable[[str, str, dict[str, Any]], tuple[Operation, ...]]]:
    """Return what makes the changes, by the dialect."""
    messages = chat_dialects() | {"ollama_chat"}
    return MappingProxyType(
        dict.fromkeys(messages, _message)
        | dict.fromkeys(ANTHROPIC, _member("system"))
        | dict.fromkeys(GEMINI, _of_gemini)
        | {"openai_responses": _member("instructions")}
    )
