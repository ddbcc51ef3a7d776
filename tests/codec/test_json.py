"""The front door for JSON: what it refuses, where, and that what it accepts comes back digit for digit."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

import jiter
import msgspec
import pytest
from tests.codec.suites import short

from turnwire.codec.json import (
    JITER_DEPTH,
    check,
    check_raw,
    dumps,
    explain,
    loads,
    number,
    position,
    positions,
)
from turnwire.codec.limits import FAST, FREE_DEPTH, STRICT, Limits
from turnwire.codec.scan import MAX_TOKENS
from turnwire.errors import InvalidDocument

Found = tuple[str, str | None, int | None, int | None]

# The text; code, pointer, line and column of its refusal.
REFUSED: list[tuple[bytes, Found]] = [
    (b"", ("json.empty", "", 1, 1)),
    (b" \n ", ("json.empty", "", 2, 2)),
    (b"\xef\xbb\xbf{}", ("json.bom", None, 1, 1)),
    (b"\xff\xfe{\0}\0", ("json.utf8", None, 1, 1)),
    (b"{\0}\0", ("json.utf8", None, 1, 1)),
    (b'{"a":\n "\xff"}', ("json.utf8", None, 2, 3)),
    (b'{"a": "\xed\xa0\x80"}', ("json.utf8", None, 1, 8)),
    (b'{"a": 1', ("json.truncated", "/a", 1, 8)),
    (b'["a', ("json.truncated", "/0", 1, 4)),
    (b"[1,]", ("json.syntax", "/1", 1, 4)),
    (b'{"a":1,}', ("json.syntax", "", 1, 8)),
    (b"[1] [2]", ("json.syntax", "", 1, 5)),
    (b"1],[2", ("json.syntax", "", 1, 2)),
    (b"[" * 70 + b"]" * 69 + b"]],[[]", ("json.depth", "/0" * 64, 1, 65)),
    (b'],["' + b"[" * 300 + b'"', ("json.syntax", "", 1, 1)),
    (b"[NaN]", ("json.syntax", "/0", 1, 2)),
    (b"[-Infinity]", ("json.syntax", "/0", 1, 2)),
    (b"[01]", ("json.syntax", "/0", 1, 3)),
    (b'["\t"]', ("json.syntax", "/0", 1, 3)),
    (b'["\\x"]', ("json.syntax", "/0", 1, 3)),
    (b"{'a':1}", ("json.syntax", "", 1, 2)),
    ('{"ü":"é\\ud800"}'.encode(), ("json.surrogate", "/ü", 1, 8)),
    (b'["\\udc00\\ud800"]', ("json.surrogate", "/0", 1, 3)),
    (b'{"\\ud800":1}', ("json.surrogate", "", 1, 3)),
    (b'["\\\\\\ud800"]', ("json.surrogate", "/0", 1, 5)),
    (b'{"a":1,\n "a":2}', ("json.duplicate-key", "/a", 2, 2)),
    (b'{"a":1,"\\u0061":2}', ("json.duplicate-key", "/a", 1, 8)),
    (b'[{"x":[{"a/~":1,"b":2,"a/~":3}]}]', ("json.duplicate-key", "/0/x/0/a~1~0", 1, 23)),
    ('{"é":0,"é":1}'.encode(), ("json.duplicate-key", "/é", 1, 8)),
    (b"9" * 4301, ("json.number", "", 1, 1)),
    (b'{"n":[-' + b"9" * 4301 + b"]}", ("json.number", "/n/0", 1, 7)),
    (b"[" * 65 + b"]" * 65, ("json.depth", "/0" * 64, 1, 65)),
    (b"[" * 100_000, ("json.depth", "/0" * 64, 1, 65)),
    (b'{"a":' * 100_000, ("json.depth", "/a" * 64, 1, 321)),
]

ACCEPTED: list[bytes] = [
    b"0",
    b"null",
    b' {"a" : [ 1 , 2.5 , true , "x" ] } \r\n',
    b"[" * 64 + b"]" * 64,
    b"[" * 63 + b"[]" + b",[]" * 100 + b"]" * 63,
    b"[1]" + b" " * 100,
    b'["' + b"[" * 1000 + b'"]',
    b'["\\ud83d\\ude00\\\\ud800"]',
    b'{"a":{"a":{"a":1}},"b":{"a":2}}',
    b"9" * 4300,
    b"1e400",
    b"0." + b"1" * 10_000,
    '["\u0000"]'.replace("\0", "\\u0000").encode(),
]


def found(error: InvalidDocument) -> Found:
    first = error.diagnostics[0]
    return first.code, first.pointer, first.line, first.column


def refusal(data: bytes, limits: Limits = STRICT) -> Found | None:
    try:
        check(data, limits)
    except InvalidDocument as error:
        return found(error)
    return None


@pytest.mark.parametrize(("data", "expected"), REFUSED, ids=short)
def test_refused(data: bytes, expected: Found) -> None:
    assert expected == refusal(data)


@pytest.mark.parametrize("data", ACCEPTED, ids=short)
def test_accepted(data: bytes) -> None:
    assert refusal(data) is None


def test_every_message_has_words() -> None:
    for data, _ in REFUSED:
        with pytest.raises(InvalidDocument) as caught:
            check(data)
        assert len(caught.value.diagnostics[0].message) > 10


def test_size() -> None:
    assert refusal(b"[1, 2]", Limits(max_bytes=5)) == ("json.size", None, None, None)
    assert refusal(b"[1,2]", Limits(max_bytes=5)) is None


def test_duplicate_keys_are_an_option() -> None:
    assert refusal(b'{"a":1,"a":2}', FAST) is None
    assert loads(b'{"a":1,"a":2}', FAST) == {"a": 2}


def test_the_parser_still_has_the_depth_we_count_on() -> None:
    assert jiter.from_json(b"[" * JITER_DEPTH + b"]" * JITER_DEPTH) != []
    with pytest.raises(ValueError, match="recursion limit"):
        jiter.from_json(b"[" * (JITER_DEPTH + 1) + b"]" * (JITER_DEPTH + 1))


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (b"x]", ("json.syntax", None, 3, 1)),
        (b'{"a":1,"a":2}]', ("json.duplicate-key", None, 3, 12)),
        (b'"\\ud800\\ud800"]', ("json.surrogate", None, 3, 13)),
        (b"9" * 4301 + b"]", ("json.number", None, 3, 4302)),
        (b"1", ("json.truncated", None, 3, 1)),
        (b"\xff]", ("json.utf8", None, 3, 1)),
        (b"[" * 210, ("json.depth", None, 3, 201)),
        (b"[" * 80 + b"]" * 81, ("json.depth", None, 1, 1)),
    ],
    ids=short,
)
def test_a_text_too_long_for_the_scanner_is_refused_all_the_same(end: bytes, expected: Found) -> None:
    assert expected == refusal(b"[" + b"1," * MAX_TOKENS + b"1,\n1,\n" + end)


class Text(msgspec.Struct, tag="text", forbid_unknown_fields=True):
    text: str


class Image(msgspec.Struct, tag="image", forbid_unknown_fields=True):
    source: msgspec.Raw = msgspec.Raw()


class Turn(msgspec.Struct, forbid_unknown_fields=True):
    role: Literal["user", "assistant"]
    content: list[Text | Image] = []
    extra: dict[str, int] = {}
    number: float | None = None


TURNS = msgspec.json.Decoder(list[Turn])

MISMATCHES: list[tuple[bytes, Found]] = [
    (b'[{"role":1}]', ("json.type", "/0/role", 1, 10)),
    (b'[\n {"role":\n"x"}]', ("json.value", "/0/role", 3, 1)),
    (b'[{"role":"user"},{}]', ("json.required", "/1", 1, 18)),
    (b'[{"role":"user","x":1}]', ("json.unknown-key", "/0", 1, 2)),
    (b'[{"role":"user","content":[{"type":"text","text":3}]}]', ("json.type", "/0/content/0/text", 1, 50)),
    (b'[{"role":"user","content":[{"type":"q"}]}]', ("json.value", "/0/content/0/type", 1, 36)),
    (b'[{"role":"user","extra":{"a":"b"}}]', ("json.type", "/0/extra", 1, 25)),
    (b'[{"role":"user","number":1e400}]', ("json.number", "/0/number", 1, 26)),
    (b"{}", ("json.type", "", 1, 1)),
    (b'[{"role":"user"}', ("json.truncated", "/0", 1, 17)),
    (b'[{"role":1},', ("json.truncated", "/1", 1, 13)),
    (b'[{"role":"user\xff"}]', ("json.utf8", None, 1, 15)),
    (b"[" * 2000, ("json.depth", "/0" * 64, 1, 65)),
    (b'[{"role":"user","content":[{"type":"image","source":' + b"[" * 2000, ("json.depth", None, 1, 113)),
]


@pytest.mark.parametrize(("data", "expected"), MISMATCHES, ids=short)
def test_explain(data: bytes, expected: Found) -> None:
    try:
        TURNS.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        code, pointer, line, column = found(explain(data, error))
        assert (expected[0], *expected[2:]) == (code, line, column)
        assert expected[1] is None or expected[1] == pointer
    else:
        pytest.fail("the decoder accepted it")


def test_explain_keeps_a_refusal_it_cannot_improve() -> None:
    refused = InvalidDocument()
    assert explain(b"[]", refused) is refused


@pytest.mark.parametrize(("error", "code"), [(RecursionError(), "json.depth"), (ValueError("so it is"), "json.syntax")])
def test_explain_of_a_sound_text(error: Exception, code: str) -> None:
    assert found(explain(b"[]", error))[0] == code


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"{}", None),
        (b'"' + b"[" * 1000 + b'"', None),
        ('"é"'.encode(), None),
        (b"[" + b"[]," * 100 + b"1]", None),
        (b"[" * FREE_DEPTH + b"]" * FREE_DEPTH, None),
        (b'"\xff"', "json.utf8"),
        (b'{"a":"' + b"x" * 100 + b'\xed\xa0\x80"}', "json.utf8"),
        (b"[" * (FREE_DEPTH + 1) + b"]" * (FREE_DEPTH + 1), "json.depth"),
        (b"[" * 500 + b"]" * 500, "json.depth"),
        (b'["]",' * 60 + b'"["' + b',"["]' * 60, "json.depth"),
    ],
    ids=short,
)
def test_check_raw(raw: bytes, code: str | None) -> None:
    actual = None
    try:
        check_raw(msgspec.Raw(raw))
    except InvalidDocument as error:
        actual = error.diagnostics[0].code
    assert code == actual


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"0", (0, True)),
        (b"-1", (-1, True)),
        (b"9007199254740993", (9007199254740993, True)),
        (b"9" * 4300, (10**4300 - 1, True)),
        (b"1.0", (1.0, True)),
        (b"0.1", (0.1, True)),
        (b"-123456.78901234", (-123456.78901234, True)),
        (b"1e5", (1e5, True)),
        (b"1e-7", (1e-7, True)),
        (b"1.7976931348623157e308", (1.7976931348623157e308, True)),
        (b"5e-324", (5e-324, True)),
        (b"3e-324", (5e-324, False)),
        (b"1e-400", (0.0, False)),
        (b"1e400", (float("inf"), False)),
        (b"0.12345678901234567890", (0.12345678901234568, False)),
        (b"1.000000000000000005", (1.0, False)),
        (b"1.00000000000000000000", (1.0, True)),
        (b"1e99999999999999999999", (float("inf"), False)),
    ],
    ids=short,
)
def test_number(text: bytes, expected: tuple[int | float, bool]) -> None:
    actual = number(text)
    assert expected == actual
    assert type(expected[0]) is type(actual[0])
    assert expected == number(text.decode())


def test_a_number_of_too_many_digits_is_refused() -> None:
    for text in (b"9" * 4301, b"-" + b"9" * 4301):
        with pytest.raises(InvalidDocument, match=r"json\.number"):
            number(text)


@pytest.mark.parametrize(
    "text",
    [
        "[0,-1,9007199254740993,123456789012345678901234567890]",
        "[null,0.5,0.1,1e+16,1E+400,1E-400]",
        "[0.12345678901234567890123,-123456789012345678901234567890.5]",
        '{"b":1,"a":{"d":2,"c":[null,true,false]}}',
        '["\\u0000é😀\x7f\\\\\\""]',
    ],
    ids=short,
)
def test_loads_and_dumps_keep_every_digit(text: str) -> None:
    expected = text.replace("1e+16", "1e16")
    assert expected.encode() == dumps(loads(text.encode()))


def test_numbers_beyond_doubles_are_decimals() -> None:
    assert loads(b"[1e400, 1.5, 7]") == [Decimal("1e400"), 1.5, 7]


def test_an_exponent_that_nothing_holds_is_refused_in_a_tree() -> None:
    with pytest.raises(InvalidDocument) as caught:
        loads(b'{"a":[1e99999999999999999999]}')
    assert found(caught.value)[0] == "json.number"


def loop() -> list[object]:
    inner: list[object] = []
    inner.append(inner)
    return inner


@pytest.mark.parametrize(
    "tree",
    [
        [float("nan")],
        {"a": (None, float("inf"))},
        [None, Decimal("NaN")],
        "\ud800",
        {"\udc00": 1},
        pytest.param(10**5000, id="long"),
        loop(),
    ],
)
def test_what_json_cannot_say_is_not_written(tree: object) -> None:
    with pytest.raises(InvalidDocument):
        dumps(tree)


DOCUMENT = '{\n "é": {"a/b": [1, {"~": true}]},\n "": "x"\n}'.encode()


@pytest.mark.parametrize(
    ("pointer", "expected"),
    [
        ("", (1, 1)),
        ("/é", (2, 7)),
        ("/é/a~1b", (2, 15)),
        ("/é/a~1b/0", (2, 16)),
        ("/é/a~1b/1/~0", (2, 25)),
        ("/", (3, 6)),
        ("/b", None),
        ("/é/a~1b/2", None),
    ],
    ids=short,
)
def test_position(pointer: str, expected: tuple[int, int] | None) -> None:
    assert expected == position(DOCUMENT, pointer)


def test_positions_of_many_and_of_a_broken_text() -> None:
    assert positions(b"[1,2,\n3", ["/0", "/2", "/9"]) == {"/0": (1, 2), "/2": (2, 1)}
