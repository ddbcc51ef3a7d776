"""A reply that is kept in a conversation is written as a message of a request, and nothing private stands in it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.cases import case
from tests.stream.replies import CASES

import turnwire
from turnwire.codec.wire import MARKS
from turnwire.dialects import get, names
from turnwire.documents.residue import unknown_members
from turnwire.model import Completion, History, Message, MessageMetadata, Settings, TextBlock
from turnwire.testing.accounts import faults

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.stream.chats import Case

BOTH = [name for name in names() if get(name).request and get(name).response and name != "turnwire"]
REPLIES = [
    found
    for file in case.files()
    for found in case.load(file)
    if found.case.kind == "response" and found.case.refused is None and found.source in BOTH
]
REQUESTS = [
    found
    for file in case.files()
    for found in case.load(file)
    if found.case.kind == "request" and found.case.refused is None and found.source in BOTH
]
# These formats store what they hold, and read it as theirs again: a member that they do not know is no error there.
STORES = frozenset(("langchain_messages", "otel_genai"))

# `resource_link` stands in a sampled reply against the rules of the format, whose requests have it.
RULE_BREAKERS = frozenset(("a resource that a model says against the rules",))


def name_of(found: case.Found) -> str:
    return f"{found.folder}/{found.file.stem}/{found.case.name}"


def keys_of(node: Any) -> Iterator[str]:
    """Every key of a JSON document."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield key
            yield from keys_of(value)
    elif isinstance(node, list):
        for item in node:
            yield from keys_of(item)


def private_in(data: bytes, source: bytes) -> set[str]:
    """The marks of residue in a document that do not stand in what it was made of."""
    return set(MARKS.intersection(keys_of(json.loads(data)))) - set(keys_of(json.loads(source)))


def documented_by(name: str) -> frozenset[str]:
    """The members without a canonical field that an assistant's message of a request may have."""
    part = get(name).request
    assert part is not None
    return part.documented


def kept(reply: Completion) -> History:
    said = [Message("user", [TextBlock("Go on.")]), *reply.candidates]
    return History(said, settings=Settings(model="m"))


@pytest.mark.parametrize("found", REPLIES, ids=name_of)
def test_a_kept_reply_is_a_message_of_a_request(found: case.Found) -> None:
    wire = bytes(found.case.wire)
    history = kept(turnwire.read(wire, found.source, kind="response"))
    written = turnwire.write(history, found.source)
    assert private_in(written.data, wire) == set()
    back = turnwire.read(written.data, found.source, kind="request")
    for message in back.history if found.source not in STORES else ():
        said = unknown_members(message.provider_raw, found.source)
        assert {name for name, value in said.items() if bytes(value) != b"null"} <= documented_by(found.source)
    assert found.case.name in RULE_BREAKERS or faults(history, found.source) == []


@pytest.mark.parametrize("target", ["anthropic_messages", "gemini_generate", "openai_chat", "openai_responses"])
@pytest.mark.parametrize("found", REPLIES, ids=name_of)
def test_a_kept_reply_goes_to_another_provider(found: case.Found, target: str) -> None:
    wire = bytes(found.case.wire)
    written = turnwire.write(kept(turnwire.read(wire, found.source, kind="response")), target)
    assert private_in(written.data, wire) == set()


# A query of geppetto is a question alone: it has no turns of an assistant.
@pytest.mark.parametrize("name", [name for name in BOTH if name != "geppetto"])
def test_of_a_kept_reply_in_words_nothing_is_lost(name: str) -> None:
    reply = Completion([Message("assistant", [TextBlock("Hello")])], "id", "2026-01-01T00:00:00Z", "m")
    reply.candidates[0].metadata = MessageMetadata(stop_reason="end_turn")
    wire = turnwire.write(reply, name).data
    history = kept(turnwire.read(wire, name, kind="response"))
    told = [loss for loss in turnwire.write(history, name).losses if loss.path.startswith("/history/1")]
    assert [loss for loss in told if loss.kind == "dropped"] == []


@pytest.mark.parametrize("found", REQUESTS, ids=name_of)
def test_a_message_of_a_request_in_a_reply(found: case.Found) -> None:
    wire = bytes(found.case.wire)
    history = turnwire.read(wire, found.source, kind="request")
    said = [message for message in history.history if message.role == "assistant"]
    written = turnwire.write(Completion(said[-1:], "id", "2026-01-01T00:00:00Z", "m"), found.source)
    assert private_in(written.data, wire) == set()


def test_a_history_that_was_written_stays_as_it_was() -> None:
    found = next(each for each in REPLIES if each.source == "gemini_generate")
    history = kept(turnwire.read(bytes(found.case.wire), found.source, kind="response"))
    before = turnwire.write(history, "turnwire").data
    turnwire.write(history, found.source)
    assert turnwire.write(history, "turnwire").data == before


STREAMED = {name: each for name, each in CASES.items() if each.dialect in BOTH}
assert STREAMED


@pytest.mark.parametrize("streamed", STREAMED.values(), ids=list(STREAMED))
def test_a_folded_stream_that_is_kept(streamed: Case) -> None:
    reader = turnwire.stream_reader(streamed.dialect)
    reply = turnwire.fold([*reader.feed(streamed.stream), *reader.close()])
    written = turnwire.write(kept(reply), streamed.dialect)
    assert private_in(written.data, b"{}") == set()
    for message in turnwire.read(written.data, streamed.dialect, kind="request").history:
        said = unknown_members(message.provider_raw, streamed.dialect)
        assert {name for name, value in said.items() if bytes(value) != b"null"} <= documented_by(streamed.dialect)
