"""ULIDs: their spelling, and the order of those that are made, whatever the clock and the chance do."""

from __future__ import annotations

import itertools
import threading
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwire.documents.ids import PREFIXES, Ulid, Ulids, check, is_made, parse, seeded
from turnwire.documents.ids.ulids import MAX_RANDOM, MAX_TIMESTAMP, ulid_of
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from collections.abc import Callable

NOW = 1_790_000_000_000
GREATEST = "7" + "Z" * 25


def code_of(does: Callable[[], object]) -> str:
    with pytest.raises(InvalidDocument) as refused:
        does()
    return refused.value.diagnostics[0].code


def fixed(*times: int, bits: int = 0) -> Ulids:
    """A clock that shows these times, and then the last one for ever; and one chance."""
    clock = itertools.chain(times, itertools.repeat(times[-1]))
    return Ulids(lambda: next(clock), lambda _: bits)


@pytest.mark.parametrize(
    ("text", "timestamp", "random"),
    [
        # Of the specification, "JavaScript": ulid(1469918176385) begins so.
        ("01ARYZ6S41TSV4RRFFQ69G5FAV", 1469918176385, 0xD6764C61EFB99302BD5B),
        (GREATEST, MAX_TIMESTAMP, MAX_RANDOM),
        ("0" * 26, 0, 0),
        ("01aryz6s41tsv4rrffq69g5fav", 1469918176385, 0xD6764C61EFB99302BD5B),
    ],
)
def test_an_id_is_a_time_and_a_number(text: str, timestamp: int, random: int) -> None:
    assert Ulid(timestamp, random) == ulid_of(text)
    assert text.upper() == str(Ulid(timestamp, random))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0" * 25,
        "0" * 27,
        "8" + "Z" * 25,
        "0" * 25 + "U",
        "0" * 25 + "I",
        "0" * 25 + "é",
        "0" * 26 + "\n",
        "\u0660" * 26,
    ],
)
def test_what_is_no_ulid(text: str) -> None:
    assert ulid_of(text) is None


ulids = st.builds(Ulid, st.integers(0, MAX_TIMESTAMP), st.integers(0, MAX_RANDOM))


@given(ulids, ulids)
def test_texts_are_ordered_as_ids_are(one: Ulid, other: Ulid) -> None:
    assert one == ulid_of(str(one))
    assert (one < other) is (str(one) < str(other)) is (int(one) < int(other))


@given(ulids)
def test_the_next_id_is_one_more(one: Ulid) -> None:
    assert (int(one) + 1) % 2**128 == int(one.next())
    assert one.next() > one or str(one) == GREATEST


def test_within_a_millisecond_the_random_part_counts_on() -> None:
    made = fixed(NOW, bits=5)
    found = [ulid_of(made.new()) for _ in range(3)]
    assert [Ulid(NOW, 5), Ulid(NOW, 6), Ulid(NOW, 7)] == found


def test_a_carry_goes_through_all_digits() -> None:
    made = fixed(NOW, bits=2**79 - 1)
    assert [Ulid(NOW, 2**79 - 1), Ulid(NOW, 2**79)] == [ulid_of(made.new()), ulid_of(made.new())]


def test_a_later_millisecond_draws_anew() -> None:
    made = fixed(NOW, NOW + 1, bits=5)
    assert [Ulid(NOW, 5), Ulid(NOW + 1, 5)] == [ulid_of(made.new()), ulid_of(made.new())]


def test_a_clock_that_goes_back_is_waited_for() -> None:
    made = fixed(NOW, 0, NOW - 1, NOW, NOW + 1, bits=5)
    found = [ulid_of(made.new()) for _ in range(5)]
    assert [Ulid(NOW, 5), Ulid(NOW, 6), Ulid(NOW, 7), Ulid(NOW, 8), Ulid(NOW + 1, 5)] == found


def test_an_overflow_fails_and_the_next_millisecond_goes_on() -> None:
    made = fixed(NOW, NOW, NOW, NOW + 1, bits=MAX_RANDOM)
    assert Ulid(NOW, MAX_RANDOM) == ulid_of(made.new())
    assert ["id.overflow"] * 2 == [code_of(made.new), code_of(made.new)]
    assert Ulid(NOW + 1, MAX_RANDOM) == ulid_of(made.new())


@given(st.lists(st.integers(0, MAX_TIMESTAMP), min_size=1, max_size=40), st.text(max_size=5))
def test_ids_ascend_whatever_the_clock_does(times: list[int], seed: str) -> None:
    clock = iter(times)
    made = Ulids(lambda: next(clock), seeded(seed))
    found = [made.new() for _ in times]
    assert sorted(set(found)) == found


@given(st.lists(st.tuples(st.integers(NOW - 9, NOW + 9), ulids | st.none()), min_size=1, max_size=20))
def test_an_id_comes_after_those_of_others(steps: list[tuple[int, Ulid | None]]) -> None:
    clock = iter([now for now, _ in steps])
    made, before = Ulids(lambda: next(clock), seeded("")), ""
    for _, other in steps:
        if other is not None and other.random == MAX_RANDOM:
            continue
        found = made.after(f"tu_{other}" if other else "")
        assert found > before
        assert other is None or found > str(other)
        before = found


@pytest.mark.parametrize("other", ["01HZ001", "sess_42", "\0", "x" * 1_000_000, ""])
def test_what_holds_no_ulid_has_no_place_in_the_order(other: str) -> None:
    assert Ulid(NOW, 5) == ulid_of(fixed(NOW, bits=5).after(other))


