"""Cohere's client takes the streams that are written for it, event by event, and what it gives is read."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import pytest
from tests.objects.cohere_package import gathered, json_of, made, package, streamed, told
from tests.objects.order import disorder
from tests.stream.replies import CASES
from tests.stream.writing import chunks_of, events_of, written

import turnwire
from turnwire.model import ErrorEvent

if TYPE_CHECKING:
    from tests.stream.writing import Stream

NAME = "cohere_chat"
OWN = [name for name, each in CASES.items() if each.dialect == NAME]
KINDS = {
    "message-start": "MessageStart",
    "content-start": "ContentStart",
    "content-delta": "ContentDelta",
    "content-end": "ContentEnd",
    "tool-plan-delta": "ToolPlanDelta",
    "tool-call-start": "ToolCallStart",
    "tool-call-delta": "ToolCallDelta",
    "tool-call-end": "ToolCallEnd",
    "citation-start": "CitationStart",
    "citation-end": "CitationEnd",
    "message-end": "MessageEnd",
}


def stream_of(name: str) -> Stream:
    """A stream of our own, written for Cohere."""
    return written(events_of(CASES[name].stream, CASES[name].dialect), NAME)


@pytest.mark.parametrize("name", CASES)
def test_the_client_takes_what_is_written(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """The client passes over an event that it cannot make, and logs a warning."""
    package("cohere")
    stream = stream_of(name)
    with caplog.at_level(logging.WARNING):
        events = streamed(stream.data)
    assert [] == caplog.records
    chunks = chunks_of(stream.data)
    assert [chunk["type"] for chunk in chunks] == [event.type for event in events]
    for event, chunk in zip(events, chunks, strict=True):
        assert type(event).__name__.endswith(KINDS[chunk["type"]] + "V2ChatStreamResponse")
        assert json_of(event) == chunk
    assert [] == disorder(NAME, stream.data, chunks)


@pytest.mark.parametrize("name", CASES)
def test_the_pieces_are_the_reply(name: str) -> None:
    reply = turnwire.fold(events_of(CASES[name].stream, CASES[name].dialect))
    stream = stream_of(name)
    if any(loss.feature.startswith("stream.") or loss.feature == "message.content" for loss in stream.losses):
        return  # the losses tell that the pieces are not the reply
    body = json.loads(turnwire.write(reply, NAME).data)
    assert told(made(package("cohere").V2ChatResponse, body)) == gathered(streamed(stream.data))


@pytest.mark.parametrize("name", CASES)
def test_what_the_client_gives_is_read(name: str) -> None:
    stream: Any = CASES[name].stream if name in OWN else stream_of(name).data
    reader = turnwire.stream_reader(NAME)
    found = [event for given in streamed(stream) for event in reader.send(given)] + reader.close()
    assert events_of(stream, NAME) == found


def test_the_client_is_told_of_an_error() -> None:
    start = events_of(CASES["text"].stream, CASES["text"].dialect)[0]
    (*_, last) = streamed(written([start, ErrorEvent("Overloaded")], NAME).data)
    assert ("message-end", "Overloaded") == (last.type, last.delta.error)
