"""A session, a list of messages, or a message -> a History; a message of the assistant -> a Completion."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.numbers import is_number, read_number
from turnwire.codec.wire import ENCODER, OpaquePart, Wire, escaped, whole
from turnwire.dialects.canonical import wire as w
from turnwire.dialects.canonical.cost import read_cost
from turnwire.dialects.canonical.origins import origin_of
from turnwire.dialects.canonical.wire import NAME, Root
from turnwire.documents.residue import residue, unknown_role
from turnwire.errors import invalid
from turnwire.families.chat.overlay import leftover
from turnwire.model import (
    ABSENT,
    Completion,
    ContentBlock,
    History,
    ImageBlock,
    Message,
    MessageMetadata,
    OpaqueBlock,
    RedactedThinkingBlock,
    RoutingDecisionRecord,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    Usage,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from turnwire.dialects.canonical.wire import Fields, Reply, Said
    from turnwire.documents.inputs import Envelope


ROLES = frozenset(("user", "assistant", "system", "tool"))
_FIELDS = ("id", "session_id", "content", "created_at", "metadata", "schema_version")


def read_session(wire: Root | list[Said], _: Envelope | None) -> History:
    """Raises InvalidDocument for an object that is neither a session nor a message."""
    if isinstance(wire, list):
        return History([_read_message(said, said.role) for said in wire])
    if wire.messages is UNSET:
        if wire.role is UNSET:
            raise invalid("canonical.shape", "neither a message with a role, nor a session with messages")
        return History([_read_message(wire, wire.role)], provider_raw=residue(NAME, form={"document": "message"}))
    history = History([_read_message(said, said.role) for said in wire.messages])
    history.id = None if wire.id is UNSET else wire.id
    history.provider_raw = residue(NAME, leftover(wire, ("messages", "id")), form={"document": "session"})
    return history


def read_reply(wire: Reply, _: Envelope | None) -> Completion:
    """Read a message of the assistant, whose metadata is that of the reply."""
    message = _read_message(wire, wire.role)
    metadata = message.metadata or MessageMetadata()
    reply = Completion([message], message.id, message.created_at, metadata.model, metadata.usage)
    message.id = message.created_at = metadata.model = metadata.usage = None
    if metadata == MessageMetadata():
        message.metadata = None
    return reply


def _read_message(said: Fields, word: str) -> Message:
    form: dict[str, Any] = {}
    role: Any = word if word in ROLES else "user"
    if role != word:
        form["role"] = word
    if absent := [name for name in _FIELDS if getattr(said, name) is UNSET]:
        form["absent"] = absent
    metadata = None if said.metadata is UNSET else read_metadata(said.metadata)
    provider = None if metadata is None else metadata.provider
    content = [] if said.content is UNSET else read_blocks(said.content, provider)
    message = Message(role, content, *_ids(said), metadata=metadata)
    message.created_at = None if said.created_at is UNSET else said.created_at
    message.schema_version = None if said.schema_version in (UNSET, 1) else said.schema_version
    if _is_orphan(message):
        form["as_is"] = ["parent_tool_use_id"]
    message.provider_raw = residue(NAME, {**said.unknown.fields, **unknown_role(form)}, form=form)
    return message


def _ids(said: Fields) -> tuple[str | None, str | None]:
    return (None if said.id is UNSET else said.id, None if said.session_id is UNSET else said.session_id)


def _is_orphan(message: Message) -> bool:
    """Return whether a result does not name its call, as results from the system's own gateway."""
    if message.role != "tool" or (message.metadata is not None and message.metadata.parent_tool_use_id is not None):
        return False
    return any(type(block) is ToolResultBlock for block in message.content)


