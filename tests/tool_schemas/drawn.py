"""Schemas and inputs to draw, and what a schema takes by an independent validator."""

from __future__ import annotations

from typing import Any, NoReturn, TypeAlias

import jsonschema_rs
from hypothesis import strategies as st

Schema: TypeAlias = dict[str, Any]
NAMES = ("a", "b", "not", "$ref")
"""Names of properties: two of them would be keywords elsewhere."""

values = st.sampled_from([None, True, False, 0, 1, 1.5, 2, 7, "", "a", "bb", "ccc", [], [1], ["a", 1], {}, {"a": 1}])
inputs = st.recursive(
    values,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(NAMES), inner, max_size=3)),
    max_leaves=6,
)
_words = st.sampled_from(["string", "number", "integer", "boolean", "null"])
_small = st.integers(0, 3)
_said = {
    "description": st.sampled_from(["x", "y"]),
    "title": st.just("t"),
    "default": values,
    "format": st.sampled_from(["date", "uint64"]),
    "$comment": st.just("c"),
}
_limits = {
    "minimum": _small,
    "maximum": _small,
    "exclusiveMinimum": _small,
    "exclusiveMaximum": _small,
    "multipleOf": st.integers(1, 3),
    "minLength": _small,
    "maxLength": _small,
    "pattern": st.sampled_from(["a", "^b"]),
}


def _some(optional: dict[str, st.SearchStrategy[Any]], **always: st.SearchStrategy[Any]) -> st.SearchStrategy[Schema]:
    return st.fixed_dictionaries(dict(always), optional=optional)


plain = st.one_of(
    _some(_limits | _said, type=_words),
    _some(_limits | _said, type=st.lists(_words, min_size=1, max_size=3, unique=True)),
    _some(_said, enum=st.lists(values, min_size=1, max_size=3)),
    _some(_said, const=values),
    _some({}, type=st.just("string"), enum=st.lists(st.sampled_from(["a", "bb"]), min_size=1, max_size=2)),
)


def _named(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.dictionaries(st.sampled_from(NAMES), inner, max_size=3)


def _arrays(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Schema]:
    limits = {"minItems": _small, "maxItems": _small, "uniqueItems": st.booleans()}
    tuples = {"prefixItems": st.lists(inner, min_size=1, max_size=2)}
    return _some(limits | {"items": inner | st.booleans()} | tuples, type=st.just("array"))


def _closed(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Schema]:
    more = {"required": st.lists(st.sampled_from(NAMES), max_size=2, unique=True)}
    closed = st.just(value=False)
    return _some(more, type=st.just("object"), properties=_named(inner), additionalProperties=closed)


def _alternatives(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Schema]:
    several = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(*(st.fixed_dictionaries({word: several}) for word in ("anyOf", "oneOf", "allOf")))


def _closed_ones(of: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.recursive(of, lambda inner: st.one_of(_arrays(inner), _closed(inner), _alternatives(inner)), max_leaves=5)


DEFINITIONS = ("M", "N/~")
_refs = st.sampled_from(["#/$defs/M", "#/$defs/N~1~0", "#/$defs/N~1%7E0"]).map(lambda ref: {"$ref": ref})
closed_ones = _closed_ones(plain)
"""Schemas whose objects name all their properties, so that what is in one alternative alone is in no other."""

_OBJECT_WORDS = {
    "patternProperties": st.dictionaries(st.sampled_from(["^a", "b"]), plain, max_size=1),
    "additionalProperties": st.booleans() | plain,
    "dependentRequired": st.just({"a": ["b"]}),
    "minProperties": _small,
    "required": st.lists(st.sampled_from(NAMES), max_size=2, unique=True),
}


def _open_ones(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Schema]:
    either = {"anyOf": st.lists(_closed_ones(plain | _refs), min_size=1, max_size=3)}
    beside = {"not": inner, "if": inner, "then": inner, "allOf": st.lists(inner, min_size=1, max_size=2)}
    again = {"$ref": st.sampled_from(["#", "#/$defs/R", "http://example.com/none"])}
    return st.one_of(
        _some(_OBJECT_WORDS | beside | either | _said, type=st.just("object"), properties=_named(inner)),
        _some(beside | either | again | _limits),
        _arrays(inner),
    )


@st.composite
def schemas(draw: st.DrawFn) -> Schema:
    """Whole schemas, with definitions, one of which refers to itself."""
    body = draw(st.recursive(closed_ones | _refs, _open_ones, max_leaves=6))
    refers_to_itself = {"type": "object", "properties": {"a": {"$ref": "#/$defs/R"}}}
    defined = {name: draw(closed_ones) for name in DEFINITIONS} | {"R": refers_to_itself}
    return {**body, "$defs": defined}


_KEYWORDS = (
    *("type", "enum", "const", "required", "properties", "items", "prefixItems", "additionalItems", "anyOf", "oneOf"),
    *("additionalProperties", "patternProperties", "allOf", "$ref", "$id", "$anchor", "$defs", "definitions", "not"),
    *("nullable", "exclusiveMinimum", "minimum", "maximum", "minLength", "description", "default", "format", "x/~y"),
)
_odd = st.sampled_from(["string", "object", "STRING", "#", "#/properties/a", "#n", "http://e.com/", "#/%zz", 1e308, -1])
_huge = st.sampled_from([10**400, -(10**30), 2**64])
odd_schemas = st.recursive(
    values | _odd | _huge,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(_KEYWORDS) | st.text(max_size=3), inner, max_size=5),
    ),
    max_leaves=25,
)
"""What may stand where a schema should."""


def _refuse(uri: str) -> NoReturn:
    raise LookupError(uri)


def takes(schema: Schema) -> Any:
    """What says whether a schema takes an input; None for what is no schema of draft 2020-12, or refers elsewhere."""
    try:
        return jsonschema_rs.Draft202012Validator(schema, retriever=_refuse).is_valid
    except ValueError:
        return None
