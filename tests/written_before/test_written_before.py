"""Documents that an earlier version wrote are read and written as that version did (make.py)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from tests.written_before.make import digest

import turnwire
from turnwire.testing.difference import difference

FILES = sorted(Path(__file__).parent.glob("*.jsonl.gz"))
LEAST = 2000
_NAMES = "The server refuses these names of tools: readers mark them since, and unmarked names are made legal."
CHANGED: dict[str, dict[str, tuple[int, str]]] = {
    "of_ef7236c.jsonl.gz": {
        "azure_chat request": (4, _NAMES),
        "deepseek_chat request": (
            9,
            f"{_NAMES} A refusal that is a part of a content is text: its server takes no other.",
        ),
        "groq_chat request": (4, _NAMES),
        "openai_chat request": (4, _NAMES),
        "openrouter_chat request": (4, _NAMES),
    }
}
"""File -> dialect and kind -> how many documents are written in another way on purpose, and why."""


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


@pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
def test_enough_documents_are_kept(file: Path) -> None:
    assert len(lines(file)) >= LEAST


@pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
def test_they_are_written_as_they_were(file: Path) -> None:
    wrong: dict[str, int] = {}
    for line in lines(file):
        document = turnwire.read(line["native"], "turnwire", kind=line["kind"])
        if digest(turnwire.write(document, line["dialect"]).data) != line["sha256"]:
            subject = f"{line['dialect']} {line['kind']}"
            wrong[subject] = wrong.get(subject, 0) + 1
    assert wrong == {subject: count for subject, (count, _) in CHANGED[file.name].items()}


@pytest.mark.parametrize("file", FILES, ids=[file.name for file in FILES])
def test_their_native_json_is_the_same(file: Path) -> None:
    wrong: dict[str, str] = {}
    for line in lines(file):
        document = turnwire.read(line["native"], "turnwire", kind=line["kind"])
        if place := difference(line["native"].encode(), turnwire.write(document, "turnwire").data):
            wrong[line["native"]] = place
    assert wrong == {}
