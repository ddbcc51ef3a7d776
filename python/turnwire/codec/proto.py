"""Convert between documents and Protobuf binary or ProtoJSON, at the edges only: the core does not use messages.

Importing this module loads protobuf, which programs that convert only JSON do not need.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast

import msgspec
from google.protobuf import json_format
from google.protobuf.message import DecodeError, EncodeError, Message
from google.protobuf.unknown_fields import UnknownFieldSet

from turnwire.codec import proto_json_new, wire_format
from turnwire.codec.json import check, positions
from turnwire.codec.limits import FAST, FREE_DEPTH, STRICT, check_size
from turnwire.codec.proto_new import BINARY, FROM_LATER, give_back, has_place, is_put_aside, nodes, put_aside
from turnwire.codec.scan import escape
from turnwire.errors import InvalidDocument, invalid
from turnwire.model import (
    AudioBlock,
    Completion,
    Diagnostic,
    DocumentBlock,
    ErrorReply,
    History,
    ImageBlock,
    ToolResultBlock,
    VideoBlock,
)
from turnwire.v1 import completion_pb2, history_pb2, upb

if TYPE_CHECKING:
    from collections.abc import Callable

    from google.protobuf.descriptor import Descriptor
    from msgspec import Struct

    from turnwire.codec.limits import Limits
    from turnwire.model import ContentBlock, Document

Kind: TypeAlias = Literal["request", "response", "error"]


class Adapter(NamedTuple):
    """One kind of document: its message, and the generated functions that convert to it and from it."""

    message: type[Message]
    to_message: Callable[..., Message]
    from_message: Callable[..., Any]


_ADAPTERS: dict[Kind, Adapter] = {
    "request": Adapter(history_pb2.History, upb.history_to_upb, upb.history_from_upb),
    "response": Adapter(completion_pb2.Completion, upb.completion_to_upb, upb.completion_from_upb),
    "error": Adapter(completion_pb2.ErrorReply, upb.error_reply_to_upb, upb.error_reply_from_upb),
}
_KINDS: dict[type[Document], Kind] = {History: "request", Completion: "response", ErrorReply: "error"}

# Levels of native JSON around the blocks of a message, and for each block that holds blocks.
_OUTER_LEVELS = 5
_BLOCK_LEVELS = 3
_SAFE_BLOCKS = (STRICT.max_depth - FREE_DEPTH - _OUTER_LEVELS) // _BLOCK_LEVELS

# Average bytes per message above which the values of a conversation count as long.
_LONG = 16_384

# The blocks that can hold other blocks, in their content or in their source.
_HOLDERS = frozenset({ToolResultBlock, ImageBlock, DocumentBlock, AudioBlock, VideoBlock})

# The key of the map entry, as it occurs in the bytes of every message with unknown fields.
_PUT_ASIDE, _PUT_ASIDE_IN_JSON = BINARY.encode(), proto_json_new.TEXT.encode()

_REASONS = (
    ("a required field is absent", "proto.required"),
    ("no member of", "proto.member"),
    ("the text is no JSON", "proto.json-text"),
    ("the JSON nests", "proto.depth"),
    ("JSON has no", "proto.number"),
)
# json_format's "Failed to parse A field: Failed to parse B field: MESSAGE at History.a[0].b", the path often short.
_JSON_ERROR_FIELDS = re.compile(r"Failed to parse (\w+) field: ")
_JSON_ERROR_PATH = re.compile(r' at "?(\w+(?:\.\w+|\[\d+\])*)"?\.*\Z')
_PATH_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


def decode(data: bytes, kind: Kind, limits: Limits = STRICT) -> Document:
    """Decode a binary message.  Raises InvalidDocument, whose pointer has proto field names."""
    document: Document = decode_as(data, _ADAPTERS[kind], limits)
    return document


def decode_as(data: bytes, adapter: Adapter, limits: Limits = STRICT) -> Any:
    """Decode a binary message of any system."""
    _check_size(data, limits)
    message = adapter.message()
    try:
        message.ParseFromString(data)
    except DecodeError as error:
        raise _damaged(data, adapter, error) from None
    if _has_new_fields(message, data, len(getattr(message, "history", ()))):
        return _document_of_later(data, adapter)
    try:
        return _document(message, adapter)
    except InvalidDocument as refused:
        if _is_refused_of_any_version(message, refused):
            raise
        return _document_of_later(data, adapter)


def unknown_fields(data: bytes, kind: Kind, native: bytes) -> list[Diagnostic]:
    """Return warnings about the fields of a binary message that this version does not know, which decoding keeps.

    Args:
        data: a message that `decode` takes.
        kind: the kind of the document.
        native: the native JSON of the document that `decode` returned.
    """
    if _PUT_ASIDE not in native:
        return []
    found = wire_format.unknown(data, _descriptor(_ADAPTERS[kind]))
    return [_new_field(each, "proto.new-field", "warning") for each in found]


def unknown_members(native: bytes) -> list[Diagnostic]:
    """Return warnings about the members of ProtoJSON that this version does not know, which decoding keeps.

    Args:
        native: the native JSON of the document that `decode_json` returned.
    """
    message = "this version does not know this member, or the word in it"
    found = proto_json_new.kept(native) if _PUT_ASIDE_IN_JSON in native else ()
    return [Diagnostic("proto.new-field", message, "warning", pointer=each, hint=FROM_LATER) for each in found]


def _damaged(data: bytes, adapter: Adapter, error: Exception) -> InvalidDocument:
    kind = _descriptor(adapter)
    found = wire_format.damage(data, kind)
    if found is None:
        return invalid("proto.syntax", str(error), hint=f"is it a {kind.full_name}?")
    hint = "was it cut off, or copied as text?" if found.pointer else f"is it a {kind.full_name}?"
    return invalid("proto.syntax", f"{found.message} (byte {found.offset})", pointer=found.pointer, hint=hint)


def _document_of_later(data: bytes, adapter: Adapter) -> Any:
    """Convert a message that may have unknown fields.  The search for them is slow, so it is done last."""
    message = adapter.message.FromString(data)
    try:
        put_aside(message)
    except InvalidDocument as refused:
        found = wire_format.unknown(data, _descriptor(adapter))
        homeless = [_new_field(each, "proto.unknown-field", "error") for each in found if not has_place(each.parent)]
        raise InvalidDocument(*homeless or refused.diagnostics) from None
    return _document(message, adapter)


def _new_field(found: wire_format.Unknown, code: str, severity: Literal["error", "warning"]) -> Diagnostic:
    place = found.place
    message = f"{place.message} (byte {place.offset})"
    return Diagnostic(code, message, severity, pointer=place.pointer, hint=FROM_LATER)


def _descriptor(adapter: Adapter) -> Descriptor:
    return cast("Descriptor", adapter.message.DESCRIPTOR)


def _is_refused_of_any_version(message: Any, refused: InvalidDocument) -> bool:
    """Return whether the error is in an item of a list that has no unknown fields.

    Only that item is searched: searching all of them takes seconds for long lists.
    """
    name, _, rest = (refused.diagnostics[0].pointer or "").lstrip("/").partition("/")
    index = rest.partition("/")[0]
    field = message.DESCRIPTOR.fields_by_name.get(name)
    if field is None or not field.is_repeated or field.message_type is None or not index.isdecimal():
        return False
    item = getattr(message, name)[int(index)]
    alone = type(item).FromString(item.SerializeToString())
    try:
        return not put_aside(alone)
    except InvalidDocument:
        return False


def from_message(message: Message) -> Document:
    """Convert a message that the caller has parsed.

    Raises ValueError for values that native JSON cannot hold; its arguments are a reason and a dotted path.
    """
    read = next(each.from_message for each in _ADAPTERS.values() if isinstance(message, each.message))
    known = type(message)()
    known.CopyFrom(message)
    known.DiscardUnknownFields()
    document: Document
    if known.ByteSize() == message.ByteSize():
        try:
            document = read(message)
        except ValueError:
            pass  # perhaps for a number that only a later version has
        else:
            return document
    known.CopyFrom(message)
    put_aside(known)
    document = read(known)
    return document


def to_message(document: Document) -> Message:
    """Convert a document to a message.  Raises ValueError for values that Protobuf cannot hold."""
    message = _ADAPTERS[_KINDS[type(document)]].to_message(document)
    if _PUT_ASIDE in message.SerializeToString():
        give_back(message)
    return message


def encode(document: Document) -> bytes:
    """Encode a document as a binary message, deterministically.  Raises InvalidDocument."""
    return encode_as(document, _ADAPTERS[_KINDS[type(document)]])


def encode_as(document: Struct, adapter: Adapter) -> bytes:
    """Encode a document of any system as a binary message."""
    try:
        message = _message(document, adapter)
        data = message.SerializeToString(deterministic=True)
        if not _has_put_aside(message, data, len(getattr(message, "history", ()))):
            return data
        give_back(message)
        return message.SerializeToString(deterministic=True)
    except EncodeError as error:
        raise invalid("proto.value", str(error)) from None


def _has_put_aside(message: Message, data: bytes, messages: int) -> bool:
    """Return whether unknown fields may have been put aside; searching for the mark takes long in long values."""
    return any(map(is_put_aside, nodes(message))) if len(data) > _LONG * (messages + 1) else _PUT_ASIDE in data


def decode_json(data: bytes, kind: Kind, limits: Limits = STRICT) -> Document:
    """Decode ProtoJSON.  Raises InvalidDocument."""
    document: Document = decode_json_as(data, _ADAPTERS[kind], limits)
    return document


def decode_json_as(data: bytes, adapter: Adapter, limits: Limits = STRICT) -> Any:
    """Decode ProtoJSON of a document of any system."""
    check(data, limits)  # json_format reads NaN, and rounds what no double holds
    if not data.lstrip(b" \t\n\r").startswith(b"{"):
        raise invalid("proto.type", f"ProtoJSON of a {_name(adapter)} is an object", pointer="", line=1, column=1)
    try:
        return _document_of_json(data, adapter)
    except InvalidDocument:
        # The search for unknown fields is slow, so it is done last; other errors are reported for the original text.
        old = proto_json_new.put_aside(data, _descriptor(adapter))
        try:
            return _document_of_json(old, adapter)
        except InvalidDocument:
            pass
        raise


def _document_of_json(data: bytes, adapter: Adapter) -> Any:
    message = adapter.message()
    try:
        json_format.Parse(data, message)
    except (json_format.Error, ValueError, RecursionError) as error:
        raise _bad_proto_json(data, error) from None
    return _document(message, adapter)


def encode_json(document: Document) -> bytes:
    """Encode a document as ProtoJSON, on one line.  Raises InvalidDocument."""
    return encode_json_as(document, _ADAPTERS[_KINDS[type(document)]])


def encode_json_as(document: Struct, adapter: Adapter) -> bytes:
    """Encode a document of any system as ProtoJSON."""
    # The order of a map is not stable, even within one process.
    data = json_format.MessageToJson(
        _message(document, adapter), indent=None, ensure_ascii=False, sort_keys=True
    ).encode()
    return proto_json_new.give_back(data) if _PUT_ASIDE_IN_JSON in data else data


def _check_size(data: bytes, limits: Limits) -> None:
    check_size(data, limits, "proto.size")


def _name(adapter: Adapter) -> str:
    return adapter.message.DESCRIPTOR.name


def _has_new_fields(message: Message, data: bytes, messages: int) -> bool:
    """Return whether the message has fields that this version does not know, which would be lost silently."""
    return _has_unknown(message) if len(data) > _LONG * (messages + 1) else _is_shorter_without_unknown(message, data)


def _is_shorter_without_unknown(message: Message, data: bytes) -> bool:
    message.DiscardUnknownFields()
    # Without unknown fields a message is as long as its text; only an unusually written text needs the search.
    known = message.ByteSize()
    return known != len(data) and known != type(message).FromString(data).ByteSize()


def _has_unknown(message: Message) -> bool:
    """Search every node for unknown fields; used if few nodes have long values, which measuring would copy."""
    return any(len(UnknownFieldSet(node)) for node in nodes(message))


def _document(message: Message, adapter: Adapter) -> Any:
    try:
        document = adapter.from_message(message)
    except RecursionError:
        raise invalid("proto.depth", "nested too deeply") from None
    except ValueError as error:
        reason, path = (*error.args, "")[:2]
        code = next((code for start, code in _REASONS if reason.startswith(start)), "proto.value")
        pointer = "".join(f"/{escape(step)}" for step in path.split(".") if step)
        raise invalid(code, reason, pointer=pointer) from None
    _check_depth(document)
    return document


def _check_depth(document: Any) -> None:
    """Refuse a document whose native JSON would be refused for its depth."""
    if not isinstance(document, History | Completion):
        return  # nothing in it nests but free JSON, which is looked at where it is read
    messages = document.history if isinstance(document, History) else document.candidates
    row: list[Any] = [block for message in messages for block in message.content if type(block) in _HOLDERS]
    for _ in range(_SAFE_BLOCKS):
        if not row:
            return
        row = [inner for block in row for inner in _inner_blocks(block) if type(inner) in _HOLDERS]
    try:
        check(msgspec.json.encode(document), FAST)
    except InvalidDocument as error:
        found = error.diagnostics[0]
        raise invalid("proto.depth", found.message, pointer=found.pointer) from None


def _inner_blocks(block: Any) -> list[ContentBlock]:
    if type(block) is ToolResultBlock:
        return block.content
    return block.source.content if block.source is not None else []


def _message(document: Struct, adapter: Adapter) -> Message:
    try:
        return adapter.to_message(document)
    except RecursionError:
        raise invalid("proto.depth", "nested too deeply") from None
    except ValueError as error:
        raise invalid("proto.value", f"protobuf cannot hold it: {error}") from None


def _bad_proto_json(data: bytes, error: Exception) -> InvalidDocument:
    message = str(error).partition("\n")[0]
    path = _JSON_ERROR_PATH.search(message)
    fields = _JSON_ERROR_FIELDS.findall(message)
    exact = "".join(f"/{name or index}" for name, index in _PATH_STEP.findall(path[1] if path else ""))
    candidates = (exact, "".join(f"/{name}" for name in fields), *(f"/{name}" for name in fields[:1]), "")
    places = positions(data, candidates)
    pointer = next((known for known in candidates if known and known in places), "")
    line, column = places.get(pointer) or (None, None)
    reason = _JSON_ERROR_PATH.sub("", _JSON_ERROR_FIELDS.sub("", message)).rstrip(".")
    return invalid("proto.type", reason, pointer=pointer, line=line, column=column)
