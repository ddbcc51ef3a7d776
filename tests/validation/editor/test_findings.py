"""Findings of open files: places in UTF-16, lines of JSONL, YAML, and changes that mend."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from turnwire.cli.app import app
from turnwire.cli.editor.findings import Finding, findings

if TYPE_CHECKING:
    from pathlib import Path

WRONG = '{"model": "m", "messages": [{"role": "human", "content": "Hi."}]}'
GOOD = WRONG.replace("human", "user")
WIDE = '"\U0001f600é"'


def mended(text: str, found: Finding) -> str:
    lines = text.split("\n")
    for change in reversed(found.offers[0].changes):
        start, end = (_offset(lines, each.line, each.character) for each in (change.start, change.end))
        text = text[:start] + change.text + text[end:]
    return text


def _offset(lines: list[str], line: int, units: int) -> int:
    characters = len(lines[line].encode("utf-16-le")[: 2 * units].decode("utf-16-le"))
    return sum(len(each) + 1 for each in lines[:line]) + characters


TEXTS = {
    "a document": ("a.json", WRONG, GOOD),
    "a document in lines": ("a.json", WRONG.replace(", ", ",\n  "), GOOD.replace(", ", ",\n  ")),
    "behind letters of two units": (
        "a.json",
        WRONG.replace('"m"', '"\U0001f600é"'),
        GOOD.replace('"m"', '"\U0001f600é"'),
    ),
    "the second document of an array": ("a.json", f"[{GOOD},\n {WRONG}]", f"[{GOOD},\n {GOOD}]"),
    "the third document of a line, behind letters of two units": (
        "a.json",
        f"[{GOOD.replace('Hi', WIDE[1:-1])}, {GOOD}, {WRONG}]",
        f"[{GOOD.replace('Hi', WIDE[1:-1])}, {GOOD}, {GOOD}]",
    ),
    "the third line": ("a.jsonl", f"{GOOD}\n\n{WRONG}\n{GOOD}", f"{GOOD}\n\n{GOOD}\n{GOOD}"),
}


@pytest.mark.parametrize(("name", "before", "after"), TEXTS.values(), ids=TEXTS)
def test_a_fix_mends_the_file(name: str, before: str, after: str) -> None:
    (found,) = findings(before, name)
    assert ("TW204", after) == (found.diagnostic.code, mended(before, found))
    assert findings(after, name) == []


def test_a_finding_is_as_long_as_its_token() -> None:
    (found,) = findings(WRONG, "a.json")
    start = WRONG.index('"human"')
    assert ((0, start), (0, start + len('"human"'))) == (found.start, found.end)


def test_yaml_has_places_and_no_fixes() -> None:
    (found,) = findings("model: m\nmessages:\n- role: human\n  content: Hi.\n", "a.yaml")
    assert ("TW204", 2, ()) == (found.diagnostic.code, found.start.line, found.offers)


@pytest.mark.parametrize("text", ["", " ", "{", '{"a":1,"a":2}', "[", "\ud800", "nul", '"\\', "{}", "[[[[[[", "\x00"])
@pytest.mark.parametrize("name", ["a.json", "a.jsonl", "a.yaml", "a.txt"])
def test_broken_texts_do_no_harm(name: str, text: str) -> None:
    for each in findings(text, name):
        assert each.start <= each.end


def test_a_file_of_another_kind_has_no_findings() -> None:
    assert findings("x", "notes.txt") == []


BAD = WRONG.replace('"m"', '"é"').replace("}]}", '}],\n "temprature": 1}')
ITEM = "- model: m\n  messages:\n  - {role: human, content: Hi.}\n"
SAME = {
    "an array": ("a.json", f"[{GOOD},\n\n  {BAD}, {BAD}\n]"),
    "an array in one line": ("a.json", f"[{GOOD}, {WRONG}, {WRONG}]"),
    "an array of which one element is none": ("a.json", f'[{GOOD}, 5, {WRONG}, "x", {{}}]'),
    "an array that is broken": ("a.json", f"[{GOOD}, {WRONG}, {{]"),
    "an array that ends too early": ("a.json", f"[{GOOD}, {WRONG},"),
    "an array with a repeated key": ("a.json", f'[{GOOD}, {GOOD[:-1]}, "model": "n"}}]'),
    "a list of messages": ("a.json", '[{"role": "user", "content": "Hi."},\n {"role": "human", "content": "Hi."}]'),
    "an empty array": ("a.json", "[]"),
    "a document": ("a.json", BAD),
    "lines": ("a.jsonl", f"{GOOD}\n{WRONG}\n[{WRONG}]\n"),
    "a YAML list": ("a.yaml", f"# two\n{ITEM.replace('human', 'user')}\n{ITEM}"),
    "a YAML list in brackets": ("a.yaml", f"[{GOOD},\n {WRONG}]\n"),
    "a YAML list with a repeated key": ("a.yaml", f"{ITEM}{ITEM}  model: n\n"),
    "a YAML document with a repeated key": ("a.yaml", f"{ITEM}  model: n\n".replace("- ", "  ", 1)),
    "YAML of messages": ("a.yaml", "- {role: user, content: Hi.}\n- {role: human, content: Hi.}\n"),
}


@pytest.mark.parametrize(("name", "text"), SAME.values(), ids=SAME)
def test_an_editor_shows_what_the_command_reports(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    said = CliRunner().invoke(app, ["validate", str(tmp_path / name), "--format", "json", "-q"]).stdout
    reported = [each for document in json.loads(said) for each in document["diagnostics"]]
    expected = [(each["code"], each["message"], each["line"], each["column"]) for each in reported]
    shown = findings(text, name)
    assert expected == [
        (each.diagnostic.code, each.diagnostic.message, each.start.line + 1, each.start.character + 1) for each in shown
    ]


def named(name: str) -> str:
    return f'{{"custom_id": "{name}", "params": {{"model": "m", "max_tokens": 9, "messages": {CHAT}}}}}'


CHAT = '[{"role": "user", "content": "Hi."}]'
BATCHES = {
    "lines": ("a.jsonl", f"{named('a')}\n\n{named('b')}\n{named('a')}\n", (3, 14), "a.jsonl:1"),
    "an array": ("a.json", f"[{named('a')},\n{named('a')}]", (1, 14), "a.json[0]"),
    "a list": ("a.yaml", f"- {named('a')}\n- {named('a')}\n", (1, 16), "a.yaml[0]"),
}


@pytest.mark.parametrize(("name", "text", "start", "first"), BATCHES.values(), ids=BATCHES)
def test_a_repeated_name_of_a_batch_is_found(name: str, text: str, start: tuple[int, int], first: str) -> None:
    (found,) = findings(text, f"/home/me/{name}")
    assert (found.diagnostic.code, tuple(found.start)) == ("TW318", start)
    assert first in found.diagnostic.message


def test_each_text_is_a_batch_of_its_own() -> None:
    assert findings(f"{named('a')}\n", "a.jsonl") == findings(f"{named('a')}\n", "a.jsonl") == []
