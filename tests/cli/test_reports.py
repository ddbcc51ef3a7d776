"""The formats of `turnwire validate`: what each prints for the same three documents."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import click
import jsonschema_rs
import pytest
from tests.data import data

from turnwire.cli.validate import validate

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Command = Callable[..., Result]

CONTEXT = click.Context(validate)

GOOD = '{"model":"m","messages":[{"role":"user","content":"Hi."}]}'
WIZARD = '{"model": "m",\n "messages": [{"role": "wizard", "content": "Hi."}]}'
LINES = GOOD + '\n{"model":"m","messages":[{"role":"asistant","content":"a"}]}\n'


@pytest.fixture(autouse=True)
def files(folder: Path) -> Path:
    (folder / "a.json").write_text(WIZARD)
    (folder / "b.jsonl").write_text(LINES)
    return folder


def test_text_shows_the_line_and_a_caret(turnwire_command: Command) -> None:
    done = turnwire_command("validate a.json b.jsonl")
    assert 1 == done.exit_code
    first, second = done.stdout.split("\n\n")[:2]
    assert first.splitlines()[1:5] == [
        " --> a.json:2:24  /messages/0/role",
        "  |",
        '2 |  "messages": [{"role": "wizard", "content": "Hi."}]}',
        "  |                        ^^^^^^^^",
    ]
    assert '= help: did you mean "assistant"?' in second
    assert "3 documents: 1 valid, 2 refused\n" == done.stderr


@pytest.mark.parametrize(
    ("length", "shown"),
    [(0, '{"role":'), (1000, "...")],
)
def test_a_long_line_is_cut_around_the_value(length: int, shown: str, folder: Path, turnwire_command: Command) -> None:
    text = "a" * length
    body = '{"messages":[{"role":"user","content":"' + text + '"},{"role":"wizard","content":"Hi."}],"model":"m"}'
    (folder / "a.json").write_text(body)
    lines = turnwire_command("validate a.json").stdout.splitlines()
    assert shown in lines[3]
    assert max(map(len, lines[3:5])) < 130
    start = lines[4].index("^")
    assert '"wizard"' == lines[3][start : start + 8]


@pytest.mark.all_dialects
def test_formats_that_fit_nearly_as_well_are_named_once(folder: Path, turnwire_command: Command) -> None:
    body = '{"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "Hi."}], "temprature": 1}'
    (folder / "a.jsonl").write_text(f"{body}\n{body}\n", "utf-8")
    shown = turnwire_command("validate a.jsonl").stdout
    note = "note: a.jsonl: it was taken for openai_chat, and may be ollama_chat or anthropic_messages: name the dialect"
    assert [note] == [line for line in shown.splitlines() if line.startswith("note")]
    assert "note" not in turnwire_command("validate a.jsonl --from openai_chat").stdout


def test_control_characters_of_a_document_do_not_reach_the_terminal(folder: Path, turnwire_command: Command) -> None:
    (folder / "a.json").write_text('{"model":"m","messages":[{"role":"\\u001b[31m","content":"\x9b31m"}]}')
    assert not {"\x1b", "\x9b"} & set(turnwire_command("validate a.json").output)


def test_json_is_one_document_and_jsonl_has_one_per_line(turnwire_command: Command) -> None:
    whole = json.loads(turnwire_command("validate a.json b.jsonl --format json").stdout)
    lines = [
        json.loads(line) for line in turnwire_command("validate a.json b.jsonl --format jsonl").stdout.splitlines()
    ]
    assert whole == lines
    assert [("a.json", None, False), ("b.jsonl", 1, True), ("b.jsonl", 2, False)] == [
        (each["file"], each.get("line"), each["valid"]) for each in lines
    ]
    assert {"layer": "target", "checked": False, "reason": "no target was given"} in lines[0]["coverage"]


def test_github_gets_commands(folder: Path, turnwire_command: Command) -> None:
    (folder / "odd,name:x.json").write_text(WIZARD)
    lines = turnwire_command("validate . --format github").stdout.splitlines()
    assert lines[0].startswith("::error file=a.json,line=2,col=24,title=TW204 unknown-word::/messages/0/role: `role`")
    assert lines[2].startswith("::error file=odd%2Cname%3Ax.json,line=2,")


def test_gitlab_gets_findings_with_fingerprints_of_their_own(folder: Path, turnwire_command: Command) -> None:
    (folder / "b.jsonl").write_text(LINES + LINES)
    found = json.loads(turnwire_command("validate . --format gitlab").stdout)
    assert ["a.json", "b.jsonl", "b.jsonl"] == [each["location"]["path"] for each in found]
    assert [2, 2, 4] == [each["location"]["lines"]["begin"] for each in found]
    assert 3 == len({each["fingerprint"] for each in found})


def sarif(command: Command, *more: str) -> Any:
    return json.loads(command(" ".join(("validate . --format sarif", *more))).stdout)


def test_sarif_fits_its_schema(turnwire_command: Command) -> None:
    schema = json.loads(data("suites/sarif/sarif-2.1.0.json").read_bytes())
    assert [] == list(jsonschema_rs.validator_for(schema).iter_errors(sarif(turnwire_command)))


def test_sarif_has_what_code_scanning_reads(turnwire_command: Command) -> None:
    """Of "Supported SARIF output file properties": GitHub, SARIF support for code scanning."""
    (run,) = sarif(turnwire_command)["runs"]
    driver = run["tool"]["driver"]
    assert "turnwire" == driver["name"]
    for rule in driver["rules"]:
        assert rule["id"].startswith("TW")
        assert rule["shortDescription"]["text"]
        assert rule["fullDescription"]["text"]
        assert rule["help"]["text"]
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"].endswith((".", "?"))
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] in {"a.json", "b.jsonl"}
        assert place["region"]["startLine"] == 2
        assert result["partialFingerprints"]


def test_fingerprints_stay_when_lines_move(folder: Path, turnwire_command: Command) -> None:
    before = [each["partialFingerprints"] for each in sarif(turnwire_command)["runs"][0]["results"]]
    (folder / "a.json").write_text("\n\n" + WIZARD.replace('[{"role"', '[{"role":"user","content":"a"},{"role"'))
    assert before == [each["partialFingerprints"] for each in sarif(turnwire_command)["runs"][0]["results"]]


def test_junit_has_a_case_for_each_document(folder: Path, turnwire_command: Command) -> None:
    (folder / "c.json").write_text('{"model":"m","messages":[{"role":"\\u0000<&\\"","content":"Hi."}]}')
    suite = ET.fromstring(turnwire_command("validate . --format junit").stdout.encode())  # noqa: S314 - our own
    cases = {case.get("name"): [each.get("type") for each in case.iter("failure")] for case in suite.iter("testcase")}
    assert {"a.json": ["TW204"], "b.jsonl:1": [], "b.jsonl:2": ["TW204"], "c.json": ["TW204"]} == cases


SELECTED: list[tuple[str, int, set[str]]] = [
    ("", 1, {"TW204"}),
    ("--select TW2", 1, {"TW204"}),
    ("--select unknown-word", 1, {"TW204"}),
    ("--select TW3", 0, set()),
    ("--ignore TW2", 0, set()),
    ("--ignore TW2 --select TW204", 1, {"TW204"}),
    ("--select TW2 --ignore TW204,TW205", 0, set()),
    ("--exit-zero", 0, {"TW204"}),
    ("--layer syntax", 0, set()),
]


@pytest.mark.parametrize(("options", "code", "codes"), SELECTED)
def test_rules_are_selected(options: str, code: int, codes: set[str], turnwire_command: Command) -> None:
    done = turnwire_command(f"validate a.json --format json {options}")
    assert code == done.exit_code
    assert codes == {found["code"] for found in json.loads(done.stdout)[0]["diagnostics"]}


def test_a_rule_that_there_is_not_is_named_with_its_neighbour(turnwire_command: Command) -> None:
    done = turnwire_command("validate a.json --select unknown-wrod")
    assert 2 == done.exit_code
    assert "there is no rule 'unknown-wrod'; did you mean `unknown-word`?" in done.stderr


def test_statistics_count_the_rules(turnwire_command: Command) -> None:
    done = turnwire_command("validate . --statistics --format concise")
    assert done.stdout.endswith("count  code   name\n2      TW204  unknown-word\n")


def test_a_target_that_there_is_not_is_named_with_its_neighbour(turnwire_command: Command) -> None:
    done = turnwire_command("validate a.json --target turnwre:m")
    assert 2 == done.exit_code
    assert "there is no dialect 'turnwre'; did you mean turnwire?" in done.stderr
