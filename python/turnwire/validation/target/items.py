"""Ids of items that OpenAI refuses in a Responses request, and requests without input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.outline.nodes import member, text
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.rules import Example, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.target.aim import Aim


def _asked(items: str) -> Example:
    text = f'{{"model": "gpt-5", "input": [{items}]}}'
    return Example("openai_responses", text, target="openai_responses")


_HI: Final = '{"type": "message", "role": "user", "content": "Hi."}'


def _answered(identifier: str) -> Example:
    content = '"content": [{"type": "output_text", "text": "Hello.", "annotations": []}]'
    answer = f'{{"type": "message", "id": "{identifier}", "status": "completed", "role": "assistant", {content}}}'
    return _asked(f"{_HI}, {answer}, {_HI}")


ID: Final = Rule(
    "TW437",
    "illegal-item-id",
    "error",
    "The id of an item does not begin as ids of its type do, or two items have the same id. OpenAI refuses both"
    " (\"Invalid 'input[1].id': 'abc'. Expected an ID that begins with 'msg'.\", \"Duplicate item found with id"
    ' msg_1."). Leave the id out: it is not needed.',
    failing=_answered("abc"),
    passing=_answered("msg_1"),
)
NO_INPUT: Final = Rule(
    "TW438",
    "no-input",
    "error",
    "The request has no input, and names no earlier response, conversation or prompt. OpenAI refuses that"
    " (\"One of 'input' or 'previous_response_id' or 'prompt' or 'conversation_id' must be provided.\"). Add a message"
    " of the user.",
    failing=_asked(""),
    passing=_asked(_HI),
)

RULES: Final = (ID, NO_INPUT)

# github.com/openai/codex/issues/33176 has "Invalid 'input[371].id': [...] Expected an ID that begins with 'msg'.", and
# github.com/Wei-Shaw/sub2api/issues/3981 has the same of function calls and 'fc'.
_BEGIN: Final = {"message": "msg", "function_call": "fc"}
_ELSEWHERE: Final = ("previous_response_id", "conversation", "prompt")


def check(tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    """Find ids of items that OpenAI refuses, and a request without input.

    Args:
        tree: the request as parsed JSON.
        aim: the target.
    """
    if aim.dialect != "openai_responses" or not aim.is_enforced:
        return
    items = member(tree, "input")
    if items in (None, [], "") and not any(member(tree, name) for name in _ELSEWHERE):
        yield NO_INPUT.found(
            f"{aim.name} refuses a request without input",
            "/input" if items is not None else "",
            hint="add a message of the user",
        )
    yield from _ids(items if type(items) is list else [], aim)


def _ids(items: list[Any], aim: Aim) -> Iterator[Diagnostic]:
    seen: dict[str, int] = {}
    for n, item in enumerate(items):
        identifier, kind = text(item, "id"), text(item, "type")
        if not identifier or kind == "item_reference":
            continue
        place, begin = pointer_of(("input", n, "id")), _BEGIN.get(kind, "")
        if not identifier.startswith(begin):
            message = f"{aim.name} does not take the id `{identifier[:60]}` for an item of type `{kind}`"
            yield ID.found(message, place, hint="leave the id out", expected=f"an id that begins with `{begin}`")
        elif seen.setdefault(identifier, n) != n:
            message = f"the id `{identifier[:60]}` is also that of {pointer_of(('input', seen[identifier]))}"
            yield ID.found(message, place, hint="leave the id, or the item, out")
