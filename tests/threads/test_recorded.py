"""What the real code of gpt2099 gave, ours gives: frames, headish, walks, windows, new turns."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.threads.conftest import name

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.threads import Frame, InMemory, Meta, Told, add_turn, headish_id, resolve, walk
from turnwire.systems.gpt2099.threads.frames import decode, encode

if TYPE_CHECKING:
    from pathlib import Path

HEADISH: dict[str, str | list[str] | None] = {
    "a": name("a"),
    "d": name("d"),
    "f": name("f"),
    "default": None,
    "multi_b_c": [name("b"), name("c")],
    "main": "main",
}


@pytest.fixture
def recorded_thread(derived: Path) -> tuple[dict[str, Any], InMemory]:
    data = json.loads((derived / "ctx-resolve.json").read_text())
    frames = [decode(json.dumps(each).encode()) for each in data["frames"]]
    return data, InMemory(frames, {address: text.encode() for address, text in data["blobs"].items()})


def test_every_recorded_window_is_asked_for(recorded_thread: tuple[dict[str, Any], InMemory]) -> None:
    assert set(recorded_thread[0]["resolve"]) == set(HEADISH)


def test_recorded_frames_come_back_equal(recorded_thread: tuple[dict[str, Any], InMemory]) -> None:
    frames = recorded_thread[0]["frames"]
    assert frames == [json.loads(encode(decode(json.dumps(each).encode()))) for each in frames]


@pytest.mark.parametrize("window", HEADISH)
def test_a_recorded_window(window: str, recorded_thread: tuple[dict[str, Any], InMemory]) -> None:
    data, turns = recorded_thread
    assert data["resolve"][window] == json.loads(resolve(turns, HEADISH[window]).to_json())


def test_recorded_headish(recorded_thread: tuple[dict[str, Any], InMemory]) -> None:
    data, turns = recorded_thread
    assert data["headish"] == {bookmark: headish_id(turns, bookmark) for bookmark in data["headish"]}


def test_the_recorded_walk(recorded_thread: tuple[dict[str, Any], InMemory]) -> None:
    # The real walk gives turns as it meets them; a window has them the other way round.
    data, turns = recorded_thread
    assert data["walk_d"] == [each.id for each in walk(turns, name("d"))][::-1]


# What add-turn was given is not recorded; these give what it gave, in a store of a turn `main` and a later one.
EMPTY = Told(search=False, servers=[], provider_ptr="")
ALL = Told(provider_ptr="kilo", servers=["fs"], search=True, continues="main", json=True)
ADDED: list[tuple[Any, Told]] = [
    ("Hello", Told()),
    (["Hello"], Told()),
    (["a", "b"], Told(bookmark="x", cache=True)),
    ('[{"type": "text", "text": "j"}]', ALL),
    ("h", Told(respond=True)),
    ("h", Told(continues=["main", name("a")], respond=True)),
    ("h", Told(continues=[name("b"), name("a")])),
    ("h", EMPTY),
    ([], Told()),
    (["a", 1], Told()),
    ({"type": "text", "text": "r"}, Told()),
    ('"not json"', Told(json=True)),
    ('{"type": "text", "text": "single"}', Told(json=True)),
]

UNSTRINGIFIED = "gpt2099 puts a value that is no text into `text` as it is; no provider takes that, so we refuse it"
DEVIATIONS = {8: UNSTRINGIFIED, 9: UNSTRINGIFIED, 10: UNSTRINGIFIED}
"""The lines of add-turn-probe.jsonl, from 0, where ours does otherwise, and why."""


def test_recorded_new_turns(derived: Path) -> None:
    lines = [json.loads(line) for line in (derived / "add-turn-probe.jsonl").read_text().splitlines()]
    turns = InMemory([Frame(id=name("a"), meta=Meta(head="main")), Frame(id=name("b"))], {})
    differ = {}
    for number, ((said, told), expected) in enumerate(zip(ADDED, lines, strict=True)):
        try:
            added = add_turn(turns, said, told, name("c"))
        except InvalidDocument as refusal:
            differ[number] = refusal.diagnostics[0].code
            continue
        frame = json.loads(encode(added.frame))
        found = {"topic": frame["topic"], "meta": frame["meta"], "body": json.loads(added.content)}
        if found != expected:
            differ[number] = json.dumps(found)
    assert dict.fromkeys(DEVIATIONS, "thread.content") == differ
