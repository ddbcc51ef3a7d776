"""Cohere's package: what it makes of JSON and of streams.

The package's own classes take everything (`UncheckedBaseModel`), so each object that it makes is checked once more with
the types of its fields: a part of a kind that it does not know becomes a dict, which is none of them.

It is installed with the tests (requirements/develop.txt), and not among the packages of turnwire[test-objects], since
it brings tokenizers and a hub of models along.
"""

from __future__ import annotations

import json
from typing import Any

import pytest


def package(name: str) -> Any:
    """A module of cohere.  Without cohere the test that asks is skipped."""
    return pytest.importorskip(name, reason="SKIPPED: cohere is not there; pip install cohere==7.3.1")


def made(kind: Any, value: Any) -> Any:
    """What the package makes of JSON."""
    return package("cohere.core.unchecked_base_model").construct_type(type_=kind, object_=value)


def json_of(thing: Any) -> Any:
    """The JSON of what the package has made."""
    return json.loads(thing.json(exclude_unset=True, by_alias=True))


def streamed(stream: bytes) -> list[Any]:
    """The events that `ClientV2.chat_stream` gives of a stream."""
    httpx = package("httpx")
    replies = httpx.MockTransport(
        lambda _: httpx.Response(200, content=stream, headers={"content-type": "text/event-stream"})
    )
    client = package("cohere").ClientV2(api_key="none", httpx_client=httpx.Client(transport=replies))
    return list(client.chat_stream(model="m", messages=[{"role": "user", "content": "Hi."}]))


def gathered(events: list[Any]) -> dict[str, Any]:
    """The reply that the users of the package put together: it has no accumulator."""
    reply: dict[str, Any] = {"plan": "", "parts": {}, "calls": {}, "citations": []}
    for event in events:
        _GATHER.get(event.type, _nothing)(reply, event)
    return reply


def _nothing(_reply: dict[str, Any], _event: Any) -> None:
    """An event that says nothing."""


def _begin_message(reply: dict[str, Any], event: Any) -> None:
    reply["id"] = event.id


def _begin_part(reply: dict[str, Any], event: Any) -> None:
    content = event.delta.message.content
    assert event.index not in reply["parts"]
    reply["parts"][event.index] = (content.type, content.text or content.thinking or "")


def _more_of_part(reply: dict[str, Any], event: Any) -> None:
    kind, before = reply["parts"][event.index]
    content = event.delta.message.content
    reply["parts"][event.index] = (kind, before + (content.text or content.thinking or ""))


def _more_of_plan(reply: dict[str, Any], event: Any) -> None:
    reply["plan"] += event.delta.message.tool_plan


def _begin_call(reply: dict[str, Any], event: Any) -> None:
    call = event.delta.message.tool_calls
    assert event.index not in reply["calls"]
    reply["calls"][event.index] = [call.id, call.function.name, call.function.arguments]


def _more_of_call(reply: dict[str, Any], event: Any) -> None:
    reply["calls"][event.index][2] += event.delta.message.tool_calls.function.arguments


def _cite(reply: dict[str, Any], event: Any) -> None:
    reply["citations"].append(json_of(event.delta.message.citations))


def _end_message(reply: dict[str, Any], event: Any) -> None:
    delta = event.delta
    reply["end"] = (delta.finish_reason, None if delta.usage is None else json_of(delta.usage))


_GATHER = {
    "message-start": _begin_message,
    "content-start": _begin_part,
    "content-delta": _more_of_part,
    "tool-plan-delta": _more_of_plan,
    "tool-call-start": _begin_call,
    "tool-call-delta": _more_of_call,
    "citation-start": _cite,
    "message-end": _end_message,
}


def told(reply: Any) -> dict[str, Any]:
    """The same of a reply without a stream."""
    message = reply.message
    return {
        "plan": message.tool_plan or "",
        "parts": {n: (part.type, getattr(part, part.type)) for n, part in enumerate(message.content or ())},
        "calls": {
            n: [call.id, call.function.name, call.function.arguments or ""]
            for n, call in enumerate(message.tool_calls or ())
        },
        "citations": [json_of(each) for each in message.citations or ()],
        "id": reply.id,
        "end": (reply.finish_reason, None if reply.usage is None else json_of(reply.usage)),
    }
