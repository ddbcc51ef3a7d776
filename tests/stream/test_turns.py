"""Calls whose pieces come by turns, and what stands behind them: each is told once, and when it is whole."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Raw
from tests.objects.order import ORDERS, disorder
from tests.stream.chats import Case, call, called, chat, chatted
from tests.stream.replies import CASES
from tests.stream.writing import WITH_CALLS, back, chunking, chunks_of, events_of, fault, streaming, written

import turnwire
from turnwire.codec.json import json_of
from turnwire.model import (
    BlockStartEvent,
    CompleteEvent,
    StartEvent,
    TextBlock,
    TextDeltaEvent,
    ToolUseBlock,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
)
from turnwire.stream import pieces as pieces_module
from turnwire.stream.pieces import Pieces
from turnwire.testing import difference, normal

C = "openai_chat"
BY_TURNS = ("calls by turns", "a custom call and another by turns", "white space behind a call, and another one")
GOES_ON = Case(
    C,
    chat(
        {"content": "I"}, call(0, "a", "f", '{"x":'), {"content": " look"}, call(0, None, None, "1}"), {"content": "."}
    ),
    chatted({"content": "I look.", "tool_calls": [called("a", "f", '{"x":1}')]}),
)
WHITE = Case(
    C,
    chat(call(0, "a", "f", '{"x":1}'), call(1, "b", "g", "{"), call(0, None, None, "\n"), call(1, None, None, "}")),
    chatted({"tool_calls": [called("a", "f", '{"x":1}\n'), called("b", "g", "{}")]}),
)
LATE = "white space after the end"
ORDERED = tuple(name for name in WITH_CALLS if name in ORDERS)
MORE = {**{name: CASES[name] for name in BY_TURNS}, "text that goes on": GOES_ON, LATE: WHITE}


def tags(events: list[Any]) -> list[tuple[str, int]]:
    """The beginnings, pieces and ends of calls, each with its block."""
    short = {"tool_use_start": "start", "tool_use_input_delta": "piece", "tool_use_end": "end"}
    found = [(short.get(event.__struct_config__.tag), event) for event in events]
    return [(kind, event.block) for kind, event in found if kind is not None]


def test_a_call_ends_when_it_is_whole_and_not_where_another_begins() -> None:
    """The arguments of the second are empty: nobody can say that they are whole before the choice stops."""
    events = events_of(CASES["calls by turns"].stream, C)
    assert [
        *[("start", 1), ("piece", 1), ("start", 2), ("start", 3), ("piece", 3), ("piece", 1), ("piece", 3)],
        *[("end", 1), ("start", 4), ("piece", 4), ("piece", 3), ("end", 3), ("end", 4), ("start", 5), ("piece", 2)],
        *[("end", 2), ("end", 5)],
    ] == tags(events)


def test_calls_one_after_the_other_end_where_the_next_begins() -> None:
    events = events_of(CASES["two calls at once"].stream, C)
    assert ["start", "piece", "piece", "end", "start", "piece", "end"] == [kind for kind, _ in tags(events)]


def test_what_is_no_object_may_go_on() -> None:
    """A number has more digits, a text more words, a custom call whatever it likes."""
    for half, rest in (("12", "3"), ('"a"', ""), ("[1]", ""), ("null", "")):
        assert [("start", 0), ("start", 1), ("end", 0)] == ends_of_the_first(half, rest)


def test_an_object_ends_before_the_next_call_and_what_follows_it_is_no_second_end() -> None:
    assert [("start", 0), ("end", 0), ("start", 1)] == ends_of_the_first("{}", "x")


def ends_of_the_first(half: str, rest: str) -> list[tuple[str, int]]:
    """How a call begins and ends that goes on behind another, and where that begins."""
    chunks = chat(call(0, "a", "f", half), call(1, "b", "g", "{}"), call(0, "", "", rest))
    found = tags(events_of(Case(C, chunks, {}).stream, C))
    return [(kind, number) for kind, number in found if kind == "start" or (kind, number) == ("end", 0)]


def test_a_reason_to_stop_that_comes_with_every_piece_ends_nothing_that_may_go_on() -> None:
    chunks = chat(call(0, "a", "f", '{"x":'), call(0, None, None, "1}"), reason="tool_calls")
    for chunk in chunks[:2]:
        chunk["choices"][0]["finish_reason"] = "tool_calls"
    events = events_of(Case(C, chunks, {}).stream, C)
    assert ["start", "piece", "piece", "end"] == [kind for kind, _ in tags(events)]
    assert b'{"x":1}' == bytes(next(event.input for event in events if isinstance(event, ToolUseEndEvent)))


@pytest.mark.parametrize("name", MORE)
def test_the_events_fold_to_the_reply(name: str) -> None:
    case = MORE[name]
    events = events_of(case.stream, C)
    wanted = turnwire.read(json.dumps(case.reply), C, kind="response")
    assert None is difference(normal(wanted), normal(turnwire.fold(events)))
    begun = [block for kind, block in tags(events) if kind == "start"]
    ended = [block for kind, block in tags(events) if kind == "end"]
    assert sorted(set(begun)) == sorted(begun) == sorted(ended)


# White space behind arguments that are whole changes nothing for whom they are told.
OUT_OF_ORDER = {(LATE, C): ["call 0 goes on when the next one has begun"]}


@pytest.mark.parametrize("target", ORDERED)
@pytest.mark.parametrize("name", MORE)
def test_they_are_written_in_the_order_of_the_format(name: str, target: str) -> None:
    stream = written(events_of(MORE[name].stream, C), target)
    assert OUT_OF_ORDER.get((name, target), []) == disorder(target, stream.data, chunks_of(stream.data))


def is_said_too_late(name: str, target: str) -> bool:
    """Whether the white space behind a call cannot be said: arguments are the text that they are, and are closed."""
    reply = turnwire.write(turnwire.fold(events_of(MORE[name].stream, C)), target).data
    is_closed = streaming(target).whole_calls or chunking(target).waits == "all"
    return name == LATE and b'1}\\n"' in reply and is_closed and not chunking(target).retells


@pytest.mark.parametrize("target", WITH_CALLS)
@pytest.mark.parametrize("name", MORE)
def test_they_are_written_as_the_reply_has_them(name: str, target: str) -> None:
    events = events_of(MORE[name].stream, C)
    assert None is fault(events, target)
    otherwise = ["stream.shown", "stream.said_otherwise"] if is_said_too_late(name, target) else []
    losses = written(events, target).losses
    assert otherwise == [loss.feature for loss in losses if loss.feature.startswith("stream.")]


@pytest.mark.parametrize("target", WITH_CALLS)
def test_a_call_is_told_once_with_all_of_its_input(target: str) -> None:
    stream = written(events_of(CASES["calls by turns"].stream, C), target)
    calls = [block for block in back(stream, target).candidates[0].content if isinstance(block, ToolUseBlock)]
    wanted: list[Any] = [{"x": "}"}, {"y": 2}, {"z": {"{": 3}}, {}, {}]
    assert wanted == [json.loads(bytes(block.input) or b"{}") for block in calls]
    assert ["f", "g", "h", "f", "f"] == [block.name for block in calls]


@pytest.mark.parametrize(
    ("target", "texts", "degraded"),
    [
        ("openai_chat", ["I look."], []),
        ("anthropic_messages", ["I", " look."], ["/candidates/0/content"]),
        # The call is whole when the choice stops, and is told behind all of the text.
        ("gemini_generate", ["I look."], []),
        ("ollama_chat", ["I look."], []),
        ("mistral_chat", ["I look."], []),
        ("openai_responses", ["I look."], []),
        ("cohere_chat", ["I", " look."], ["/candidates/0/content"]),
    ],
)
def test_a_text_that_goes_on_when_its_block_has_ended(target: str, texts: list[str], degraded: list[str]) -> None:
    stream = written(events_of(GOES_ON.stream, C), target)
    assert texts == [block.text for block in back(stream, target).candidates[0].content if isinstance(block, TextBlock)]
    assert degraded == [loss.path for loss in stream.losses if loss.feature == "message.content"]


def begin(number: int) -> ToolUseStartEvent:
    return ToolUseStartEvent(f"c{number}", f"f{number}", 0, number)


def piece(number: int, text: str) -> ToolUseInputDeltaEvent:
    return ToolUseInputDeltaEvent(text, 0, number)


HELD: list[Any] = [
    StartEvent("r", "assistant", "m"),
    begin(0),
    piece(0, '{"a":'),
    begin(1),
    piece(1, '{"b":'),
    TextDeltaEvent("Words", 0, 2),
    piece(0, "1}"),
    ToolUseEndEvent(0, 0),
    piece(1, "2"),
    piece(1, "}"),
    ToolUseEndEvent(0, 1),
    TextDeltaEvent(" and more.", 0, 2),
    CompleteEvent(0, "tool_use"),
]


@pytest.mark.parametrize(
    ("target", "silent"),
    [
        # Of the end of a call, and of the reply, chat completions say nothing where it comes.
        ("openai_chat", [3, 4, 10, 12]),
        ("anthropic_messages", [3, 4, 5, 12]),
        # An item is done in the end.
        ("openai_responses", [7, 10, 12]),
        ("gemini_generate", [1, 2, 3, 4, 5, 6, 8, 9, 12]),
        ("ollama_chat", [1, 2, 3, 4, 6, 8, 9, 12]),
        ("mistral_chat", [1, 2, 3, 4, 6, 8, 9, 12]),
        ("cohere_chat", [3, 4, 5, 12]),
    ],
)
def test_what_waits_is_told_when_its_turn_comes_and_goes_on_from_there(target: str, silent: list[int]) -> None:
    stream = written(HELD, target)
    assert silent == [number for number, data in enumerate(stream.sent) if not data]
    assert None is fault(HELD, target)
    assert [] == disorder(target, stream.data, chunks_of(stream.data))


@pytest.mark.parametrize("target", WITH_CALLS)
def test_calls_that_never_end_in_a_whole_reply_are_told_in_the_end(target: str) -> None:
    """Events that somebody stored: they need not say when a call is whole."""
    events = [event for event in HELD if not isinstance(event, ToolUseEndEvent)]
    stream = written(events, target)
    calls = [block for block in back(stream, target).candidates[0].content if isinstance(block, ToolUseBlock)]
    assert [b'{"a":1}', b'{"b":2}'] == [bytes(block.input) for block in calls]
    assert None is fault(events, target)


@pytest.mark.parametrize("target", ORDERED)
def test_calls_that_never_end_are_told_in_the_order_of_the_format(target: str) -> None:
    data = written([event for event in HELD if not isinstance(event, ToolUseEndEvent)], target).data
    assert [] == disorder(target, data, chunks_of(data))


@pytest.mark.parametrize("target", WITH_CALLS)
def test_a_call_that_the_reply_has_otherwise_is_not_told_twice(target: str) -> None:
    """Who reads both runs both."""
    again = BlockStartEvent(0, 0, ToolUseBlock("c0", "f0", Raw(b'{"a":2}')))
    events = [HELD[0], begin(0), piece(0, '{"a":1}'), ToolUseEndEvent(0, 0), again, HELD[-1]]
    stream = written(events, target)
    calls = [block for block in back(stream, target).candidates[0].content if isinstance(block, ToolUseBlock)]
    shown = [loss.feature for loss in stream.losses if loss.feature.startswith("stream.")]
    retold = chunking(target).retells
    assert ([b'{"a":2}' if retold else b'{"a":1}'], [] if retold else ["stream.shown", "stream.said_otherwise"]) == (
        [bytes(block.input) for block in calls],
        shown,
    )


def test_looking_whether_calls_are_whole_takes_time_in_proportion(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []

    def counted(text: str) -> Any:
        read.append(len(text))
        return json_of(text)

    monkeypatch.setattr(pieces_module, "json_of", counted)
    many = 2000
    for before in ("", '{"a":"' + "x" * 10_000):
        read.clear()
        made = Pieces()
        made.call(0, "long", "a", "f")
        made.input(0, "long", before)
        for number in range(many):
            made.input(0, "long", '{"x":')
            made.end_whole(0)
            made.call(0, number, "b", "g")
        made.end_calls()
        assert sum(read) <= 18 * (len(before) + 5 * many)
