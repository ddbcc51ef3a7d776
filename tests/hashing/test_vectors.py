"""A frozen table of documents and their hashes, computed a second time here, without the library.

A hash that changes is a new version of it: nobody's stored hashes may change under them.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import rfc8785

import turnwire
from turnwire.documents.hashing import VERSION, canonical_hash, canonical_json
from turnwire.model import History


class Vector(NamedTuple):
    name: str
    kind: Any
    document: str
    canonical: str
    hash: str


VECTORS = [Vector(**each) for each in json.loads(Path(__file__).with_name("vectors.json").read_bytes())]
BY_NAME = pytest.mark.parametrize("vector", VECTORS, ids=[each.name for each in VECTORS])

NO_DOUBLE = "an input whose numbers no double holds"

# The rules of docs/hash.md, once more: where free JSON stands, what is required, and what absence means.
FREE = {"input", "input_schema", "extra", "mood"}
REQUIRED = {"history", "candidates", "text", "message", "role"}
DEFAULTS = {
    "is_error": False,
    "run_by": "caller",
    "status": "complete",
    "schema_version": 1,
    "requires_workspace": True,
    "cached_input_tokens": 0,
}


def reduced(node: Any) -> Any:
    """The normal form of native JSON whose objects are of the model, as far as the table goes."""
    if isinstance(node, list):
        return [reduced(item) for item in node]
    if not isinstance(node, dict) or node.get("type") == "hologram":
        return node
    found = {}
    for name, value in node.items():
        inner = value if name in FREE else reduced(value)
        if name == "provider_raw" or value is None or (name in DEFAULTS and DEFAULTS[name] == value):
            continue
        if name in REQUIRED or name == "input" or inner not in ([], {}):
            found[name] = float(inner) if name == "cost_usd" else inner
    return found


@BY_NAME
def test_the_library_comes_to_the_hash(vector: Vector) -> None:
    text = f'{{"history":[{vector.document}]}}' if vector.kind == "message" else vector.document
    found: Any = turnwire.read(text, "turnwire", kind="request" if vector.kind == "message" else vector.kind)
    node = found.history[0] if vector.kind == "message" and isinstance(found, History) else found
    assert (vector.canonical, vector.hash) == (canonical_json(node).decode(), canonical_hash(node))


@BY_NAME
def test_the_hash_is_that_of_the_text(vector: Vector) -> None:
    assert vector.hash == f"{VERSION}:sha256:{hashlib.sha256(vector.canonical.encode()).hexdigest()}"


@pytest.mark.parametrize("vector", [each for each in VECTORS if each.name != NO_DOUBLE], ids=lambda each: each.name)
def test_another_program_comes_to_the_text(vector: Vector) -> None:
    assert vector.canonical.encode() == rfc8785.dumps(reduced(json.loads(vector.document)))


def test_what_rfc_8785_cannot_hold_is_written_out() -> None:
    (vector,) = (each for each in VECTORS if each.name == NO_DOUBLE)
    assert '"input":[9007199254740993,0.10000000000000000555,1e+400]' in vector.canonical
    with pytest.raises(rfc8785.CanonicalizationError):
        rfc8785.dumps(reduced(json.loads(vector.document)))


def test_each_vector_says_something_of_its_own() -> None:
    assert len(VECTORS) == len({each.name for each in VECTORS}) == len({each.hash for each in VECTORS})
