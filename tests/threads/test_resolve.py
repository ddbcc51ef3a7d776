"""The two orders, what a headish means, how options are merged, and what is refused."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from tests.threads.conftest import frame, name, thread

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.threads import Frame, InMemory, Order, headish_id, resolve, walk
from turnwire.systems.gpt2099.threads.options import merge, merged


def letters(turns: InMemory, headish: str | list[str] | None, order: Order) -> str:
    return "".join(each.id[0] for each in walk(turns, headish, order=order))


CHAIN = (frame("a"), frame("b", "a"), frame("c", "b"))
DIAMOND = (frame("a"), frame("b", "a"), frame("c", "a"), frame("d", "b", "c"))
UNEVEN = (frame("a"), frame("b", "a"), frame("c", "b"), frame("d", "a", "c"), frame("e", "d"))
LATE_PARENT = (frame("b"), frame("a", "b"), frame("c", "a"))


@pytest.mark.parametrize(
    ("frames", "headish", "as_gpt2099", "fixed"),
    [
        (CHAIN, "c", "abc", "abc"),
        (DIAMOND, "d", "aacbd", "abcd"),
        (UNEVEN, "e", "abcade", "abcde"),
        (DIAMOND, ["b", "c"], "aacb", "abc"),
        (DIAMOND, ["c", "b"], "aabc", "abc"),
        (DIAMOND, ["a", "a"], "aa", "a"),
        ((frame("a"), frame("b", "a", "a")), "b", "aab", "ab"),
        # Of those that may come next the older one does, though it came to be so later.
        ((frame("a"), frame("c"), frame("b", "a"), frame("d", "b", "c")), "d", "acbd", "abcd"),
        # An id is no promise: what is continued comes first, though its id is greater.
        (LATE_PARENT, "c", "bac", "bac"),
    ],
)
def test_the_two_orders(frames: tuple[Frame, ...], headish: str | list[str], as_gpt2099: str, fixed: str) -> None:
    turns = thread(*frames)
    given = [name(each) for each in headish]
    assert as_gpt2099 == letters(turns, given, "gpt2099")
    assert fixed == letters(turns, given, "fixed")


def test_without_a_headish_it_is_the_latest_turn() -> None:
    turns = thread(*CHAIN, Frame(id=name("z"), topic="gpt.call"))
    assert "abc" == letters(turns, None, "gpt2099")
    assert "abc" == letters(turns, [], "gpt2099")


@pytest.mark.parametrize(
    ("headish", "expected"),
    [("main", name("b")), (name("a"), name("a")), ("A" * 25, "A" * 25), ("nowherenowherenowherenowh", None)],
)
def test_what_a_headish_means(headish: str, expected: str | None) -> None:
    # A bookmark of 25 letters is taken for an id, and there is no turn of that id.
    bookmark = "nowherenowherenowherenowh"
    turns = thread(frame("a", head="main"), frame("b", head="main"), frame("c", head=bookmark))
    assert (expected or bookmark) == headish_id(turns, headish)


def test_ids_are_compared_without_regard_to_case() -> None:
    turns = thread(Frame(id="A" * 25, hash="#A"), frame("b", "a"))
    assert "Ab" == letters(turns, "B" * 25, "gpt2099")


def test_a_bookmark_in_a_frame_means_what_it_meant_when_the_frame_was_made() -> None:
    turns = thread(frame("a", head="main"), frame("b", continues="main", head="main"), frame("c", "b", head="main"))
    assert "ab" == letters(turns, name("b"), "gpt2099")


QUESTION, ANSWER = frame("a", head="rivers"), frame("b", continues=name("a"), role="assistant")
# Frames as gpt2099 stores them: its replies, and what follows them, have no bookmark.
BOOKMARKED: list[tuple[list[Frame], str]] = [
    ([QUESTION], "a"),
    ([QUESTION, ANSWER], "ab"),
    ([QUESTION, ANSWER, frame("c", "b")], "abc"),
    ([QUESTION, ANSWER, frame("c", continues=name("b")), frame("d", continues=name("c"), role="assistant")], "abcd"),
    ([QUESTION, ANSWER, frame("c", "b", head="side"), frame("d", "c", role="assistant")], "ab"),
    ([QUESTION, frame("b", continues="rivers", role="assistant")], "ab"),
    # add-turn gives a turn of the user the bookmark of another that it continues: without one it has none.
    ([QUESTION, frame("b", "a"), frame("c", "b", role="assistant")], "a"),
    ([QUESTION, ANSWER, frame("c"), frame("d", "b", "c")], "ab"),
]


@pytest.mark.parametrize(("frames", "expected"), BOOKMARKED)
def test_a_bookmark_reaches_later_turns_through_replies(frames: list[Frame], expected: str) -> None:
    assert expected == letters(thread(*frames), "rivers", "gpt2099")


def cycle(*frames: Frame) -> InMemory:
    return thread(*frames)


@pytest.mark.parametrize(
    ("turns", "headish", "code"),
    [
        (thread(), None, "thread.empty"),
        (thread(*CHAIN), "nobody", "thread.headish"),
        (thread(*CHAIN), name("x"), "thread.missing"),
        (thread(*CHAIN[1:]), name("c"), "thread.missing"),
        (thread(frame("b", continues="gone")), name("b"), "thread.missing"),
        (cycle(frame("a", "b"), frame("b", "a")), name("a"), "thread.cycle"),
        (cycle(frame("a", "a")), name("a"), "thread.cycle"),
        (cycle(frame("a"), frame("b", "a", "c"), frame("c", "b"), frame("d", "c")), name("d"), "thread.cycle"),
    ],
)
@pytest.mark.parametrize("order", ["gpt2099", "fixed"])
def test_what_is_refused(turns: InMemory, headish: str | None, code: str, order: Order) -> None:
    with pytest.raises(InvalidDocument) as refused:
        resolve(turns, headish, order=order)
    found = refused.value.diagnostics[0]
    assert (code, True) == (found.code, bool(found.hint))


def test_a_circle_is_named() -> None:
    turns = cycle(frame("a"), frame("b", "a", "d"), frame("c", "b"), frame("d", "c"), frame("e", "d"))
    with pytest.raises(InvalidDocument, match="3 turns in a circle") as refused:
        resolve(turns, name("e"))
    message = refused.value.diagnostics[0].message.split(": ", 1)[1]
    named = [each[0] for each in message.split(" continues ")]
    links = {"b": "ad", "c": "b", "d": "c"}
    assert all(after in links[before] for before, after in itertools.pairwise(named))
    assert (4, named[0]) == (len(named), named[-1])


def message_of(content: bytes, **meta: Any) -> Any:
    turns = InMemory([frame("a", **meta)], {"#a": content})
    return json.loads(resolve(turns).to_json())["messages"]


@pytest.mark.parametrize(
    ("content", "meta", "expected"),
    [
        (b'[{"type":"text","text":"x"}]', {}, [{"role": "user", "content": [{"type": "text", "text": "x"}]}]),
        (b'{\n"a":1.50}', {"role": None}, [{"role": "user", "content": {"a": 1.5}}]),
        (b"x", {"content_type": None}, [{"role": "user", "content": [{"type": "text", "text": "x"}]}]),
        (b'"x"', {"content_type": "text/html"}, [{"role": "user", "content": [{"type": "text", "text": '"x"'}]}]),
        (b"[]", {"cache": True, "role": "system"}, [{"role": "system", "content": [], "cache": True}]),
        (b"[]", {"cache": False}, [{"role": "user", "content": []}]),
        (b"", {}, []),
        (
            b"{}",
            {"type": "document"},
            [
                {
                    "role": "user",
                    "content": [
                        {
                            "type": "document",
                            "source": {"type": "base64", "media_type": "application/json", "data": "e30="},
                        }
                    ],
                }
            ],
        ),
    ],
)
def test_the_message_of_a_turn(content: bytes, meta: dict[str, Any], expected: Any) -> None:
    assert expected == message_of(content, **meta)


@pytest.mark.parametrize(
    ("content", "meta", "code"),
    [
        (b"not json", {}, "json.syntax"),
        (b"\xff", {}, "json.utf8"),
        (b"\xff", {"content_type": "text/plain"}, "thread.content"),
        (b"x", {"type": "document", "content_type": None}, "thread.content"),
        (b"[" * 100_000, {}, "json.depth"),
    ],
)
def test_content_that_is_no_message(content: bytes, meta: dict[str, Any], code: str) -> None:
    with pytest.raises(InvalidDocument) as refused:
        message_of(content, **meta)
    assert code == refused.value.diagnostics[0].code
    assert name("a") in refused.value.diagnostics[0].message


def test_a_turn_without_content_is_left_out_and_its_options_count() -> None:
    turns = InMemory([Frame(id=name("a")), frame("b", "a", hash=None, options={"x": 1})], {"#b": b""})
    assert {"messages": [], "options": {"x": 1}} == json.loads(resolve(turns).to_json())


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({"a": 1}, {"b": 2}, {"a": 1, "b": 2}),
        ({"a": 1}, {"a": None}, {"a": None}),
        ({"a": {"x": 1, "y": 2}}, {"a": {"y": 3}}, {"a": {"x": 1, "y": 3}}),
        ({"a": {"x": 1}}, {"a": 7}, {"a": 7}),
        ({"a": ["x", "y"]}, {"a": ["z"]}, {"a": ["z"]}),
        ({"a": ["x"]}, {"a": []}, {"a": []}),
        ({"a": [{"x": 1}, {"y": 2}]}, {"a": [{"x": 3}]}, {"a": [{"x": 3}, {"y": 2}]}),
        # As in nushell: further records are not taken up, and an empty list is one of records.
        ({"a": [{"x": 1}]}, {"a": [{"y": 2}, {"z": 3}]}, {"a": [{"x": 1, "y": 2}]}),
        ({"a": []}, {"a": [{"x": 1}]}, {"a": []}),
        ({"a": [{"x": 1}]}, {"a": []}, {"a": [{"x": 1}]}),
        ({"a": [{"x": 1}]}, {"a": [{"x": 2}, 7]}, {"a": [{"x": 2}, 7]}),
        ({"a": []}, {"a": ["x"]}, {"a": ["x"]}),
    ],
)
def test_options_are_merged_deeply(before: dict[str, Any], after: dict[str, Any], expected: dict[str, Any]) -> None:
    kept = json.dumps([before, after])
    assert expected == merge(before, after)
    assert kept == json.dumps([before, after])


def test_options_come_under_either_name_and_the_newer_one_counts() -> None:
    turns = thread(
        frame("a", options={"x": 1, "n": 12345678901234567890}),
        frame("b", "a", options={"x": 2, "y": {"p": 1}}, inherited={"x": 3, "y": {"q": 2}}),
        frame("c", "b", inherited={"y": {"q": 4}}),
    )
    expected = {"x": 3, "n": 12345678901234567890, "y": {"p": 1, "q": 4}}
    assert expected == resolve(turns, name("c")).options


def test_of_no_turns_there_are_no_options() -> None:
    assert None is merged([])
