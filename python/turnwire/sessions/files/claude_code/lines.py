"""What each line of a Claude Code session is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.codec.members import begins, object_of, objects_of, word_of
from turnwire.sessions.files.claude_code.context import is_context
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.members import is_true, number_of, record_of, text_of, time_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from msgspec import Raw

    from turnwire.sessions.files.format import Numbered
    from turnwire.sessions.files.line import LineRole

# oneryalcin/agent-schemas, claude-code/README.md, "Message Types"; and skillsynchq/txcript, for the last rows.
TYPES: Final[Mapping[str, LineRole]] = {
    "user": "message",
    "assistant": "message",
    "system": "interaction",
    "attachment": "interaction",
    "queue-operation": "interaction",
    "last-prompt": "interaction",
    "pr-link": "interaction",
    "summary": "title",
    "custom-title": "title",
    "ai-title": "title",
    "agent-name": "title",
    "progress": "event",
    "file-history-snapshot": "event",
    "file-history-delta": "event",
    "permission-mode": "event",
    "mode": "event",
    "agent-setting": "event",
    "bridge-session": "event",
    "worktree-state": "event",
    # jazzyalex/agent-sessions, docs/agent-json-tracking.md and its fixtures: 2.1.215 to 2.1.239.
    "frame-link": "interaction",
    "result": "interaction",
    "started": "event",
    "relocated": "event",
    "atis-latch": "event",
    # Types that readers of these files list up to 2.1.289: "Claude Code 2.1.9x: running cost/usage snapshot and
    # artifact-comment bookkeeping"; "Replacements only target persisted tool-result payloads"; "A workflow's journal:
    # one record as each of its agents starts, and one as it finishes or fails"; "Searchable tag for session"; "Periodic
    # [...] summary of current agent activity"; tiann/hapi#1858 for `cost-state`.
    "tag": "interaction",
    "task-summary": "interaction",
    "content-replacement": "interaction",
    "marble-origami-commit": "interaction",
    "failed": "interaction",
    "agent-color": "event",
    "artifact-autoreact-ledger": "event",
    "artifact-comment-monitor": "event",
    "attribution-snapshot": "event",
    "continued-in": "event",
    "cost-state": "event",
    "ended-by-model": "event",
    "fork-context-ref": "event",
    "history-suppression": "event",
    "isolation-latch": "event",
    "marble-origami-reset": "event",
    "marble-origami-snapshot": "event",
    "observer-ref": "event",
    "speculation-accept": "event",
    "telemetry-latch": "event",
}
"""The type of a line -> what the line is."""

SPEAKERS: Final = frozenset({"user", "assistant"})
"""The types of the lines around a message."""

_ROLES: Final = SPEAKERS | {"system"}
_COMPACTIONS: Final = frozenset({"compact_boundary", "microcompact_boundary"})
_TITLES: Final = ("customTitle", "agentName", "aiTitle", "summary", "title")
_INPUT: Final = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield each line of a file, with what it is."""
    sidechains: dict[str, str] = {}
    for number, text in numbered:
        members, fault = record_of(text)
        if members is None:
            yield Line(number=number, text=text, role="event" if not text.strip() else "broken", fault=fault)
            continue
        line = _line(number, text, members)
        yield _in_sidechain(line, members, sidechains)


def _line(number: int, text: bytes, members: Mapping[str, Raw]) -> Line:
    kind = text_of(members, "type") or ""
    if kind == "progress" and (line := _of_subagent(number, text, members)):
        return line
    role = TYPES.get(kind, "unknown")
    inner = text_of(members, "subtype") or text_of(object_of(members.get(_INSIDE.get(kind, ""))), "type")
    if inner in _COMPACTIONS:
        role = "compaction"
    message = object_of(members.get("message"))
    if role == "message" and not _is_whole(message):
        role = "unknown"
    if is_queued := inner == QUEUED and _has_prompt(members):
        role = "message"
    return Line(
        number=number,
        text=text,
        role=role,
        name=f"{kind}/{inner}" if inner else kind,
        id=text_of(members, "uuid"),
        parent=text_of(members, "parentUuid") or text_of(members, "logicalParentUuid"),
        has_parent="parentUuid" in members,
        speaker="user" if is_queued else _speaker(message) or kind if role == "message" else None,
        agent=text_of(members, "agentId"),
        group=text_of(message, "id") if kind == "assistant" and _role(message, kind) == kind else None,
        time=time_of(members),
        session=text_of(members, "sessionId"),
        payload=members.get("attachment" if is_queued else "message") if role == "message" else None,
        model=text_of(message, "model"),
        tokens=_tokens(object_of(message.get("usage"))),
        title=_title(members) if role == "title" else None,
        starts=_started(members, message),
        is_summary=is_true(members, "isCompactSummary"),
        is_context=is_context(members, message),
        folder=text_of(members, "cwd"),
        branch=text_of(members, "gitBranch"),
    )


