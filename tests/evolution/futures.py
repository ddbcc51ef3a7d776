"""Documents of a version that does not exist yet, made from one that has every field of today's.

A future is an edit at a place: a key that is new, a word of an enum that is new, a block of a new type, a version.
"""

from __future__ import annotations

import copy
import functools
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import Struct
from msgspec import inspect as mi

from turnwire.model import Completion, ContentBlock, DocumentBlock, ErrorReply, History

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.dialects.dialect import Kind

KINDS: dict[Kind, type[Struct]] = {"request": History, "response": Completion, "error": ErrorReply}

NEW_KEY, NEW_WORD, NEW_BLOCK = "x_future_key", "x_future_word", "x_future_block"
SECRETS = (NEW_KEY, NEW_WORD, NEW_BLOCK, "x_future_value")
"""Words that stand in a document of the future and may be in no document for a provider."""

Way = Literal["key", "word", "block", "version"]

# Fields whose text means something to writers.
_SAYS = {
    "created_at": "2026-02-14T09:30:00Z",
    "expires_at": "2026-02-14T09:30:00Z",
    "data": "aGk=",
    "media_type": "image/png",
    "cost_usd": "0.1",
    "url": "https://example.org/",
    "ttl": "5m",
    "start_offset": "1s",
    "end_offset": "2s",
}
# Free JSON is whatever it is in any version; residue belongs to dialects.
_LEFT_OUT = frozenset({"provider_raw"})
# One of two that exclude each other: a tool's input is JSON here.
_NOT_TOGETHER = frozenset({"input_text"})
_DEEPEST = 2


class Future(NamedTuple):
    """A way in which a document is from the future, and the JSON Pointer of the object, or list, that is."""

    way: Way
    place: str
    name: str

    @property
    def pointer(self) -> str:
        """Where the new thing itself stands."""
        return f"{self.place}/{self.name}"


@functools.cache
def _full_text(kind: Kind) -> bytes:
    return msgspec.json.encode(_object(mi.type_info(KINDS[kind]), 0))


def full(kind: Kind) -> Any:
    """A document of this kind with every field that there is, and every block in a message and in a tool's result."""
    return msgspec.json.decode(_full_text(kind))


def _object(info: Any, depth: int) -> dict[str, Any]:
    found: dict[str, Any] = {info.tag_field: info.tag} if info.tag_field else {}
    for field in info.fields:
        if field.encode_name not in _LEFT_OUT | _NOT_TOGETHER:
            value = _value(field.type, field.encode_name, depth, info.cls)
            if value not in (None, []):
                found[field.encode_name] = value
    return found


def _value(info: Any, name: str, depth: int, of: type) -> Any:
    if name == "source" and isinstance(info, mi.StructType):
        parts = {"kind": "content", "content": [{"type": "text", "text": "A part."}]}
        return parts if of is DocumentBlock else {"kind": "base64", "data": "aGk="}
    if isinstance(info, mi.UnionType):
        members = [each for each in info.types if not isinstance(each, mi.NoneType)]
        return _value(members[0], name, depth, of)
    if isinstance(info, mi.StructType):
        return _object(info, depth)
    if isinstance(info, mi.ListType):
        return _list(info.item_type, name, depth, of)
    return _leaf(info, name)


def _list(info: Any, name: str, depth: int, of: type) -> list[Any]:
    if name == "content":
        return [_object(mi.type_info(block), depth + 1) for block in get_args(ContentBlock)] if depth < _DEEPEST else []
    if name == "history":
        return [{"role": "user", "content": [{"type": "text", "text": "Hello."}]}, _object(info, depth)]
    return [_value(info, name, depth, of)]


def _leaf(info: Any, name: str) -> Any:
    if isinstance(info, mi.LiteralType):
        return "assistant" if name == "role" else info.values[0]
    if isinstance(info, mi.DictType):
        return {"known": "value"}
    if isinstance(info, mi.RawType):
        return _SAYS.get(name, {"known": "value"})
    plain: dict[Any, Any] = {
        mi.StrType: _SAYS.get(name, f"a {name}"),
        mi.IntType: 1,
        mi.FloatType: 0.5,
        mi.BoolType: True,
    }
    return plain[type(info)]


def futures(kind: Kind) -> list[Future]:
    """Every future that a document of this kind can have, one place at a time."""
    return list(_futures(mi.type_info(KINDS[kind]), full(kind), ""))


def _futures(info: Any, tree: dict[str, Any], place: str) -> Iterator[Future]:
    yield Future("key", place, NEW_KEY)
    for field in info.fields:
        name = field.encode_name
        value = tree.get(name)
        members = field.type.types if isinstance(field.type, mi.UnionType) else (field.type,)
        if any(isinstance(member, mi.LiteralType) for member in members):
            yield Future("word", place, name)
        if name == "schema_version":
            yield Future("version", place, name)
        for inner, at in _inside(members, value, f"{place}/{name}"):
            yield from _futures(inner[0], inner[1], at)
        if name == "content" and value:
            yield Future("block", f"{place}/{name}", str(len(value)))


def _inside(members: Any, value: Any, place: str) -> Iterator[tuple[tuple[Any, dict[str, Any]], str]]:
    for member in members:
        if isinstance(member, mi.StructType) and isinstance(value, dict):
            yield (member, value), place
        if isinstance(member, mi.ListType) and isinstance(value, list):
            yield from _items(member.item_type, value, place)


def _items(info: Any, values: list[Any], place: str) -> Iterator[tuple[tuple[Any, dict[str, Any]], str]]:
    kinds = info.types if isinstance(info, mi.UnionType) else (info,)
    for n, value in enumerate(values):
        for kind in kinds:
            if isinstance(kind, mi.StructType) and kind.tag in (None, value.get("type")):
                yield (kind, value), f"{place}/{n}"


def made(kind: Kind, wanted: list[Future]) -> Any:
    """The full document with these futures in it.  Blocks come last in their lists, so that places stay."""
    tree = full(kind)
    for future in wanted:
        _WAYS[future.way](_at(tree, future.place), future.name)
    return tree


def _at(tree: Any, place: str) -> Any:
    for part in place.split("/")[1:]:
        tree = tree[int(part)] if isinstance(tree, list) else tree[part]
    return tree


_BLOCK = {"type": NEW_BLOCK, "depth": [1.50, {"note": "x_future_value"}], "is": None}
_WAYS: dict[Way, Callable[[Any, str], None]] = {
    "key": lambda node, name: node.update({name: ["x_future_value", 1]}),
    "word": lambda node, name: node.update({name: NEW_WORD}),
    "version": lambda node, name: node.update({name: 7}),
    "block": lambda node, _: node.append(copy.deepcopy(_BLOCK)),
}
