"""Documents that grow in one dimension, and work that is counted: lines of Python run, whatever the clock says."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from turnwire.dialects.dialect import Kind

FACTOR = 8
"""The larger document of a dimension has so many times as many of its parts."""
MOST = 1.25
"""Work for each byte of input may grow by so much."""


def counted(work: Callable[[], object]) -> int:
    """The lines of Python that a call runs, those of loops each time again.

    What runs inside one call of a C function is one line: a search through a list is not seen.
    """
    lines = 0

    def trace(_: FrameType, event: str, __: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return trace

    work()  # what is made at the first call is no work of the document
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return lines


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def call(number: int, name: str = "look") -> dict[str, Any]:
    return {"type": "tool_use", "id": f"call_{number}x", "name": name, "input": {"city": "Bonn"}}


def result(number: int) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": f"call_{number}x", "content": [text("rain")]}


def tool(number: int) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}}
    return {"name": f"tool_{number}", "description": "Looks.", "input_schema": schema}


def said(*messages: tuple[str, list[Any]], **settings: Any) -> dict[str, Any]:
    history = [{"role": role, "content": content} for role, content in messages]
    return {"history": history, "settings": {"model": "m", **settings}}


def nested(depth: int) -> dict[str, Any]:
    tree: dict[str, Any] = {"city": "Bonn"}
    for _ in range(depth):
        # So many lists that the depth of the small document is looked at too.
        tree = {"in": tree, "more": [[] for _ in range(12)], "words": "Bonn on the Rhine " * 12}
    return tree


def media(number: int) -> dict[str, Any]:
    kind, suffix = (("image", "png"), ("document", "pdf"))[number % 2]
    return {"type": kind, "source": {"kind": "url", "data": f"https://example.com/{number}.{suffix}"}}


def steps(n: int) -> dict[str, Any]:
    one = [(("assistant", [call(i)]), ("tool", [result(i)])) for i in range(n)]
    return said(("user", [text("Where?")]), *(each for step in one for each in step))


REQUESTS: dict[str, tuple[int, Callable[[int], dict[str, Any]]]] = {
    "parallel calls": (16, lambda n: said(("assistant", [call(i, f"look_{i}") for i in range(n)]))),
    "calls of one name": (
        16,
        lambda n: said(("assistant", [call(i) for i in range(n)]), ("tool", [result(i) for i in range(n)])),
    ),
    "results": (
        16,
        lambda n: said(
            ("assistant", [call(i, f"look_{i}") for i in range(n)]), *(("tool", [result(i)]) for i in range(n))
        ),
    ),
    "results in reverse": (
        16,
        lambda n: said(
            ("assistant", [call(i, f"look_{i}") for i in range(n)]), ("tool", [result(i) for i in reversed(range(n))])
        ),
    ),
    "steps": (16, steps),
    "text blocks": (16, lambda n: said(("user", [text(f"text {i}") for i in range(n)]))),
    "messages": (16, lambda n: said(*((("user", "assistant")[i % 2], [text(f"text {i}")]) for i in range(n)))),
    "media": (16, lambda n: said(("user", [media(i) for i in range(n)]))),
    "thoughts": (64, lambda n: said(("assistant", [{"type": "thinking", "text": f"t {i}"} for i in range(n)]))),
    "tools": (16, lambda n: said(("user", [text("Where?")]), tools=[tool(i) for i in range(n)])),
    "odd ids": (
        16,
        lambda n: said(
            ("assistant", [call(i) | {"id": f"call {chr(0x4E00 + i)}"} for i in range(n)]),
            ("tool", [result(i) | {"tool_use_id": f"call {chr(0x4E00 + i)}"} for i in range(n)]),
        ),
    ),
    "keys": (
        16,
        lambda n: said(("assistant", [call(1) | {"input": {f"key_{i}": i for i in range(n)}}]), ("tool", [result(1)])),
    ),
    "metadata": (16, lambda n: said(("user", [text("a")]), metadata={f"key_{i}": "value" for i in range(n)})),
    "depth": (4, lambda n: said(("assistant", [call(1) | {"input": nested(n)}]), ("tool", [result(1)]))),
}
REPLIES: dict[str, tuple[int, Callable[[int], dict[str, Any]]]] = {
    "calls": (16, lambda n: reply([call(i, f"look_{i}") for i in range(n)])),
    "texts": (16, lambda n: reply([text(f"text {i}") for i in range(n)])),
    "thoughts": (64, lambda n: reply([*({"type": "thinking", "text": f"t {i}"} for i in range(n)), text("a")])),
    "keys": (16, lambda n: reply([call(1) | {"input": {f"key_{i}": i for i in range(n)}}])),
}


def reply(content: list[Any]) -> dict[str, Any]:
    candidate = {"role": "assistant", "content": content, "metadata": {"stop_reason": "end_turn"}}
    return {"candidates": [candidate], "model": "m", "usage": {"input_tokens": 1, "output_tokens": 1}}


DIMENSIONS: dict[Kind, dict[str, tuple[int, Callable[[int], dict[str, Any]]]]] = {
    "request": REQUESTS,
    "response": REPLIES,
}


def pair(kind: Kind, dimension: str) -> tuple[bytes, bytes]:
    """The native JSON of a small document and of one with `FACTOR` times as many parts."""
    start, make = DIMENSIONS[kind][dimension]
    small, large = (json.dumps(make(n), ensure_ascii=False).encode() for n in (start, FACTOR * start))
    return small, large


def growth(small: tuple[int, int], large: tuple[int, int]) -> float:
    """How much more work each byte costs; both are work and bytes."""
    return (large[0] / large[1]) / (small[0] / small[1])
