"""Keep fields of messages that a later version defines and this one does not know (docs/evolution.md).

Fields without a name, and unknown numbers of enums, are put into `provider_raw` under `protobuf`, as base64 of
their own bytes: native JSON, YAML and ProtoJSON carry it along, and the binary form has the fields in their old places.
A block or event that cannot be read without them becomes an opaque one of `protobuf`.
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
"""The name under which it is kept, which is not a dialect's: every dialect reports it."""

STAND_INS = {("Message", "role"): "ROLE_USER_INTERACTION", ("Citation", "kind"): "CITATION_KIND_OTHER"}
"""(message, required enum) -> the value that replaces one of a later version."""

NEVER_ALONE = {("AudioBlock", "source")}
"""(message, field) that is not put aside by itself: without it, the message would mean something else."""

OPAQUE = "opaque"
"""The member of a union that holds what is not known."""

FROM_LATER = "was it made by a newer version?"
"""The hint of errors about unknown fields."""

_RAW = "provider_raw_json"


class _Kept(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The fields that were put aside at one message."""

    unknown: str = ""
    """Base64 of the fields that have no name here."""
    fields: dict[str, str] = {}
    """Base64 of whole fields, by name, whose values need a number that an enum does not have here."""


_KEPT = msgspec.json.Decoder(_Kept)
_ENCODE = msgspec.json.Encoder().encode


@functools.cache
def required(descriptor: Descriptor) -> frozenset[str]:
    """Return the fields of a message that its Struct requires."""
    kind = getattr(model, descriptor.name, None)
    fields = msgspec.structs.fields(kind) if isinstance(kind, type) else ()
    return frozenset(field.name for field in fields if field.required)


@functools.cache
def union_of(descriptor: Descriptor) -> str | None:
    """Return the oneof of a message that consists of a oneof with a member for unknown values."""
    found = [name for name, oneof in descriptor.oneofs_by_name.items() if len(oneof.fields) == len(descriptor.fields)]
    return found[0] if found and OPAQUE in descriptor.fields_by_name else None


def opaque_names(descriptor: Descriptor) -> tuple[FieldDescriptor, ...]:
    """Return the fields of the opaque member of a union: the type, the whole value, and the dialect it came from."""
    opaque = descriptor.fields_by_name[OPAQUE].message_type
    return tuple(opaque.fields[:3]) if opaque is not None else ()


@functools.cache
def _message_fields(descriptor: Descriptor) -> tuple[FieldDescriptor, ...]:
    kinds = [(field, field.message_type) for field in descriptor.fields]
    return tuple(field for field, kind in kinds if kind is not None and not kind.GetOptions().map_entry)


def holders(message: Message) -> Iterator[tuple[FieldDescriptor, Message]]:
    """Yield the messages directly inside a message, each with its field.

    This does not use ListFields, which would also make a Python str of every string field.
    """
    for field in _message_fields(message.DESCRIPTOR):
        if field.is_repeated:
            for inner in getattr(message, field.name):
                yield field, inner
        elif message.HasField(field.name):
            yield field, getattr(message, field.name)


def nodes(message: Message) -> Iterator[Message]:
    """Yield a message and all messages inside it."""
    row = [message]
    while row:
        yield from row
        row = [inner for node in row for _, inner in holders(node)]


def is_put_aside(node: Any) -> bool:
    """Return whether fields may have been put aside at one message."""
    if union := union_of(node.DESCRIPTOR):
        return bool(node.WhichOneof(union) == OPAQUE)
    return _RAW in node.DESCRIPTOR.fields_by_name and BINARY in getattr(node, _RAW)


def has_place(descriptor: Descriptor) -> bool:
    """Return whether messages of a type can keep unknown fields."""
    return _RAW in descriptor.fields_by_name or union_of(descriptor) is not None


def put_aside(message: Message) -> bool:
    """Put aside all unknown fields of a message and of the messages inside it; return whether there were any.

    Raises InvalidDocument (`proto.unknown-field`) if there is no place to keep them.
    """
    union = union_of(message.DESCRIPTOR)
    if union is not None and (_needs_new(message) or message.WhichOneof(union) is None):
        return _as_opaque(message, union)
    return any([_put_inside(message), _put_own(message)])


def _put_inside(message: Message) -> bool:
    found = []
    for field, inner in list(holders(message)):
        if not field.is_repeated and _needs_new(inner):
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
    kept.unknown = _base64((_bytes(kept.unknown) or b"") + nameless.SerializeToString(deterministic=True))
    _keep(message, kept)
    return True


def _standing_in(message: Message, field: FieldDescriptor) -> int | None:
    word = STAND_INS.get((message.DESCRIPTOR.name, field.name))
    return field.enum_type.values_by_name[word].number if word is not None and field.enum_type is not None else None


def _is_new(field: FieldDescriptor, value: Any) -> bool:
    if field.enum_type is None or field.is_repeated:
        return False
    return value not in field.enum_type.values_by_number


def _needs_new(message: Message) -> bool:
    """Return whether a message cannot be read without a new field, so that its parent keeps it whole."""
    name = message.DESCRIPTOR.name
    if union := union_of(message.DESCRIPTOR):
        which = message.WhichOneof(union)
        return which is not None and _needs_new(getattr(message, which))
    needed = required(message.DESCRIPTOR) | {field for of, field in NEVER_ALONE if of == name}
    for field, value in message.ListFields():
        if field.name not in needed or field.is_repeated:
            continue
        if _is_new(field, value) and (name, field.name) not in STAND_INS:
            return True
        if field.message_type is not None and _needs_new(value):
            return True
    return False


def _as_opaque(message: Any, union: str) -> bool:
    data = message.SerializeToString(deterministic=True)
    if not data:
        return False
    texts = (message.WhichOneof(union) or "", _ENCODE({BINARY: _base64(data)}).decode(), BINARY)
    message.Clear()
    for field, text in zip(opaque_names(message.DESCRIPTOR), texts, strict=True):
        setattr(getattr(message, OPAQUE), field.name, text)
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
    has_own = _RAW in message.DESCRIPTOR.fields_by_name
    kept = _kept_in(getattr(message, _RAW).get(BINARY, "{}")) if has_own else None
    if kept is None:
        raise invalid("proto.unknown-field", "fields that this version does not know", hint=FROM_LATER)
    return kept


def _kept_in(text: str) -> _Kept | None:
    """Return the fields in an entry of the map; None if turnwire did not write the entry."""
    try:
        kept = _KEPT.decode(text)
    except (msgspec.DecodeError, ValueError):
        return None
    return None if _bytes(kept.unknown) is None else kept


def _keep(message: Any, kept: _Kept) -> None:
    getattr(message, _RAW)[BINARY] = _ENCODE(kept).decode()


def give_back(message: Message) -> None:
    """Put all fields that were put aside back into their places; fields set since then are kept."""
    for _, inner in list(holders(message)):
        give_back(inner)
    if union := union_of(message.DESCRIPTOR):
        _from_opaque(message, union)
    elif is_put_aside(message):
        _give_own(message)


def _give_own(message: Any) -> None:
    """Put back all fields of one entry or none: an entry that turnwire did not write stays an entry of the map."""
    kept = _kept_in(getattr(message, _RAW)[BINARY])
    unknown = None if kept is None else _nameless(message, kept.unknown)
    alone = {} if kept is None else {name: _alone(message, name, text) for name, text in kept.fields.items()}
    if unknown is None or None in alone.values():
        return
    message.MergeFrom(unknown)
    for name, value in alone.items():
        number = _standing_in(message, message.DESCRIPTOR.fields_by_name[name])
        stands_in = number is not None and getattr(message, name) == number
        if stands_in or name not in {field.name for field, _ in message.ListFields()}:
            message.MergeFrom(value)
    del getattr(message, _RAW)[BINARY]


def _nameless(message: Message, text: str) -> Message | None:
    """Return the unknown fields in a text; None if it has known fields, which belong to the document itself."""
    found = _read(message, text)
    return None if found is None or found.ListFields() else found


def _alone(message: Message, name: str, text: str) -> Message | None:
    """Return a message with this one field of a text, and no other."""
    found = _read(message, text)
    fields = [] if found is None else [field for field, _ in found.ListFields()]
    return found if [field.name for field in fields] == [name] and not fields[0].is_repeated else None


def _from_opaque(message: Any, union: str) -> None:
    if message.WhichOneof(union) != OPAQUE:
        return
    opaque = getattr(message, OPAQUE)
    names = [field.name for field in opaque_names(message.DESCRIPTOR)]
    _, value, dialect = (getattr(opaque, name) for name in names)
    if dialect != BINARY or {field.name for field, _ in opaque.ListFields()} - {*names}:
        return
    try:
        said = msgspec.json.decode(value, type=dict[str, str])
    except (msgspec.DecodeError, ValueError):
        return
    whole = _read(message, said[BINARY]) if said.keys() == {BINARY} and said[BINARY] else None
    if whole is not None:
        message.Clear()
        message.MergeFrom(whole)


def _read(message: Message, text: str) -> Message | None:
    """Return the message of the same type that a text encodes; None if it encodes none."""
    data = _bytes(text)
    try:
        return None if data is None else type(message).FromString(data)
    except DecodeError:
        return None


def _bytes(text: str) -> bytes | None:
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if _base64(data) == text else None


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
