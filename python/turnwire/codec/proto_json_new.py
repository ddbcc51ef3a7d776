"""Keep members of ProtoJSON that a later version defines and this one does not know (docs/evolution.md).

New keys and enum words are put into `providerRawJson` under `protojson`, digit for digit, and are back in their object
when ProtoJSON is written.  A block or event that cannot be read without them becomes an opaque one of `protojson`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.proto_new import NEVER_ALONE, OPAQUE, STAND_INS, opaque_names, required, union_of
from turnwire.codec.scan import escape
from turnwire.v1 import content_pb2, stream_pb2

if TYPE_CHECKING:
    from google.protobuf.descriptor import Descriptor, FieldDescriptor

TEXT = "protojson"
"""The name under which it is kept, which is not a dialect's: every dialect reports it."""

_RAW = "providerRawJson"
# The stubs declare two types of descriptors; at run time there is one.
_UNIONS: tuple[Any, ...] = (content_pb2.ContentBlock.DESCRIPTOR, stream_pb2.StreamEvent.DESCRIPTOR)
_OPAQUE_KEYS = tuple({each.camelcase_name for each in opaque_names(union)} for union in _UNIONS)
_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_ITEMS = msgspec.json.Decoder(list[Raw])
_TEXTS = msgspec.json.Decoder(dict[str, str])
_ENCODE = msgspec.json.Encoder().encode
# "the name of the enum value as specified in proto is used. Parsers accept both enum names and integer values."
# (ProtoJSON format)
_WORD = re.compile(rb'"[A-Z][A-Z0-9_]*"|-?[0-9]{1,10}')


class _NeedsNewError(Exception):
    """A message cannot be read without a new member, so its parent keeps it whole."""


def put_aside(data: bytes, descriptor: Descriptor) -> bytes:
    """Return the text without new members, which are put into the maps of residue.  Other errors stay in the text."""
    try:
        return _object(data.strip(b" \t\n\r"), descriptor)
    except _NeedsNewError:
        return data


def _object(text: bytes, descriptor: Descriptor) -> bytes:
    if text[:1] != b"{":
        return text
    if union_of(descriptor) is not None:
        return _block(text, descriptor)
    told: dict[str, Any] = {}
    new: dict[str, Raw] = {}
    for name, raw in _MEMBERS.decode(text).items():
        field = descriptor.fields_by_camelcase_name.get(name) or descriptor.fields_by_name.get(name)
        value = None if field is None else _value(bytes(raw), field)
        if value is None:
            new[name] = raw
            value = None if field is None else _standing_in(field)
        if value is not None:
            told[name] = Raw(value)
    if not new or _RAW not in descriptor.fields_by_camelcase_name:
        return _ENCODE(told) if not new else text
    return _ENCODE({**told, _RAW: {**_texts(told.get(_RAW)), TEXT: _ENCODE(new).decode()}})


def _value(text: bytes, field: FieldDescriptor) -> bytes | None:
    """Return the text of a field's value without new members; None if all of it is put aside.

    Raises _NeedsNewError if the message requires the field and no default can replace it.
    """
    if field.enum_type is not None and not field.is_repeated:
        return None if _is_new(text, field) else text
    inner = field.message_type
    if inner is None or inner.GetOptions().map_entry:
        return text
    if field.is_repeated:
        items = _ITEMS.decode(text) if text[:1] == b"[" else None
        return text if items is None else _ENCODE([Raw(_object(bytes(item), inner)) for item in items])
    try:
        return _object(text, inner)
    except _NeedsNewError:
        if _is_needed(field):
            raise
        return None


def _is_new(text: bytes, field: FieldDescriptor) -> bool:
    enum = field.enum_type
    if enum is None or not _WORD.fullmatch(text):
        return False
    known = text[1:-1].decode() in enum.values_by_name if text[:1] == b'"' else int(text) in enum.values_by_number
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    if text[:1] == b'"' and not text[1:].startswith(prefix.encode()):
        return False  # no word of this enum in any version
    if not known and _is_needed(field) and not _standing_in(field):
        raise _NeedsNewError
    return not known


