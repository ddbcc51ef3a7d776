"""What strict parsers alone refuse hides none of the other findings, and each finding has its place in the file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import turnwire
from turnwire.cli.app import app
from turnwire.cli.editor.findings import findings
from turnwire.codec.scan import MAX_REPEATED

if TYPE_CHECKING:
    from pathlib import Path

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


# YAML may begin with a byte order mark; a text that is cut has another code there.
ONLY_JSON = {
    *("a byte order mark has no column", "both", "a mark, and the text is cut", "a mark alone"),
    "and the text is cut",
}
OF_YAML = [row for row in ROWS if row.id not in ONLY_JSON]


@pytest.mark.parametrize("spread", [False, True])
@pytest.mark.parametrize(("data", "expected"), OF_YAML)
def test_the_same_is_found_in_yaml(
    data: bytes, expected: list[tuple[str, str | None, int, int]], tmp_path: Path, *, spread: bool
) -> None:
    """`spread`: in block style, which has a line for each member."""
    file = tmp_path / "chat.yaml"
    pairs = json.loads(data, object_pairs_hook=_block)
    file.write_bytes(pairs.encode() if spread else data)
    done = CliRunner().invoke(app, ["validate", str(file), "--format", "json"])
    (report,) = json.loads(done.stdout)
    found = [(each["code"], each.get("pointer"), each["line"], each["column"]) for each in report["diagnostics"]]
    if spread:
        assert sorted(each[:2] for each in expected) == sorted(each[:2] for each in found)
        lines = file.read_text().splitlines()
        assert all(
            f"{pointer.rpartition('/')[2]}: " in f"{lines[line - 1]} " for _, pointer, line, _ in found if pointer
        )
    else:
        assert expected == found
    assert [] == [each for each in report["diagnostics"] if each.get("fixes")]
    assert done.exit_code == 1


def _block(pairs: list[tuple[str, object]]) -> str:
    return "".join(f"{name}: {_shown(value)}\n" for name, value in pairs)


def _shown(value: object) -> str:
    if isinstance(value, list):
        return "".join("\n- " + each.rstrip("\n").replace("\n", "\n  ") for each in value)
    return json.dumps(value)


def test_a_repeated_key_and_what_stops_the_parser_are_both_found_in_yaml(tmp_path: Path) -> None:
    file = tmp_path / "chat.yaml"
    file.write_text("model: m\nmodel: n\nmessages: *old\n")
    done = CliRunner().invoke(app, ["validate", str(file), "--format", "json"])
    (report,) = json.loads(done.stdout)
    found = [(each["code"], each["pointer"], each["line"]) for each in report["diagnostics"]]
    assert [("TW104", "/model", 2), ("TW107", "/messages", 3)] == found


def test_an_editor_shows_them_too() -> None:
    found = findings("model: m\nmodel: n\nmessages:\n- {role: robot, content: a}\n", "a.yaml")
    assert [("TW104", 1), ("TW204", 3)] == [(each.diagnostic.code, each.start.line) for each in found]


def test_nothing_is_mended_in_a_text_whose_keys_are_repeated() -> None:
    data = b'{"model":"gpt-4.1","model":"m",' + ASISTANT
    assert data == turnwire.repair(data).data
    assert [] == [fix for each in turnwire.validate(data).diagnostics for fix in each.fixes]


def test_a_report_names_the_first_of_many_repeated_keys() -> None:
    data = b'{"messages":[{"role":"user","content":"a"}],"model":"m"' + b',"model":"m"' * 2000 + b"}"
    assert MAX_REPEATED == len([each for each in turnwire.validate(data).diagnostics if each.code == "TW104"])
