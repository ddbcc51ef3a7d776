"""Lists of documents in YAML, with dashes and in brackets: where findings are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

GOOD = "{history: [{role: user, content: [{type: text, text: Grüße}]}]}"
BAD = GOOD.replace("user", "usr")

LAYOUTS: list[tuple[str, str]] = [
    ("one line", f"[{BAD}, {GOOD}, {BAD}]\n"),
    ("a line for each", f"[{GOOD},\n {BAD},\n {BAD}]\n"),
    ("comments, and a comma at the end", f"# all\n[\n  {BAD}, # one\n  {GOOD},\n  # two\n  {BAD},\n]\n"),
    ("an item on several lines", f"[{GOOD},\n {BAD.replace(', ', ', # why' + chr(10) + '  ')}]\n"),
    ("JSON in a YAML file", json.dumps([{"history": [{"role": "usr", "content": []}]}] * 2, ensure_ascii=False)),
    ("dashes", f"- {GOOD}\n- {BAD}\n-\n  {BAD}\n"),
    ("dashes with blocks", "- history:\n    - role: usr\n      content: []\n- history: []\n"),
    ("signs of two bytes before it", f"[{GOOD}, {GOOD}, {BAD}]"),
    ("a byte order mark", f"\ufeff[{BAD}, {BAD}]"),
]


@pytest.mark.parametrize("text", [row[1] for row in LAYOUTS], ids=[row[0] for row in LAYOUTS])
def test_a_finding_is_at_its_value_in_the_file(
    text: str, folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    (folder / "a.yaml").write_text(text)
    lines = text.removeprefix("\ufeff").splitlines()
    found = turnwire_command("validate --from turnwire --select TW204 --format jsonl a.yaml").stdout.splitlines()
    places = [(each["line"], each["column"]) for line in found for each in json.loads(line).get("diagnostics", ())]
    assert text.count("usr") == len({*places})
    for line, column in places:
        assert lines[line - 1][column - 1 :].lstrip('"').startswith("usr")
    shown = turnwire_command("validate -q --from turnwire --select TW204 a.yaml").stdout.splitlines()
    carets = [(shown[n - 1], line.index("^")) for n, line in enumerate(shown) if "^" in line]
    assert [line[at:].lstrip('"')[:3] for line, at in carets] == ["usr"] * len(places)


ALIASES = f"[&a {GOOD}, {{history: [*a]}}, {BAD}]\n"


@pytest.mark.parametrize("text", [ALIASES.replace("*a", "{role: usr, content: []}"), f"[{GOOD}, !x {BAD}]\n"])
def test_items_that_are_not_whole_by_themselves_are_refused(
    text: str, folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    (folder / "a.yaml").write_text(text)
    found = turnwire_command("validate --from turnwire --format concise a.yaml")
    assert 1 == found.exit_code
    assert "TW107" in found.stdout


def test_items_of_a_list_in_brackets_are_converted(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / "a.yaml").write_text(f"[{GOOD},\n {GOOD}]\n")
    converted = turnwire_command("convert --from turnwire --to toy a.yaml").stdout.splitlines()
    assert ['{"toy":[{"who":"user","says":"Grüße"}]}'] * 2 == converted
