"""A lowered History -> messages; a lowered Completion -> a message.

The metadata of a message are what is known about it, and content blocks have their nulls and defaults too.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.codec.numbers import write_number
from turnwire.dialects.canonical.complete import EPOCH, FIRST_ID, NO_SESSION
from turnwire.dialects.canonical.cost import write_cost
from turnwire.dialects.canonical.read import MODES, ROLES
from turnwire.dialects.canonical.wire import INT64, NAME
from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.lowering.writing import finished, write_opaque, written_parts
from turnwire.model import (
    ImageBlock,
    MessageMetadata,
    OpaqueBlock,
    RedactedThinkingBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import Completion, History, Message, RoutingDecisionRecord, Settings, Usage


_MESSAGE = frozenset(("role", "content", "id", "session_id", "created_at", "metadata", "schema_version"))
_SETTINGS: frozenset[str] = frozenset()


def write_session(draft: Draft, losses: Losses) -> Any:
    """The messages, which are a list unless they were read from a session, or there is an id of one."""
    history: History = draft.document
    losses.dropped_fields(history, frozenset(("history", "settings", "id")), "", "history")
    if draft.settings is not None:
        _report_settings(draft.settings, losses)
    raw = history.provider_raw
    shape = form_of(raw, NAME).get("document")
    messages = [_write_message(turn, losses) for turn in draft.turns]
    if shape != "session" and history.id is None:
        report_others(raw, losses, "")
        return messages[0] if shape == "message" and len(messages) == 1 else messages
    session: dict[str, Any] = {} if history.id is None else {"id": history.id}
    session["messages"] = messages
    return restore(session, raw, losses, "") if raw else session


def _report_settings(settings: Settings, losses: Losses) -> None:
    """Report the settings of a request, which are not stored: "Be a wire format" is no goal (2.2)."""
    losses.dropped_fields(settings, _SETTINGS, "/settings", "settings")
    report_foreign(settings.provider_raw, losses, "/settings")


def _write_message(turn: Turn, losses: Losses) -> Any:
    message = turn.message
    losses.dropped_fields(message, _MESSAGE, turn.path, "message")
    return _wire_of(turn, message, write_metadata(message.metadata, f"{turn.path}/metadata", losses), losses)


def _wire_of(turn: Turn, message: Message, metadata: Any, losses: Losses) -> Any:
    """All fields, in the order in which the system itself encodes them."""
    absent = absent_in(message.provider_raw)
    content = write_content(turn, losses)
    wire: dict[str, Any] = {
        "id": message.id,
        "session_id": message.session_id,
        "role": _role(turn, message),
        "content": content or None,
        "created_at": message.created_at,
        "metadata": metadata if message.metadata is not None or "metadata" not in absent else None,
        "schema_version": message.schema_version,
    }
    wire = {name: value for name, value in wire.items() if value is not None or name not in absent}
    if "content" in wire:
        wire["content"] = content
    if "schema_version" in wire:
        wire["schema_version"] = 1 if message.schema_version is None else message.schema_version
    return restore(wire, message.provider_raw, losses, turn.path) if message.provider_raw else wire


def _role(turn: Turn, message: Message) -> str:
    word = form_of(message.provider_raw, NAME).get("role")
    return word if isinstance(word, str) and turn.role == "user" and word not in ROLES else turn.role


_REPLY = frozenset(("candidates", "id", "created_at", "model", "usage"))
_CANDIDATE = frozenset(("role", "content", "session_id", "metadata", "schema_version"))


def write_reply(draft: Draft, losses: Losses) -> Any:
    """Write the one candidate, with the metadata of the reply."""
    reply: Completion = draft.document
    turn = draft.turns[0]
    losses.dropped_fields(reply, _REPLY, "", "completion")
    report_foreign(reply.provider_raw, losses, "")
    losses.dropped_fields(turn.message, _CANDIDATE, turn.path, "message")
    if turn.role != "assistant":
        losses.degraded(f"{turn.path}/role", "message.role", turn.role)
    metadata = _of_reply(reply, turn, losses)
    message = structs.replace(
        turn.message,
        id=reply.id,
        created_at=reply.created_at,
        metadata=None if metadata == MessageMetadata() else metadata,
    )
    message = _completed(message, turn, losses)
    written = write_metadata(message.metadata, f"{turn.path}/metadata", losses, "/usage")
    return _wire_of(structs.replace(turn, role="assistant"), message, written, losses)


def _of_reply(reply: Completion, turn: Turn, losses: Losses) -> MessageMetadata:
    metadata = turn.message.metadata or MessageMetadata()
    for name in ("model", "usage"):
        if (value := getattr(metadata, name)) is not None:
            losses.dropped(f"{turn.path}/metadata/{name}", f"metadata.{name}", value)
    return structs.replace(metadata, model=reply.model, usage=reply.usage)


def _completed(message: Message, turn: Turn, losses: Losses) -> Message:
    """Complete a message; a reply does not know its position in the session."""
    absent = absent_in(message.provider_raw)
    made: dict[str, Any] = {}
    for name, value, at in (
        ("id", FIRST_ID, ""),
        ("created_at", EPOCH, ""),
        ("session_id", NO_SESSION, turn.path),
    ):
        if getattr(message, name) is None and name not in absent:
            made[name] = value
            losses.invented(f"{at}/{name}", f"{'message' if at else 'completion'}.{name}", value)
    return structs.replace(message, **made) if made else message


_HELD = frozenset(
    ("model", "provider", "routing", "usage", "parent_tool_use_id", "status", "user_id", "team_id", "provider_raw")
)
_ROUTING = frozenset(("mode", "chosen_model", "reason", "rule_name", "confidence", "alternatives_considered"))
# "cost_usd: Decimal", "pricing_version: str", "latency_ms: int" have no defaults, nor have the first two counts.
_REQUIRED = {"input_tokens": 0, "output_tokens": 0, "cost_usd": "0", "pricing_version": "", "latency_ms": 0}
_CACHED = ("cached_input_tokens", "cache_creation_input_tokens")
_COUNTS = ("input_tokens", "output_tokens", "latency_ms", *_CACHED)
_USAGE = frozenset((*_REQUIRED, *_CACHED))


def write_metadata(metadata: MessageMetadata | None, path: str, losses: Losses, usage_at: str | None = None) -> Any:
    """Write all fields, in the order of the format; `usage_at` is the usage's place in the caller's document."""
    found = metadata or MessageMetadata()
    absent = absent_in(found.provider_raw)
    routing = None if found.routing is None else _write_routing(found.routing, f"{path}/routing", losses)
    usage = None if found.usage is None else _write_usage(found.usage, usage_at or f"{path}/usage", losses)
    wire = {
        "model": found.model,
        "provider": found.provider,
        "routing": routing,
        "usage": usage,
        "parent_tool_use_id": found.parent_tool_use_id,
        "status": found.status,
        "provider_raw": None,
        "user_id": found.user_id,
        "team_id": found.team_id,
    }
    wire = {name: value for name, value in wire.items() if value is not None or name not in absent}
    if "status" in wire:
        wire["status"] = found.status or "complete"
    losses.dropped_fields(found, _HELD, path, "metadata")
    return restore(wire, found.provider_raw, losses, path) if found.provider_raw else wire


def _write_routing(record: RoutingDecisionRecord, path: str, losses: Losses) -> Any:
    form, absent = form_of(record.provider_raw, NAME), absent_in(record.provider_raw)
    word = form.get("mode")
    same = isinstance(word, str) and MODES.get(word.lower()) == record.mode
    exact = form.get("exact")
    wire: dict[str, Any] = {
        "mode": word if same else record.mode,
        "chosen_model": record.chosen_model,
        "reason": record.reason,
        "rule_name": record.rule_name,
        "confidence": record.confidence,
        "alternatives_considered": record.alternatives_considered or None,
    }
    wire = {name: value for name, value in wire.items() if value is not None or name not in absent}
    if record.confidence is not None and isinstance(exact, dict):
        wire["confidence"] = write_number(record.confidence, "confidence", exact)
    if "alternatives_considered" in wire:
        wire["alternatives_considered"] = record.alternatives_considered
    losses.dropped_fields(record, _ROUTING, path, "routing")
    return restore(wire, record.provider_raw, losses, path) if record.provider_raw else wire


def _without_too_large(usage: Usage, path: str, losses: Losses) -> Usage:
    """Return the usage without counts of more than 63 bits, which readers of this format refuse; each is reported."""
    counts = {name: getattr(usage, name) for name in _COUNTS}
    odd = {name: count for name, count in counts.items() if count is not None and count not in INT64}
    for name, count in odd.items():
        losses.dropped(f"{path}/{name}", f"usage.{name}", count)
    return structs.replace(usage, **dict.fromkeys(odd)) if odd else usage


def _write_usage(usage: Usage, path: str, losses: Losses) -> Any:
    """Write the counts and the cost: a required one is always written, an optional one only if it is known."""
    usage = _without_too_large(usage, path, losses)
    absent = absent_in(usage.provider_raw)
    wire: dict[str, Any] = {}
    for name, least in _REQUIRED.items():
        value = getattr(usage, name)
        if value is None and name not in absent:
            losses.invented(f"{path}/{name}", f"usage.{name}", least)
            value = least
        if value is not None:
            wire[name] = value
    if usage.cost_usd is not None:
        wire["cost_usd"] = write_cost(usage.cost_usd, form_of(usage.provider_raw, NAME).get("cost_usd"))
    wire |= {name: count for name in _CACHED if (count := getattr(usage, name)) is not None}
    losses.dropped_fields(usage, _USAGE, path, "usage")
    return restore(wire, usage.provider_raw, losses, path) if usage.provider_raw else wire


_TEXT = frozenset(("text",))
_IMAGE = frozenset(("source", "media_type"))
_CALL = frozenset(("id", "name", "input", "run_by"))
_RESULT = frozenset(("tool_use_id", "content", "is_error", "run_by"))
_THINKING = frozenset(("text", "signature", "origin"))
_REDACTED = frozenset(("data", "origin"))


def write_content(turn: Turn, losses: Losses) -> list[Any]:
    """The content of a message; the passes have left only blocks that there are."""
    return written_parts(turn.blocks, turn.all_places(), _WRITERS, losses)


def absent_in(provider_raw: ProviderRaw | None) -> Collection[str]:
    """Return the fields that an object was read without: they are written if they are not the default."""
    absent = form_of(provider_raw, NAME).get("absent")
    return absent if isinstance(absent, list) else ()


def _text(block: TextBlock, place: str, losses: Losses) -> Any:
    return finished({"type": "text", "text": block.text}, block, _TEXT, place, losses)


def _image(block: ImageBlock, place: str, losses: Losses) -> Any:
    source: Any = {"kind": block.source.kind, "data": block.source.data}
    if block.source.content:
        losses.dropped(f"{place}/source/content", "source.content", block.source.content)
    if block.source.provider_raw:
        source = restore(source, block.source.provider_raw, losses, f"{place}/source")
    wire: dict[str, Any] = {"type": "image", "source": source}
    if block.media_type is not None:
        wire["media_type"] = block.media_type
    return finished(wire, block, _IMAGE, place, losses)


def _call(block: ToolUseBlock, place: str, losses: Losses) -> Any:
    wire: dict[str, Any] = {"type": "tool_use", "id": block.id, "name": block.name}
    if block.input:
        wire["input"] = block.input
    if block.input_text is not None:
        losses.dropped(f"{place}/input_text", "tool_use.input_text", block.input_text)
    return finished(wire, block, _CALL | {"input_text"}, place, losses)


def _result(block: ToolResultBlock, place: str, losses: Losses) -> Any:
    absent = absent_in(block.provider_raw)
    wire: dict[str, Any] = {"type": "tool_result", "tool_use_id": block.tool_use_id}
    if block.content or "content" not in absent:
        places = losses.places_inside(place, len(block.content))
        wire["content"] = written_parts(block.content, places, _WRITERS, losses)
    if block.is_error is not None or "is_error" not in absent:
        wire["is_error"] = bool(block.is_error)
    return finished(wire, block, _RESULT, place, losses)


def _thinking(block: ThinkingBlock, place: str, losses: Losses) -> Any:
    wire: dict[str, Any] = {"type": "thinking", "text": block.text}
    if block.signature is not None or "signature" not in absent_in(block.provider_raw):
        wire["signature"] = block.signature
    return finished(wire, block, _THINKING, place, losses)


def _redacted(block: RedactedThinkingBlock, place: str, losses: Losses) -> Any:
    return finished({"type": "redacted_thinking", "data": block.data}, block, _REDACTED, place, losses)


_WRITERS: Mapping[type, Any] = MappingProxyType(
    {
        TextBlock: _text,
        ImageBlock: _image,
        ToolUseBlock: _call,
        ToolResultBlock: _result,
        ThinkingBlock: _thinking,
        RedactedThinkingBlock: _redacted,
        OpaqueBlock: write_opaque,
    }
)
