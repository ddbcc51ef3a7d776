"""A JSON file that is an array of documents: each is read by itself, and together they are written as they came."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

import turnwire.dialects
from turnwire.cli.app import app
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

MODULES = turnwire.dialects.MODULES

ASKED, SAID = {"role": "user", "content": "Which river?"}, {"role": "assistant", "content": "The Rhine."}
TUNING = {"messages": [ASKED, SAID]}
ROW = {"id": "1", "conversations": [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Ho"}]}
LINE = {"custom_id": "a", "params": {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [ASKED]}}
CHOICES = [{"index": 0, "message": SAID, "finish_reason": "stop"}]
REPLY = {"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": CHOICES}
HISTORY = {"history": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]}
ITEM = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi"}]}

ARRAYS: dict[str, tuple[Any, int, str]] = {
    "rows for fine-tuning": ([TUNING] * 3, 3, "openai_chat request"),
    "rows of a data set": ([ROW] * 2, 2, "sharegpt request"),
    "one row": ([ROW], 1, "sharegpt request"),
    "lines of a batch": ([LINE, LINE | {"custom_id": "b"}], 2, "anthropic_messages request"),
    "replies": ([REPLY] * 2, 2, "openai_chat response"),
    "histories": ([HISTORY] * 2, 2, "turnwire request"),
    "messages are one document": ([ASKED, SAID], 0, "openai_chat request"),
    "items are one document": ([ITEM, ITEM], 0, "openai_responses request"),
    "turns are one document": (ROW["conversations"], 0, "sharegpt request"),
}


@pytest.fixture(autouse=True)
def _all_dialects(_two_dialects: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turnwire.dialects, "MODULES", MODULES)


def run(*line: str, given: str | None = None) -> Result:
    """What a command line does."""
    return CliRunner().invoke(app, line, input=given, catch_exceptions=False)


@pytest.mark.parametrize(("body", "several", "what"), [pytest.param(*each, id=name) for name, each in ARRAYS.items()])
@pytest.mark.parametrize("named", [False, True], ids=["detected", "named"])
def test_each_is_read_by_itself(*, body: Any, several: int, what: str, named: bool, folder: Path) -> None:
    (folder / "a.json").write_text(json.dumps(body))
    dialect, kind = what.split()
    source = ("--from", dialect, "--kind", kind) if named else ()
    lines = run("detect", "a.json", *source).stdout.splitlines()
    assert [f"a.json[{n}]" if several else "a.json" for n in range(several or 1)] == [
        line.split(":")[0] for line in lines
    ]
    assert all(what in line for line in lines)
    assert 0 == run("validate", "a.json", *source).exit_code
    written = run("convert", "a.json", "--to", dialect, *source).stdout.splitlines()
    assert (body if several else [body]) == [json.loads(line) for line in written]


def test_a_json_file_gets_an_array_and_any_other_its_own_form(folder: Path) -> None:
    (folder / "a.json").write_text(json.dumps([TUNING] * 3, indent=2))
    for place in ("out.json", "b/"):
        assert 0 == run("convert", "a.json", "--to", "openai", "-o", place).exit_code
    assert [TUNING] * 3 == json.loads((folder / "out.json").read_text())
    assert [TUNING] * 3 == json.loads((folder / "b" / "a.json").read_text())
    assert 0 == run("convert", "a.json", "--to", "openai", "-o", "out.jsonl").exit_code
    assert [TUNING] * 3 == [json.loads(line) for line in (folder / "out.jsonl").read_text().splitlines()]


def test_one_that_is_none_does_not_stop_the_others(folder: Path) -> None:
    (folder / "a.json").write_text(json.dumps([TUNING, {"x": 1}, 7, TUNING], indent=1))
    found = run("convert", "a.json", "--to", "openai", "-o", "out.json")
    assert 1 == found.exit_code
    assert "a.json[1]:14: this does not look like any known dialect: its members are x" in found.stderr
    assert "a.json[2]:17: this does not look" in found.stderr
    assert "4 documents: 2 converted, 2 refused" in found.stderr
    assert [TUNING] * 2 == json.loads((folder / "out.json").read_text())


def test_a_finding_has_its_place_in_the_file(folder: Path) -> None:
    (folder / "a.json").write_text(json.dumps([HISTORY, {"history": [{"role": "user", "content": 5}]}], indent=1))
    (refused,) = [
        line for line in run("validate", "--format", "concise", "a.json").stdout.splitlines() if "[1]" in line
    ]
    line = int(refused.split(":")[1])
    assert '"content": 5' in (folder / "a.json").read_text().splitlines()[line - 1]
    found = json.loads(run("validate", "-q", "--format", "json", "a.json").stdout)[1]
    assert ("a.json", 1) == (found["file"], found["item"])


@pytest.mark.parametrize("size", [1, 100_000], ids=["small", "large"])
@pytest.mark.parametrize("indent", [None, 1], ids=["one line", "lines"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_finding_has_its_column_however_long_the_line_is(
    size: int, indent: int | None, jobs: str, folder: Path
) -> None:
    history = {"history": [{"role": "user", "content": [{"type": "text", "text": "Überlänge" * size}]}]}
    wrong = {"history": [{"role": "wizzard", "content": []}]}
    text = json.dumps([history] * 10 + [wrong] * 2, indent=indent, ensure_ascii=False)
    (folder / "a.json").write_text(text)
    reports = json.loads(run("validate", "-q", "--jobs", jobs, "--format", "json", "a.json").stdout)
    places = [(found["line"], found["column"]) for each in reports for found in each["diagnostics"]]
    lines = text.splitlines()
    assert len(places) == 2
    assert all(lines[line - 1][column - 1 :].startswith('"wizzard"') for line, column in places)
    assert len({*places}) == 2
    log = json.loads(run("validate", "-q", "--jobs", jobs, "--format", "sarif", "a.json").stdout)
    regions = [each["locations"][0]["physicalLocation"]["region"] for each in log["runs"][0]["results"]]
    assert [(each["startLine"], each["startColumn"]) for each in regions] == places


def test_an_excerpt_and_a_fix_are_at_the_place_in_the_file(folder: Path) -> None:
    row = {"model": "m", "messages": [{"role": "user", "content": "Hi."}, {"role": "asistant", "content": "Ö"}]}
    text = json.dumps([row] * 3, ensure_ascii=False)
    (folder / "a.json").write_text(text)
    shown = run("validate", "-q", "a.json").stdout.splitlines()
    carets = [n for n, line in enumerate(shown) if "^" in line]
    assert [shown[n - 1][shown[n].index("^") :][:10] for n in carets] == ['"asistant"'] * 3
    log = json.loads(run("validate", "-q", "--format", "sarif", "a.json").stdout)
    for result in log["runs"][0]["results"]:
        (edit,) = result["fixes"][0]["artifactChanges"][0]["replacements"]
        assert text[edit["deletedRegion"]["startColumn"] - 1 : edit["deletedRegion"]["endColumn"] - 1] == '"asistant"'


def test_a_binpb_file_does_not_take_several(folder: Path) -> None:
    (folder / "a.json").write_text(json.dumps([HISTORY] * 2))
    found = run("convert", "a.json", "--to", "turnwire", "-o", "out.binpb")
    assert 1 == found.exit_code
    assert "a binpb file holds one document" in found.stderr
    assert not (folder / "out.binpb").exists()


def test_standard_input_and_yaml_may_be_arrays(folder: Path) -> None:
    text = json.dumps([TUNING] * 2)
    assert 2 == len(run("convert", "-", "--to", "sharegpt", given=text).stdout.splitlines())
    (folder / "a.yaml").write_text(text)
    assert 2 == len(run("convert", "a.yaml", "--to", "sharegpt").stdout.splitlines())


@pytest.mark.parametrize("given", ["[1, 2]", "[]", "[{}]", '[{"a": 1}]', '[{"messages": [', "[[]]"])
def test_what_holds_no_documents_is_refused_as_a_whole(given: str) -> None:
    found = run("convert", "-", "--to", "openai", given=given)
    assert 1 == found.exit_code
    assert "<stdin>:" in found.stderr
    assert "<stdin>[" not in found.stderr


def test_the_library_says_how_many_there_are() -> None:
    with pytest.raises(InvalidDocument, match=r"this is a list of 2 documents.*\[detect\.many\]"):
        turnwire.read(json.dumps([HISTORY] * 2))
