"""A user's own tests: the round trip over every conversation, and one named case."""

from __future__ import annotations

import json

import msgspec
from hypothesis import given, settings
from notes_adapter import read_notes, write_notes  # type: ignore[import-not-found]

from turnwire import History, Loss
from turnwire.testing import histories, unaccounted, validate_all

HELLO = {"history": [{"role": "user", "content": [{"type": "text", "text": "Hello"}]}]}


def losses(history: History, places: list[str]) -> list[Loss]:
    tree = json.loads(msgspec.json.encode(history.history))
    return [Loss("dropped", place, "message", "notes", tree[int(place.rpartition("/")[2])]) for place in places]


@settings(deadline=None, max_examples=50, derandomize=True)
@given(histories("plain"))
def test_nothing_is_lost_silently(history: History) -> None:
    said = History(history.history)
    notes, lost = write_notes(said)
    assert unaccounted(said, read_notes(notes), losses(said, lost), "notes") == []


def test_a_named_case() -> None:
    validate_all("turnwire", HELLO, read={"turnwire": HELLO}, write={"turnwire": (HELLO, [])})
    assert write_notes(read_notes("> Hello")) == ("> Hello", [])
