"""What strict parsers alone refuse hides none of the other findings, and each finding has its place in the file."""

from __future__ import annotations

import pytest

import turnwire
from turnwire.codec.scan import MAX_REPEATED

BOM = b"\xef\xbb\xbf"
ASISTANT = b'"messages":[{"role":"asistant","content":"a"}]}'

ROWS = [
    pytest.param(
        BOM + b'{"model":"gpt-4.1",' + ASISTANT,
        [("TW101", None, 1, 1), ("TW204", "/messages/0/role", 1, 40)],
        id="a byte order mark has no column",
    ),
    pytest.param(
        b'{"model":"gpt-4.1",\n"model":"m",' + ASISTANT,
        [("TW104", "/model", 2, 1), ("TW204", "/messages/0/role", 2, 33)],
        id="a repeated key",
    ),
    pytest.param(
        BOM + b'{"model":"gpt-4.1",\n"model":"m",' + ASISTANT,
        [("TW101", None, 1, 1), ("TW104", "/model", 2, 1), ("TW204", "/messages/0/role", 2, 33)],
        id="both",
    ),
    pytest.param(
        b'{"model":"gpt-4.1","messages":[{"role":"asistant","content":"a","role":"robot","content":"b"}]}',
        [
            ("TW104", "/messages/0/role", 1, 65),
            ("TW204", "/messages/0/role", 1, 72),
            ("TW104", "/messages/0/content", 1, 80),
        ],
        id="all repeated keys are found; the last value is the one that is checked",
    ),
    pytest.param(
        b'{"model":"gpt-4.1","model":"m","messages":[{"role":"user","content":"a"}]}',
        [("TW104", "/model", 1, 20)],
        id="nothing else is wrong",
    ),
    pytest.param(b'{"hello":1,"hello":2}', [("TW110", None, 1, 1), ("TW104", "/hello", 1, 12)], id="no known format"),
    pytest.param(b'{"model":"m","model":"n","messages":[', [("TW104", "/model", 1, 14)], id="and the text is cut"),
    pytest.param(BOM + b'{"model":', [("TW101", None, 1, 1)], id="a mark, and the text is cut"),
    pytest.param(BOM, [("TW101", None, 1, 1)], id="a mark alone"),
]


@pytest.mark.parametrize(("data", "expected"), ROWS)
def test_all_that_is_wrong_is_found(data: bytes, expected: list[tuple[str, str | None, int, int]]) -> None:
    report = turnwire.validate(data)
    assert expected == [(each.code, each.pointer, each.line, each.column) for each in report.diagnostics]
    assert not report.valid


def test_nothing_is_mended_in_a_text_whose_keys_are_repeated() -> None:
    data = b'{"model":"gpt-4.1","model":"m",' + ASISTANT
    assert data == turnwire.repair(data).data
    assert [] == [fix for each in turnwire.validate(data).diagnostics for fix in each.fixes]


def test_a_report_names_the_first_of_many_repeated_keys() -> None:
    data = b'{"messages":[{"role":"user","content":"a"}],"model":"m"' + b',"model":"m"' * 2000 + b"}"
    assert MAX_REPEATED == len([each for each in turnwire.validate(data).diagnostics if each.code == "TW104"])
