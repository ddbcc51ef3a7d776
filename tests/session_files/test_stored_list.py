"""Lists of which the end is in a temporary file are lists."""

from __future__ import annotations

import gc
import tempfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwire.sessions.files.stored_list import StoredList, filled

NUMBERS = st.integers(-(2**63), 2**63 - 1)


@given(numbers=st.lists(NUMBERS, max_size=40), held=st.integers(0, 20), data=st.data())
def test_it_is_a_list(numbers: list[int], held: int, data: st.DataObject) -> None:
    wanted, found = [*range(5000), *numbers], StoredList(held)
    for each in wanted:
        found.append(each)
    places = data.draw(st.lists(st.integers(0, len(wanted) - 1), max_size=20))
    for place in places:
        wanted[place] = found[place] = data.draw(NUMBERS)
    assert (len(wanted), wanted) == (len(found), list(found))


@given(
    held=st.integers(0, 20),
    steps=st.lists(st.tuples(st.sampled_from(["append", "pop"]), st.integers(1, 5000)), max_size=8),
)
def test_the_last_number_is_taken_away(held: int, steps: list[tuple[str, int]]) -> None:
    wanted: list[int] = []
    found = StoredList(held)
    for index, (step, count) in enumerate(steps):
        for number in range(count):
            if step == "append":
                wanted.append(index * number)
                found.append(index * number)
            elif wanted:
                assert wanted.pop() == found.pop()
    assert (len(wanted), wanted) == (len(found), list(found))


def test_nothing_is_taken_away_from_an_empty_list() -> None:
    with pytest.raises(IndexError):
        StoredList().pop()


@pytest.mark.parametrize("count", [0, 1, 16 * 1024, 16 * 1024 + 1, 20_000])
def test_one_number_many_times(count: int) -> None:
    assert [-1] * count == list(filled(-1, count))


def test_the_file_is_closed_with_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    make = tempfile.TemporaryFile

    def kept(**given: Any) -> Any:
        made.append(make(**given))
        return made[-1]

    monkeypatch.setattr(tempfile, "TemporaryFile", kept)
    found = StoredList(0)
    for number in range(5000):
        found.append(number)
    assert [False] == [each.closed for each in made]
    del found
    gc.collect()
    assert [True] == [each.closed for each in made]
