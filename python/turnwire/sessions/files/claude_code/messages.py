"""The messages of a line of Claude Code, and the line that they came from.

"each conversational line wraps a payload already in the Anthropic Messages shape" (skillsynchq/txcript,
docs/formats/claude-code.md)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw, structs

from turnwire.codec.members import begins, object_of
from turnwire.codec.wire import ENCODER
from turnwire.model import ABSENT, Message, MessageMetadata, Usage
from turnwire.sessions.files.claude_code.free_text import has_sign, with_objects, with_texts
from turnwire.sessions.files.members import number_of, text_of
from turnwire.sessions.files.wire_messages import read_messages, render_messages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.sessions.files.format import Rest
    from turnwire.sessions.files.line import Line

DIALECT: Final = "anthropic_messages"
_CONTENT: Final = ("role", "content")
ENVELOPE: Final = frozenset(
    [
        "type",
        "subtype",
        "uuid",
        "parentUuid",
        "logicalParentUuid",
        "timestamp",
        "sessionId",
        "isSidechain",
        "userType",
        "cwd",
        "version",
        "gitBranch",
        "slug",
        "agentId",
        "teamName",
        "entrypoint",
        "sessionKind",
    ]
)
"""The members of a line that are about the line, not about what happened."""

_USAGE: Final = {
    "input_tokens": "input_tokens",
    "output_tokens": "output_tokens",
    "cached_input_tokens": "cache_read_input_tokens",
    "cache_creation_input_tokens": "cache_creation_input_tokens",
}
"""The field of Usage -> the member of Anthropic's usage."""

_STOP_REASONS: Final = frozenset(["end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn", "refusal"])
_NONE: Final = Raw(b"null")
"""The role that is kept of a message without one: the type of its line tells whose it is, as in old files."""

_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_BLOCKS: Final = msgspec.json.Decoder(list[Raw])


def read(line: Line) -> tuple[list[Message], Rest]:
    """Return the messages of a line, and the members of the line that they do not hold.

    A title is no message: it returns an empty list.

    Raises:
        InvalidDocument: the message cannot be read.
    """
    members = _OBJECT.decode(line.text)
    if line.payload is not None:
        return _queued(line, members) if _is_attachment(members) else _messages(line, members)
    if line.role not in ("interaction", "compaction"):
        return [], members
    told = {name: value for name, value in members.items() if name not in ENVELOPE}
    rest = {name: value for name, value in members.items() if name in ENVELOPE}
    interaction = Raw(ENCODER.encode({"type": line.name} | told))
    return [_known(line, Message(role="user_interaction", interaction=interaction))], rest


def _messages(line: Line, members: dict[str, Raw]) -> tuple[list[Message], Rest]:
    payload = object_of(line.payload)
    speaker = "assistant" if line.speaker == "assistant" else "user"
    role = {} if "role" in payload else {"role": Raw(ENCODER.encode(speaker))}
    shown = role | {name: payload[name] for name in _CONTENT if name in payload}
    messages = read_messages(DIALECT, "messages", ENCODER.encode(shown))
    if has_sign(members):
        messages = [with_texts(each) for each in messages]
    messages[0] = _known(line, messages[0], payload)
    beside = {name: value for name, value in payload.items() if name not in _CONTENT} | dict.fromkeys(role, _NONE)
    if messages[0].role == "tool" and text_of(payload, "role") == "assistant":
        beside["role"] = payload["role"]  # results in a reply, as in a broken file, are written as those of a user
    return messages, _with_message(members, Raw(ENCODER.encode(beside)))


def _queued(line: Line, members: dict[str, Raw]) -> tuple[list[Message], Rest]:
    """Return the message of the user that an attachment holds, and the line without its prompt."""
    attachment = dict(object_of(line.payload))
    shown = {"role": "user", "content": attachment.pop("prompt")}
    messages = read_messages(DIALECT, "messages", ENCODER.encode(shown))
    messages[0] = _known(line, messages[0])
    return messages, {**members, "attachment": Raw(ENCODER.encode(attachment))}


def _with_message(members: Mapping[str, Raw], message: Raw) -> Rest:
    """Replace the message of a line, or the one inside of a line of progress."""
    if not _is_wrapped(members):
        return {**members, "message": message}
    data = object_of(members["data"])
    inner = object_of(data["message"])
    changed = data | {"message": Raw(ENCODER.encode(inner | {"message": message}))}  # type: ignore[operator]
    return {**members, "data": Raw(ENCODER.encode(changed))}


