"""Documents that a schema allows, as Hypothesis strategies; only for the words that our schemas use."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from hypothesis import strategies as st

from turnwire.documents import schemas

Json = dict[str, Any]

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)

# JSON of any kind; floats with a point, so that no parser may take one for an integer.
FREE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(0.5) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=4,
)


@cache
def loaded(name: str) -> Json:
    found: Json = json.loads(schemas.schema(name))
    return found


@cache
def referred(name: str, ref: str) -> st.SearchStrategy[Any]:
    """What `ref` allows, seen from the schema `name`."""
    file, _, pointer = ref.partition("#")
    document = loaded(file or name)
    node = document["$defs"][pointer.removeprefix("/$defs/")] if pointer else document
    return st.deferred(lambda: allowed(file or name, node))


def allowed(name: str, node: Json) -> st.SearchStrategy[Any]:
    """What a part of the schema `name` allows."""
    if "$ref" in node:
        return referred(name, node["$ref"])
    if "const" in node:
        return st.just(node["const"])
    if "allOf" in node:
        return st.one_of([allowed(name, each["then"]) for each in node["allOf"]])
    if "enum" in node:
        return st.sampled_from(node["enum"])
    kinds = node.get("type", "free")
    return st.one_of([typed(name, kind, node) for kind in ([kinds] if isinstance(kinds, str) else kinds)])


def typed(name: str, kind: str, node: Json) -> st.SearchStrategy[Any]:
    """What a part of one `type` allows."""
    if kind == "object":
        return members(name, node) if "properties" in node else st.dictionaries(TEXT, FREE, max_size=2)
    if kind == "array":
        return st.lists(allowed(name, node["items"]), max_size=2)
    if kind == "string":
        return st.from_regex(node["pattern"], fullmatch=True) if "pattern" in node else TEXT
    low, high = node.get("minimum"), node.get("maximum")
    leaves: dict[str, st.SearchStrategy[Any]] = {
        "free": FREE,
        "boolean": st.booleans(),
        "integer": st.integers(low, high),
        "number": st.floats(low, high, allow_nan=False, allow_infinity=False),
    }
    return leaves[kind]


def members(name: str, node: Json) -> st.SearchStrategy[Json]:
    """An object with what is required and at most three of the others."""
    parts = {key: allowed(name, each) for key, each in node["properties"].items()}
    required = {key: parts.pop(key) for key in node.get("required", ())}
    some = st.lists(st.sampled_from(sorted(parts)), max_size=3, unique=True) if parts else st.just([])
    return some.flatmap(lambda keys: st.fixed_dictionaries({**required, **{key: parts[key] for key in keys}}))
