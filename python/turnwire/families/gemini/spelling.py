"""The two spellings of every field: `mimeType` and `mime_type`.

"Parsers accept both the lowerCamelCase name (or the one specified by the json_name option) and the original proto
field name." (Protocol Buffers, "ProtoJSON Format", 2026)

Documents in camelCase are read directly.  Others are respelled first, and each object notes under a mark
which of its keys were spelled differently; the mark becomes `$form` `{"names": {...}}` in the residue (overlays.py).
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Raw, Struct
from msgspec import inspect as mi

from turnwire.codec.json import check
from turnwire.codec.limits import FAST
from turnwire.codec.marks import UNKNOWN
from turnwire.codec.unknown import leaf
from turnwire.codec.wire import ENCODER, SPELLED, Form, Kept
from turnwire.model import ABSENT

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits

T = TypeVar("T")

Respell = Callable[[bytes], bytes]
"""The text in camelCase, or nothing at all where it does not fit the type: such a value is kept as it came."""

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_ARRAY = msgspec.json.Decoder(list[Raw])


class Spelled(Struct, omit_defaults=True):
    """The content of the mark: camelCase name -> the name in the source, and the source's own value under the mark."""

    names: dict[str, str] = {}
    own: Raw = ABSENT


def with_spelling(kept: Kept, camel: str, name: str) -> Kept:
    """Return the unknown members of an object, with the note that one of its keys was spelled `name`."""
    members = kept.members
    spelled = _SPELLED.decode(members.get(SPELLED, b"{}"))
    spelled.names = {**spelled.names, camel: name}
    return Kept(ENCODER.encode({**members, SPELLED: spelled}).decode())


def with_member(kept: Kept, name: str, raw: Raw) -> Kept:
    """What an object did not know, and one member more."""
    return Kept(ENCODER.encode({**kept.members, name: raw}).decode())


_SPELLED = msgspec.json.Decoder(Spelled)


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
            found = self._respelled(data)
            return super().decode(self._readable(data), FAST) if found is None else found
        except (msgspec.DecodeError, RecursionError, ValueError, NotImplementedError):
            return super().decode(data, FAST)

    def decode_unfitting(self, data: bytes, limits: Limits = FAST) -> T:
        """The same: what does not fit may be of the other spelling."""
        return self.decode(data, limits)

    def _respelled(self, data: bytes) -> T | None:
        """A document in which nothing is odd but how its keys are spelled; None for any other."""
        check(data, FAST)
        try:
            found = self.slow.decode(speller(self.type, is_known=True)(data.strip()))  # type: ignore[arg-type]
        except (msgspec.DecodeError, RecursionError, ValueError):
            return None
        return self.mark(found) if self.mark else found

    def _readable(self, data: bytes) -> bytes:
        text = data.strip()
        try:
            return speller(self.type, is_known=False)(text) or data  # type: ignore[arg-type]
        except (msgspec.DecodeError, RecursionError, ValueError):
            return data


@functools.cache
def speller(wire: type, *, is_known: bool) -> Respell:
    """A function from the bytes of a document to the same in camelCase, with marks.

    Where all keys are known, a mark is what the decoder itself reads as the unknown members of an object, and a key
    that is not known is refused with a ValueError, be it one that looks like such a mark.  Else it is one more key,
    which the splitter puts aside with the others.
    """
    return _respell(mi.type_info(wire), {}, is_known=is_known)


def _respell(info: mi.Type, made: dict[type, list[Respell]], *, is_known: bool) -> Respell:
    if isinstance(info, mi.StructType):
        return _struct(info, made, is_known=is_known)
    if isinstance(info, mi.ListType):
        item = _respell(info.item_type, made, is_known=is_known)
        return _same if item is _same else functools.partial(_list, item)
    if isinstance(info, mi.UnionType):
        return _union(info, made, is_known=is_known)
    return _same


def _same(raw: bytes) -> bytes:
    return raw


def _list(item: Respell, raw: bytes) -> bytes:
    if raw[:1] != b"[":
        return b""
    parts = [bytes(part) for part in _ARRAY.decode(raw)]
    found = [item(part) for part in parts]
    if not all(found):
        return b""  # the splitter (unknown.py) puts such a list aside whole
    return b"[" + b",".join(found) + b"]" if any(map(operator.is_not, found, parts)) else raw


def _union(info: mi.UnionType, made: dict[type, list[Respell]], *, is_known: bool) -> Respell:
    by_start: dict[bytes, Respell] = {}
    leaves: list[Respell] = []
    for member in info.types:
        if isinstance(member, mi.StructType):
            by_start[b"{"] = _respell(member, made, is_known=is_known)
        elif isinstance(member, mi.ListType):
            by_start[b"["] = _respell(member, made, is_known=is_known)
        else:
            leaves.append(leaf(member))
    if not by_start:
        return _same

    def union(raw: bytes) -> bytes:
        if (respell := by_start.get(raw[:1])) is not None:
            return respell(raw)
        return next((raw for fits in leaves if fits(raw)), b"")

    return union


def _struct(info: mi.StructType, made: dict[type, list[Respell]], *, is_known: bool) -> Respell:
    fields = [field for field in info.fields if field.encode_name != UNKNOWN]
    known = {field.encode_name: _respell(field.type, made, is_known=is_known) for field in fields}
    camel = {field.name: field.encode_name for field in fields if field.name != field.encode_name}

    def struct(raw: bytes) -> bytes:
        return _members(raw, known, camel, is_known=is_known) if raw[:1] == b"{" else b""

    return struct


def _members(raw: bytes, known: dict[str, Respell], camel: dict[str, str], *, is_known: bool) -> bytes:
    """The object with its members respelled; the very same bytes where there is nothing to respell."""
    found: dict[str, Raw] = {}
    spelled = Spelled()
    is_same = True
    members = _OBJECT.decode(raw)
    for name, value in members.items():
        if name == SPELLED:
            spelled.own = value
            continue
        new = name if name in known else _name_of(name, members, known, camel)
        if new != name:
            spelled.names = {**spelled.names, new: name}
        rewrite = known.get(new, _same)
        found[new] = value
        if rewrite is not _same:
            text = bytes(value)
            respelled = rewrite(text)
            if respelled and respelled is not text:
                found[new], is_same = Raw(respelled), False
    if is_known and not found.keys() <= known.keys():
        raise ValueError("a key without a field")
    if spelled.names or spelled.own:
        return _marked(found, spelled, is_known=is_known)
    return raw if is_same else ENCODER.encode(found)


def _name_of(name: str, members: Mapping[str, Raw], known: Mapping[str, Respell], camel: Mapping[str, str]) -> str:
    """The name of a field in camelCase, unless the object has that too; any other name as it is."""
    other = camel.get(name, name)
    return other if other in known and other not in members else name


def _marked(found: dict[str, Raw], spelled: Spelled, *, is_known: bool) -> bytes:
    mark = ENCODER.encode(spelled)
    if is_known:
        return ENCODER.encode({**found, UNKNOWN: ENCODER.encode({SPELLED: Raw(mark)}).decode()})
    return ENCODER.encode({**found, SPELLED: Raw(mark)})
