"""Generated documents of the real model through its adapter, and how the adapter is guarded."""

from __future__ import annotations

import typing
from typing import Any

import msgspec
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from protoc_gen_msgspec.names import snake_case
from turnwire import model
from turnwire.testing import native
from turnwire.v1 import structs, upb

DOCUMENTS = (model.History, model.Completion, model.ErrorReply, model.Loss, model.Diagnostic)
EVENTS = typing.get_args(structs.StreamEvent)
BLOCKS = typing.get_args(structs.ContentBlock)
MEMBERS = (*EVENTS, *BLOCKS)


def _comparable(value: Any) -> Any:
    """The native JSON of a value.  An empty map is as good as none: protobuf does not tell them apart."""
    return _without_empty_maps(msgspec.json.decode(msgspec.json.encode(value)))


def _without_empty_maps(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_empty_maps(element) for element in value]
    if isinstance(value, dict):
        maps = {"extra", "provider_raw"}
        kept = {key: element for key, element in value.items() if element or key not in maps}
        return {key: _without_empty_maps(element) for key, element in kept.items()}
    return value


def _back(value: Any) -> Any:
    """The value after a trip; one that protobuf cannot hold is refused, as it is, and is then no case of ours."""
    snake = snake_case(type(value).__name__)
    try:
        message = getattr(upb, f"{snake}_to_upb")(value)
    except ValueError as refusal:
        if "no double holds" not in str(refusal):
            raise
        reject()
    return getattr(upb, f"{snake}_from_upb")(type(message).FromString(message.SerializeToString()))


@given(st.one_of([native(cls) for cls in DOCUMENTS]))
def test_a_document_comes_back_from_protobuf(document: msgspec.Struct) -> None:
    assert _comparable(document) == _comparable(_back(document))


@given(st.one_of([native(cls) for cls in MEMBERS]))
def test_a_member_of_a_union_comes_back_from_protobuf(member: msgspec.Struct) -> None:
    assert _comparable(member) == _comparable(_back(member))


@given(st.one_of([native(cls) for cls in EVENTS]))
def test_an_event_comes_back_from_its_union(event: Any) -> None:
    assert _comparable(event) == _comparable(upb.stream_event_from_upb(upb.stream_event_to_upb(event)))


@pytest.mark.parametrize("name", [name for name in vars(upb) if name.endswith("_to_upb")])
def test_each_function_has_its_other_direction(name: str) -> None:
    assert callable(getattr(upb, name.removesuffix("_to_upb") + "_from_upb"))


def test_every_struct_and_union_has_an_adapter() -> None:
    classes = {
        name
        for name, value in vars(structs).items()
        if isinstance(value, type) and value.__module__ == structs.__name__ and not name.startswith("_")
    }
    expected = {snake_case(name) for name in (*classes, "ContentBlock", "StreamEvent")}
    assert expected == {name.removesuffix("_to_upb") for name in vars(upb) if name.endswith("_to_upb")}
