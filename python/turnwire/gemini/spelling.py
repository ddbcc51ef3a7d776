"""The two spellings of every field: `mimeType` and `mime_type`.

"Parsers accept both the lowerCamelCase name (or the one specified by the json_name option) and the original proto
field name." (Protocol Buffers, "ProtoJSON Format", 2026)

Documents in camelCase are read as they are.  Others are respelled first, and each object remembers under a mark
which of its keys were spelled otherwise; the mark becomes `$form` `{"names": {...}}` in the residue (overlays.py).
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Raw, Struct
from msgspec import inspect as mi

from turnwire.codec.limits import FAST
from turnwire.errors import invalid
from turnwire.model import ABSENT
from turnwire.unknown import join_object
from turnwire.wire import ENCODER, Form

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits

T = TypeVar("T")
SPELLED = "$spelled"

Respell = Callable[[bytes], bytes]

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_ARRAY = msgspec.json.Decoder(list[Raw])


class Spelled(Struct, omit_defaults=True):
    """What the mark says: camelCase name -> the name in the source, and the source's own value under the mark."""

    names: dict[str, str] = {}
    own: Raw = ABSENT


class ProtoForm(Form[T]):
    """A form that takes both spellings."""

    def decode(self, data: bytes, limits: Limits = FAST) -> T:
        """Raises InvalidDocument, and nothing else, whatever the bytes."""
        if limits is not FAST:
            super().decode(data, limits)  # refuses what the limits refuse
        elif len(data) > limits.max_bytes:
            return super().decode(data, limits)
        try:
            return self.fast.decode(data)
        except msgspec.ValidationError:
            return super().decode(self._readable(data), FAST)
        except (msgspec.DecodeError, RecursionError, ValueError, NotImplementedError):
            return super().decode(data, FAST)

    def _readable(self, data: bytes) -> bytes:
        text = data.strip()
        if text[:1] == b"[":
            raise invalid(
                "gemini.chunks",
                "a list, as streamGenerateContent gives without alt=sse: each item is a chunk of one reply",
                hint="ask with alt=sse and read a stream, or read the items one by one",
            )
        try:
            return speller(self.type)(text)  # type: ignore[arg-type]
        except (msgspec.DecodeError, RecursionError, ValueError):
            return data


@functools.cache
def speller(wire: type) -> Respell:
    """A function from the bytes of a document to the same in camelCase, with marks."""
    return _respell(mi.type_info(wire), {})


def _respell(info: mi.Type, made: dict[type, list[Respell]]) -> Respell:
    if isinstance(info, mi.StructType):
        return _struct(info, made)
    if isinstance(info, mi.ListType):
        return functools.partial(_list, _respell(info.item_type, made))
    if isinstance(info, mi.UnionType):
        return _union(info, made)
    return _same


def _same(raw: bytes) -> bytes:
    return raw


def _list(item: Respell, raw: bytes) -> bytes:
    return b"[" + b",".join(item(bytes(part)) for part in _ARRAY.decode(raw)) + b"]" if raw[:1] == b"[" else raw


def _union(info: mi.UnionType, made: dict[type, list[Respell]]) -> Respell:
    by_start: dict[bytes, Respell] = {b"{": _same, b"[": _same}
    for member in info.types:
        if isinstance(member, mi.StructType):
            by_start[b"{"] = _respell(member, made)
        elif isinstance(member, mi.ListType):
            by_start[b"["] = _respell(member, made)

    def union(raw: bytes) -> bytes:
        return by_start.get(raw[:1], _same)(raw)

    return union


def _struct(info: mi.StructType, made: dict[type, list[Respell]]) -> Respell:
    known = {field.encode_name: _respell(field.type, made) for field in info.fields}
    camel = {field.name: field.encode_name for field in info.fields}

    def struct(raw: bytes) -> bytes:
        return _members(raw, known, camel) if raw[:1] == b"{" else raw

    return struct


def _members(raw: bytes, known: dict[str, Respell], camel: dict[str, str]) -> bytes:
    found: dict[str, bytes] = {}
    spelled = Spelled()
    members = _OBJECT.decode(raw)
    for name, value in members.items():
        text = bytes(value)
        if name == SPELLED:
            spelled.own = value
        elif name in known:
            found[name] = known[name](text)
        elif name in camel and camel[name] not in members:
            found[camel[name]] = known[camel[name]](text)
            spelled.names = {**spelled.names, camel[name]: name}
        else:
            found[name] = text
    if spelled.names or spelled.own:
        found[SPELLED] = ENCODER.encode(spelled)
    return join_object(found)
