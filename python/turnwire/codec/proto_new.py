"""What messages of a later version have and this one does not know, kept where it stood (docs/evolution.md).

Fields without a name, and numbers that an enum does not have, go into `provider_raw` under `protobuf`, as base64 of
their own bytes: native JSON, YAML and ProtoJSON carry it along, and the binary form has it in its old place again.
A block that needs them becomes an opaque block of `protobuf`.
"""

from __future__ import annotations

import base64
import functools
from typing import TYPE_CHECKING, Any

import msgspec
from google.protobuf.message import DecodeError
from google.protobuf.unknown_fields import UnknownFieldSet

from turnwire import model
from turnwire.errors import invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from google.protobuf.descriptor import Descriptor, FieldDescriptor
    from google.protobuf.message import Message

BINARY = "protobuf"
"""The name under which it stands, which is no dialect's: every dialect is told of it."""

STAND_INS = {("Message", "role"): "ROLE_USER_INTERACTION", ("Citation", "kind"): "CITATION_KIND_OTHER"}
"""(message, required enum) -> the value that stands for one that only a later version knows."""

NEVER_ALONE = {("AudioBlock", "source")}
"""(message, field) that is not put aside by itself: without it, the message would say something else."""

_RAW = "provider_raw_json"


class _Kept(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """What was put aside at one message."""

    unknown: str = ""
    """Base64 of the fields that have no name here."""
    fields: dict[str, str] = {}
    """Base64 of whole fields, by name, whose values need a number that an enum does not have here."""


_KEPT = msgspec.json.Decoder(_Kept)
_ENCODE = msgspec.json.Encoder().encode


@functools.cache
def required(descriptor: Descriptor) -> frozenset[str]:
    """The fields of a message that must be there: those of its Struct."""
    kind = getattr(model, descriptor.name, None)
    fields = msgspec.structs.fields(kind) if isinstance(kind, type) else ()
    return frozenset(field.name for field in fields if field.required)


def holders(message: Message) -> Iterator[tuple[FieldDescriptor, Message]]:
    """The messages that stand directly in a message, each with its field."""
    for field, value in message.ListFields():
        if field.message_type is not None and not field.message_type.GetOptions().map_entry:
            for inner in value if field.is_repeated else (value,):
                yield field, inner


def put_aside(message: Message) -> bool:
    """Puts aside all that is new in a message and in those in it; whether there was any.

    Raises InvalidDocument (`proto.unknown-field`) where there is no place to keep it.
    """
    if message.DESCRIPTOR.name == "ContentBlock" and (_is_unheld(message) or message.WhichOneof("block") is None):
        return _as_opaque(message)
    return any([_put_inside(message), _put_own(message)])


def _put_inside(message: Message) -> bool:
    found = []
    for field, inner in list(holders(message)):
        if not field.is_repeated and _is_unheld(inner):
            _keep_field(message, field)
            found.append(True)
        else:
            found.append(put_aside(inner))
    return any(found)


def _put_own(message: Message) -> bool:
    new = [field for field, value in message.ListFields() if _is_new(field, value)]
    for field in new:
        _keep_field(message, field)
        number = _standing_in(message, field)
        if number is not None:
            setattr(message, field.name, number)
    if not len(UnknownFieldSet(message)):
        return bool(new)
    nameless = type(message)()
    nameless.CopyFrom(message)
    for field, _ in nameless.ListFields():
        nameless.ClearField(field.name)
    kept = _kept(message)
    kept.unknown = _base64(_bytes(kept.unknown) + nameless.SerializeToString(deterministic=True))
    _keep(message, kept)
    return True


def _standing_in(message: Message, field: FieldDescriptor) -> int | None:
    word = STAND_INS.get((message.DESCRIPTOR.name, field.name))
    return field.enum_type.values_by_name[word].number if word is not None and field.enum_type is not None else None


def _is_new(field: FieldDescriptor, value: Any) -> bool:
    if field.enum_type is None or field.is_repeated:
        return False
    return value not in field.enum_type.values_by_number


def _is_unheld(message: Message) -> bool:
    """Whether a message cannot be read without something new: whatever holds it keeps it whole."""
    name = message.DESCRIPTOR.name
    if name == "ContentBlock":
        which = message.WhichOneof("block")
        return which is not None and _is_unheld(getattr(message, which))
    needed = required(message.DESCRIPTOR) | {field for of, field in NEVER_ALONE if of == name}
    for field, value in message.ListFields():
        if field.name not in needed or field.is_repeated:
            continue
        if _is_new(field, value) and (name, field.name) not in STAND_INS:
            return True
        if field.message_type is not None and _is_unheld(value):
            return True
    return False


def _as_opaque(block: Any) -> bool:
    data = block.SerializeToString(deterministic=True)
    if not data:
        return False
    word = block.WhichOneof("block") or ""
    block.Clear()
    block.opaque.block_type = word
    block.opaque.value_json = _ENCODE({BINARY: _base64(data)}).decode()
    block.opaque.dialect = BINARY
    return True


def _keep_field(message: Message, field: FieldDescriptor) -> None:
    alone = type(message)()
    value = getattr(message, field.name)
    if field.message_type is not None:
        getattr(alone, field.name).CopyFrom(value)
    else:
        setattr(alone, field.name, value)
    message.ClearField(field.name)
    kept = _kept(message)
    kept.fields = {**kept.fields, field.name: _base64(alone.SerializeToString(deterministic=True))}
    _keep(message, kept)


def _kept(message: Any) -> _Kept:
    if _RAW not in message.DESCRIPTOR.fields_by_name:
        hint = "was it made by a newer version?"
        raise invalid("proto.unknown-field", "fields that this version does not know", hint=hint)
    try:
        return _KEPT.decode(getattr(message, _RAW).get(BINARY, "{}"))
    except (msgspec.DecodeError, ValueError):
        return _Kept()


def _keep(message: Any, kept: _Kept) -> None:
    getattr(message, _RAW)[BINARY] = _ENCODE(kept).decode()


def give_back(message: Message) -> None:
    """Puts all that was put aside in a message, and in those in it, into its old place; what is set there wins."""
    for _, inner in list(holders(message)):
        give_back(inner)
    name = message.DESCRIPTOR.name
    if name == "ContentBlock":
        _from_opaque(message)
    elif _RAW in message.DESCRIPTOR.fields_by_name and BINARY in getattr(message, _RAW):
        kept = _kept(message)
        if _is_nameless(message, _bytes(kept.unknown)):
            message.MergeFromString(_bytes(kept.unknown))
            for field, data in kept.fields.items():
                _give_field(message, field, _bytes(data))
            del getattr(message, _RAW)[BINARY]


def _is_nameless(message: Message, data: bytes) -> bool:
    """Whether these are unknown fields alone: what has a name is said by the document itself."""
    try:
        return not type(message).FromString(data).ListFields()
    except DecodeError:
        return False


def _give_field(message: Any, name: str, data: bytes) -> None:
    field = message.DESCRIPTOR.fields_by_name.get(name)
    try:
        alone = type(message).FromString(data)
    except DecodeError:
        return
    if field is None or [each.name for each, _ in alone.ListFields()] != [name]:
        return
    stands_in = _standing_in(message, field) is not None and getattr(message, name) == _standing_in(message, field)
    if stands_in or name not in {each.name for each, _ in message.ListFields()}:
        message.MergeFrom(alone)


def _from_opaque(block: Any) -> None:
    opaque = block.opaque if block.WhichOneof("block") == "opaque" else None
    if opaque is None or opaque.dialect != BINARY:
        return
    try:
        data = _bytes(msgspec.json.decode(opaque.value_json, type=dict[str, str]).get(BINARY, ""))
        whole = type(block).FromString(data)
    except (msgspec.DecodeError, DecodeError, ValueError):
        return
    block.Clear()
    block.MergeFrom(whole)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""
