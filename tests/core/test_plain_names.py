"""The lane takes ids and names that each of the formats takes, and no others."""

from __future__ import annotations

import re

from hypothesis import example, given
from hypothesis import strategies as st

from turnwire.lane.turns import are_legal

ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")
NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")

texts = st.lists(st.text("aZ09_-\né٣ .", max_size=4) | st.integers(62, 66).map("a".__mul__), max_size=4)


def _is_only_marks(ids: list[str]) -> bool:
    """Whether the ids have neither letters nor digits: the lane leaves those to the canonical route."""
    return bool(ids) and not any(character.isalnum() for each in ids for character in each)


@given(texts, texts)
@example(["a" * 64, "a" * 65], [])
@example(["", "a" * 64], [])
@example(["_"], ["_"])
@example([], ["a", "0a"])
def test_names_and_ids_are_those_of_every_format(ids: list[str], names: list[str]) -> None:
    legal = all(map(ID.fullmatch, ids)) and all(map(NAME.fullmatch, names)) and not _is_only_marks(ids)
    assert are_legal(ids, names) is legal
    assert are_legal(ids, names) is legal  # the names are known now


def test_so_many_names_are_not_kept() -> None:
    many = [f"name_{number}" for number in range(3_000)]
    assert are_legal([], many)
    assert are_legal([], many)
