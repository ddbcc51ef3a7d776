"""Near misses: which known word a misspelled one is taken for."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import turnwire
from turnwire.validation.near import did_you_mean, edits, is_misspelling, longer, name_here, near_miss

if TYPE_CHECKING:
    from collections.abc import Callable

WORDS = st.text("abcd", max_size=12)
ROLES = ("system", "developer", "user", "assistant", "tool", "function")
MEMBERS = ("model", "messages", "temperature", "top_p", "max_tokens", "max_completion_tokens", "tools", "tool_choice")


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("asistant", ROLES, "assistant"),
        ("assitsant", ROLES, "assistant"),
        ("usr", ROLES, "user"),
        ("usre", ROLES, "user"),
        ("User", ROLES, "user"),
        ("sytsem", ROLES, "system"),
        ("wizard", ROLES, None),
        ("robot", ROLES, None),
        ("temprature", MEMBERS, "temperature"),
        ("maxTokens", MEMBERS, "max_tokens"),
        ("max-tokens", MEMBERS, "max_tokens"),
        ("topP", MEMBERS, "top_p"),
        ("tool_chioce", MEMBERS, "tool_choice"),
        ("x", MEMBERS, None),
        ("", MEMBERS, None),
        ("user", ROLES, None),
        ("a" * 10_000, MEMBERS, None),
        ("X", ("x",), None),
        ("ab", ("ac",), None),
        ("abc", ("abd",), "abd"),
        ("abcde", ("abcxy",), None),
        ("abcdef", ("abcdxy",), "abcdxy"),
        ("abcdefghi", ("abcdefxyz",), None),
        ("abcdefghij", ("abcdefgxyz",), "abcdefgxyz"),
        ("a" * 48, ("a" * 47 + "b",), "a" * 47 + "b"),
        ("a" * 49, ("a" * 47 + "b",), None),
        ("user", (*("x" * n for n in range(400)), "usr"), None),
        ("user", (*("x" * n for n in range(399)), "usr"), "usr"),
    ],
)
def test_the_nearest_word_is_named(word: str, known: tuple[str, ...], meant: str | None) -> None:
    assert near_miss(word, known) == meant


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("", "", 0),
        ("a", "", 1),
        ("ab", "ba", 1),
        ("abc", "acb", 1),
        ("kitten", "sitting", 3),
        ("ca", "abc", 3),
        ("aaa", "a", 2),
    ],
)
def test_edits_are_counted(one: str, other: str, count: int) -> None:
    assert edits(one, other) == count
    assert edits(other, one) == count


@given(one=WORDS, other=WORDS, enough=st.integers(1, 4))
def test_edits_are_counted_up_to_a_number(one: str, other: str, enough: int) -> None:
    assert min(edits(one, other, enough), enough) == min(edits(one, other), enough)


@given(word=WORDS, known=st.lists(WORDS, max_size=5))
def test_no_word_is_passed_over(word: str, known: list[str]) -> None:
    """The near miss is the first of the words that the fewest edits make, if these are few enough."""
    most = sum(len(word) > longest for longest in (2, 5, 9))
    near = [each for each in known if each != word and edits(word, each) <= most] if len(word) > 1 else []
    assert near_miss(word, known) == min(near, key=lambda each: edits(word, each), default=None)


CHAT = {"messages": [{"role": "user", "content": "Hi."}]}
GEMINI = {"contents": [{"role": "user", "parts": [{"text": "Hi."}]}]}
# A dialect, and a request with unknown members.
PLACES: dict[str, tuple[str, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    "a member is missing": ("openai_chat", lambda members: CHAT | members),
    "none is missing": ("openai_chat", lambda members: CHAT | members | {"model": "m"}),
    "a tool with lists of entries": ("gemini_generate", lambda members: GEMINI | {"tools": [members]}),
}


@pytest.mark.parametrize(("dialect", "made"), PLACES.values(), ids=PLACES)
def test_many_unknown_members_take_time_in_proportion(
    dialect: str, made: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    times = []
    for count in (1000, 4000):
        body = json.dumps(made({f"temprature{n}": 1 for n in range(count)})).encode()
        start = time.process_time()
        assert count <= len(turnwire.validate(body, dialect, kind="request").diagnostics)
        times.append(time.process_time() - start)
    # Four times the members: a comparison of each with each would take sixteen times as long.
    assert times[1] < max(10 * times[0], 1)


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("NONE", ("BLOCK_LOW", "BLOCK_NONE", "OFF"), "BLOCK_NONE"),
        ("none", ("BLOCK_NONE", "block_none"), "BLOCK_NONE"),
        ("NONE", ("BLOCK_NONE", "TAKE_NONE"), None),
        ("NONE", ("BLOCKNONE", "NONE_BLOCKED"), None),
        ("", ("BLOCK_",), None),
        ("NONE", (), None),
    ],
)
def test_a_word_that_ends_with_another_one(word: str, known: tuple[str, ...], found: str | None) -> None:
    assert longer(word, known) == found


@pytest.mark.parametrize(
    ("word", "meant", "is_certain"),
    [
        ("asistant", "assistant", True),
        ("hgih", "high", True),
        ("Tool-Calls", "tool_calls", True),
        ("BLOCK_SOME", "BLOCK_NONE", False),
        ("minimum", "minimal", False),
    ],
)
def test_one_edit_is_a_slip(word: str, meant: str, is_certain: bool) -> None:  # noqa: FBT001 - of a table
    assert is_misspelling(word, meant) == is_certain


@pytest.mark.parametrize(
    ("name", "known", "here"),
    [
        ("stop", ("max_tokens", "stop_sequences"), "stop_sequences"),
        ("maxOutputTokens", ("max_tokens", "max_completion_tokens"), "max_completion_tokens"),
        ("max_tokens", ("maxOutputTokens",), "maxOutputTokens"),
        ("parameters", ("name", "input_schema"), "input_schema"),
        ("stop", ("max_tokens",), None),
        ("zzz", ("stop",), None),
    ],
)
def test_a_name_of_another_format_has_one_here(name: str, known: tuple[str, ...], here: str | None) -> None:
    assert name_here(name, known) == here


def test_the_sentence_names_the_word() -> None:
    assert did_you_mean("asistant", ROLES) == "did you mean `assistant`?"
    assert did_you_mean("wizard", ROLES) is None


def test_many_long_words_cost_little() -> None:
    known = [f"{n:047d}x" for n in range(100_000)]
    start = time.process_time()
    near_miss("y" * 48, known)
    assert time.process_time() - start < 2
