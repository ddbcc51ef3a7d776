"""What SARIF viewers, GitHub, GitLab and readers of JUnit take from a report."""

from __future__ import annotations

import gzip
import json
import re
import xml.etree.ElementTree as ET
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import jsonschema_rs
import msgspec
import pytest
from tests.data import data

import turnwire.cli.validate
import turnwire.dialects
from turnwire.model import Fix
from turnwire.validation import validate

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    from turnwire.validation import Report

    Command = Callable[..., Result]

GOOD = '{"model":"m","messages":[{"role":"user","content":"Hi."}]}'
TWICE = (
    '{"model": "m",\n "messages": [\n'
    '  {"role": "wizard", "content": "😀"},\n'
    '  {"role": "witch", "content": "Hi."}], "temprature": 1}'
)
LINES = GOOD + '\n{"model":"m","messages":[{"role":"asistant","content":"é"}]}\n'


DIALECTS = dict(turnwire.dialects.MODULES)


@pytest.fixture(autouse=True)
def files(folder: Path, _two_dialects: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(turnwire.dialects, "MODULES", DIALECTS)
    (folder / "odd name, ü").mkdir()
    (folder / "odd name, ü" / "a#1.json").write_text(TWICE)
    (folder / "b.jsonl").write_text(LINES)
    return folder


@pytest.fixture
def with_fixes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each wrong role has a fix, and each unknown member has one that removes it."""

    def mended(*given: Any, **asked: Any) -> Report:
        report = validate(*given, **asked)
        return msgspec.structs.replace(report, diagnostics=tuple(with_fix(found) for found in report.diagnostics))

    def with_fix(found: Any) -> Any:
        role = {"op": "replace", "path": found.pointer, "value": "user"}
        patch = [role if found.code == "TW204" else {"op": "remove", "path": found.pointer}]
        wrong = Fix("does not fit", safe=False, patch='[{"op": "remove", "path": "/nowhere"}]')
        return msgspec.structs.replace(found, fixes=[Fix("mend it", safe=True, patch=json.dumps(patch)), wrong])

    monkeypatch.setattr(turnwire.cli.validate, "validated", mended)


def log(command: Command, *more: str) -> Any:
    return json.loads(command(" ".join(("validate . --format sarif", *more))).stdout)


def edited(text: str, replacements: list[dict[str, Any]]) -> str:
    """What a viewer makes of a file."""
    lines = text.splitlines(keepends=True)
    for each in reversed(replacements):
        region = each["deletedRegion"]
        start = sum(map(len, lines[: region["startLine"] - 1])) + region["startColumn"] - 1
        end = sum(map(len, lines[: region["endLine"] - 1])) + region["endColumn"] - 1
        text = text[:start] + each.get("insertedContent", {"text": ""})["text"] + text[end:]
    return text


@pytest.mark.usefixtures("with_fixes")
def test_a_fix_is_an_edit_of_the_file(files: Path, turnwire_command: Command) -> None:
    results = log(turnwire_command)["runs"][0]["results"]
    made = []
    for result in results:
        (fix,) = result["fixes"]
        assert "Mend it." == fix["description"]["text"]
        (change,) = fix["artifactChanges"]
        path = files / unquote(change["artifactLocation"]["uri"])
        made.append(edited(path.read_text("utf-8"), change["replacements"]))
    assert [
        LINES.replace("asistant", "user"),
        TWICE.replace("wizard", "user"),
        TWICE.replace("witch", "user"),
        TWICE.replace(', "temprature": 1', ""),
    ] == sorted(made, key=lambda text: ("😀" in text, "wizard" in text, "witch" in text, "temprature" not in text))


def test_a_misspelled_word_comes_with_its_edit(turnwire_command: Command) -> None:
    (fix,) = log(turnwire_command)["runs"][0]["results"][0]["fixes"]
    assert 'Write "assistant".' == fix["description"]["text"]
    assert LINES.replace("asistant", "assistant") == edited(LINES, fix["artifactChanges"][0]["replacements"])


@pytest.mark.usefixtures("with_fixes")
def test_a_log_with_fixes_fits_the_schema(turnwire_command: Command) -> None:
    schema = json.loads(data("suites/sarif/sarif-2.1.0.json").read_bytes())
    assert [] == list(jsonschema_rs.validator_for(schema).iter_errors(log(turnwire_command)))


@pytest.mark.usefixtures("with_fixes")
def test_text_names_the_fixes(turnwire_command: Command) -> None:
    lines = turnwire_command("validate b.jsonl").stdout.splitlines()
    assert ["  = fix: mend it", "  = fix (unsafe): does not fit"] == [each for each in lines if " = fix" in each][-2:]


@pytest.mark.usefixtures("with_fixes")
def test_what_has_no_text_of_its_own_has_no_fix(folder: Path, turnwire_command: Command) -> None:
    for path in (folder / "b.jsonl", folder / "odd name, ü" / "a#1.json"):
        path.unlink()
    (folder / "c.yaml").write_text("model: m\nmessages:\n- {role: wizard, content: Hi.}\n")
    (folder / "d.json.gz").write_bytes(gzip.compress(TWICE.encode()))
    results = log(turnwire_command, "--from openai_chat")["runs"][0]["results"]
    assert (4, []) == (len(results), [each for each in results if "fixes" in each])
    assert all(
        "fixes" not in each for each in log(turnwire_command, "--redact --from openai_chat")["runs"][0]["results"]
    )


@pytest.mark.parametrize("where", [".", "{folder}"])
def test_code_scanning_reads_these(where: str, folder: Path, turnwire_command: Command) -> None:
    """Of "Supported SARIF output file properties" (GitHub, SARIF support for code scanning)."""
    tree = json.loads(turnwire_command(f"validate {where.format(folder=folder)} --format sarif").stdout)
    assert ("2.1.0", True) == (tree["version"], tree["$schema"].endswith("sarif-2.1.0.json"))
    (run,) = tree["runs"]
    driver = run["tool"]["driver"]
    assert "turnwire" == driver["name"]
    assert re.fullmatch(r"\d+\.\d+\.\d+.*", driver["semanticVersion"])
    for rule in driver["rules"]:
        assert re.fullmatch(r"TW\d{3}", rule["id"])
        assert 0 < len(rule["shortDescription"]["text"]) <= 1024
        assert 0 < len(rule["fullDescription"]["text"]) <= 1024
        assert rule["help"]["text"]
        assert rule["defaultConfiguration"]["level"] in {"note", "warning", "error"}
        assert len(rule["properties"]["tags"]) <= 20
    assert 4 == len(run["results"])
    prints = [each["partialFingerprints"]["primaryLocationLineHash"] for each in run["results"]]
    assert all(re.fullmatch(r"[0-9a-f]{16}:1", each) for each in prints)
    assert len(set(prints)) == len(prints)
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in {"note", "warning", "error"}
        assert result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        uri = urlsplit(place["artifactLocation"]["uri"])
        assert ("", "", "", "") == (uri.scheme, uri.netloc, uri.query, uri.fragment)
        assert (folder / unquote(uri.path)).is_file()
        assert not PurePosixPath(uri.path).is_absolute()
        assert place["region"]["startLine"] >= 1
        assert place["region"]["startColumn"] >= 1


def test_a_file_elsewhere_has_an_absolute_uri(
    folder: Path, turnwire_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a:b.json").write_text(TWICE)
    (folder / "sub").mkdir()
    locations = [
        each["locations"][0]["physicalLocation"]["artifactLocation"]
        for each in log(turnwire_command)["runs"][0]["results"]
    ]
    assert {"uri": "a%3Ab.json", "uriBaseId": "%SRCROOT%"} in locations
    monkeypatch.chdir(folder / "sub")
    tree = json.loads(turnwire_command(f"validate {folder}/b.jsonl ../b.jsonl --format sarif").stdout)
    found = [each["locations"][0]["physicalLocation"]["artifactLocation"] for each in tree["runs"][0]["results"]]
    assert [{"uri": (folder / "b.jsonl").as_uri()}, {"uri": "../b.jsonl", "uriBaseId": "%SRCROOT%"}] == found


def test_gitlab_reads_these(turnwire_command: Command, folder: Path) -> None:
    """GitLab, Code Quality report format: what it needs, and the severities that there are."""
    found = json.loads(turnwire_command(f"validate {folder} --format gitlab").stdout)
    assert 4 == len(found) == len({each["fingerprint"] for each in found})
    for each in found:
        assert {"description", "check_name", "fingerprint", "location", "severity"} == each.keys()
        assert each["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert all(isinstance(each[name], str) and each[name] for name in ("description", "check_name", "fingerprint"))
        assert isinstance(each["location"]["lines"]["begin"], int)
        # "The path is relative to the repository root, and must not begin with ./"
        assert (folder / each["location"]["path"]).is_file()
        assert not each["location"]["path"].startswith(("/", "./"))


def test_equal_findings_have_hashes_of_their_own(folder: Path, turnwire_command: Command) -> None:
    (folder / "b.jsonl").write_text(LINES + LINES)
    prints = [each["partialFingerprints"] for each in log(turnwire_command)["runs"][0]["results"]]
    first, second = (each["primaryLocationLineHash"].split(":") for each in prints[:2])
    assert (first[0], "1", "2") == (second[0], first[1], second[1])
    assert prints[0]["turnwire/v1"] == prints[1]["turnwire/v1"]


@pytest.mark.parametrize("report", ["junit", "github", "gitlab", "sarif", "text"])
def test_no_character_of_a_document_breaks_a_report(report: str, folder: Path, turnwire_command: Command) -> None:
    odd = "".join(map(chr, (0, 27, 0x85, 0x2028, 0xFFFE, 0xFFFF, 0x1F600))) + "]]></failure><!--%0A::error::\"'"
    (folder / "c.json").write_text(json.dumps(json.loads(GOOD) | {odd: 1, "temperature": odd}))
    done = turnwire_command(f"validate c.json --from openai_chat --format {report}")
    if report == "junit":
        ET.fromstring(done.stdout.encode())  # noqa: S314 - our own
    elif report in ("gitlab", "sarif"):
        json.loads(done.stdout)
    elif report == "github":
        assert 2 == len([line for line in done.stdout.splitlines() if line.startswith("::")])
    assert "\x1b" not in done.stdout
    assert 1 == done.exit_code


def test_junit_has_what_its_schemas_need(turnwire_command: Command) -> None:
    """Of the schema of Jenkins: names, the number of tests, and the type of a failure."""
    root = ET.fromstring(turnwire_command("validate . --format junit").stdout.encode())  # noqa: S314 - our own
    assert "testsuites" == root.tag
    suites = list(root)
    assert {"testsuite"} == {suite.tag for suite in suites}
    for suite in suites:
        cases = list(suite)
        assert suite.get("name")
        assert int(suite.get("tests", "")) == len(cases) == 1
        assert int(suite.get("failures", "")) == len(list(suite.iter("failure")))
        assert ("0", "0") == (suite.get("errors"), suite.get("skipped"))
        assert all(case.get("name") and case.get("classname") for case in cases)
        assert all(each.get("type") and each.get("message") and each.text for each in suite.iter("failure"))
    (failure,) = suites[-1].iter("failure")
    assert str(failure.get("message")).endswith("(and 1 more error)")
    assert 2 == len(str(failure.text).splitlines())
    assert "temprature" in (suites[-1].findtext("testcase/system-out") or "")
