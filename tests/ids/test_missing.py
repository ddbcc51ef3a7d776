"""Calls and results without an id, for servers that demand one: one loss says which id was made for each."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

import turnwire
from turnwire.dialects import get, names
from turnwire.lowering.ids import legal_tool_ids
from turnwire.model import Completion, History, Message, TextBlock, ToolResultBlock, ToolUseBlock

IDS = ("tool_use.id", "tool_result.tool_use_id")
TARGETS = sorted(
    name
    for name in names()
    if (part := get(name).request) is not None
    and any(each.rule.__qualname__.startswith(legal_tool_ids.__name__) for each in part.lower.passes)
)
REFUSED = {
    "anthropic_messages": "a:b",
    "bedrock_anthropic": "a:b",
    "bedrock_converse": "a b",
    "mistral_chat": "call_1",
    "openai_chat": "c" * 41,
    "openai_responses": "c" * 65,
    "vertex_anthropic": "a:b",
}
"""An id that the target does not take."""


def history(*ids: str) -> History:
    """A conversation whose first turn has calls with these ids, each with its result."""
    calls = [ToolUseBlock(each, f"tool_{n}", msgspec.Raw(b"{}")) for n, each in enumerate(ids)]
    results = [Message("tool", [ToolResultBlock(each, content=[TextBlock("Yes.")])]) for each in ids]
    return History([Message("user", [TextBlock("Look.")]), Message("assistant", [*calls]), *results])


def told(written: turnwire.Written) -> dict[str, list[tuple[str, object]]]:
    """The losses of ids, by the place of the block."""
    found: dict[str, list[tuple[str, object]]] = {}
    for loss in written.losses:
        if loss.feature in IDS:
            found.setdefault(loss.path.rpartition("/")[0], []).append((loss.kind, loss.value))
    return found


def sent(written: turnwire.Written, target: str) -> tuple[list[str], list[str]]:
    """The ids of the calls and of the results that were written."""
    document = turnwire.read(written.data, target, kind="request", envelope=written.envelope)
    blocks: list[Any] = [block for message in document.history for block in message.content]
    return (
        [block.id for block in blocks if type(block) is ToolUseBlock],
        [block.tool_use_id for block in blocks if type(block) is ToolResultBlock],
    )


def test_every_server_that_demands_ids_is_meant() -> None:
    assert REFUSED.keys() <= set(TARGETS)


@pytest.mark.parametrize("target", TARGETS)
def test_an_id_that_was_missing_is_invented_and_nothing_else(target: str) -> None:
    written = turnwire.write(history("", ""), target, model="m")
    calls, results = sent(written, target)
    assert calls == results
    assert len({*calls, ""}) == 3
    assert told(written) == {
        "/history/1/content/0": [("invented", calls[0])],
        "/history/1/content/1": [("invented", calls[1])],
        "/history/2/content/0": [("invented", calls[0])],
        "/history/3/content/0": [("invented", calls[1])],
    }


@pytest.mark.parametrize("target", REFUSED)
def test_an_id_that_the_server_does_not_take_is_degraded_and_nothing_else(target: str) -> None:
    old = REFUSED[target]
    written = turnwire.write(history(old, ""), target, model="m")
    calls, results = sent(written, target)
    assert calls == results
    assert old not in calls
    assert told(written) == {
        "/history/1/content/0": [("degraded", old)],
        "/history/1/content/1": [("invented", calls[1])],
        "/history/2/content/0": [("degraded", old)],
        "/history/3/content/0": [("invented", calls[1])],
    }


def test_a_reply_has_the_same_losses() -> None:
    reply = Completion([Message("assistant", [ToolUseBlock("", "look", msgspec.Raw(b"{}"))])])
    written = turnwire.write(reply, "mistral_chat")
    made = json.loads(written.data)["choices"][0]["message"]["tool_calls"][0]["id"]
    assert told(written) == {"/candidates/0/content/0": [("invented", made)]}


CALL: dict[str, Any] = {"function": {"name": "look", "arguments": {}}}
COUNTED: dict[str, Any] = {
    "ollama_chat": {
        "model": "m",
        "messages": [
            {"role": "user", "content": "Look."},
            {"role": "assistant", "content": "", "tool_calls": [CALL]},
            {"role": "tool", "tool_name": "look", "content": "Yes."},
        ],
    },
    "gemini_generate": {
        "contents": [
            {"role": "user", "parts": [{"text": "Look."}]},
            {"role": "model", "parts": [{"functionCall": {"name": "look", "args": {}}}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "look", "response": {"output": "Yes."}}}]},
        ]
    },
}
"""Calls without ids in formats in which ids are optional: readers count them, and the document has `call_1`."""


@pytest.mark.parametrize("source", COUNTED)
@pytest.mark.parametrize("target", REFUSED)
def test_a_counted_id_has_a_loss_only_where_it_is_not_taken(source: str, target: str) -> None:
    written = turnwire.convert(COUNTED[source], target, source=source, kind="request", model="m")
    calls, results = sent(written, target)
    assert calls == results
    changed = [] if calls == ["call_1"] else [("degraded", "call_1")]
    assert bool(changed) == (target == "mistral_chat")
    assert list(told(written).values()) == ([changed, changed] if changed else [])
