"""Functions that a Responses request offers outside `tools` are tools in every format."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

LOOK_UP = {"type": "function", "name": "look_up", "description": "Looks up.", "parameters": {"type": "object"}}
NOTE = {"type": "custom", "name": "note", "description": "Notes."}
HOSTED = {"type": "web_search"}
USER = {"role": "user", "content": "Hello."}
ITEM = {"type": "additional_tools", "role": "developer", "tools": [LOOK_UP, NOTE, HOSTED]}
CALL = {"type": "tool_search_call", "call_id": "c1", "execution": "client", "arguments": {}, "status": "completed"}
FOUND = {
    "type": "tool_search_output",
    "call_id": "c1",
    "execution": "client",
    "tools": [LOOK_UP],
    "status": "completed",
}
NAMESPACE = {"type": "namespace", "name": "shop", "description": "A shop.", "tools": [LOOK_UP]}


def request(*items: dict[str, Any], tools: list[Any] | None = None) -> dict[str, Any]:
    body = {"model": "gpt-5.5", "input": [USER, *items]}
    return body if tools is None else {**body, "tools": tools}


# A name, the request, and the names of the tools in other formats.
OFFERED: list[tuple[str, dict[str, Any], list[str]]] = [
    ("an item", request(ITEM), ["look_up", "note"]),
    ("an item beside tools", request(ITEM, tools=[{**LOOK_UP, "name": "other"}]), ["other", "look_up", "note"]),
    ("a tool that is there", request(ITEM, tools=[LOOK_UP]), ["look_up", "note"]),
    ("two items with one tool", request(ITEM, USER, ITEM), ["look_up", "note"]),
    ("what a search found", request(CALL, FOUND, tools=[{"type": "tool_search"}]), ["look_up"]),
    ("a namespace", request(tools=[NAMESPACE]), ["look_up"]),
    ("a namespace and what a search found", request(CALL, FOUND, tools=[NAMESPACE]), ["look_up"]),
    ("an item without tools", request({"type": "additional_tools", "role": "developer"}), []),
    ("odd tools", request({**ITEM, "tools": 7}), []),
    ("odd tools in a list", request({**ITEM, "tools": [7, LOOK_UP]}), ["look_up"]),
    ("an odd namespace", request(tools=[{"type": "namespace", "tools": {"a": 1}}]), []),
]
IDS = [name for name, *_ in OFFERED]


def names_of(data: bytes) -> list[str]:
    tools = json.loads(data).get("tools", [])
    return [(tool.get("function") or tool.get("custom") or tool)["name"] for tool in tools]


@pytest.mark.parametrize(("body", "names"), [row[1:] for row in OFFERED], ids=IDS)
@pytest.mark.parametrize("target", ["openai_chat", "anthropic_messages"])
def test_they_are_tools_elsewhere(body: dict[str, Any], names: list[str], target: str) -> None:
    written = turnwire.convert(body, target, source="openai_responses", kind="request")
    own = {"tool_search", "web_search_20250305"}
    assert [name for name in names_of(written.data) if name not in own] == names


@pytest.mark.parametrize("body", [row[1] for row in OFFERED], ids=IDS)
def test_they_are_written_where_they_were(body: dict[str, Any]) -> None:
    document = turnwire.read(body, "openai_responses", kind="request")
    assert json.loads(turnwire.write(document, "openai_responses").data) == body
    native = json.loads(turnwire.write(document, "turnwire").data)
    for text in (json.dumps(native), json.dumps(native, indent=2)):
        assert json.loads(turnwire.convert(text, "openai_responses", source="turnwire", kind="request").data) == body


def test_a_changed_tool_is_written() -> None:
    document: Any = turnwire.read(request(ITEM), "openai_responses", kind="request")
    document.settings.tools[0].description = "Looks up more."
    written = json.loads(turnwire.write(document, "openai_responses").data)
    assert written["tools"] == [{**LOOK_UP, "description": "Looks up more."}]


def test_a_tool_outlives_its_item() -> None:
    document: Any = turnwire.read(request(ITEM), "openai_responses", kind="request")
    document.history.pop()
    assert json.loads(turnwire.write(document, "openai_responses").data)["tools"] == [LOOK_UP, NOTE]


def test_a_number_out_of_range_comes_back() -> None:
    tool = '{"type":"function","name":"f","parameters":{"maximum":1e400}}'
    body = f'{{"model":"m","input":[{{"type":"additional_tools","role":"developer","tools":[{tool}]}}]}}'
    document = turnwire.read(body, "openai_responses", kind="request")
    assert turnwire.write(document, "openai_responses").data.count(b"1e400") == 1
