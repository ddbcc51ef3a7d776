"""What each schema file must be: valid, closed, described, and complete without anything from elsewhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest
from tests.schemas import parity

from turnwire.documents import schemas

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Json = dict[str, Any]

DOCUMENTS: dict[str, Json] = {name: json.loads(schemas.schema(name)) for name in schemas.names()}


def test_the_documents_have_schemas() -> None:
    named = {"message", "content-block", "metadata", "history", "completion", "stream-event", "error-reply"}
    assert named - set(schemas.names()) == set()
    assert list(schemas.names()) == sorted(schemas.names())


def test_an_unknown_name_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="letter"):
        schemas.schema("letter")
    with pytest.raises(KeyError, match="letter"):
        schemas.validator("letter")


def test_an_unknown_place_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="Letter"):
        schemas.validator("message#/$defs/Letter")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_meta_schema_accepts_it(name: str) -> None:
    document = DOCUMENTS[name]
    assert document["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert document["$id"] == schemas.id_of(name)
    assert jsonschema_rs.meta.is_valid(document)


def nodes(node: Json, place: str) -> Iterator[tuple[str, Json]]:
    """Each schema inside a schema with its place; examples are no schemas."""
    yield place, node
    for key in ("properties", "$defs"):
        for name, inner in node.get(key, {}).items():
            yield from nodes(inner, f"{place}/{key}/{name}")
    for key in ("items", "if", "then"):
        if key in node:
            yield from nodes(node[key], f"{place}/{key}")
    for index, inner in enumerate(node.get("allOf", ())):
        yield from nodes(inner, f"{place}/allOf/{index}")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_only_words_that_these_tests_walk_are_used(name: str) -> None:
    known = {
        *("$schema", "$id", "$ref", "$defs", "title", "description", "examples", "type", "const", "enum"),
        *("properties", "required", "additionalProperties", "items", "allOf", "if", "then"),
        *("pattern", "format", "minimum", "maximum"),
    }
    assert {place: node.keys() - known for place, node in nodes(DOCUMENTS[name], name) if node.keys() - known} == {}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_property_and_definition_is_described(name: str) -> None:
    described = [
        place
        for place, node in nodes(DOCUMENTS[name], name)
        if place == name or (place.split("/")[-2] in {"properties", "$defs"} and "/if/" not in place)
        if not node.get("description") and not place.endswith(("/$defs/int64", "/$defs/index"))
    ]
    assert described == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_messages_are_closed_and_have_examples(name: str) -> None:
    messages = {title: node for title, node in parity.definitions(DOCUMENTS[name]) if "enum" not in node}
    closed = {title: node.get("additionalProperties") for title, node in messages.items() if "allOf" not in node}
    assert set(closed.values()) <= {False}, closed
    assert {title for title, node in messages.items() if not node.get("examples")} == set()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_references_lead_only_to_our_own_files(name: str) -> None:
    strangers = [
        node["$ref"]
        for _, node in nodes(DOCUMENTS[name], name)
        if "$ref" in node and node["$ref"].partition("#")[0] not in {"", *DOCUMENTS}
    ]
    assert strangers == []
    assert schemas.validator(name).is_valid(DOCUMENTS[name]["examples"][0])


def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stray = tmp_path / "stray.schema.json"
    stray.write_text('{"$ref": "https://schemas.example/other"}', "utf-8")
    _forget()
    with monkeypatch.context() as patch:
        patch.setattr(schemas, "_files", lambda: {"stray": stray})
        with pytest.raises(ValueError, match="nothing is fetched"):
            schemas.validator("stray")
    _forget()


def _forget() -> None:
    schemas.validator.cache_clear()
    schemas._registry.cache_clear()  # noqa: SLF001 - it holds the texts of all schemas


UNFIT: list[tuple[str, Json, list[tuple[list[str | int], str]]]] = [
    ("message", {}, [([], '"role" is a required property')]),
    ("message", {"role": "user", "name": None}, [(["name"], 'null is not of type "string"')]),
    ("message", {"role": "user", "created_at": "today"}, [(["created_at"], '"today" does not match')]),
    ("message", {"role": "user", "mood": 1}, [([], "'mood' was unexpected")]),
    ("content-block", {"text": "a"}, [([], '"type" is a required property')]),
    ("content-block", {"type": "hologram"}, [(["type"], '"hologram" is not one of')]),
    ("content-block", {"type": "text"}, [([], '"text" is a required property')]),
    ("content-block", {"type": "text", "text": "a", "id": "b"}, [([], "'id' was unexpected")]),
    ("metadata", {"usage": {"cost_usd": 0.1}}, [(["usage", "cost_usd"], '0.1 is not of type "string"')]),
    ("metadata", {"usage": {"cost_usd": "1e-3"}}, [(["usage", "cost_usd"], '"1e-3" does not match')]),
    ("metadata", {"token_count": 2**63}, [(["token_count"], "is greater than the maximum")]),
    ("metadata", {"token_count": 1.5}, [(["token_count"], '1.5 is not of type "integer"')]),
    ("metadata", {"provider_raw": []}, [(["provider_raw"], '[] is not of type "object"')]),
    (
        "history",
        {"history": [{"role": "tool", "content": [{"type": "tool_result", "tool_use_id": "a", "content": [{}]}]}]},
        [(["history", 0, "content", 0, "content", 0], '"type" is a required property')],
    ),
]


@pytest.mark.parametrize(("name", "document", "expected"), UNFIT)
def test_what_does_not_fit_is_named_with_its_place(
    name: str, document: Json, expected: list[tuple[list[str | int], str]]
) -> None:
    found = list(schemas.validator(name).iter_errors(document))
    assert [list(each.instance_path) for each in found] == [place for place, _ in expected]
    assert [words in each.message for each, (_, words) in zip(found, expected, strict=True)] == [True] * len(expected)
