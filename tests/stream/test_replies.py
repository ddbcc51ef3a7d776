"""A stream folds to the reply that the provider gives without one, however its bytes are cut."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.stream.chats import Case
from tests.stream.replies import CASES, CITED, A, block, told
from tests.stream.writing import STREAMED

import turnwire
from turnwire.dialects import get
from turnwire.documents import schemas
from turnwire.model import (
    BlockStartEvent,
    CompleteEvent,
    StartEvent,
    TextBlock,
    TextDeltaEvent,
    ThinkingBlock,
    ToolUseBlock,
    ToolUseEndEvent,
    ToolUseStartEvent,
)
from turnwire.testing import difference, normal
from turnwire.v1 import upb

if TYPE_CHECKING:
    from collections.abc import Iterable


EACH = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))


def events_of(dialect: str, pieces: Iterable[bytes | str]) -> list[Any]:
    reader = turnwire.stream_reader(dialect)
    found = [event for piece in pieces for event in reader.feed(piece)]
    return [*found, *reader.close()]


@EACH
def test_it_folds_to_the_reply(case: Case) -> None:
    folded = turnwire.fold(events_of(case.dialect, [case.stream]))
    wanted = turnwire.read(json.dumps(case.reply, separators=(",", ":")), case.dialect, kind="response")
    assert difference(normal(wanted), normal(folded)) is None


@EACH
def test_it_is_written_as_the_reply(case: Case) -> None:
    folded = turnwire.fold(events_of(case.dialect, [case.stream]))
    wanted = turnwire.write(
        turnwire.read(json.dumps(case.reply, separators=(",", ":")), case.dialect, kind="response"), case.dialect
    )
    written = turnwire.write(folded, case.dialect)
    assert (_plain(wanted.data), ()) == (_plain(written.data), written.losses)


@EACH
def test_a_mark_without_content_is_forgotten(case: Case) -> None:
    folded = turnwire.fold(events_of(case.dialect, [case.stream]))
    for message in folded.candidates:
        assert {"$form": {"reply": "message"}} not in [
            json.loads(bytes(raw)) for raw in (message.provider_raw or {}).values()
        ]


def _plain(data: bytes) -> Any:
    """The reply without the nulls and empty lists that chunks do not say."""

    def bare(tree: Any) -> Any:
        if isinstance(tree, dict):
            return {name: bare(value) for name, value in tree.items() if value not in (None, [])}
        return [bare(value) for value in tree] if isinstance(tree, list) else tree

    return bare(json.loads(data))


@EACH
def test_bytes_one_by_one_give_the_same_events(case: Case) -> None:
    whole = events_of(case.dialect, [case.stream])
    assert whole == events_of(case.dialect, (case.stream[n : n + 1] for n in range(len(case.stream))))
    assert whole == events_of(case.dialect, (case.stream[n : n + 7] for n in range(0, len(case.stream), 7)))


@EACH
def test_parsed_chunks_give_the_same_events(case: Case) -> None:
    reader = turnwire.stream_reader(case.dialect)
    found = [event for chunk in case.chunks if chunk != "[DONE]" for event in reader.send(chunk)]
    assert events_of(case.dialect, [case.stream]) == [*found, *reader.close()]


@EACH
def test_events_stand_in_order(case: Case) -> None:
    events = events_of(case.dialect, [case.stream])
    assert isinstance(events[0], StartEvent)
    assert 1 == sum(isinstance(event, StartEvent) for event in events)
    assert isinstance(events[-1], CompleteEvent)
    begun = Counter((event.candidate, event.block) for event in events if isinstance(event, ToolUseStartEvent))
    ended = Counter((event.candidate, event.block) for event in events if isinstance(event, ToolUseEndEvent))
    assert begun == ended
    assert set(begun.values()) <= {1}


@EACH
def test_events_are_native_json_by_the_schema_and_go_through_protobuf(case: Case) -> None:
    valid = schemas.validator("stream-event")
    for event in events_of(case.dialect, [case.stream]):
        text = msgspec.json.encode(event)
        assert [] == [each.message for each in valid.iter_errors(json.loads(text))]
        assert event == msgspec.json.decode(text, type=type(event))
        assert text == msgspec.json.encode(upb.stream_event_from_upb(upb.stream_event_to_upb(event)))


SAID_IN_PIECES = ("text", "reasoning", "a refusal", "arguments that are no JSON", "Anthropic: text")


@pytest.mark.parametrize("name", SAID_IN_PIECES)
def test_what_came_in_pieces_is_not_said_again(name: str) -> None:
    """Only a thought begins, which says whose it is."""
    events = events_of(CASES[name].dialect, [CASES[name].stream])
    begun = [event.content for event in events if isinstance(event, BlockStartEvent)]
    assert [] == [block for block in begun if not isinstance(block, ThinkingBlock) or block.text]


def test_pieces_of_text_come_as_they_are() -> None:
    case = CASES["text"]
    reader = turnwire.stream_reader(case.dialect)
    said = [event.text for event in reader.feed(case.stream) if isinstance(event, TextDeltaEvent)]
    assert ["Hel", "lo."] == said


def test_what_came_so_far_can_be_asked() -> None:
    case = CASES["two calls at once"]
    reader = turnwire.stream_reader(case.dialect)
    reader.feed(case.stream[: case.stream.index(b'" 1.0}')])
    text, begun = reader.reply().candidates[0].content
    assert [TextBlock("I look."), ToolUseBlock("a", "f", input_text='{"x":')] == [text, begun]


@pytest.mark.parametrize("name", STREAMED)
def test_a_dialect_that_streams_shows_a_stream(name: str) -> None:
    """By a case of its own, with `chunks`, or by one of a dialect that streams in the same way."""
    shown = [each for each in STREAMED if get(each).stream == get(name).stream]
    assert [case.dialect for case in CASES.values() if case.dialect in shown] != []


@EACH
def test_it_folds_to_the_reply_in_each_dialect_that_streams_in_the_same_way(case: Case) -> None:
    reply, alike = json.dumps(case.reply, separators=(",", ":")), get(case.dialect).stream
    other = {}
    for name in (each for each in STREAMED if get(each).stream == alike):
        wanted = normal(turnwire.read(reply, name, kind="response"))
        if (found := difference(wanted, normal(turnwire.fold(events_of(name, [case.stream]))))) is not None:
            other[name] = found
    assert other == {}


def test_a_dialect_without_streams_says_so() -> None:
    with pytest.raises(turnwire.UnknownDialect, match="streams of glm are not read"):
        turnwire.stream_reader("glm")


def test_citations_come_before_the_block_that_follows_their_text() -> None:
    cited = [{"type": "text_delta", "text": "A."}, {"type": "citations_delta", "citation": CITED}]
    chunks = told(
        *block(0, {"type": "text", "text": "", "citations": []}, *cited),
        *block(1, {"type": "text", "text": ""}, {"type": "text_delta", "text": "B."}),
    )
    events = events_of(A, [Case(A, chunks, {}).stream])
    kinds = [(each.__struct_config__.tag, each.block) for each in events if hasattr(each, "block")]
    said = [("text_delta", 0), ("citation_delta", 0), ("text_delta", 1)]
    assert [*said, ("block_end", 0), ("block_end", 1)] == [each for each in kinds if each[0] != "block_start"]