def test_nothing_comes_after_the_greatest() -> None:
    made = fixed(NOW)
    assert "id.overflow" == code_of(lambda: made.after(GREATEST))
    assert Ulid(NOW, 0) == ulid_of(made.new())


BROKEN: list[tuple[Any, Any, str]] = [
    (-1, 0, "id.clock"),
    (MAX_TIMESTAMP + 1, 0, "id.clock"),
    (1.5, 0, "id.clock"),
    (None, 0, "id.clock"),
    (True, 0, "id.clock"),
    (NOW, -1, "id.random"),
    (NOW, MAX_RANDOM + 1, "id.random"),
    (NOW, b"x", "id.random"),
]


@pytest.mark.parametrize(("now", "bits", "code"), BROKEN)
def test_answers_that_fit_into_no_id(now: Any, bits: Any, code: str) -> None:
    assert code == code_of(Ulids(lambda: now, lambda _: bits).new)


def test_the_same_seed_and_clock_give_the_same_ids_everywhere() -> None:
    made = Ulids(lambda: NOW, seeded("a seed"))
    found = [made.new(kind) for kind in PREFIXES]
    assert [
        "01M3250V0001P7GF55A6AX8VQR",
        "tu_01M3250V0001P7GF55A6AX8VQS",
        "usr_01M3250V0001P7GF55A6AX8VQT",
        "team_01M3250V0001P7GF55A6AX8VQV",
        "sess_01M3250V0001P7GF55A6AX8VQW",
    ] == found
    assert seeded("a seed")(80) != seeded("another")(80)


@given(st.integers(1, 600))
def test_a_seed_gives_as_many_bits_as_are_asked_for(bits: int) -> None:
    random = seeded("x")
    assert all(0 <= random(bits) < 2**bits for _ in range(3))


def test_threads_share_one() -> None:
    made = Ulids(lambda: NOW, seeded(""))
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.extend([made.new() for _ in range(500)])) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert 2000 == len(set(found))


FORMS: list[tuple[str, str | None, bool]] = [
    ("01M2WJ1TW0S49VCTR6S7AQ5AEZ", "message", True),
    ("tu_01M2WJ1TW0S49VCTR6S7AQ5AEZ", "tool_use", True),
    ("usr_01M2WJ1TW0S49VCTR6S7AQ5AEZ", "user", True),
    ("team_01M2WJ1TW0S49VCTR6S7AQ5AEZ", "team", True),
    ("sess_01M2WJ1TW0S49VCTR6S7AQ5AEZ", "session", True),
    ("sess_01m2wj1tw0s49vctr6s7aq5aez", "session", True),
    # "examples use "01HZ001"", and sess_42
    ("01HZ001", None, False),
    ("sess_42", "session", False),
    ("tu_01HZ100", "tool_use", False),
    ("tu_", "tool_use", False),
    ("TU_01M2WJ1TW0S49VCTR6S7AQ5AEZ", None, False),
    ("toolu_01M2WJ1TW0S49VCTR6S7AQ5AEZ", None, False),
    ("\0", None, False),
    ("x" * 1_000_000, None, False),
]


@pytest.mark.parametrize(("text", "kind", "has_ulid"), FORMS, ids=[text[:40] for text, *_ in FORMS])
def test_an_id_is_read_in_any_form(text: str, kind: str | None, has_ulid: bool) -> None:  # noqa: FBT001 - a case
    found = parse(text)
    assert (text, kind, has_ulid) == (found.text, found.kind, found.ulid is not None)


def test_an_empty_text_is_no_id() -> None:
    assert "id.empty" == code_of(lambda: parse(""))


CHECKS: list[tuple[str, Any, list[tuple[str, str]]]] = [
    ("01M2WJ1TW0S49VCTR6S7AQ5AEZ", "message", []),
    ("tu_01M2WJ1TW0S49VCTR6S7AQ5AEZ", "tool_use", []),
    ("01HZ001", "message", [("warning", "id.form")]),
    ("tu_01HZ100", "tool_use", [("warning", "id.form")]),
    ("sess_42", "session", [("warning", "id.form")]),
    ("01M2WJ1TW0S49VCTR6S7AQ5AEZ", "session", [("warning", "id.form")]),
    ("tu_01m2wj1tw0s49vctr6s7aq5aez", "tool_use", [("warning", "id.form")]),
    ("usr_42", "tool_use", [("warning", "id.form")]),
    ("usr_01M2WJ1TW0S49VCTR6S7AQ5AEZ", "tool_use", [("error", "id.kind")]),
    ("tu_01M2WJ1TW0S49VCTR6S7AQ5AEZ", "message", [("error", "id.kind")]),
    ("", "user", [("error", "id.empty")]),
    ("\0", "team", [("warning", "id.form")]),
    ("x" * 1_000_000, "team", [("warning", "id.form")]),
]


@pytest.mark.parametrize(("text", "kind", "expected"), CHECKS, ids=[f"{kind} {text[:40]}" for text, kind, _ in CHECKS])
def test_what_is_wrong_with_an_id(text: str, kind: Any, expected: list[tuple[str, str]]) -> None:
    found = check(text, kind)
    assert expected == [(each.severity, each.code) for each in found]
    assert is_made(text, kind) is (not expected)
    assert all(len(each.message) < 200 for each in found)


def test_a_kind_that_there_is_not() -> None:
    kind: Any = "tools"
    with pytest.raises(ValueError, match="no kind of id 'tools'"):
        check("x", kind)
