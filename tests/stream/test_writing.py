"""What a stream that is written passes on as it comes, and how it ends."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Raw
from tests.stream.writing import FAMILIES, PIECE_BY_PIECE, STREAMED, WITH_CALLS, back, events_of, fault, written

import turnwire
from turnwire.model import (
    BlockEndEvent,
    BlockStartEvent,
    CompleteEvent,
    ErrorEvent,
    OpaqueEvent,
    RefusalDeltaEvent,
    StartEvent,
    TextBlock,
    TextDeltaEvent,
    ThinkingDeltaEvent,
    ToolUseBlock,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
)

START = StartEvent("r1", "assistant", "some-model", "2026-03-01T09:00:00Z")
END = CompleteEvent(0, "end_turn")
# Anthropic and Responses have one answer, and Ollama too.
BY_TURNS = ("openai_chat", "mistral_chat", "gemini_generate")


def silent(events: list[Any], target: str) -> list[Any]:
    """The events whose piece is not in what was sent for them."""
    sent = written(events, target).sent
    pieces = [getattr(event, "text", None) or getattr(event, "partial_input", None) for event in events]
    return [
        event for event, piece, data in zip(events, pieces, sent, strict=True) if piece and piece.encode() not in data
    ]


def call(number: int, *pieces: str, block: int | None = None) -> list[Any]:
    """A call that comes in pieces."""
    place = number if block is None else block
    inputs = [ToolUseInputDeltaEvent(piece, 0, place) for piece in pieces]
    return [ToolUseStartEvent(f"call{number}", f"tool{number}", 0, place), *inputs, ToolUseEndEvent(0, place)]


@pytest.mark.parametrize("target", STREAMED)
def test_texts_pass_on_as_they_come(target: str) -> None:
    events = [START, *(TextDeltaEvent(f"piece{n} ") for n in range(5)), BlockEndEvent(0, 0), END]
    assert silent(events, target) == []


@pytest.mark.parametrize("target", FAMILIES)
def test_a_text_that_began_without_a_word_passes_on(target: str) -> None:
    events = [START, BlockStartEvent(0, 0, TextBlock("")), *(TextDeltaEvent(text) for text in ("", "one", "two"))]
    assert silent([*events, END], target) == []


@pytest.mark.parametrize("target", ["gemini_generate", "ollama_chat", "deepseek_chat", "mistral_chat"])
def test_reasoning_passes_on_as_it_comes_and_the_text_after_it(target: str) -> None:
    thoughts = [ThinkingDeltaEvent(f"thought{n}", 0, 0) for n in range(3)]
    events = [START, *thoughts, *(TextDeltaEvent(f"text{n}", 0, 1) for n in range(3)), END]
    assert silent(events, target) == []


@pytest.mark.parametrize("target", ["openai_chat", "openai_responses"])
def test_a_refusal_passes_on_as_it_comes(target: str) -> None:
    assert silent([START, RefusalDeltaEvent("I can"), RefusalDeltaEvent("not"), END], target) == []


@pytest.mark.parametrize("target", PIECE_BY_PIECE)
def test_inputs_of_calls_pass_on_as_they_come(target: str) -> None:
    calls = [*call(1, "[11,", "12]"), *call(2, "[21,", "22]")]
    assert silent([START, TextDeltaEvent("Let me see."), *calls, END], target) == []


@pytest.mark.parametrize("target", PIECE_BY_PIECE)
def test_calls_by_turns_are_each_whole(target: str) -> None:
    one, two = call(1, '{"a":', "1}", block=0), call(2, '{"b":', "2}", block=1)
    events = [START, *(event for pair in zip(one, two, strict=True) for event in pair), END]
    stream = written(events, target)
    found = [block for block in back(stream, target).candidates[0].content if isinstance(block, ToolUseBlock)]
    assert [("tool1", b'{"a":1}'), ("tool2", b'{"b":2}')] == [(block.name, bytes(block.input)) for block in found]
    assert [loss.feature for loss in stream.losses if loss.feature.startswith("stream.")] == []


@pytest.mark.parametrize("target", ["gemini_generate", "ollama_chat"])
def test_a_call_that_comes_whole_is_sent_when_it_is(target: str) -> None:
    events = [START, *call(0, '{"a":', "1}"), END]
    sent = written(events, target).sent
    assert [b"", b"", b""] == sent[1:4]
    assert b'{"a":1}' in sent[4]


@pytest.mark.parametrize("target", BY_TURNS)
def test_candidates_by_turns_the_second_first(target: str) -> None:
    said = [TextDeltaEvent(f"piece{n} of{1 - n % 2}", 1 - n % 2) for n in range(6)]
    events = [START, *said, CompleteEvent(0, "end_turn"), CompleteEvent(1, "max_tokens")]
    assert silent(events, target) == []
    folded = back(written(events, target), target)
    texts = ["".join(e.text for e in said if e.candidate == number) for number in (0, 1)]
    assert texts == ["".join(b.text for b in m.content if isinstance(b, TextBlock)) for m in folded.candidates]


@pytest.mark.parametrize("target", FAMILIES)
def test_text_after_a_call_is_in_the_stream(target: str) -> None:
    events = [START, TextDeltaEvent("Before."), *call(1, "{}"), TextDeltaEvent("After.", 0, 2), END]
    stream = written(events, target)
    assert b"After." in b"".join(stream.sent)
    assert b"Before." in stream.sent[1]


SHOWN = ("invented", "/candidates/0/content/0", "stream.shown")
OTHERWISE = ("dropped", "/candidates/0/content/0", "stream.said_otherwise")


@pytest.mark.parametrize(
    ("target", "told"),
    [
        # What the reply says stands behind what was shown, where a stream has more than one text.
        ("anthropic_messages", [SHOWN]),
        ("gemini_generate", [SHOWN]),
        ("mistral_chat", [SHOWN, OTHERWISE]),
        ("ollama_chat", [SHOWN, OTHERWISE]),
        ("openai_chat", [SHOWN, OTHERWISE]),
        # The end says all again.
        ("openai_responses", []),
    ],
)
def test_a_block_that_begins_twice_is_told_where_it_cannot_be_taken_back(target: str, told: list[Any]) -> None:
    again = [BlockStartEvent(0, 0, TextBlock("")), TextDeltaEvent("Other words.")]
    stream = written([START, TextDeltaEvent("Words."), *again, END], target)
    shown = [(loss.kind, loss.path, loss.feature) for loss in stream.losses if loss.feature.startswith("stream.")]
    assert told == shown
    assert b"Other words." in stream.data


@pytest.mark.parametrize("target", WITH_CALLS)
def test_many_blocks_are_told_in_fewer_steps_and_none_is_lost(target: str) -> None:
    events: list[Any] = [START, *(each for n in range(300) for each in call(n, f'{{"n":{n}}}')), END]
    stream = written(events, target)
    found = [block for block in back(stream, target).candidates[0].content if isinstance(block, ToolUseBlock)]
    assert [f'{{"n":{n}}}'.encode() for n in range(300)] == [bytes(block.input) for block in found]
    assert sum(map(bool, stream.sent)) >= 40
    assert [loss.feature for loss in stream.losses if loss.feature.startswith("stream.")] == []


@pytest.mark.parametrize("target", STREAMED)
def test_what_broke_off_is_written_as_that(target: str) -> None:
    broken = ErrorEvent("the stream ended before the reply did", code="stream.truncated")
    for events in ([START, TextDeltaEvent("Half a")], [START, TextDeltaEvent("Half a"), broken, CompleteEvent(0)]):
        stream = written(events, target)
        read = events_of(stream.data, target)
        errors = [event.code for event in read if isinstance(event, ErrorEvent)]
        (message,) = turnwire.fold(read).candidates
        assert message.metadata is not None
        assert (["stream.truncated"], "partial", None) == (
            errors,
            message.metadata.status,
            message.metadata.stop_reason,
        )


@pytest.mark.parametrize("target", STREAMED)
@pytest.mark.parametrize("before", [[], [START], [START, TextDeltaEvent("Half a")]])
def test_an_error_is_the_error_of_the_stream(before: list[Any], target: str) -> None:
    stream = written([*before, ErrorEvent("Overloaded", "overloaded_error")], target)
    read = events_of(stream.data, target)
    assert ["Overloaded"] == [event.message for event in read if isinstance(event, ErrorEvent)]
    for message in turnwire.fold(read).candidates:
        assert message.metadata is not None
        assert message.metadata.status == "error"


@pytest.mark.parametrize("target", STREAMED)
def test_a_stream_of_nothing_and_a_closed_one(target: str) -> None:
    writer = turnwire.stream_writer(target)
    assert (b"", ()) == (writer.close(), writer.losses)
    with pytest.raises(ValueError, match="closed"):
        writer.close()
    with pytest.raises(ValueError, match="closed"):
        writer.send(START)


def test_a_dialect_without_streams_is_refused() -> None:
    with pytest.raises(turnwire.UnknownDialect):
        turnwire.stream_writer("turnwire")


@pytest.mark.parametrize("target", STREAMED)
def test_opaque_events_pass_to_their_own_format_and_are_told_to_others(target: str) -> None:
    chunk = Raw(b'{"type":"tomorrow","n":1}')
    for dialect in (target, "another"):
        events = [START, OpaqueEvent("tomorrow", chunk, dialect), TextDeltaEvent("Words."), END]
        stream = written(events, target)
        told: list[Any] = [(loss.path, loss.value) for loss in stream.losses if loss.feature == "opaque"]
        is_own = dialect == target
        assert ([] if is_own else [("/events/1", {"type": "tomorrow", "n": 1})], is_own) == (
            told,
            b"tomorrow" in stream.sent[1],
        )
        assert (
            back(stream, target).id == turnwire.fold(events_of(written([START, *events[2:]], target).data, target)).id
        )


@pytest.mark.parametrize("target", ["anthropic_messages", "ollama_chat"])
def test_an_opaque_event_that_is_no_chunk_cannot_break_the_stream(target: str) -> None:
    odd = [OpaqueEvent("x", Raw(b"[1]"), target), OpaqueEvent("x\n\ndata: {}", Raw(b'{"a":1}'), target)]
    events = [START, *odd, OpaqueEvent("x", Raw(b'{"a":\n\n1}'), target), TextDeltaEvent("Words."), END]
    stream = written(events, target)
    assert ["/events/1", "/events/2"] == [loss.path for loss in stream.losses if loss.feature == "opaque"]
    assert [TextBlock("Words.")] == back(stream, target).candidates[0].content


@pytest.mark.parametrize(
    ("target", "members"),
    [
        ("openai_chat", ["/id", "/created_at", "/model"]),
        ("anthropic_messages", ["/id", "/model"]),
        ("ollama_chat", ["/created_at"]),
        ("gemini_generate", []),
        ("openai_responses", []),
    ],
)
def test_a_beginning_that_comes_late_is_told_where_the_stream_has_said_another(target: str, members: list[str]) -> None:
    stream = written([TextDeltaEvent("Words."), START, END], target)
    assert members == [loss.path for loss in stream.losses if loss.feature == "stream.said_otherwise"]


def test_a_call_over_several_lines_is_told_where_an_event_is_one_line() -> None:
    stream = written([START, *call(0, '{\n"a":1}'), END], "ollama_chat")
    assert ["/candidates/0/content/0/input"] == [loss.path for loss in stream.losses if loss.kind == "reshaped"]
    assert len(stream.data.splitlines()) == stream.data.count(b"\n")


def lines(*messages: Any) -> bytes:
    """A stream of Ollama's, which says calls and thoughts in whatever order they come."""
    chunks = [
        {"model": "m", "message": {"role": "assistant", "content": "", **each}, "done": False} for each in messages
    ]
    last = {"model": "m", "message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop"}
    return b"".join(json.dumps(each).encode() + b"\n" for each in [*chunks, last])