def _is_needed(field: FieldDescriptor) -> bool:
    of = field.containing_type
    return of is not None and (field.name in required(of) or (of.name, field.name) in NEVER_ALONE)


def _standing_in(field: FieldDescriptor) -> bytes | None:
    word = STAND_INS.get((field.containing_type.name, field.name)) if field.containing_type else None
    return None if word is None else _ENCODE(word)


def _block(text: bytes, descriptor: Descriptor) -> bytes:
    members = _MEMBERS.decode(text)
    name = next(iter(members), "")
    field = descriptor.fields_by_camelcase_name.get(name) or descriptor.fields_by_name.get(name)
    if len(members) != 1:
        return text
    if field is not None and field.message_type is not None:
        try:
            return _ENCODE({name: Raw(_object(bytes(members[name]), field.message_type))})
        except _NeedsNewError:
            pass
    names = [each.camelcase_name for each in opaque_names(descriptor)]
    return _ENCODE({OPAQUE: dict(zip(names, (name, text.decode(), TEXT), strict=True))})


def _texts(raw: Any) -> dict[str, str]:
    try:
        return _TEXTS.decode(raw) if isinstance(raw, Raw) else {}
    except msgspec.DecodeError:
        return {}


def kept(native: bytes) -> list[str]:
    """Return the JSON Pointers of the members that were put aside, and of the blocks, in a document's native JSON."""
    found: list[str] = []
    row: list[tuple[str, Any]] = [("", msgspec.json.decode(native))]
    while row:
        inside = []
        for pointer, node in row:
            found += [f"{pointer}{step}" for step in _put_aside_in(node)]
            items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
            inside += [(f"{pointer}/{escape(str(name))}", item) for name, item in items]
        row = inside
    return found


def _put_aside_in(node: Any) -> list[str]:
    """Return what follows the pointer of an object for each of its members; nothing follows it for a whole block."""
    if not isinstance(node, dict):
        return []
    raw = node.get("provider_raw")
    new = raw.get(TEXT) if isinstance(raw, dict) else None
    whole = [""] if node.get("dialect") == TEXT and "value" in node else []
    return whole + [f"/{escape(name)}" for name in (new if isinstance(new, dict) else ())]


def give_back(data: bytes) -> bytes:
    """Return the text with all members that were put aside in their old places; members set since then are kept."""
    if data[:1] == b"[":
        return _ENCODE([Raw(give_back(bytes(item))) for item in _ITEMS.decode(data)])
    if data[:1] != b"{":
        return data
    members = _MEMBERS.decode(data)
    if (whole := _whole_block(members)) is not None:
        return whole
    texts = _texts(members.get(_RAW))
    told: dict[str, Any] = {name: Raw(give_back(bytes(raw))) for name, raw in members.items()}
    new = _new(texts.get(TEXT, ""))
    if new is None:
        return _ENCODE(told)
    del texts[TEXT]
    told.pop(_RAW)
    if texts:
        told[_RAW] = texts
    words = {name: word for (_, name), word in STAND_INS.items()}
    for name, raw in new.items():
        if name not in told or bytes(told[name]) == _ENCODE(words.get(name)):
            told[name] = raw
    return _ENCODE(told)


def _new(text: str) -> dict[str, Raw] | None:
    try:
        return _MEMBERS.decode(text) if text else None
    except msgspec.DecodeError:
        return None


def _whole_block(members: dict[str, Raw]) -> bytes | None:
    """Return the original block of an opaque block of `protojson`, if nothing has been added to it."""
    if members.keys() != {OPAQUE}:
        return None
    opaque = _texts(members[OPAQUE])
    is_ours = opaque.keys() in _OPAQUE_KEYS and opaque["dialect"] == TEXT
    return opaque["valueJson"].encode() if is_ours and _new(opaque["valueJson"]) else None
