"""Every example is valid, is read by the model, and comes back as it was."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.schemas import parity

from turnwire import model
from turnwire.documents import schemas

FOLDER = Path(__file__).parents[2] / "schemas" / "turnwire" / "examples"

DOCUMENTS: dict[str, dict[str, Any]] = {name: json.loads(schemas.schema(name)) for name in schemas.names()}

INLINE = [
    pytest.param(name, title, example, id=f"{title}-{index}")
    for name, document in DOCUMENTS.items()
    for title, node in parity.definitions(document)
    for index, example in enumerate(node.get("examples", ()))
]

FILES = sorted(FOLDER.glob("*/*.json"))


def trip(title: str, text: bytes) -> bytes:
    return msgspec.json.encode(msgspec.json.decode(text, type=getattr(model, title)))


@pytest.mark.parametrize(("name", "title", "example"), INLINE)
def test_an_example_in_a_schema(name: str, title: str, example: dict[str, Any]) -> None:
    ref = name if title == DOCUMENTS[name]["title"] else f"{name}#/$defs/{title}"
    assert [each.message for each in schemas.validator(ref).iter_errors(example)] == []
    assert json.loads(trip(title, json.dumps(example).encode())) == example


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_example_file(path: Path) -> None:
    text = path.read_bytes()
    document = json.loads(text)
    assert [each.message for each in schemas.validator(path.parent.name).iter_errors(document)] == []
    assert json.loads(trip(DOCUMENTS[path.parent.name]["title"], text)) == document


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_example_file_has_its_keys_in_the_order_that_is_written(path: Path) -> None:
    title = DOCUMENTS[path.parent.name]["title"]
    compact = json.dumps(json.loads(path.read_bytes()), ensure_ascii=False, separators=(",", ":"))
    assert compact == json.dumps(json.loads(trip(title, compact.encode())), ensure_ascii=False, separators=(",", ":"))


def test_every_schema_has_an_example_file() -> None:
    assert sorted({path.parent.name for path in FILES}) == list(schemas.names())
