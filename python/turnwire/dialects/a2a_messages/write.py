"""A lowered History -> a message where it is one, else a task."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.dialects.a2a_messages.wire import NAME
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.lowering.writing import report_source
from turnwire.model import DocumentBlock, OpaqueBlock, TextBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import ContentBlock, History

_MESSAGE = frozenset(("role", "content", "id", "session_id"))
_JSON = msgspec.json.Decoder(Raw)
_ROLES = {"user": "user", "assistant": "agent"}
# Task: "required": ["contextId", "id", "kind", "status"]; TaskState has "unknown" (a2a.json, 0.3.0).
_ID, _CONTEXT, _STATUS = "task-1", "context-1", {"state": "unknown"}


def write_body(draft: Draft, losses: Losses) -> Any:
    """A message by itself, unless it was read from a task."""
    history: History = draft.document
    form = form_of(history.provider_raw, NAME)
    is_task = len(draft.turns) != 1 or form.get("shape") == "task"
    losses.dropped_fields(history, frozenset(("history", "id")) if is_task else frozenset(("history",)), "", "history")
    messages = [_write_message(turn, losses) for turn in draft.turns]
    if not is_task:
        report_foreign(history.provider_raw, losses, "")
        return messages[0]
    wire = _write_task(history, messages, form, losses)
    return restore(wire, history.provider_raw, losses, "") if history.provider_raw else wire


def _write_task(history: History, messages: list[Any], form: dict[str, Any], losses: Losses) -> dict[str, Any]:
    lacks = form.get("lacks", ())
    wire: dict[str, Any] = {}
    if history.id is not None or "id" not in lacks:
        wire["id"] = _ID if history.id is None else history.id
        if history.id is None:
            losses.invented("/id", "history.id", _ID)
    if form.get("shape") != "task":
        wire["contextId"] = _context(history, losses)
        wire["status"] = _STATUS
        losses.invented("/status", "history.status", _STATUS)
    if messages or "history" not in lacks:
        wire["history"] = messages
    if "kind" not in lacks:
        wire["kind"] = form.get("kind", "task")
    return wire


def _context(history: History, losses: Losses) -> str:
    """Return the common context of all messages, or an invented one."""
    told = {message.session_id for message in history.history}
    only = told.pop() if len(told) == 1 else None
    if only is None:
        losses.invented("/context_id", "history.context_id", _CONTEXT)
    return _CONTEXT if only is None else only


def _write_message(turn: Turn, losses: Losses) -> Any:
    message = turn.message
    form = form_of(message.provider_raw, NAME)
    proto = form.get("style") == "proto"
    word = _ROLES[turn.role]
    role = f"ROLE_{word.upper()}" if proto else word
    wire: dict[str, Any] = {"role": form.get("role", role) if turn.role == "user" else role}
    parts = zip(turn.blocks, turn.all_places(), strict=True)
    wire["parts"] = [_write_part(block, place, losses, proto=proto) for block, place in parts]
    if message.id is not None:
        wire["messageId"] = message.id
    if message.session_id is not None:
        wire["contextId"] = message.session_id
    kind = form.get("kind") if "kind" in form else None if proto else "message"
    if kind is not None:
        wire["kind"] = kind
    losses.dropped_fields(message, _MESSAGE, turn.path, "message")
    return restore(wire, message.provider_raw, losses, turn.path) if message.provider_raw else wire


def _write_part(block: ContentBlock, place: str, losses: Losses, *, proto: bool) -> Any:
    """One part; passes left only those that the protocol has."""
    feature = str(block.__struct_config__.tag)
    if type(block) is OpaqueBlock:
        losses.dropped_fields(block, frozenset(("block_type", "value", "dialect")), place, feature)
        report_foreign(block.provider_raw, losses, place)
        return block.value
    if type(block) is TextBlock:
        part, held = _text_or_data(block), frozenset(("text",))
        if not proto:
            part = {"kind": "data" if "data" in part else "text", **part}
    else:
        part, held = _write_file(block, place, losses, proto=proto)
    losses.dropped_fields(block, held, place, feature)
    return restore(part, block.provider_raw, losses, place) if block.provider_raw else part


def _text_or_data(block: TextBlock) -> dict[str, Any]:
    """Data, where it was read as such and still is JSON."""
    if form_of(block.provider_raw, NAME).get("part") == "data":
        try:
            return {"data": _JSON.decode(block.text)}
        except msgspec.DecodeError:
            pass
    return {"text": block.text}


def _write_file(block: Any, place: str, losses: Losses, *, proto: bool) -> tuple[dict[str, Any], frozenset[str]]:
    source = block.source
    report_source(source, place, losses)
    keys = ("url", "raw", "mediaType", "filename") if proto else ("uri", "bytes", "mimeType", "name")
    file: dict[str, Any] = {keys[0] if source.kind == "url" else keys[1]: source.data}
    if block.media_type is not None:
        file[keys[2]] = block.media_type
    if type(block) is DocumentBlock and block.filename is not None:
        file[keys[3]] = block.filename
    held = frozenset(("source", "media_type", *(("filename",) if type(block) is DocumentBlock else ())))
    return (file if proto else {"kind": "file", "file": file}), held
