"""A baseline names findings that are known: they are not reported, do not fail, and are counted when they are gone."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import turnwire.dialects

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Command = Callable[..., Result]

WIZARD = '{"model":"m","messages":[{"role":"wizard","content":"Hi."}]}'
GOOD = WIZARD.replace("wizard", "user")
DIALECTS = dict(turnwire.dialects.MODULES)


@pytest.fixture(autouse=True)
def _files(folder: Path, _two_dialects: None, monkeypatch: pytest.MonkeyPatch, turnwire_command: Command) -> None:
    """Two known findings, in two files."""
    monkeypatch.setattr(turnwire.dialects, "MODULES", DIALECTS)
    (folder / "a.json").write_text(WIZARD)
    (folder / "b.jsonl").write_text(f"{GOOD}\n{WIZARD}\n")
    done = turnwire_command("validate a.json b.jsonl --write-baseline known.json")
    assert (0, "") == (done.exit_code, done.stdout)
    assert "known.json: 2 known findings written" in done.stderr


def checked(command: Command, *more: str) -> tuple[int, list[str], str]:
    done = command(" ".join(("validate a.json b.jsonl --baseline known.json --format concise", *more)))
    return done.exit_code, done.stdout.splitlines(), done.stderr.splitlines()[-1]


def test_known_findings_are_not_reported(turnwire_command: Command) -> None:
    assert (0, [], "baseline: 2 known findings not reported") == checked(turnwire_command)


def test_a_moved_line_is_still_known(folder: Path, turnwire_command: Command) -> None:
    (folder / "a.json").write_text("\n\n" + WIZARD.replace('[{"role"', '[{"role":"user","content":"a"},\n{"role"'))
    (folder / "b.jsonl").write_text(f"{WIZARD}\n{GOOD}\n{GOOD}\n")
    assert (0, [], "baseline: 2 known findings not reported") == checked(turnwire_command)


NEW = [
    ("a.json", WIZARD.replace("wizard", "witch")),  # another word
    ("b.jsonl", f"{WIZARD}\n{WIZARD}\n"),  # one more of the same
    ("a.json", WIZARD.replace('"model"', '"modle":1,"model"')),
]


@pytest.mark.parametrize(("name", "text"), NEW)
def test_a_new_finding_fails(name: str, text: str, folder: Path, turnwire_command: Command) -> None:
    (folder / name).write_text(text)
    code, lines, _ = checked(turnwire_command, "--strict")
    assert (1, 1) == (code, len([line for line in lines if line.startswith(name)]))


def test_what_is_gone_is_counted(folder: Path, turnwire_command: Command) -> None:
    (folder / "a.json").write_text(GOOD)
    (folder / "b.jsonl").unlink()
    _, _, last = checked(turnwire_command)
    assert "baseline: 0 known findings not reported; 2 gone, so the baseline can be written again" == last


def test_files_that_are_not_checked_are_not_gone(turnwire_command: Command) -> None:
    done = turnwire_command("validate a.json --baseline known.json")
    assert done.stderr.endswith("baseline: 1 known finding not reported\n")


def test_findings_that_are_not_selected_are_not_gone(turnwire_command: Command) -> None:
    assert (0, [], "baseline: 2 known findings not reported") == checked(turnwire_command, "--ignore TW2")


def test_the_paths_of_a_baseline_are_those_below_the_working_directory(folder: Path, turnwire_command: Command) -> None:
    done = turnwire_command(f"validate {folder}/a.json ./b.jsonl --baseline known.json")
    assert (0, True) == (done.exit_code, "2 known findings not reported" in done.stderr)


def test_a_baseline_is_written_the_same_again_and_has_no_content(folder: Path, turnwire_command: Command) -> None:
    first = (folder / "known.json").read_text()
    turnwire_command("validate b.jsonl a.json --write-baseline known.json --baseline known.json")
    assert first == (folder / "known.json").read_text()
    assert "wizard" not in first
    assert ["a.json", "b.jsonl"] == [each["file"] for each in json.loads(first)["findings"]]


def test_reports_have_what_a_baseline_suppresses(turnwire_command: Command) -> None:
    done = turnwire_command("validate a.json b.jsonl --baseline known.json --format jsonl")
    first = json.loads(done.stdout.splitlines()[0])
    assert (True, [], ["TW204"]) == (
        first["valid"],
        first["diagnostics"],
        [each["code"] for each in first["suppressed"]],
    )
    assert {"baseline": {"known": 2, "gone": 0}} == json.loads(done.stderr.splitlines()[-1])
    log = json.loads(turnwire_command("validate a.json b.jsonl --baseline known.json --format sarif").stdout)
    assert [[{"kind": "external"}]] * 2 == [each["suppressions"] for each in log["runs"][0]["results"]]


WRONG = [
    ("[]", "this is no baseline"),
    ("{", "known.json: 1:2"),
    ('{"format": "turnwire-baseline/1"}', "entry 1 of `findings` is no known finding"),
    ('{"format": "turnwire-baseline/1", "findings": [{"file": "a"}]}', "entry 1 of `findings` is no known finding"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_a_file_that_is_no_baseline_is_refused(
    text: str, message: str, folder: Path, turnwire_command: Command
) -> None:
    (folder / "known.json").write_text(text)
    done = turnwire_command("validate a.json --baseline known.json")
    assert (2, True) == (done.exit_code, message in done.stderr), done.stderr


def test_a_baseline_that_cannot_be_written_is_trouble(turnwire_command: Command) -> None:
    done = turnwire_command("validate a.json --write-baseline nowhere/known.json")
    assert (2, True) == (done.exit_code, "nowhere/known.json: cannot be written: " in done.stderr)


def test_a_baseline_in_a_folder_that_is_checked_is_no_document(folder: Path, turnwire_command: Command) -> None:
    done = turnwire_command(f"validate {folder} --baseline known.json")
    assert (0, "") == (done.exit_code, done.stdout)
    assert "3 documents: 3 valid, 0 refused; not read: 1 baseline" in done.stderr
    before = (folder / "known.json").read_text()
    assert 0 == turnwire_command("validate . --write-baseline known.json").exit_code
    assert before == (folder / "known.json").read_text()


def test_a_document_is_not_replaced_by_a_baseline(folder: Path, turnwire_command: Command) -> None:
    done = turnwire_command("validate b.jsonl --write-baseline a.json")
    assert (2, True) == (done.exit_code, "a.json: this is no baseline" in done.stderr)
    assert WIZARD == (folder / "a.json").read_text()
