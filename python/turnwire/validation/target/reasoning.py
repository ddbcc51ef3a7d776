"""Reasoning that a target's server does not take back without what came after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.target.aim import Aim


def _asked(answer: str) -> Example:
    question = '{"type": "message", "role": "user", "content": "Hi."}'
    thought = '{"type": "reasoning", "id": "rs_1", "summary": []}'
    more = '{"type": "message", "role": "user", "content": "Go on."}'
    text = f'{{"model": "gpt-5", "input": [{question}, {thought}, {answer}, {more}]}}'
    return Example("openai_responses", text, target="openai_responses")


_TEXT: Final = '"content": [{"type": "output_text", "text": "Hello.", "annotations": []}]'

ALONE: Final = Rule(
    "TW425",
    "reasoning-alone",
    "error",
    "An item of reasoning has an id, and the item that the reply had after it is not here, or has lost its own id."
    " OpenAI refuses that (\"Item 'rs_...' of type 'reasoning' was provided without its required following item.\")."
    " Send both as the reply had them, or take the reasoning out.",
    failing=_asked('{"role": "assistant", "content": "Hello."}'),
    passing=_asked(f'{{"type": "message", "id": "msg_1", "status": "completed", "role": "assistant", {_TEXT}}}'),
)

RULES: Final = (ALONE,)


def check(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find reasoning that stands alone, in a request to a model of OpenAI.

    Args:
        tree: the request as parsed JSON.
        aim: the target.
    """
    items = member(tree, "input")
    if aim.dialect != "openai_responses" or type(items) is not list or not aim.is_enforced:
        return
    for n, item in enumerate(items):
        if text(item, "type") == "reasoning" and text(item, "id") and _is_foreign(_next(items, n)):
            hint = "send the item that the reply had after it, with its id, or take the reasoning out"
            yield ALONE.found(
                f"the reasoning `{text(item, 'id')[:60]}` stands alone", pointer_of(("input", n)), hint=hint
            )


def _next(items: list[Any], n: int) -> Any:
    return next((item for item in items[n + 1 :] if text(item, "type") != "reasoning"), None)


def _is_foreign(item: Any) -> bool:
    """Return whether an item cannot be what a reply had after its reasoning: a message without an id, or nothing."""
    return item is None or (text(item, "type") in {"", "message"} and not text(item, "id"))
