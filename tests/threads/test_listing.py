"""The threads of a store, and the records of their turns."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace
from tests.threads.conftest import frame, name, thread
from tests.threads.test_laws import threads as some_threads

from turnwire.systems.gpt2099.threads import Frame, InMemory, Meta, walk
from turnwire.systems.gpt2099.threads.frames import decode
from turnwire.systems.gpt2099.threads.hashes import integrity
from turnwire.systems.gpt2099.threads.listing import records, threads, time_of

QUESTION, ANSWER = frame("a", head="main"), frame("b", "a", role="assistant")
EMPTY = replace(frame("a"), hash=None)
Q, A = name("a"), name("b")


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        ([], []),
        ([QUESTION], [("main", "main", 1, 1, None)]),
        ([QUESTION, ANSWER], [("main", "main", 2, 2, None)]),
        # An earlier end of a bookmark is named by its id.
        ([QUESTION, ANSWER, frame("c", "a", head="main")], [(A, "main", 2, 2, None), ("main", "main", 2, 2, None)]),
        # A bookmark whose turn is continued under another one is a thread too.
        ([QUESTION, frame("b", "a", head="side")], [("main", "main", 1, 1, None), ("side", "side", 2, 2, None)]),
        ([frame("a"), frame("b")], [(Q, None, 1, 1, None), (A, None, 1, 1, None)]),
        ([EMPTY, replace(frame("b", "a"), hash=integrity(b""))], [(A, None, 2, 0, None)]),
        (
            [frame("a"), frame("b", "a"), frame("c", "a"), frame("d", "b", "c"), Frame(id=name("e"), topic="gpt.call")],
            [(name("d"), None, 5, 5, None)],
        ),
        ([frame("b", "a"), frame("c", "b")], [(name("c"), None, 2, 2, "thread.missing")]),
        ([frame("b", continues="nobody")], [(A, None, 1, 1, "thread.missing")]),
        ([QUESTION, frame("b", continues="main", head="main")], [("main", "main", 2, 2, None)]),
        ([frame("a", "b"), frame("b", "a")], [(A, None, 1, 1, "thread.cycle")]),
        ([frame("a", "b"), frame("b", "a"), frame("c", "b")], [(name("c"), None, 1, 1, "thread.cycle")]),
    ],
)
def test_each_end_and_each_bookmark_is_a_thread(frames: list[Frame], expected: list[Any]) -> None:
    found = [(each.headish, each.bookmark, each.turns, each.messages, each.problem) for each in threads(frames)]
    assert expected == found


def test_doubled_often_turns_are_not_counted() -> None:
    frames = [frame("a"), *(frame(chr(98 + n), chr(97 + n), chr(97 + n)) for n in range(24))]
    assert [(1_000_001, "thread.too-many")] == [(each.turns, each.problem) for each in threads(frames)]


def test_times_are_those_of_the_ids() -> None:
    first, last = "03ha1uxqiae8x4mfkgi01yuuk", "03ha1uxw5gp6c86y2au0qjqjl"
    found = threads([Frame(id=first), Frame(id=last, meta=Meta(continues=first))])
    assert [("2026-11-21T19:23:55.238Z", "2026-11-21T19:23:56.576Z")] == [(each.first, each.last) for each in found]


@pytest.mark.parametrize(
    ("milliseconds", "expected"), [(None, None), (0, "1970-01-01T00:00:00.000Z"), (2**48 - 1, None)]
)
def test_a_time(milliseconds: int | None, expected: str | None) -> None:
    assert expected == time_of(milliseconds)


def test_ids_that_are_no_time_have_none() -> None:
    assert [(None, None)] == [(each.first, each.last) for each in threads([Frame(id="Z" * 25)])]


@given(some_threads())
def test_turns_are_counted_as_they_are_walked(given_frames: list[dict[str, Any]]) -> None:
    frames = [decode(json.dumps(each).encode()) for each in given_frames]
    memory = InMemory(frames, {})
    for each in threads(frames):
        walked = walk(memory, each.id)
        assert (len(walked), sum(1 for turn in walked if turn.hash)) == (each.turns, each.messages)


def test_the_records_of_turns() -> None:
    turns = thread(frame("a", head="main", options={"search": True}), frame("b", "a", role="assistant", cache=True))
    assert [
        {
            "id": Q,
            "role": "user",
            "content": [{"type": "text", "text": "a"}],
            "options": {"search": True},
            "cache": False,
        },
        {"id": A, "role": "assistant", "content": [{"type": "text", "text": "b"}], "options": {}, "cache": True},
    ] == [json.loads(msgspec.json.encode(each)) for each in records(turns, "main")]
    branch = InMemory([Frame(id=name("c"))], {})
    assert [b"[]"] == [bytes(each.content) for each in records(branch)]
