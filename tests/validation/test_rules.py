"""Every rule has a code of its layer, a name of its own, and examples that hold."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from msgspec import structs
from tests.docs.pages import ROOT

import rule_pages as rule_pages_module
from rule_pages import FOLDER, rule_pages
from turnwire.cli.app import app
from turnwire.cli.explaining import examples
from turnwire.cli.explaining.examples import findings, shown
from turnwire.model import Fix
from turnwire.validation.rules import LAYERS, rules

if TYPE_CHECKING:
    from click.testing import Result

    from turnwire.model import Diagnostic
    from turnwire.validation.rules import Example, Rule

RULES = pytest.mark.parametrize("rule", rules().values(), ids=lambda rule: rule.code)


def explain(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["explain", *arguments], catch_exceptions=False)


@RULES
def test_the_failing_example_has_this_finding_and_no_other(rule: Rule) -> None:
    found = findings(rule.failing)
    assert {rule.code} == {each.code for each in found}, found
    assert {rule.name} == {each.name for each in found}


@RULES
def test_the_passing_example_has_no_finding(rule: Rule) -> None:
    assert () == findings(rule.passing)


@RULES
def test_a_rule_is_told_in_sentences(rule: Rule) -> None:
    assert rule.about.endswith(".")
    assert rule.about[0].isupper()
    assert rule.name == rule.name.lower().strip("-")


def test_no_name_is_given_twice() -> None:
    names = Counter(name for rule in rules().values() for name in {rule.code, rule.name, *rule.also})
    assert [] == [name for name, count in names.items() if count > 1]
    assert {rule.layer for rule in rules().values()} <= set(LAYERS)


def test_the_pages_are_those_of_the_rules() -> None:
    pages = rule_pages()
    there = {path.relative_to(ROOT): path.read_text("utf-8") for path in (ROOT / "docs" / "rules").glob("*")}
    assert pages == there, "run tools/fidelity_table.py"


@RULES
def test_explain_prints_the_rule_by_its_code_and_its_name(rule: Rule) -> None:
    by_code, by_name = explain(rule.code.lower()), explain(rule.name)
    assert (0, by_code.stdout) == (by_name.exit_code, by_name.stdout)
    assert f"{rule.code} {rule.name}" in by_code.stdout
    assert shown(rule.failing).text.splitlines()[-1] in by_code.stdout
    assert f"[{rule.code}]" in by_code.stdout.replace("\n     ", " ")


def test_explain_without_a_rule_lists_all() -> None:
    assert [rule.code for rule in rules().values()] == [line[:5] for line in explain().stdout.splitlines()[1:]]


def test_explain_lists_the_rules_that_begin_so() -> None:
    started = [line[:5] for line in explain("TW2").stdout.splitlines()[1:]]
    assert [code for code in rules() if code.startswith("TW2")] == started


def test_explain_in_json_has_a_line_for_each_rule() -> None:
    lines = [json.loads(line) for line in explain("--format", "json").stdout.splitlines()]
    assert list(rules()) == [line["code"] for line in lines]
    assert {"code", "name", "severity", "layer", "about", "also", "failing", "passing"} == lines[0].keys()


def test_a_name_that_is_no_rule_has_a_near_miss() -> None:
    done = explain("unknwon-member")
    assert (2, True) == (done.exit_code, "did you mean `unknown-member`?" in done.stderr)


def test_fixes_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    fixes = [Fix("mend it", safe=True, patch="[]"), Fix("drop it", safe=False, patch="[]")]

    def mended(example: Example) -> tuple[Diagnostic, ...]:
        return tuple(structs.replace(found, fixes=fixes) for found in findings(example))

    monkeypatch.setattr(rule_pages_module, "findings", mended)
    monkeypatch.setattr(examples, "findings", mended)
    for text in (explain("TW203").stdout, rule_pages()[FOLDER / "TW203.md"]):
        assert "fix: mend it" in text
        assert "fix (unsafe): drop it" in text
