"""Conversations that any provider could hold: roles in order, every call answered, and all texts different."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from turnwire import model
from turnwire.testing.plain import WORDS, plain_objects, thinking_blocks, tool_inputs

Object = dict[str, Any]
TOOL_NAMES = ("get_weather", "search", "run")


class _Numbers:
    """A counter, so that no two texts and no two ids of one conversation are the same."""

    def __init__(self) -> None:
        self.last = 0

    def __call__(self) -> int:
        self.last += 1
        return self.last


@st.composite
def plain_history(draw: st.DrawFn) -> Object:
    """A conversation: system messages, then rounds of a user and an assistant who may call tools."""
    number = _Numbers()
    turns: list[Object] = [{"role": "system", "content": [draw(_text(number))]} for _ in range(draw(st.integers(0, 2)))]
    for _ in range(draw(st.integers(1, 3))):
        turns.append({"role": "user", "content": draw(_said_by_user(number))})
        turns += draw(_answered(number))
    if draw(st.booleans()):
        turns.append({"role": "user", "content": [draw(_text(number))]})
    history: Object = {"history": turns, "settings": draw(_settings())}
    return history


@st.composite
def _settings(draw: st.DrawFn) -> Object:
    settings: Object = draw(plain_objects(model.Settings, "tools"))
    tools = [
        {**draw(plain_objects(model.ToolDefinition, "provider_tool", "custom")), "name": name}
        for name in draw(st.lists(st.sampled_from(TOOL_NAMES), unique=True, max_size=3))
    ]
    return {"model": "some-model", **settings, **({"tools": tools} if tools else {})}


@st.composite
def _text(draw: st.DrawFn, number: _Numbers, *skip: str) -> Object:
    block: Object = draw(plain_objects(model.TextBlock, *skip))
    return {**block, "text": f"{draw(WORDS)} {number()}"}


@st.composite
def _said_by_user(draw: st.DrawFn, number: _Numbers) -> list[Object]:
    media = st.one_of(plain_objects(model.ImageBlock), plain_objects(model.DocumentBlock))
    blocks = st.one_of(_text(number, "citations"), _text(number, "citations"), media)
    found: list[Object] = draw(st.lists(blocks, min_size=1, max_size=3))
    return found


@st.composite
def _answered(draw: st.DrawFn, number: _Numbers) -> list[Object]:
    """One answer, or a call of tools with all results and the answer after them."""
    calls = [draw(_call(number)) for _ in range(draw(st.integers(0, 2)))]
    if not calls:
        return [{"role": "assistant", "content": draw(_said_by_assistant(number, 1))}]
    turn = {"role": "assistant", "content": [*draw(_said_by_assistant(number, 0)), *calls]}
    results = [{"role": "tool", "content": [draw(_result(call["id"], number))]} for call in calls]
    return [turn, *results, {"role": "assistant", "content": draw(_said_by_assistant(number, 1))}]


@st.composite
def _said_by_assistant(draw: st.DrawFn, number: _Numbers, least: int) -> list[Object]:
    thoughts = draw(st.lists(thinking_blocks(), max_size=1))
    texts = [draw(_text(number)) for _ in range(draw(st.integers(least, 2)))]
    return [*thoughts, *texts]


@st.composite
def _call(draw: st.DrawFn, number: _Numbers) -> Object:
    return {
        "type": "tool_use",
        "id": f"call_{number()}",
        "name": draw(st.sampled_from(TOOL_NAMES)),
        "input": draw(tool_inputs()),
    }


@st.composite
def _result(draw: st.DrawFn, call: str, number: _Numbers) -> Object:
    content = [draw(_text(number, "citations")) for _ in range(draw(st.integers(0, 2)))]
    failed = {"is_error": True} if draw(st.booleans()) else {}
    return {"type": "tool_result", "tool_use_id": call, "content": content, **failed}


@st.composite
def plain_completion(draw: st.DrawFn) -> Object:
    """One reply: one candidate with its stop reason, an id, a model, a time, and usage."""
    number = _Numbers()
    content = draw(_said_by_assistant(number, 1))
    calls = [draw(_call(number)) for _ in range(draw(st.integers(0, 2)))]
    reason = "tool_use" if calls else draw(st.sampled_from(("end_turn", "max_tokens", "refusal", "content_filter")))
    candidate = {"role": "assistant", "content": [*content, *calls], "metadata": {"stop_reason": reason}}
    rest: Object = draw(plain_objects(model.Completion))
    usage = {"input_tokens": draw(st.integers(0, 999)), "output_tokens": draw(st.integers(0, 999))}
    return {"id": "reply_1", "model": "some-model", **rest, "candidates": [candidate], "usage": usage}


def plain_error() -> st.SearchStrategy[Object]:
    """An error body with words."""
    found: st.SearchStrategy[Object] = plain_objects(model.ErrorReply)
    return found
