"""What a store makes of texts: times, ids that hold anything, calls in JSON."""

from __future__ import annotations

import pytest

from turnwire.sessions.store import micros_of, time_text
from turnwire.sessions.store.calls import calls_in
from turnwire.sessions.store.tool_ids import escaped, plain


@pytest.mark.parametrize("text", ["", "call_1", "\0", "\\", "\\0", "\\\0", "\0\\\\0", "\\\\\0\0"])
def test_any_text_is_escaped_and_plain_again(text: str) -> None:
    assert text == plain(escaped(text))
    assert "\0" not in escaped(text)


@pytest.mark.parametrize(
    ("content", "uses"),
    [
        ('[{"type":"tool_use","id":"a","name":"n"}]', ["a"]),
        ('[{"type":"tool\\u005fuse","id":"a"}]', ["a"]),
        ('[{"type":"text","text":"tool_use"},{"type":"tool_use"},{"type":"tool_use","id":5}]', []),
        ('[{"type":"tool_use","id":"a","name":{}}, {"type":"tool_use","id":"b","later":[]}]', ["a", "b"]),
        ('[5, {"type":"tool_use","id":"a"}]', []),
        ('{"type":"tool_use","id":"a"}', []),
        ("[", []),
    ],
)
def test_calls_are_found_in_any_json(content: str, uses: list[str]) -> None:
    assert uses == [ident for ident, _ in calls_in(content).uses]


@pytest.mark.parametrize(
    ("text", "micros", "again"),
    [
        ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"),
        ("2026-05-08T12:00:01.123456Z", 1_778_241_601_123_456, "2026-05-08T12:00:01.123456Z"),
        ("2026-05-08T12:00:01.5+02:00", 1_778_234_401_500_000, "2026-05-08T10:00:01.500000Z"),
        ("2026-05-08 12:00:01", 1_778_241_601_000_000, "2026-05-08T12:00:01Z"),
        ("2026-05-08t12:00:01.123456789z", 1_778_241_601_123_456, "2026-05-08T12:00:01.123456Z"),
        ("1969-12-31T23:59:59.999999Z", -1, "1969-12-31T23:59:59.999999Z"),
        ("0001-01-01T00:00:00Z", -62_135_596_800_000_000, "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
    ],
)
def test_a_time_is_microseconds_and_rfc_3339_again(text: str, micros: int, again: str) -> None:
    assert (micros, again) == (micros_of(text), time_text(micros))


@pytest.mark.parametrize(
    "text",
    ["", "now", "2026-02-30T00:00:00Z", "2026-05-08", "2026-05-08T12:00:61Z", "2026-05-08T12:00:00+25:00", "\u0662026"],
)
def test_what_is_no_time_has_no_microseconds(text: str) -> None:
    assert None is micros_of(text)


def test_a_year_that_no_text_says_is_refused() -> None:
    with pytest.raises(OverflowError):
        time_text(2**62)