STATUSES = frozenset(("complete", "partial", "cancelled", "error"))
# "Chain policy -> RoutingMode" (4.3); routing-engine.md 4.1 spells two of them otherwise, and events say all of them in
# small letters.
MODES: Final[Mapping[str, Any]] = MappingProxyType(
    {
        **{mode: mode for mode in ("override", "manual", "rule", "pattern", "delegate", "default")},
        "per_message_override": "override",
        "manual_sticky": "manual",
        "configured_rules": "rule",
        "pattern_recommendation": "pattern",
        "delegate_request": "delegate",
        "workspace_default": "default",
        "global_default": "default",
    }
)
_TEXTS = ("model", "provider", "parent_tool_use_id", "user_id", "team_id")
_COUNTS = ("input_tokens", "output_tokens", "latency_ms", "cached_input_tokens", "cache_creation_input_tokens")


def read_metadata(wire: w.Metadata) -> MessageMetadata | None:
    """Read the metadata; None if it has only nulls and defaults."""
    rest: dict[str, Any] = dict(wire.unknown.fields)
    absent = [name for name in (*_TEXTS, "routing", "usage", "status") if getattr(wire, name) is UNSET]
    found = MessageMetadata()
    for name in _TEXTS:
        setattr(found, name, _or_none(getattr(wire, name)))
    if wire.usage is not UNSET and wire.usage is not None:
        found.usage = _read_usage(wire.usage)
    _read_routing(wire, found, rest, absent)
    _read_status(wire, found, rest, absent)
    _read_raw(wire.provider_raw, rest, absent)
    found.provider_raw = residue(NAME, rest, form={"absent": absent} if absent else None)
    return None if found == MessageMetadata() else found


def _or_none(value: Any) -> str | None:
    return None if value is UNSET else value


def _read_status(wire: w.Metadata, found: MessageMetadata, rest: dict[str, Any], absent: list[str]) -> None:
    if wire.status is UNSET or wire.status == "complete":
        return
    if wire.status in STATUSES:
        found.status = wire.status  # type: ignore[assignment]
        return
    # A word from the future: "status: ... Code reading messages MUST tolerate unknown fields" (10.3), and values.
    absent.append("status")
    rest["status"] = wire.status


def _read_raw(raw: Raw, rest: dict[str, Any], absent: list[str]) -> None:
    """Keep it unchanged: "Only the adapter that wrote `provider_raw` reads it" (6.5)."""
    check_raw(raw)
    if bytes(raw) == b"null":
        return
    absent.append("provider_raw")
    if raw:
        rest |= escaped({"provider_raw": raw})


def _read_routing(wire: w.Metadata, found: MessageMetadata, rest: dict[str, Any], absent: list[str]) -> None:
    routing = wire.routing
    if routing is UNSET or routing is None:
        return
    mode = MODES.get(routing.mode.lower())
    if mode is None:
        absent.append("routing")
        rest["routing"] = whole(routing)
        return
    form: dict[str, Any] = {} if mode == routing.mode else {"mode": routing.mode}
    own: dict[str, Any] = dict(routing.unknown.fields)
    left_out = [name for name in ("rule_name", "alternatives_considered") if getattr(routing, name) is UNSET]
    record = RoutingDecisionRecord(mode, routing.chosen_model, routing.reason, _or_none(routing.rule_name))
    if not routing.confidence or (bytes(routing.confidence) != b"null" and not is_number(routing.confidence)):
        left_out.append("confidence")
        if routing.confidence:
            check_raw(routing.confidence)
            own["confidence"] = routing.confidence
    elif is_number(routing.confidence):
        exact: dict[str, str] = {}
        record.confidence = read_number(routing.confidence, "confidence", exact)
        form |= {"exact": exact} if exact else {}
    record.alternatives_considered = routing.alternatives_considered or []
    form |= {"absent": left_out} if left_out else {}
    record.provider_raw = residue(NAME, own, form=form)
    found.routing = record


def _read_usage(wire: w.Usage) -> Usage:
    """The cost is text ("cost_usd: Decimal"); a number is taken for one.  Its spelling is kept, and what is no cost."""
    rest: dict[str, Any] = dict(wire.unknown.fields)
    form: dict[str, Any] = {}
    found = Usage(**{name: value for name in _COUNTS if (value := getattr(wire, name)) is not UNSET})
    absent = [name for name in (*_COUNTS[:3], "pricing_version") if getattr(wire, name) is UNSET]
    found.pricing_version = _or_none(wire.pricing_version)
    check_raw(wire.cost_usd)
    cost = read_cost(wire.cost_usd)
    if cost is None:
        absent.append("cost_usd")
        if wire.cost_usd:
            rest["cost_usd"] = wire.cost_usd
    else:
        found.cost_usd, spelling = cost
        form |= {} if spelling is None else {"cost_usd": spelling}
    if absent:
        form["absent"] = absent
    found.provider_raw = residue(NAME, rest, form=form)
    return found


