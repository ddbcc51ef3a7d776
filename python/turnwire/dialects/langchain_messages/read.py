"""Messages -> a History."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, escaped, whole
from turnwire.dialects.langchain_messages.read_content import (
    opaque,
    read_call,
    read_content,
    read_invalid_call,
    rest_of,
)
from turnwire.dialects.langchain_messages.usage import read_usage
from turnwire.dialects.langchain_messages.wire import CLASSES, NAME, PACKAGES, PATH, ROLES, STOP_REASONS, Body, Entry
from turnwire.documents.residue import residue
from turnwire.model import ABSENT, Completion, History, Message, MessageMetadata, ToolResultBlock

if TYPE_CHECKING:
    from turnwire.dialects.langchain_messages.wire import Conversation
    from turnwire.documents.inputs import Envelope
    from turnwire.model import ContentBlock

_WORDS = {name: word for word, name in CLASSES.items()}
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_SHAPES = {"data": ("type", "data"), "kwargs": ("type", "kwargs", "lc", "id"), "flat": ()}


def read_conversation(wire: Conversation | list[Entry], _: Envelope | None) -> History:
    """A document is a list of messages, by itself or under `messages`."""
    if isinstance(wire, list):
        return History([read_entry(entry) for entry in wire], provider_raw=residue(NAME, form={"root": "list"}))
    return History([read_entry(entry) for entry in wire.messages], provider_raw=residue(NAME, wire.unknown))


def read_entry(entry: Entry) -> Message:
    """Read one message; one without content (`remove`) is kept whole."""
    form: dict[str, Any] = {}
    shape = "data" if entry.data is not UNSET else "kwargs" if entry.kwargs is not UNSET else "flat"
    body: Any = entry if shape == "flat" else getattr(entry, shape)
    word = _word_of_class(entry, form) if shape == "kwargs" else entry.type
    role = ROLES.get(word) if isinstance(word, str) else None
    if role is None or type(body.id) is list:
        return Message("user", [opaque(Raw(ENCODER.encode(whole(entry))))], provider_raw=residue(NAME, form=_WHOLE))
    if shape != "data":
        form["shape"] = shape
    if word not in ("human", "ai", "system", "tool"):
        form["type"] = word
    if body.type != word:
        form["typed"] = None if body.type is UNSET else body.type
    message, rest = _READERS[role](body, form)
    if type(body.type) is str and ROLES.get(body.type) != role:
        # It contradicts the type that determines the role: the writer has it in the form, other dialects report it.
        rest["type"] = body.type
    overlay = rest if shape == "flat" else _around(entry, shape, rest, form)
    message.provider_raw = residue(NAME, overlay, form=form)
    return message


def _around(entry: Entry, shape: str, rest: dict[str, Any], form: dict[str, Any]) -> dict[str, Any]:
    """Return the rest of the object around the body, and in it the rest of the body."""
    overlay = rest_of(entry, _SHAPES[shape])
    if form.get("path", PATH)[0] not in PACKAGES:
        # A class of another package: the writer has it in the form, other dialects report it.
        overlay["id"] = form["path"]
    if rest:
        overlay[shape] = rest
    return overlay


def read_reply(entry: Entry, _: Envelope | None) -> Completion:
    """Read a reply, which is one message of the model with its metadata; any other message is kept whole."""
    message = read_entry(entry)
    if message.role != "assistant":
        kept = opaque(Raw(ENCODER.encode(whole(entry))))
        return Completion([Message("assistant", [kept], provider_raw=residue(NAME, form=_WHOLE))])
    metadata = message.metadata or MessageMetadata()
    reply = Completion([message], message.id, model=metadata.model, usage=metadata.usage)
    message.id = metadata.model = metadata.usage = None
    if metadata == MessageMetadata():
        message.metadata = None
    return reply


_WHOLE = {"entry": True}


def _word_of_class(entry: Entry, form: dict[str, Any]) -> str | None:
    path = entry.id
    if entry.lc != 1 or entry.type != "constructor" or type(path) is not list or not path:
        return None
    word = _WORDS.get(path[-1])
    if path[:-1] != PATH:
        form["path"] = path
    return word


def _finish(body: Body, taken: tuple[str, ...], message: Message) -> dict[str, Any]:
    for field in ("id", "name"):
        value = getattr(body, field)
        if type(value) is str:
            setattr(message, field, value)
            taken = (*taken, field)
    return rest_of(body, taken)


def _read_user(body: Body, form: dict[str, Any]) -> tuple[Message, dict[str, Any]]:
    message = Message("user", read_content(body.content, form))
    return message, _finish(body, ("content", "type"), message)


def _read_system(body: Body, form: dict[str, Any]) -> tuple[Message, dict[str, Any]]:
    message = Message("system", read_content(body.content, form))
    return message, _finish(body, ("content", "type"), message)


def _read_assistant(body: Body, form: dict[str, Any]) -> tuple[Message, dict[str, Any]]:
    blocks: list[ContentBlock] = read_content(body.content, form)
    taken: tuple[str, ...] = ("content", "type")
    for name, read in (("tool_calls", read_call), ("invalid_tool_calls", read_invalid_call)):
        calls = getattr(body, name)
        if calls is not UNSET and calls:
            blocks += [read(call) for call in calls]
            taken = (*taken, name)
    message = Message("assistant", blocks)
    metadata = MessageMetadata()
    nested: dict[str, Any] = {}
    if body.usage_metadata is not UNSET and body.usage_metadata is not None:
        metadata.usage, nested["usage_metadata"] = read_usage(body.usage_metadata, form)
        taken = (*taken, "usage_metadata")
    if body.response_metadata is not ABSENT and (told := _read_told(body.response_metadata, metadata)) is not None:
        nested["response_metadata"] = told
        taken = (*taken, "response_metadata")
    if metadata != MessageMetadata():
        message.metadata = metadata
    rest = _finish(body, taken, message)
    return message, {**rest, **{name: value for name, value in nested.items() if value}}


def _read_told(raw: Raw, metadata: MessageMetadata) -> dict[str, Any] | None:
    """Read the provider's metadata of the message; None if nothing of it is known."""
    check_raw(raw)
    if bytes(raw)[:1] != b"{":
        return None
    told = _OBJECT.decode(raw)
    texts = {name: msgspec.json.decode(told[name]) for name in ("model_name", "finish_reason") if name in told}
    if isinstance(model := texts.get("model_name"), str):
        metadata.model = model
        del told["model_name"]
    if isinstance(word := texts.get("finish_reason"), str) and word in STOP_REASONS:
        metadata.stop_reason = STOP_REASONS[word]
        del told["finish_reason"]
    return escaped(told) if metadata.model is not None or metadata.stop_reason is not None else None


def _read_tool(body: Body, form: dict[str, Any]) -> tuple[Message, dict[str, Any]]:
    taken: tuple[str, ...] = ("content", "type")
    result = ToolResultBlock("", content=read_content(body.content, form))
    if form.get("type") != "function":
        if body.tool_call_id is UNSET:
            form["lacks"] = "tool_call_id"
        else:
            result.tool_use_id = body.tool_call_id
            taken = (*taken, "tool_call_id")
    if body.status in ("success", "error"):
        taken = (*taken, "status")
        if body.status == "error":
            result.is_error = True
        else:
            form["status"] = "success"
    if body.artifact and bytes(body.artifact) != b"null":
        check_raw(body.artifact)
        result.structured = body.artifact
        taken = (*taken, "artifact")
    if type(body.name) is str:
        result.name = body.name
        taken = (*taken, "name")
    message = Message("tool", [result])
    if type(body.id) is str:
        message.id = body.id
        taken = (*taken, "id")
    return message, rest_of(body, taken)


_READERS = {"user": _read_user, "system": _read_system, "assistant": _read_assistant, "tool": _read_tool}
