"""What each line of a session of pi is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw

from turnwire.codec.members import object_of
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.members import number_of, record_of, text_of, time_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.sessions.files.format import Numbered
    from turnwire.sessions.files.line import LineRole

# "Entry Types" (earendil-works/pi, packages/coding-agent/docs/session-format.md); the last rows are OMP's.
# `custom_message` are "Extension-injected messages that DO participate in LLM context"; `custom` does not.
TYPES: Final[Mapping[str, LineRole]] = {
    "session": "event",
    "message": "message",
    "custom_message": "message",
    "branch_summary": "message",
    "compaction": "message",
    "model_change": "event",
    "thinking_level_change": "event",
    "custom": "event",
    "label": "event",
    "session_info": "title",
    "title": "title",
    "session_init": "event",
    "service_tier_change": "event",
    "mode_change": "event",
    "ttsr_injection": "event",
}
"""The type of a line -> what the line is."""

# "AgentMessage Union" (the same document); a message of an extension is the user's, as pi sends it.
SPEAKERS: Final = {
    "user": "user",
    "assistant": "assistant",
    "toolResult": "tool",
    "custom": "user",
    "hookMessage": "user",
    "branchSummary": "user",
    "compactionSummary": "user",
}
_INPUT: Final = ("input", "cacheRead", "cacheWrite")


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield each line of a file, with what it is."""
    session = None
    for number, text in numbered:
        members, fault = record_of(text)
        if members is None:
            yield Line(number=number, text=text, role="broken" if text.strip() else "event", fault=fault)
            continue
        if text_of(members, "type") == "session":
            session = text_of(members, "id")
        yield _line(number, text, members, session)


def _line(number: int, text: bytes, members: Mapping[str, Raw], session: str | None) -> Line:
    kind = text_of(members, "type") or ""
    message = object_of(members.get("message"))
    word = text_of(message, "role") or ""
    role, speaker = TYPES.get(kind, "unknown"), "user" if kind != "message" else SPEAKERS.get(word)
    if kind == "message" and speaker is None:
        role = "interaction" if word == "bashExecution" else "unknown"
    usage = object_of(message.get("usage"))
    is_entry = kind != "session"
    return Line(
        number=number,
        text=text,
        role=role,
        name=f"{kind}/{word}" if word else kind,
        id=text_of(members, "id") if is_entry else None,
        parent=text_of(members, "parentId"),
        has_parent=is_entry and "parentId" in members,
        speaker=speaker if role == "message" else None,
        group=str(number) if usage else None,
        time=time_of(members),
        session=session,
        payload=Raw(text) if role == "message" else None,
        model=text_of(message, "model"),
        tokens=(sum(number_of(usage, name) for name in _INPUT), number_of(usage, "output")) if usage else None,
        title=(text_of(members, "name") or text_of(members, "title")) if role == "title" else None,
        is_summary=kind == "compaction" or word == "compactionSummary",
    )
