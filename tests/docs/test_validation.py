"""The recipes of docs/validation.md are YAML, and their commands have the options that they use."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from tests.docs.pages import ROOT, snippets

from turnwire.cli.reports import WRITERS
from turnwire.cli.validate import validate
from turnwire.validation.rules import rules

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = ROOT / "docs" / "validation.md"
RECIPES = [each for each in snippets("yaml") if each.page == PAGE]


def lines(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield from node.splitlines()
    else:
        for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            yield from lines(each)


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda each: each.name)
def test_a_recipe_runs_commands_that_there_are(recipe: Any) -> None:
    commands = [line.partition(" > ")[0] for line in lines(yaml.safe_load(recipe.text)) if line.startswith("turnwire ")]
    assert commands
    for command in commands:
        name, *arguments = shlex.split(command)[1:]
        assert ("validate", "conversations") == (name, arguments[0])
        assert validate.make_context("validate", ["--no-config", *arguments]).params["report"] in WRITERS


def test_the_page_names_every_format_and_every_rule() -> None:
    page = PAGE.read_text("utf-8")
    assert [name for name in WRITERS if f"`{name}`" not in page] == []
    assert [code for code in rules() if f"(rules/{code}.md)" not in page] == []