def is_certain(session: Root | list[Said]) -> bool:
    """With messages that all have what only this format writes: a session, a time, and metadata or a version."""
    messages = session.messages if isinstance(session, Root) else session
    return messages is not UNSET and bool(messages) and all(map(_is_stored, messages))


def _is_stored(message: Said) -> bool:
    if message.session_id is UNSET or message.created_at is UNSET:
        return False
    return message.metadata is not UNSET or message.schema_version is not UNSET


_MEMBERS = msgspec.json.Decoder(dict[str, Raw])


def read_blocks(parts: Sequence[w.Part], provider: str | None) -> list[ContentBlock]:
    """The blocks of a message that this provider wrote."""
    return [_READERS[type(part)](part, provider) for part in parts]


def _text(part: w.Text, _: str | None) -> TextBlock:
    return TextBlock(part.text, provider_raw=residue(NAME, part.unknown))


def _image(part: w.Image, _: str | None) -> ContentBlock:
    check_raw(part.source.data)
    if bytes(memoryview(part.source.data)[:1]) != b'"':
        return _opaque(part, None)
    source = Source(part.source.kind, part.source.data, provider_raw=residue(NAME, part.source.unknown))
    media_type = None if part.media_type is UNSET else part.media_type
    form = {"absent": ["media_type"]} if media_type is None else None
    return ImageBlock(source, media_type, provider_raw=residue(NAME, part.unknown, form=form))


def _call(part: w.ToolUse, _: str | None) -> ToolUseBlock:
    check_raw(part.input)
    form = {} if bytes(memoryview(part.input)[:1]) == b"{" else {"as_is": ["input"]}
    return ToolUseBlock(part.id, part.name, part.input, provider_raw=residue(NAME, part.unknown, form=form))


def _result(part: w.ToolResult, _: str | None) -> ToolResultBlock:
    absent = [name for name in ("content", "is_error") if getattr(part, name) is UNSET]
    content = [] if part.content is UNSET else read_blocks(part.content, None)
    found = ToolResultBlock(part.tool_use_id, None, content, part.is_error is True or None)
    found.provider_raw = residue(NAME, part.unknown, form={"absent": absent} if absent else None)
    return found


def _thinking(part: w.Thinking, provider: str | None) -> ThinkingBlock:
    signature = None if part.signature is UNSET else part.signature
    form = {"absent": ["signature"]} if part.signature is UNSET else None
    found = ThinkingBlock(part.text, signature=signature, origin=origin_of(provider))
    found.provider_raw = residue(NAME, part.unknown, form=form)
    return found


def _redacted(part: w.RedactedThinking, provider: str | None) -> RedactedThinkingBlock:
    return RedactedThinkingBlock(part.data, origin_of(provider), provider_raw=residue(NAME, part.unknown))


def _opaque(part: OpaquePart | Wire, _: str | None) -> OpaqueBlock:
    """Keep "unknown content block types" (10.3), and known ones of another structure."""
    value = Raw(ENCODER.encode(whole(part)))
    check_raw(value)
    word = _MEMBERS.decode(value).get("type", ABSENT) if bytes(memoryview(value)[:1]) == b"{" else ABSENT
    is_word = bytes(memoryview(word)[:1]) == b'"'
    return OpaqueBlock(str(msgspec.json.decode(word)) if is_word else "", value, NAME)


_READERS: Mapping[type, Any] = MappingProxyType(
    {
        w.Text: _text,
        w.Image: _image,
        w.ToolUse: _call,
        w.ToolResult: _result,
        w.Thinking: _thinking,
        w.RedactedThinking: _redacted,
        OpaquePart: _opaque,
    }
)
