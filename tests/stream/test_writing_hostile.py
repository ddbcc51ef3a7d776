"""Events in any order, with any numbers: nothing crashes, nothing is lost silently, and time stays in proportion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw
from tests.stream.accounting import beyond
from tests.stream.writing import FAMILIES, Stream, back, fault, nowhere, written

import turnwire
from turnwire import model
from turnwire.errors import InvalidDocument
from turnwire.model import (
    BlockEndEvent,
    BlockStartEvent,
    Citation,
    CompleteEvent,
    ErrorEvent,
    OpaqueEvent,
    StartEvent,
    StreamEvent,
    TextBlock,
    TextDeltaEvent,
    ThinkingBlock,
    ThinkingDeltaEvent,
    ToolUseBlock,
    ToolUseEndEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
    Usage,
    UsageEvent,
)
from turnwire.stream import closing, progress
from turnwire.stream import reader as streams
from turnwire.stream.fold import _RULES, Folding

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.model import ContentBlock

KINDS: tuple[Any, ...] = get_args(StreamEvent)
EVENTS = {kind.__struct_config__.tag: kind for kind in KINDS}
NUMBERS = st.sampled_from([0, 0, 0, 1, 1, 2, 7, -1, 2**31 - 1, 10**12])
TEXTS = st.sampled_from(["", "a", "b c", "\n", '{"a":', "1}", "{}", "\ud800", "\x00é", "</think>", "null"])
RAWS = st.sampled_from([Raw(b'{"a":1}'), Raw(b"[1]"), Raw(b'"x"'), Raw(b"null"), model.ABSENT])
BLOCKS: list[ContentBlock | None] = [None, TextBlock("s"), ThinkingBlock("h", signature="c2ln"), ToolUseBlock("i", "n")]
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "candidate": NUMBERS,
    "block": NUMBERS,
    "logprobs": RAWS,
    "input": RAWS,
    "value": RAWS,
    "content": st.sampled_from(BLOCKS),
    "citation": st.builds(Citation, cited_text=TEXTS),
    "usage": st.sampled_from([Usage(), Usage(input_tokens=3)]),
    "code": st.sampled_from([None, "stream.truncated", "x"]),
    "dialect": st.sampled_from(["openai_chat", "ollama_chat", "x"]),
    "stop_reason": st.sampled_from([None, "end_turn", "tool_use"]),
    "role": st.sampled_from([None, "assistant", "user"]),
    "created_at": st.sampled_from([None, "tomorrow", "2026-03-01T09:00:00Z"]),
    "provider_raw": st.just(None),
}
MAD = st.one_of(
    [st.builds(kind, **{name: FIELDS.get(name, TEXTS) for name in kind.__struct_fields__}) for kind in EVENTS.values()]
)


class Tomorrow(msgspec.Struct, tag="tomorrow"):
    """An event that is not known."""


@pytest.mark.parametrize("target", FAMILIES)
@given(events=st.lists(MAD, max_size=10))
@settings(max_examples=120)
def test_any_order_of_events(target: str, events: list[Any]) -> None:
    before = repr(events)
    try:
        stream = written(events, target)
    except InvalidDocument:
        assert "\\ud800" in before  # all else can be said
        return
    assert before == repr(events)
    assert stream == written(events, target)
    assert nowhere(events, stream.losses) == []
    is_read_back(stream, target)


def is_read_back(stream: Stream, target: str) -> None:
    assert isinstance(back(stream, target), turnwire.model.Completion)


@pytest.mark.parametrize("target", FAMILIES)
@given(events=st.lists(MAD.filter(lambda event: not isinstance(event, ErrorEvent)), max_size=10))
@settings(max_examples=60)
def test_what_ends_says_all_or_tells(target: str, events: list[Any]) -> None:
    whole = ended(numbered(events))
    if "\\ud800" not in repr(whole):
        assert fault(whole, target) is None


def ended(events: list[Any]) -> list[Any]:
    """The same, and that all candidates are complete."""
    candidates = sorted({event.candidate for event in events if hasattr(event, "candidate")})
    return [*events, UsageEvent(Usage(input_tokens=1)), *(CompleteEvent(number, "end_turn") for number in candidates)]


def numbered(events: list[Any]) -> list[Any]:
    """The same, with the numbers that candidates have: 0, and each that follows."""
    numbers = sorted({event.candidate for event in events if hasattr(event, "candidate")})
    return [
        msgspec.structs.replace(event, candidate=numbers.index(event.candidate))
        if hasattr(event, "candidate")
        else event
        for event in events
    ]


@pytest.mark.parametrize("target", FAMILIES)
@given(events=st.lists(MAD.filter(lambda event: not isinstance(event, ErrorEvent)), max_size=10))
@settings(max_examples=30)
def test_candidates_of_any_numbers_are_not_silent(target: str, events: list[Any]) -> None:
    """Where a number is left out, all that follow it move: no loss says which, but one says that."""
    whole = ended(events)
    if "\\ud800" not in repr(whole):
        assert fault(whole, target) is None or has_told_more(whole, target)


def has_told_more(events: list[Any], target: str) -> bool:
    """Whether a stream has losses that its reply has not."""
    return bool(beyond(turnwire.write(turnwire.fold(events), target).losses, written(events, target).losses))


@pytest.mark.parametrize("target", FAMILIES)
def test_a_candidate_of_which_nothing_is_left_is_told_or_said(target: str) -> None:
    """The loss of a candidate that was shown, and has no place in the reply, is one of all of them."""
    begun = [BlockStartEvent(2, 0, TextBlock("s")), BlockStartEvent(-1, 0), BlockStartEvent(0, 0)]
    assert None is fault(ended(begun), target)


def test_an_event_from_tomorrow_says_nothing() -> None:
    events: list[Any] = [TextDeltaEvent("Words."), Tomorrow(), CompleteEvent(0, "end_turn")]
    assert back(written(events, "openai_chat"), "openai_chat").candidates[0].content == [TextBlock("Words.")]


# What the writer leaves to the folding: it tells them with the next block, or at the end.
LEFT = {
    "signature_delta": "said when the thought is whole",
    "citation_delta": "said when the text is whole",
    "audio_delta": "no format that is written streams sound: it is in the whole reply",
    "usage": "said at the end",
    "complete": "said at the end",
}
PASSED_OVER = {"opaque": "the fold knows no format; the writer passes it on, or tells it"}


def test_each_event_is_answered_by_the_fold_and_by_the_writer() -> None:
    rules: dict[Any, Any] = {**_RULES}
    folded = {kind.__struct_config__.tag for kind in rules}
    assert set(EVENTS) == folded | set(PASSED_OVER)
    assert folded.isdisjoint(PASSED_OVER)
    rules = {**turnwire.stream_writer("openai_chat")._rules}  # noqa: SLF001
    answered = {kind.__struct_config__.tag for kind in rules} | set(PASSED_OVER)
    assert set(EVENTS) == answered | set(LEFT)
    assert answered.isdisjoint(LEFT)


def _many(count: int, make: Callable[[int], list[StreamEvent]]) -> list[StreamEvent]:
    said = [event for number in range(count) for event in make(number)]
    return [StartEvent("r", "assistant", "m"), *said, CompleteEvent(0, "end_turn")]


def _call(n: int) -> list[StreamEvent]:
    return [ToolUseStartEvent(f"c{n}", "f", 0, n), ToolUseInputDeltaEvent("{}", 0, n), ToolUseEndEvent(0, n)]


def _turn(n: int) -> list[StreamEvent]:
    """All begin, and then all end."""
    return _call(n)[:2] if n < LONG // 2 else _call(n - LONG // 2)[2:]


LONG = 2000
STREAMS: dict[str, list[StreamEvent]] = {
    "blocks": _many(LONG, lambda n: [TextDeltaEvent(f"t{n}", 0, n), BlockEndEvent(0, n)]),
    "thoughts and texts": _many(LONG, lambda n: [ThinkingDeltaEvent("h", 0, 2 * n), TextDeltaEvent("t", 0, 2 * n + 1)]),
    "calls": _many(LONG, _call),
    "calls that do not end": _many(LONG, lambda n: _call(n)[:2]),
    "calls by turns": _many(LONG, _turn),
    "texts behind a call that does not end": _many(LONG, lambda n: [_call(0)[n and 1], TextDeltaEvent("t", 0, n + 1)]),
    "blocks that begin": _many(LONG, lambda n: [BlockStartEvent(0, n, TextBlock("s"))]),
    "a block that begins again and again": _many(LONG, lambda _: [BlockStartEvent(0, 0, TextBlock("s"))]),
    "a call that ends again and again": _many(LONG, lambda _: [ToolUseEndEvent(0, 0)]),
    "candidates": _many(LONG, lambda n: [TextDeltaEvent("t", n)]),
    "pieces": _many(LONG, lambda _: [TextDeltaEvent("t")]),
    "numbers that no reply has": _many(50, lambda n: [TextDeltaEvent("t", 10**12 + n, 10**12 - n)]),
}


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many blocks the reply had, each time that it was written."""
    found: list[int] = []
    write = turnwire.write

    def counted(reply: Any, dialect: str, **options: Any) -> Any:
        found.append(sum(len(message.content) + 1 for message in getattr(reply, "candidates", [])))
        return write(reply, dialect, **options)

    monkeypatch.setattr(progress, "write", counted)
    monkeypatch.setattr(closing, "write", counted)
    return found


