"""Of the wire types of all dialects: what a decoder would pass over in silence."""

from __future__ import annotations

import importlib
import pkgutil
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin

import msgspec
import pytest

import turnwire
from turnwire.codec.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_a_tag_is_asked_for() -> None:
    """A tagged type that stands in no union is decoded from an object without its tag too, which would come back."""
    found = [
        f"{kind.__module__}.{kind.__name__}.{field.name}: {alone.__name__}"
        for kind in wires()
        for field in msgspec.structs.fields(kind)
        for alone in tagged_alone(field.type)
    ]
    assert found == []


def wires() -> list[type[Wire]]:
    """Every wire type of every dialect."""
    names = [each.name for each in pkgutil.walk_packages(turnwire.__path__, "turnwire.", onerror=lambda _: None)]
    for name in names:
        if not name.endswith("__main__"):
            importlib.import_module(name)
    found = [Wire]
    for kind in found:
        found += kind.__subclasses__()
    assert len(found) > 200, "the types are gone that this test looks at"
    return found[1:]


def tagged_alone(kind: Any, *, in_union: bool = False) -> Iterator[Any]:
    """The tagged types in a type that are not told from others by their tags."""
    if is_tagged(kind) and not in_union:
        yield kind
    members = get_args(kind)
    is_choice = get_origin(kind) in (Union, UnionType) and sum(map(is_tagged, members)) > 1
    for member in members:
        yield from tagged_alone(member, in_union=is_choice)


def is_tagged(kind: Any) -> bool:
    """Whether a type is a struct with a tag."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__struct_config__.tag is not None


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"id": "1", "model": "m", "messages": ["hi"]}, "Expected `object`, got `str`"),
        ({"name": "left-pad", "version": "1"}, "Object missing required field `messages`"),
    ],
)
def test_a_refusal_is_not_about_a_member_of_an_unknown_name(body: Any, message: str) -> None:
    with pytest.raises(turnwire.InvalidDocument, match=message):
        turnwire.read(body, "openai_chat", kind="request")