LATE = lines(
    {"tool_calls": [{"function": {"name": "f", "arguments": {"k": 1}}}]}, {"content": "ANSWER", "thinking": "T"}
)


@pytest.mark.parametrize("target", WITH_CALLS)
def test_what_comes_later_than_it_stands_is_said_all_the_same(target: str) -> None:
    stream = written(events_of(LATE, "ollama_chat"), target)
    assert b"ANSWER" in stream.data
    assert b"f" in stream.data
    found = back(stream, target).candidates[0].content
    assert {"ANSWER"} == {block.text for block in found if isinstance(block, TextBlock)}
    assert [b'{"k":1}'] == [bytes(block.input).replace(b" ", b"") for block in found if isinstance(block, ToolUseBlock)]


def test_texts_of_one_chunk_are_texts_of_their_own() -> None:
    parts = [{"text": "T0", "thought": True}, {"text": "ONE "}, {"text": "TWO "}, {"text": "T4", "thought": True}]
    chunks = [{"content": {"parts": parts}}, {"content": {"parts": [{"text": "THREE"}]}, "finishReason": "STOP"}]
    data = b"".join(b"data: " + json.dumps({"candidates": [each]}).encode() + b"\n\n" for each in chunks)
    stream = written(events_of(data, "gemini_generate"), "anthropic_messages")
    said = [
        block.text for block in back(stream, "anthropic_messages").candidates[0].content if type(block) is TextBlock
    ]
    assert ["ONE ", "TWO ", "THREE"] == said


