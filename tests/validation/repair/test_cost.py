"""The fixes of many findings cost as much more as there are more findings."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

import turnwire

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

HI = {"role": "user", "content": "Hi."}


def call(*ids: str | None) -> dict[str, Any]:
    function = {"name": "clock", "arguments": "{}"}
    named = [{} if each is None else {"id": each} for each in ids]
    made = [{"type": "function", "function": function, **each} for each in named]
    return {"role": "assistant", "content": None, "tool_calls": made}


def result(identifier: str | None) -> dict[str, Any]:
    return {"role": "tool", "content": "12:00"} | ({} if identifier is None else {"tool_call_id": identifier})


# Messages with so many findings that have fixes.
MANY: dict[str, Callable[[int], list[Any]]] = {
    "results without calls": lambda many: [HI, *(result(f"c{n}") for n in range(many))],
    "calls without results": lambda many: [HI, *(each for n in range(many) for each in (call(f"c{n}"), HI))],
    "results of one call": lambda many: [HI, call("c"), *(result("c") for _ in range(many))],
    "calls without ids": lambda many: [HI, call(*[None] * many), *(result(None) for _ in range(many))],
    "calls of one step and strays": lambda many: [
        HI,
        call(*(f"c{n}" for n in range(many))),
        *(result(f"d{n}") for n in range(many)),
        HI,
    ],
}


def lines(work: Callable[[], object]) -> int:
    """Count the lines of Python that run."""
    found = 0

    def count(_: FrameType, event: str, __: object) -> Any:
        nonlocal found
        found += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return found


PICTURE = {"type": "image_url", "image_url": {"url": "data:image/jpg;base64,iVBORw0KGgo="}}
ANSWER = {"role": "assistant", "content": "Yes."}

# The same, of messages that are repaired by several changes each, or over and over.
MENDED: dict[str, Callable[[int], list[Any]]] = {
    **MANY,
    "wrong roles": lambda many: [{"role": "usr", "content": "x"}, ANSWER] * many,
    "null contents": lambda many: [{"role": "user", "content": None}, ANSWER] * many,
    "pictures of a wrong type": lambda many: [{"role": "user", "content": [PICTURE] * many}],
    "two messages of one side": lambda many: [HI, HI, ANSWER] * many,
    "messages of one side": lambda many: [HI] * many,
}


@pytest.mark.parametrize("made", MANY.values(), ids=MANY)
def test_twice_the_findings_cost_twice(made: Callable[[int], list[Any]]) -> None:
    few, many = (json.dumps({"model": "m", "messages": made(n)}).encode() for n in (40, 80))
    validated: Callable[[bytes], object] = lambda body: turnwire.validate(body, "openai_chat", kind="request")  # noqa: E731
    validated(few)  # imports what is needed
    assert lines(lambda: validated(many)) < 2.5 * lines(lambda: validated(few))


@pytest.mark.parametrize("made", MENDED.values(), ids=MENDED)
def test_twice_the_repairs_cost_twice(made: Callable[[int], list[Any]]) -> None:
    few, many = (json.dumps({"model": "m", "messages": made(n)}).encode() for n in (32, 64))
    mended: Callable[[bytes], object] = lambda body: turnwire.repair(body, "perplexity_chat", kind="request")  # noqa: E731
    mended(few)
    # Messages of one side are joined in pairs, and these again: one round more for twice as many.
    assert lines(lambda: mended(many)) < 2.9 * lines(lambda: mended(few))
