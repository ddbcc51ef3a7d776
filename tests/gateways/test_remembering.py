"""A chat client runs ten turns of tools and thinking on Claude, with streams and without: nothing is missing."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from tests.continuity.clients import ASKED
from tests.continuity.providers import ANTHROPIC, RIVERS, TURNS, seal, thought
from tests.gateways.scene import chat
from tests.gateways.upstream import Script

import turnwire

TOOL = "river.source"
"""A name that Anthropic does not take."""
TOOLS = [{"type": "function", "function": {"name": TOOL, "parameters": {"type": "object"}}}]


def script(turn: int, *, stream: bool) -> Script:
    """The reply of a turn, whole or as Anthropic streams it."""
    body = json.dumps(ANTHROPIC.answer(turn)).encode()
    if not stream:
        return Script(body)
    writer = turnwire.stream_writer("anthropic_messages")
    events = [writer.send(event) for event in turnwire.unfold(turnwire.read(body, kind="response"))]
    return Script((b"".join(events) + writer.close()).rstrip())


def kept(message: Any) -> dict[str, Any]:
    """What a client sends back of a reply."""
    calls = [{"id": c.id, "type": "function", "function": c.function.model_dump()} for c in message.tool_calls]
    return {"role": "assistant", "content": message.content, "tool_calls": calls}


def streamed(client: Any, asked: dict[str, Any]) -> Any:
    """The message of a streamed reply, put together by the official package."""
    with client.stream(**asked) as told:
        for _ in told:
            pass
        return told.get_final_completion().choices[0].message


@pytest.mark.parametrize("mode", ["whole", "stream", "both in turn"])
def test_ten_turns_hold_what_claude_demands_back(mode: str) -> None:
    said: list[dict[str, Any]] = [{"role": "user", "content": ASKED}]
    with chat(script(0, stream=False), "Remembering") as (client, upstream):
        for turn in range(TURNS):
            stream = mode == "stream" or (mode == "both in turn" and turn % 2 == 1)
            upstream.script = script(turn, stream=stream)
            headers = {"x-conversation": f"{mode} of one user"}
            asked = {"model": "m", "messages": said, "tools": TOOLS, "extra_headers": headers}
            asked["reasoning_effort"] = "medium"
            message = streamed(client, asked) if stream else client.create(**asked).choices[0].message
            sent = upstream.asked[-1]
            assert [(thought(before), seal(before)) for before in range(turn)] == list(ANTHROPIC.demanded(sent))
            assert ("enabled", ["river_source"]) == (sent["thinking"]["type"], [each["name"] for each in sent["tools"]])
            (call,) = message.tool_calls
            assert (TOOL, {"river": RIVERS[turn]}) == (call.function.name, json.loads(call.function.arguments))
            said += [kept(message), {"role": "tool", "tool_call_id": call.id, "content": "In the mountains."}]


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
def test_a_reply_has_a_time(*, stream: bool) -> None:
    with chat(script(0, stream=stream)) as (client, _):
        asked = {"model": "m", "messages": [{"role": "user", "content": ASKED}], "tools": TOOLS, "stream": stream}
        found = client.create(**asked)
        for each in found if stream else [found]:
            assert abs(each.created - time.time()) < 1000
            for choice in each.choices:
                calls = (choice.delta if stream else choice.message).tool_calls or []
                assert {TOOL} >= {call.function.name for call in calls if call.function.name}
