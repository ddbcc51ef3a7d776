"""docs/keeping.md has the servers that take reasoning, as the tests of the writers have them."""

from __future__ import annotations

import re
from pathlib import Path

from tests.core.test_reasoning import REFUSES, TAKES

PAGE = Path(__file__).parents[2] / "docs" / "keeping.md"


def rows() -> dict[str, str]:
    """dialect -> where its reasoning goes."""
    found: dict[str, str] = {}
    table = PAGE.read_text("utf-8").split("## Which servers take reasoning")[1]
    for line in table.splitlines():
        if line.startswith("| `"):
            dialects, place = line.strip("|").split("|", 1)
            found |= dict.fromkeys(re.findall(r"`(\w+)`", dialects), place.strip())
    return found


def test_the_page_lists_each_dialect_once_as_it_is_tested() -> None:
    assert {*TAKES, *REFUSES} == rows().keys()
    assert set(REFUSES) == {dialect for dialect, place in rows().items() if place.startswith("nowhere")}


def test_the_page_names_the_member() -> None:
    assert {dialect: f"`{key}`" for dialect, key in TAKES.items() if key} == {
        dialect: rows()[dialect] for dialect, key in TAKES.items() if key
    }