@pytest.mark.parametrize("target", ["openai_chat", "anthropic_messages", "gemini_generate"])
@pytest.mark.parametrize("name", STREAMS)
def test_the_work_is_in_proportion(name: str, target: str, looks: list[int]) -> None:
    written(STREAMS[name], target)
    # Three times for each of the first 40 blocks; then for each eighth more, which is some nine times the last, of a
    # candidate and a block each.
    assert sum(looks) <= 3 * 40 * 40 + 10 * 2 * 2 * LONG


@pytest.mark.parametrize("dialect", ["openai_responses", "anthropic_messages"])
def test_a_reader_looks_at_the_first_blocks_only(dialect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = written(STREAMS["thoughts and texts"], dialect).data
    read = turnwire.read
    found: list[Any] = []

    def counted(*args: Any, **more: Any) -> Any:
        found.append(args)
        return read(*args, **more)

    monkeypatch.setattr(streams, "read", counted)
    reader = turnwire.stream_reader(dialect)
    assert len([*reader.feed(data), *reader.close()]) > LONG
    assert len(found) <= 40 + 3


def test_a_piece_of_many_bytes_passes_on_at_once() -> None:
    piece = "x" * 8_000_000
    writer = turnwire.stream_writer("openai_chat")
    writer.send(TextDeltaEvent("a"))
    assert len(writer.send(TextDeltaEvent(piece))) < 8_001_000


def test_paths_are_of_the_reply_and_not_of_the_numbers() -> None:
    folding = Folding()
    for event in (TextDeltaEvent("a", 7, 5), TextDeltaEvent("b", 7, -1), BlockEndEvent(7, 3), TextDeltaEvent("c", -2)):
        folding.add(event)
    places = {(-2, 0): "/candidates/0/content/0", (7, -1): "/candidates/1/content/0", (7, 5): "/candidates/1/content/1"}
    assert places == folding.paths()


def test_an_opaque_event_without_a_value_is_told() -> None:
    stream = written([OpaqueEvent("x", model.ABSENT, "openai_chat")], "openai_chat")
    assert ["/events/0"] == [loss.path for loss in stream.losses]


ODD_NAMES = ("nul \0", "per cent %b %d", "line\nfeed", "🙂")


@pytest.mark.parametrize("target", FAMILIES)
@pytest.mark.parametrize("name", ODD_NAMES)
def test_names_and_pieces_of_any_characters_come_back(name: str, target: str) -> None:
    """The JSON around the pieces of a part is made once: no character in it or in a piece may change that."""
    pieces: list[Any] = [TextDeltaEvent(f"{name}{n}") for n in range(3)]
    stream = written([StartEvent(name, "assistant", name), *pieces, CompleteEvent(stop_reason="end_turn")], target)
    reply = back(stream, target)
    assert [block.text for block in reply.candidates[0].content if type(block) is TextBlock] == [
        "".join(piece.text for piece in pieces)
    ]
