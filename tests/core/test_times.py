"""Times of replies: whole seconds become RFC 3339, and come back from the one spelling that this makes."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwire.families.chat.times import decimal_seconds, rfc3339, unix_seconds

LAST = 253_402_300_799


@given(st.integers(0, LAST))
def test_seconds_are_spelled_as_the_standard_library_does_it_and_come_back(seconds: int) -> None:
    text = rfc3339(seconds)
    assert text == datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
    assert unix_seconds(text) == seconds


@pytest.mark.parametrize("seconds", [-1, LAST + 1])
def test_a_year_without_four_digits_has_no_text(seconds: int) -> None:
    assert rfc3339(seconds) is None


@pytest.mark.parametrize(
    "text",
    [
        "2025-10-09 08:53:20Z",
        "2025-10-09T08:53:20z",
        "2025-10-09T08:53:20+00:00",
        "2025-10-09T08:53:20",
        "2025-W41-4T08:53:20Z",
        "2025-10-09T24:00:00Z",
        "2025-02-30T00:00:00Z",
        "1969-12-31T23:59:59Z",
        "٢٠٢٥-10-09T08:53:20Z",
        "",
    ],
)
def test_another_spelling_is_no_number_of_whole_seconds(text: str) -> None:
    assert unix_seconds(text) is None
    assert decimal_seconds(text) is None


def test_a_fraction_is_a_decimal_number() -> None:
    assert unix_seconds("2025-10-09T08:53:20.000Z") is None
    assert decimal_seconds("2025-10-09T08:53:20.25Z") == "1760000000.25"
