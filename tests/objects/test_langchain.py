"""langchain-core's own classes take what we write, and we read what they give in each of their forms."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.objects.packages import package
from tests.objects.test_packages_accept import ENDPOINTS, recorded_bodies

import turnwire
from turnwire.dialects import names
from turnwire.documents.sdk_objects import as_object

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = [endpoint for endpoint, source in ENDPOINTS.items() if source in names()]


def conversation() -> list[Any]:
    m = package("langchain_core.messages")
    return [
        m.SystemMessage("Be brief."),
        m.HumanMessage([{"type": "text", "text": "Hi."}, {"type": "image", "url": "https://example.org/a.png"}]),
        m.AIMessage(
            "Hm.",
            id="run-1",
            tool_calls=[{"name": "run", "args": {"n": 1}, "id": "call_1"}],
            usage_metadata={"input_tokens": 3, "output_tokens": 4, "total_tokens": 7},
            response_metadata={"model_name": "m", "finish_reason": "tool_calls"},
        ),
        m.ToolMessage("42", tool_call_id="call_1", artifact={"n": 42}, status="error"),
        m.AIMessage("It is 42."),
    ]


def forms() -> dict[str, list[Any]]:
    messages = conversation()
    return {
        "messages_to_dict": package("langchain_core.messages").messages_to_dict(messages),
        "dumpd": [package("langchain_core.load").dumpd(message) for message in messages],
        "model_dump": [message.model_dump() for message in messages],
    }


@pytest.mark.parametrize("form", ["messages_to_dict", "dumpd", "model_dump"])
def test_each_form_comes_back(form: str) -> None:
    wire = {"messages": forms()[form]}
    written = turnwire.write(turnwire.read(wire), "langchain_messages")
    assert (wire, ()) == (json.loads(written.data), written.losses)


@pytest.mark.parametrize("form", ["messages_to_dict", "dumpd", "model_dump"])
def test_all_forms_and_the_objects_say_the_same(form: str) -> None:
    objects: Any = conversation()
    expected = turnwire.convert(objects, "anthropic_messages").data
    assert expected == turnwire.convert({"messages": forms()[form]}, "anthropic_messages").data


def test_a_list_is_read_as_bytes() -> None:
    wire = json.dumps(forms()["messages_to_dict"]).encode()
    written = turnwire.write(turnwire.read(wire, "langchain_messages", kind="request"), "langchain_messages")
    assert json.loads(wire) == json.loads(written.data)


def test_a_message_of_the_model_is_a_reply() -> None:
    message = package("langchain_core.messages").AIMessage("Hello.", id="run-1")
    reply = turnwire.read(message)
    assert isinstance(reply, turnwire.Completion)
    assert "run-1" == reply.id


@pytest.mark.parametrize("endpoint", SOURCES)
def test_the_package_takes_what_is_recorded_elsewhere(recorded: Path, endpoint: str) -> None:
    from_dict = package("langchain_core.messages").messages_from_dict
    for name, body in recorded_bodies(recorded, endpoint, "request"):
        written = turnwire.convert(body, "langchain_messages", source=ENDPOINTS[endpoint], kind="request")
        messages = as_object(written, dict)["messages"]
        assert (name, len(messages)) == (name, len(from_dict(messages)))
    for name, body in recorded_bodies(recorded, endpoint, "response"):
        written = turnwire.convert(body, "langchain_messages", source=ENDPOINTS[endpoint], kind="response")
        (message,) = from_dict([as_object(written, dict)])
        assert (name, "ai") == (name, message.type)