KINDS = pytest.mark.parametrize("kinds", [(TextDeltaEvent, ThinkingDeltaEvent), (TextDeltaEvent, TextDeltaEvent)])


def by_turns(kinds: tuple[Any, Any]) -> list[Any]:
    """Two blocks, piece by piece in turn."""
    one, other = kinds
    return [START, one("a", 0, 0), other("b", 0, 1), one("c", 0, 0), other("d", 0, 1), END]


@pytest.mark.parametrize("target", FAMILIES)
@KINDS
def test_blocks_by_turns_are_said_or_told(target: str, kinds: tuple[Any, Any]) -> None:
    assert fault(by_turns(kinds), target) is None


@pytest.mark.parametrize("target", ["gemini_generate", "mistral_chat"])
@KINDS
def test_blocks_by_turns_stand_in_pieces_where_parts_have_no_numbers(target: str, kinds: tuple[Any, Any]) -> None:
    losses = written(by_turns(kinds), target).losses
    assert ("degraded", "/candidates/0/content") in {(loss.kind, loss.path) for loss in losses}


@pytest.mark.parametrize("odd", [None, 5, {"type": "text_delta", "text": "hello"}], ids=repr)
def test_what_is_no_event_is_refused(odd: Any) -> None:
    with pytest.raises(turnwire.InvalidDocument, match="is not an event of a stream"):
        turnwire.stream_writer("openai_chat").send(odd)


@pytest.mark.parametrize("target", FAMILIES)
def test_a_long_text_behind_many_blocks_is_sent_while_it_comes(target: str) -> None:
    blocks = [(TextDeltaEvent, ThinkingDeltaEvent)[number % 2](f"Block {number}. ", 0, number) for number in range(100)]
    pieces = [TextDeltaEvent(f"Piece {number}. ", 0, 100) for number in range(300)]
    writer = turnwire.stream_writer(target)
    for event in (StartEvent("r1", "assistant", "m"), *blocks):
        writer.send(event)
    sent = [writer.send(piece) for piece in pieces]
    assert all(sent[101:])
    assert b"Piece 0. " in b"".join(sent[:102])