def _title(members: Mapping[str, Raw]) -> str | None:
    """Return the title of a line; one of white space alone is none."""
    found = (text_of(members, name) or "" for name in _TITLES)
    return next((title for title in found if title.strip()), None)


def _is_whole(message: Mapping[str, Raw]) -> bool:
    """Return whether a message has a content and a known role; without a role, the type of the line is the role."""
    return "content" in message and ("role" not in message or text_of(message, "role") in _ROLES)


def _role(message: Mapping[str, Raw], kind: str) -> str:
    return text_of(message, "role") or kind


_INSIDE: Final = {"progress": "data", "attachment": "attachment"}
"""The member whose `type` tells lines of one type apart."""


# "User prompt queued while Claude was responding." (oneryalcin/agent-schemas, claude-code-v2.1.144.schema.json)
QUEUED: Final = "queued_command"
"""The attachment that is a message of the user; its `prompt` is a text, or a list of content blocks."""


def _has_prompt(members: Mapping[str, Raw]) -> bool:
    prompt = object_of(members.get("attachment")).get("prompt")
    return begins(prompt, b'"') or bool(objects_of(prompt))


def _of_subagent(number: int, text: bytes, members: Mapping[str, Raw]) -> Line | None:
    """Return the message of a subagent that a line of progress repeats in the session; None if it has none."""
    data = object_of(members.get("data"))
    inner = object_of(data.get("message"))
    message = object_of(inner.get("message"))
    agent = text_of(data, "agentId")
    if text_of(data, "type") != "agent_progress" or not message or not agent:
        return None
    return Line(
        number=number,
        text=text,
        role="message",
        name="progress/agent_progress",
        id=text_of(inner, "uuid"),
        speaker=_speaker(message) or text_of(inner, "type"),
        agent=agent,
        group=text_of(message, "id") if text_of(inner, "type") == "assistant" else None,
        time=time_of(inner) or time_of(members),
        session=text_of(members, "sessionId"),
        payload=inner["message"],
        model=text_of(message, "model"),
        tokens=_tokens(object_of(message.get("usage"))),
        starts=(agent, text_of(members, "parentToolUseID") or ""),
    )


def _speaker(message: Mapping[str, Raw]) -> str | None:
    """Return whose message it is: one that has a result of a tool is no message of the user."""
    blocks = objects_of(message.get("content")) or ()
    if any(word_of(block.get("type")) == b'"tool_result"' for block in blocks):
        return "tool"
    return text_of(message, "role")


def _started(members: Mapping[str, Raw], message: Mapping[str, Raw]) -> tuple[str, str] | None:
    """Return the subagent whose result a line has, and the id of the call that the result answers.

    The recorded sessions name the call in the result alone, and not in `sourceToolUseID`.
    """
    agent = text_of(object_of(members.get("toolUseResult")), "agentId")
    if agent is None:
        return None
    blocks = objects_of(message.get("content")) or ()
    calls = [text_of(block, "tool_use_id") for block in blocks if word_of(block.get("type")) == b'"tool_result"']
    return agent, text_of(members, "sourceToolUseID") or (calls[0] if len(calls) == 1 else None) or ""


def _tokens(usage: Mapping[str, Raw]) -> tuple[int, int] | None:
    if not usage:
        return None
    return sum(number_of(usage, name) for name in _INPUT), number_of(usage, "output_tokens")


def _in_sidechain(line: Line, members: Mapping[str, Raw], sidechains: dict[str, str]) -> Line:
    """Name the subagent of a sidechain whose lines have no `agentId`, as older versions wrote them: by its first line.

    "Claude Code marks every conversational row in those files with `isSidechain: true`" (letta-ai/trajectory,
    src/adapters/claude-code/README.md)
    """
    if line.agent is not None or line.id is None or not is_true(members, "isSidechain"):
        return line
    agent = sidechains.get(line.parent or "", line.id)
    sidechains[line.id] = agent
    return structs.replace(line, agent=agent)
