"""`turnwire plan`, and what `turnwire dialects --capabilities` prints."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.cli.conftest import LOSSY, PLAIN, TWICE

from turnwire.catalogue.models import FAMILIES
from turnwire.dialects import get

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result


def test_a_switch_without_cost(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / "a.json").write_text(PLAIN)
    found = turnwire_command("plan a.json --to toy")
    expected = "a.json: to toy\n  context   about 5 tokens; an estimate\n  nothing is lost\n"
    assert (0, expected, "") == (found.exit_code, found.stdout, found.stderr)


def test_a_switch_that_costs(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / "a.json").write_text(LOSSY)
    found = turnwire_command("plan a.json --to toy:claude-sonnet-4-5")
    expected = [
        "a.json: to toy, model claude-sonnet-4-5 (family claude-sonnet-4-5)",
        "  dropped   refusal, first at /history/0/content/1",
        "  degraded  settings.model, first at /settings/model",
        "  context   about 5 tokens of 200000 (0 %); an estimate",
    ]
    assert (1, expected) == (found.exit_code, found.stdout.splitlines())


def test_json(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / "a.jsonl").write_text(f"{PLAIN}\n{LOSSY}\n{TWICE.replace(chr(10), '')}\n")
    found = turnwire_command("plan a.jsonl --to toy --format json")
    lines = [json.loads(line) for line in found.stdout.splitlines()]
    assert 1 == found.exit_code
    assert [(1, True), (2, False)] == [(line["line"], line["plan"]["clean"]) for line in lines]
    assert {"kind": "dropped", "feature": "refusal", "count": 1, "path": "/history/0/content/1"} in lines[1]["plan"][
        "costs"
    ]
    assert "json.duplicate-key" in found.stderr or "diagnostics" in found.stderr


@pytest.mark.parametrize("line", ["plan a.json", "plan a.json --to nowhere", "plan a.json --to nowhere:model"])
def test_usage(line: str, folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / "a.json").write_text(PLAIN)
    assert 2 == turnwire_command(line).exit_code


def test_a_dialect_without_such_documents(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / "a.json").write_text('{"message":"no","type":"server","status":500}')
    found = turnwire_command("plan a.json --to toy")
    assert (1, "") == (found.exit_code, found.stdout)
    assert "convert.no-place" in found.stderr


def test_capabilities_as_json(turnwire_command: Callable[..., Result]) -> None:
    lines = [json.loads(line) for line in turnwire_command("dialects --capabilities --format json").stdout.splitlines()]
    toy, native = (msgspec.to_builtins(get(name).declared) for name in ("toy", "turnwire"))
    assert {"supports_streaming": False, "supports_streaming_tool_calls": False} == toy
    assert [("toy", toy), ("turnwire", native)] == [(line["dialect"], line["capabilities"]) for line in lines[:2]]
    assert [family.prefix for family in FAMILIES] == [line["family"] for line in lines[2:]]


def test_capabilities_as_a_table(turnwire_command: Callable[..., Result]) -> None:
    found = turnwire_command("dialects --capabilities")
    assert (0, ["capability", "toy", "turnwire"]) == (found.exit_code, found.stdout.splitlines()[0].split())
    assert ["images", "-"] == next(line for line in found.stdout.splitlines() if line.startswith("images ")).split()[:2]