def _is_attachment(members: Mapping[str, Raw]) -> bool:
    return "attachment" in members and text_of(members, "type") == "attachment"


def _is_wrapped(members: Mapping[str, Raw]) -> bool:
    """Return whether the message of a line is in its member `data`: only such lines of progress hold messages."""
    return text_of(members, "type") == "progress"


def _known(line: Line, message: Message, payload: Mapping[str, Raw] | None = None) -> Message:
    """Add what the line tells about its message."""
    metadata = _metadata(line, payload or {})
    return structs.replace(
        message, id=line.id, session_id=line.session, created_at=line.time, metadata=metadata or message.metadata
    )


def _metadata(line: Line, payload: Mapping[str, Raw]) -> MessageMetadata | None:
    found = MessageMetadata(model=line.model)
    reason = text_of(payload, "stop_reason")
    if reason in _STOP_REASONS:
        found.stop_reason = reason  # type: ignore[assignment]
    found.usage = _usage(payload)
    return found if found != MessageMetadata() else None


def _usage(payload: Mapping[str, Raw]) -> Usage | None:
    usage = object_of(payload.get("usage"))
    found = Usage()
    for field, name in _USAGE.items():
        if name in usage:
            setattr(found, field, number_of(usage, name))
    return found if found != Usage() else None


def rebuild(rest: Rest, messages: list[Message]) -> bytes:
    """Return the text of a line: the members that were kept, and the messages as they are now."""
    first = messages[0]
    members = _about(rest, first)
    if first.role == "user_interaction" and first.interaction is not ABSENT:
        told = object_of(first.interaction)
        return ENCODER.encode(members | {name: value for name, value in told.items() if name != "type"})
    inner = object_of(object_of(members["data"]).get("message")) if _is_wrapped(members) else members
    kept = object_of(inner.get("message"))
    bare = [structs.replace(each, id=None, session_id=None, created_at=None, metadata=None) for each in messages]
    bare = [with_objects(each) for each in bare] if has_sign(members) else bare
    shown = _joined([_OBJECT.decode(item) for item in render_messages(DIALECT, "messages", bare)])
    if _is_attachment(inner):
        attachment = {**object_of(members["attachment"]), "prompt": shown["content"]}
        return ENCODER.encode(members | {"attachment": Raw(ENCODER.encode(attachment))})
    if kept.get("role") == _NONE:
        kept = {name: value for name, value in kept.items() if name != "role"}
        shown.pop("role", None)
    message = Raw(ENCODER.encode({**shown, **_edited(kept, first.metadata)}))
    return ENCODER.encode(_with_message(members, message))


def _joined(rendered: list[dict[str, Raw]]) -> dict[str, Raw]:
    """Return one message of Anthropic's format: results of tools are content of the user's message."""
    if not rendered:
        return {}
    shown = rendered[0]
    if len(rendered) > 1:
        blocks = [block for each in rendered for block in _blocks(each.get("content"))]
        shown["content"] = Raw(ENCODER.encode(blocks))
    if bytes(shown.get("role", b"")) == b'"tool"':
        shown["role"] = Raw(b'"user"')
    return shown


def _blocks(content: Raw | None) -> list[Raw]:
    if begins(content, b'"'):
        return [Raw(b'{"type":"text","text":%b}' % bytes(content or b""))]
    return _BLOCKS.decode(content) if content is not None else []


def _about(rest: Rest, first: Message) -> dict[str, Raw]:
    """Put the id, session and time of the message into the line, where they are not those that it has."""
    members = dict(rest)
    for name, value in (("uuid", first.id), ("sessionId", first.session_id), ("timestamp", first.created_at)):
        if value is not None and not _is_wrapped(rest) and text_of(rest, name) != value:
            members[name] = Raw(ENCODER.encode(value))
    return members


def _edited(kept: Mapping[str, Raw], metadata: MessageMetadata | None) -> dict[str, Raw]:
    """Put the model, usage and stop reason of the message into the payload, where they were edited."""
    members = dict(kept)
    found = metadata or MessageMetadata()
    for name, value in (("model", found.model), ("stop_reason", found.stop_reason)):
        if value is not None and text_of(kept, name) != value:
            members[name] = Raw(ENCODER.encode(value))
    if found.usage is not None and found.usage != _usage(kept):
        usage = {name: getattr(found.usage, field) for field, name in _USAGE.items()}
        members["usage"] = Raw(ENCODER.encode({name: value for name, value in usage.items() if value is not None}))
    return members
