"""Ids: their spelling, and the order of those that are made."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.threads import Generator, Scru128
from turnwire.systems.gpt2099.threads.scru128 import MAX_COUNTER, MAX_TIMESTAMP, is_turn_id, parse


def code_of(text: str) -> str:
    with pytest.raises(InvalidDocument) as refused:
        parse(text)
    return refused.value.diagnostics[0].code


@pytest.mark.parametrize(
    ("text", "number"),
    [
        # The example of the specification, section "Textual representation".
        ("0372IJOJUXUHJSFKERYI2MRTM", 1993501768880490086615869617690763354),
        ("f5lxx1zz5pnorynqglhzmsp33", 2**128 - 1),
        ("0" * 25, 0),
    ],
)
def test_an_id_is_a_number_in_base_36(text: str, number: int) -> None:
    assert (number, text.lower()) == (int(parse(text)), str(parse(text)))


@pytest.mark.parametrize(
    "text", ["", "0" * 24, "0" * 26, "0" * 24 + "-", "f5lxx1zz5pnorynqglhzmsp34", "z" * 25, "é" * 25]
)
def test_what_is_no_id(text: str) -> None:
    assert "thread.id" == code_of(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Z" * 25, True), ("a1" * 12 + "b", True), ("main", False), ("a" * 24 + "\n", False), ("a" * 25 + "\n", False)],
)
def test_a_text_of_25_letters_and_digits_is_taken_for_an_id(text: str, expected: bool) -> None:  # noqa: FBT001
    assert expected is is_turn_id(text)


parts = st.tuples(
    st.integers(0, MAX_TIMESTAMP), st.integers(0, MAX_COUNTER), st.integers(0, MAX_COUNTER), st.integers(0, 2**32 - 1)
)


@given(parts, parts)
def test_texts_are_ordered_as_ids_are(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> None:
    first, second = Scru128(*one), Scru128(*other)
    assert first == parse(str(first))
    assert (first < second) is (str(first) < str(second))


@given(st.lists(st.integers(-5_000, 5_000), min_size=2, max_size=40), st.integers(0, 2**24 - 1))
def test_ids_ascend_while_a_clock_goes_back_a_little(steps: list[int], bits: int) -> None:
    # Never further back than the generator waits for.
    clock = iter([1_700_000_000_000 + step for step in steps])
    made = Generator(lambda: next(clock), lambda size: bits & (1 << size) - 1)
    found = [made.new() for _ in steps]
    assert sorted(set(found)) == found


def test_the_same_clock_and_chance_give_the_same_ids() -> None:
    def one() -> str:
        return Generator(lambda: 1_700_000_000_123, lambda size: size).new()

    assert one() == one()
    assert Scru128(1_700_000_000_123, 24, 24, 32) == parse(one())


@pytest.mark.parametrize(
    ("last", "following"),
    [
        (Scru128(9, 3, 7, 1), Scru128(9, 3, 8, 5)),
        (Scru128(9, 3, MAX_COUNTER, 1), Scru128(9, 4, 0, 5)),
        (Scru128(9, MAX_COUNTER, MAX_COUNTER, 1), Scru128(10, 0, 5, 5)),
    ],
)
def test_a_store_that_is_ahead_of_the_clock_is_counted_on_from(last: Scru128, following: Scru128) -> None:
    # "When counter_lo reaches its maximum value, counter_hi is incremented and counter_lo is reset to zero."
    made = Generator(lambda: 5, lambda _: 5)
    assert following == parse(made.after(str(last)))


def test_there_is_no_id_after_the_last() -> None:
    with pytest.raises(InvalidDocument) as refused:
        Generator(lambda: 5, lambda _: 5).after(str(Scru128(MAX_TIMESTAMP, MAX_COUNTER, MAX_COUNTER, 0)))
    assert "thread.id" == refused.value.diagnostics[0].code
    with pytest.raises(InvalidDocument) as refused:
        Generator(lambda: 5, lambda _: 5).after("z" * 25)
    assert "thread.id" == refused.value.diagnostics[0].code
