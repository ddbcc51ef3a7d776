"""Documents as the generated model writes them, as Hypothesis strategies drawn from its types."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect as mi
from tests.schemas.from_schema import FREE, TEXT

OBJECT = st.dictionaries(TEXT, FREE, max_size=2)

# What the model types as text or free JSON, and the schema holds to a form.
HELD = {
    "created_at": st.just("2026-02-14T09:30:00Z"),
    "expires_at": st.just("2026-02-14T09:30:00.5+01:00"),
    "cost_usd": st.just("0.000654"),
    "confidence": st.floats(0, 1),
    "line": st.integers(1, 9),
    "column": st.integers(1, 9),
    **dict.fromkeys(("input_schema", "output_schema", "schema"), OBJECT | st.booleans()),
    **dict.fromkeys(("parameters", "available_user_info", "service_info"), OBJECT),
    **dict.fromkeys(("logit_bias", "model_specific_settings", "options"), OBJECT),
    # Raw in the model to spare its decoding.
    "data": TEXT,
}


def built(info: mi.Type) -> st.SearchStrategy[Any]:
    """What a type of the model writes."""
    if isinstance(info, mi.StructType):
        return struct(info.cls)
    if isinstance(info, mi.UnionType):
        return st.one_of([built(each) for each in info.types if not isinstance(each, mi.NoneType)])
    if isinstance(info, mi.ListType):
        return st.lists(built(info.item_type), max_size=2)
    if isinstance(info, mi.LiteralType):
        return st.sampled_from(info.values)
    leaves: dict[type[mi.Type], st.SearchStrategy[Any]] = {
        mi.StrType: TEXT,
        mi.BoolType: st.booleans(),
        mi.IntType: st.integers(0, 2**63 - 1),
        mi.FloatType: st.floats(allow_nan=False, allow_infinity=False),
        mi.RawType: FREE,
        mi.DictType: OBJECT,
    }
    return leaves[type(info)]


@cache
def struct(cls: type) -> st.SearchStrategy[dict[str, Any]]:
    """An object with the tag, what is required, and at most three of the others."""
    return st.deferred(lambda: _members(mi.type_info(cls)))


def _members(info: mi.Type) -> st.SearchStrategy[dict[str, Any]]:
    assert isinstance(info, mi.StructType)
    parts = {
        each.encode_name: HELD[each.encode_name] if each.encode_name in HELD else built(each.type)
        for each in info.fields
    }
    needed = {each.encode_name: parts.pop(each.encode_name) for each in info.fields if each.required}
    if info.tag_field is not None:
        needed[info.tag_field] = st.just(info.tag)
    some = st.lists(st.sampled_from(sorted(parts)), max_size=3, unique=True) if parts else st.just([])
    return some.flatmap(lambda keys: st.fixed_dictionaries({**needed, **{key: parts[key] for key in keys}}))
