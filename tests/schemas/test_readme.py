"""The examples of proto/README.md are what they say they are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.schemas import parity

import turnwire
from turnwire import model
from turnwire.documents import schemas

README = (Path(__file__).parents[2] / "proto" / "README.md").read_text("utf-8")

BLOCKS = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", README, re.DOTALL)]

# Blocks that are followed by what they are held as, or read as.
PAIRS = re.findall(r"```json\n([^`]*)```\n\nis (?:held|read) as\n\n```json\n([^`]*)```", README)

NOT_OF_THIS_VERSION: list[dict[str, Any]] = [
    {"role": "ROLE_ASSISTANT"},  # ProtoJSON
    {"type": "hologram"},
    {"mood": "curious"},
    {"name": None},
]

REFS = [
    name if title == document["title"] else f"{name}#/$defs/{title}"
    for name in schemas.names()
    for document in [json.loads(schemas.schema(name))]
    for title, node in parity.definitions(document)
    if "enum" not in node
]


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_an_example_is_native_json_unless_it_shows_what_is_not(block: dict[str, Any]) -> None:
    shown_as_foreign = any(some.items() <= block.items() for some in NOT_OF_THIS_VERSION)
    assert any(schemas.validator(ref).is_valid(block) for ref in REFS) is not shown_as_foreign


def entries(text: str) -> list[dict[str, Any]]:
    """How a reader holds it: as an entry of a history, or as a block of one."""
    inner = json.loads(text)
    entry = inner if "role" in inner else {"role": "user", "content": [inner]}
    document = turnwire.read(json.dumps({"history": [entry]}), "turnwire", kind="request")
    assert isinstance(document, model.History)
    held: list[dict[str, Any]] = json.loads(msgspec.json.encode(document.history))
    return held


@pytest.mark.parametrize(("given", "held"), PAIRS)
def test_what_is_held_or_read_as(given: str, held: str) -> None:
    assert entries(given) == entries(held)


def test_the_pairs_are_found() -> None:
    assert len(PAIRS) == 3
