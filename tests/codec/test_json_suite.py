"""JSONTestSuite: every verdict it demands, and the ones it leaves to us, published in `json_i_verdicts.json`.

Its `y_` files with duplicate keys are the exception: RFC 8259 allows what RFC 7493 (I-JSON) and we refuse.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from tests.codec.suites import suite

from turnwire.codec.json import check, dumps, loads
from turnwire.codec.limits import FAST, STRICT
from turnwire.codec.scan import find_fault
from turnwire.errors import InvalidDocument

VERDICTS = Path(__file__).with_name("json_i_verdicts.json")
DUPLICATES = ["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]


@cache
def files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((suite("JSONTestSuite") / "test_parsing").iterdir())}


def verdict(data: bytes, limits: object = STRICT) -> str:
    try:
        check(data, STRICT if limits is STRICT else FAST)
    except InvalidDocument as error:
        return error.diagnostics[0].code
    return "accept"


def test_the_suite_is_whole() -> None:
    starts = [name[:2] for name in files()]
    assert {start: starts.count(start) for start in ("y_", "n_", "i_")} == {"y_": 95, "n_": 188, "i_": 35}


def test_must_accept() -> None:
    refused = [name for name, data in files().items() if name.startswith("y_") and verdict(data, FAST) != "accept"]
    assert refused == []


def test_must_accept_but_duplicate_keys() -> None:
    refused = {name: verdict(data) for name, data in files().items() if name.startswith("y_")}
    assert dict.fromkeys(DUPLICATES, "json.duplicate-key") == {k: v for k, v in refused.items() if v != "accept"}


def test_must_refuse_with_line_and_column() -> None:
    wrong = []
    for name, data in files().items():
        if not name.startswith("n_"):
            continue
        try:
            check(data, FAST)
            wrong.append((name, "accepted"))
        except InvalidDocument as error:
            found = error.diagnostics[0]
            if not found.line or not found.column or not found.code.startswith("json."):
                wrong.append((name, str(error)))
    assert wrong == []


def test_our_choices_are_the_published_ones() -> None:
    ours = {name: verdict(data) for name, data in files().items() if name.startswith("i_")}
    assert json.loads(VERDICTS.read_text()) == ours


def test_files_without_a_verdict_crash_nothing() -> None:
    unnamed = [data for name, data in files().items() if name[1] != "_"]
    assert len(unnamed) == 112
    for data in unnamed:
        for limits in (STRICT, FAST):
            verdict(data, limits)


def test_the_scanner_agrees_with_the_parser() -> None:
    disagree = [name for name, data in files().items() if is_utf8(data) and (verdict(data) == "accept") != sound(data)]
    assert disagree == []


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return b"\0" not in data[:4]


def sound(data: bytes) -> bool:
    return find_fault(data, STRICT) is None


def test_what_is_accepted_is_written_back_equal() -> None:
    beyond = []
    for name, data in files().items():
        if verdict(data) != "accept":
            continue
        try:
            tree = loads(data)
        except InvalidDocument as error:
            beyond.append((name[:2], error.diagnostics[0].code))
            continue
        assert tree == loads(dumps(tree))
    # 0.4e00669999999999999999999999999999999999999999999999999999999999: no number type holds its exponent.
    assert [pair for pair in beyond if pair[0] == "i_"] == [("i_", "json.number")]


def test_ambiguous_texts_are_read_one_way_or_refused() -> None:
    folder = suite("JSONTestSuite") / "test_transform"
    expected = {
        "number_-9223372036854775808.json": "[-9223372036854775808]",
        "number_-9223372036854775809.json": "[-9223372036854775809]",
        "number_1.0.json": "[1.0]",
        "number_1.000000000000000005.json": "[1.000000000000000005]",
        "number_1000000000000000.json": "[1000000000000000]",
        "number_10000000000000000999.json": "[10000000000000000999]",
        "number_1e-999.json": "[1E-999]",
        "number_1e6.json": "[1000000.0]",
        "number_9223372036854775807.json": "[9223372036854775807]",
        "number_9223372036854775808.json": "[9223372036854775808]",
        "object_key_nfc_nfd.json": '{"\u00e9":"NFC","e\u0301":"NFD"}',
        "object_key_nfd_nfc.json": '{"e\u0301":"NFD","\u00e9":"NFC"}',
        "object_same_key_different_values.json": "json.duplicate-key",
        "object_same_key_same_value.json": "json.duplicate-key",
        "object_same_key_unclear_values.json": "json.duplicate-key",
        "string_1_escaped_invalid_codepoint.json": "json.surrogate",
        "string_1_invalid_codepoint.json": "json.utf8",
        "string_2_escaped_invalid_codepoints.json": "json.surrogate",
        "string_2_invalid_codepoints.json": "json.utf8",
        "string_3_escaped_invalid_codepoints.json": "json.surrogate",
        "string_3_invalid_codepoints.json": "json.utf8",
        "string_with_escaped_NULL.json": '["A\\u0000B"]',
    }
    actual = {}
    for path in sorted(folder.iterdir()):
        try:
            actual[path.name] = dumps(loads(path.read_bytes())).decode()
        except InvalidDocument as error:
            actual[path.name] = error.diagnostics[0].code
    assert expected == actual
