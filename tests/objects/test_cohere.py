"""Cohere's package takes what is written for its API, and what it makes of replies is read."""

from __future__ import annotations

import json

import pytest
from tests.cases import case
from tests.objects.cohere_package import json_of, made, package

import turnwire

NAME = "cohere_chat"
FOUND = [found for file in case.files() for found in case.load(file)]
WRITTEN = [found for found in FOUND if found.folder == NAME and found.source != NAME]
REPLIES = [found for found in FOUND if found.source == NAME and found.case.kind == "response"]
# Replies that the API does not send.
ODD = {"a reason of tomorrow", "no reason", "no message", "nobody speaks", "another speaks"}


def name_of(found: case.Found) -> str:
    return f"{found.file.stem}/{found.case.name}"


@pytest.mark.parametrize("found", [each for each in WRITTEN if each.case.kind == "request"], ids=name_of)
def test_what_is_written_is_what_the_package_sends(found: case.Found) -> None:
    types = package("cohere.types")
    body = json.loads(turnwire.convert(bytes(found.case.wire), NAME, source=found.source, kind="request").data)
    for message in body["messages"]:
        one = made(types.ChatMessageV2, message)
        assert type(one).__name__ == f"{message['role'].title()}ChatMessageV2"
        assert json_of(one) == message
        for part in one.content if isinstance(one.content, list) else ():
            assert not isinstance(part, dict)
    for tool in body.get("tools", ()):
        assert json_of(made(types.ToolV2, tool)) == tool
    for key, kind in (("response_format", types.ResponseFormatV2), ("thinking", types.Thinking)):
        if key in body:
            assert json_of(made(kind, body[key])) == body[key]


def whole_number(text: str) -> float:
    return int(float(text)) if float(text).is_integer() else float(text)


@pytest.mark.parametrize("found", [each for each in REPLIES if each.case.name not in ODD], ids=name_of)
def test_what_the_package_makes_of_a_reply_is_read(found: case.Found) -> None:
    reply = made(package("cohere").V2ChatResponse, json.loads(bytes(found.case.wire)))
    for part in reply.message.content or ():
        assert not isinstance(part, dict)
    whole = json_of(reply)
    assert json.loads(turnwire.convert(json.dumps(whole), NAME, source=NAME, kind="response").data) == whole
    # The package has all counts as floats: which of them were whole on the wire, it does not know.
    wire = json.dumps(json.loads(bytes(found.case.wire), parse_float=whole_number), separators=(",", ":"))
    read = turnwire.read(wire, NAME, kind="response")
    assert turnwire.read(reply, NAME, kind="response") == read
    assert read.candidates[0].role == "assistant"


@pytest.mark.parametrize("found", [each for each in WRITTEN if each.case.kind == "response"], ids=name_of)
def test_a_reply_that_is_written_is_one_to_the_package(found: case.Found) -> None:
    body = json.loads(turnwire.convert(bytes(found.case.wire), NAME, source=found.source, kind="response").data)
    reply = made(package("cohere").V2ChatResponse, body)
    assert (reply.id, reply.finish_reason) == (body["id"], body["finish_reason"])
    assert type(reply.message).__name__ == "AssistantMessageResponse"
    assert json_of(reply) == body
