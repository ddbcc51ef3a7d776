"""JSON values of any msgspec Struct, found by looking at its fields, so that a new field is generated unasked.

What comes out is a tree of plain values with `Raw` where JSON is free: encode it to have the text of a document.
A `Making` says what is special: strategies for single fields, and which fields are left alone.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import Raw, Struct
from msgspec import inspect as mi

from turnwire.codec.marks import OPAQUE, UNKNOWN
from turnwire.testing.free_json import json_texts, texts

Strategy = st.SearchStrategy[Any]

INT64 = st.one_of(
    st.integers(0, 4096), st.integers(-(2**63), 2**63 - 1), st.sampled_from((2**53 + 1, -(2**63), 2**63 - 1))
)
FLOATS = st.one_of(st.sampled_from((0.0, 1.0, 0.5, 0.1, 1e-7, 1e22)), st.floats(allow_nan=False, allow_infinity=False))

_SCALARS: dict[type[mi.Type], Strategy] = {
    mi.StrType: texts(),
    mi.IntType: INT64,
    # A field for floats meets 1 as well as 1.0 in the wild.
    mi.FloatType: st.one_of(FLOATS, st.integers(0, 9)),
    mi.BoolType: st.booleans(),
    mi.NoneType: st.none(),
}


class Making(Struct, frozen=True, eq=False):
    """What is special about a family of types."""

    special: Callable[[type, str], Strategy | None]
    """(type, field) -> the strategy of that field, None if its type is enough."""
    whole: Mapping[type, Strategy] = {}
    """Strategies that replace those of whole types, where fields depend on each other."""
    scalars: Mapping[type[mi.Type], Strategy] = {}
    """Strategies that replace those for strings, integers and so on."""
    skip: frozenset[str] = frozenset()
    """Optional fields that are left alone."""
    raw: Strategy = json_texts().map(lambda text: Raw(text.encode()))
    """What a field of free JSON holds."""
    fields: int = 4
    """At most so many optional fields in one object."""
    depth: int = 4
    """Objects inside objects, at most."""


@functools.cache
def _info(cls: type) -> mi.StructType:
    info = mi.type_info(cls)
    if not isinstance(info, mi.StructType):
        raise TypeError(f"{cls} is no Struct")
    return info


def objects(cls: type, making: Making, depth: int = 0) -> Strategy:
    """JSON objects of one Struct type, with a few of its optional fields."""
    return _objects(cls, making, depth)


@functools.cache
def _objects(cls: type, making: Making, depth: int) -> Strategy:
    return making.whole[cls] if cls in making.whole else _object(cls, making, depth)


@functools.cache
def _fields(cls: type, making: Making, depth: int) -> tuple[dict[str, Strategy], dict[str, Strategy]]:
    """The strategies of the required fields and of the optional ones, by their names in JSON."""
    required: dict[str, Strategy] = {}
    optional: dict[str, Strategy] = {}
    for field in _info(cls).fields:
        if field.encode_name == UNKNOWN or (field.name in making.skip and not field.required):
            continue
        values = _field_values(cls, field, making, depth)
        if values is None:
            continue
        (required if field.required else optional)[field.encode_name] = values
    return required, optional


def _field_values(cls: type, field: mi.Field, making: Making, depth: int) -> Strategy | None:
    special = making.special(cls, field.name)
    if special is not None:
        return special
    if not field.required and _is_too_deep(field.type, making, depth):
        return None
    return of_type(field.type, making, depth)


def _is_too_deep(info: mi.Type, making: Making, depth: int) -> bool:
    members = info.types if isinstance(info, mi.UnionType) else (info,)
    return depth >= making.depth and any(isinstance(member, mi.StructType | mi.ListType) for member in members)


@st.composite
def _object(draw: st.DrawFn, cls: type, making: Making, depth: int) -> dict[str, Any]:
    required, optional = _fields(cls, making, depth)
    tag_field, tag = _info(cls).tag_field, _info(cls).tag
    members = {tag_field: tag} if tag_field else {}
    members |= {name: draw(values) for name, values in required.items()}
    chosen = draw(_some(tuple(optional), making.fields))
    return members | {name: draw(optional[name]) for name in chosen}


@functools.cache
def _some(names: tuple[str, ...], most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(names), unique=True, max_size=most) if names else st.just([])


def of_type(info: mi.Type, making: Making, depth: int) -> Strategy:
    """Values of one type, as msgspec describes it."""
    if isinstance(info, mi.StructType):
        return objects(info.cls, making, depth + 1)
    if isinstance(info, mi.UnionType):
        return _union(info, making, depth)
    if isinstance(info, mi.ListType | mi.VarTupleType):
        return _lists(info.item_type, making, depth)
    if isinstance(info, mi.DictType):
        return st.dictionaries(texts(6), of_type(info.value_type, making, depth), max_size=3)
    return _scalar(info, making)


def _scalar(info: mi.Type, making: Making) -> Strategy:
    if isinstance(info, mi.LiteralType):
        return st.sampled_from(info.values)
    if isinstance(info, mi.RawType | mi.AnyType):
        return making.raw
    return making.scalars[type(info)] if type(info) in making.scalars else _SCALARS[type(info)]


def _lists(item: mi.Type, making: Making, depth: int) -> Strategy:
    most = 0 if depth >= making.depth else 3
    return st.lists(of_type(item, making, depth), max_size=most) if most else st.just([])


def _union(info: mi.UnionType, making: Making, depth: int) -> Strategy:
    known = [t for t in info.types if not (isinstance(t, mi.StructType) and t.tag == OPAQUE)]
    strategies = [of_type(t, making, depth) for t in known if not isinstance(t, mi.NoneType)]
    if any(isinstance(t, mi.NoneType) for t in known):
        strategies.append(st.none())
    if len(known) < len(info.types):
        strategies.append(unknown_parts())
    return st.one_of(strategies)


def unknown_parts() -> Strategy:
    """Members of a tagged union with an unknown tag."""
    tags = st.sampled_from(("hologram", "x_future_part", "smell"))
    return st.builds(lambda tag, value: {"type": tag, "x_value": Raw(value.encode())}, tags, json_texts(3))


def encoded(tree: Any) -> bytes:
    """The JSON text of what these strategies give; the texts of free JSON stay as they are."""
    return msgspec.json.encode(tree)
