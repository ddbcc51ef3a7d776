"""`turnwire redact`: what it writes, counts and refuses."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from turnwire.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

BODY = '{"model":"m","messages":[{"role":"user","content":"ada@b.example, E-123456"}]}'
REDACTED = BODY.replace("ada@b.example", "<EMAIL_1>")


def run(*arguments: object, text: str = "") -> Result:
    return CliRunner().invoke(app, ["redact", *map(str, arguments)], input=text)


def test_one_document_goes_through() -> None:
    done = run("-", text=BODY)
    assert (0, REDACTED) == (done.exit_code, done.stdout)
    assert "1 document: 1 redacted, 0 as they were, 0 not readable; 1 replacement (1 email)\n" == done.stderr


def test_files_keep_their_names_and_share_their_placeholders(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.json").write_text(BODY)
    (tmp_path / "in" / "b.jsonl").write_text(f"{BODY}\n\n{BODY.replace('ada', 'bob')}\n")
    done = run(tmp_path / "in", "-o", tmp_path / "out", "--manifest", tmp_path / "m.jsonl")
    assert done.exit_code == 0
    assert (tmp_path / "out" / "a.json").read_text() == REDACTED
    assert (tmp_path / "out" / "b.jsonl").read_text() == f"{REDACTED}\n\n{REDACTED.replace('_1', '_2')}\n"
    told = (tmp_path / "m.jsonl").read_text()
    assert "b.example" not in told
    lines = [json.loads(line) for line in told.splitlines()]
    assert [(None, ["EMAIL"]), (1, ["EMAIL"]), (3, ["EMAIL"])] == [(each.get("line"), each["kinds"]) for each in lines]


def test_a_document_that_cannot_be_read_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_text(f'{BODY}\n{{"a": "ada@b.example"\n{BODY}\n')
    (tmp_path / "in" / "b.json").write_text('{"a": "ada@b.example"')
    done = run(tmp_path / "in", "-o", tmp_path / "out")
    assert (1, ["a.jsonl"]) == (done.exit_code, [each.name for each in (tmp_path / "out").iterdir()])
    assert f"{REDACTED}\n" * 2 == (tmp_path / "out" / "a.jsonl").read_text()
    assert "a.jsonl:2: is not written, since what is secret in it cannot be found" in done.stderr
    assert "4 documents: 2 redacted, 0 as they were, 2 not readable; 2 replacements (2 email)" in done.stderr
    assert f"{REDACTED}\n" * 2 == run(tmp_path / "in" / "a.jsonl").stdout


ROW, BAD = '{"history":[]}', '{"history":[],"history":[]}'
ARRAYS = {
    f"[{BAD}, {ROW}, {ROW}]": f"[ {ROW}, {ROW}]",
    f"[\n {ROW},\n {BAD},\n {ROW}\n]\n": f"[\n {ROW},\n {ROW}\n]\n",
    f"[{ROW}, {ROW}, {BAD}]\n": f"[{ROW}, {ROW}]\n",
    f"[{BAD}, {BAD}]": "",
}


@pytest.mark.parametrize("text", ARRAYS)
def test_an_array_has_no_comma_for_what_is_left_out(text: str) -> None:
    """What is read again, as it is written."""
    done = run("-", text=text)
    assert (1, ARRAYS[text]) == (done.exit_code, done.stdout)
    assert f"{text.count(BAD)} not readable" in done.stderr


def test_check_writes_nothing() -> None:
    done = run("-", "--check", text=BODY)
    assert (1, "") == (done.exit_code, done.stdout)
    assert run("-", "--check", text=REDACTED).exit_code == 0


def test_kinds_and_patterns(tmp_path: Path) -> None:
    patterns = tmp_path / "p.json"
    patterns.write_text('{"employee": "E-[0-9]{6}"}')
    assert run("-", "--skip", "email", text=BODY).stdout == BODY
    assert run("-", "--patterns", patterns, text=BODY).stdout == REDACTED.replace("E-123456", "<EMPLOYEE_1>")
    only = run("-", "--patterns", patterns, "--only", "employee", text=BODY)
    assert only.stdout == BODY.replace("E-123456", "<EMPLOYEE_1>")


@pytest.mark.parametrize("options", [("--only", "nothing"), ("--check", "-o", "x"), ("--patterns", "missing")])
def test_misuse(options: tuple[str, ...]) -> None:
    assert run("-", *options, text=BODY).exit_code == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'{"a": "("}', "'(' is no regular expression of RE2: missing ): ("),
        (b'{"a": "(?<=id=)[0-9]"}', "is no regular expression of RE2: invalid perl operator: (?<="),
        (rb'{"a": "(a)\\1"}', "is no regular expression of RE2: invalid escape sequence"),
        (b'{"a": ""}', "fits the empty text"),
        (b'{"a": "x*"}', "fits the empty text"),
        (b'{"a b": "x"}', "'a b' is no name of a kind: use letters, digits and dashes"),
        (b"[1]", "patterns are a JSON object"),
        (b"\xff", "is not UTF-8"),
    ],
)
def test_a_wrong_file_of_patterns_is_a_misuse(text: bytes, said: str, tmp_path: Path) -> None:
    patterns = tmp_path / "p.json"
    patterns.write_bytes(text)
    done = run("-", "--patterns", patterns, text=BODY)
    assert (2, True) == (done.exit_code, said in done.stderr)


def test_patterns_need_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    patterns = tmp_path / "p.json"
    patterns.write_text('{"employee": "E-[0-9]{6}"}')
    monkeypatch.setitem(sys.modules, "re2", None)
    done = run("-", "--patterns", patterns, text=BODY)
    assert (2, True) == (done.exit_code, "pip install 'turnwire[patterns]'" in done.stderr)


def test_a_file_keeps_its_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(BODY)
    done = run(tmp_path / "a.json", "-o", tmp_path / "b.jsonl")
    assert (2, True) == (done.exit_code, "would hold jsonl" in done.stderr)


def test_the_counts_are_json_where_reports_are() -> None:
    summary = json.loads(run("-", "--format", "json", text=BODY).stderr.splitlines()[-1])["summary"]
    assert summary["documents"] == 1
