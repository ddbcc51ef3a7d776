"""Session files of Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`.

Anthropic documents where the files are, and calls the format of their lines internal.  What is read here was learned
from oneryalcin/agent-schemas (schemas of the lines, versions 2.0.76 to 2.1.144), skillsynchq/txcript
(docs/formats/claude-code.md) and letta-ai/trajectory (src/adapters/claude-code/README.md), and compared with files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.codec.members import object_of
from turnwire.sessions.files.claude_code.create import create
from turnwire.sessions.files.claude_code.lines import SPEAKERS, TYPES, lines
from turnwire.sessions.files.claude_code.messages import read, rebuild
from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


_SIGNS: Final = {
    "system": ("uuid",),
    "attachment": ("uuid",),
    "progress": ("uuid",),
    "summary": ("leafUuid",),
    "file-history-snapshot": ("messageId",),
    "file-history-delta": ("messageId",),
    "started": (),
    "result": (),
    "failed": (),
    "tag": (),
    "speculation-accept": ("timeSavedMs",),
    "attribution-snapshot": ("messageId",),
}
"""The type of a line -> a member that programs with the same type do not write; the others have a `sessionId`."""

_OF_A_MESSAGE: Final = frozenset({"uuid", "sessionId", "timestamp"})


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a line is one of this format: by its type, and a member that its lines have.

    Qwen Code writes the same lines around a message with `parts`, and around a `systemPayload`.  The output of
    `claude -p --output-format stream-json`, which is no file of a session, has `session_id`.
    """
    kind = text_of(members, "type")
    if kind is None or kind not in TYPES or "systemPayload" in members:
        return False
    if kind in SPEAKERS:
        return "content" in object_of(members.get("message")) and not _OF_A_MESSAGE.isdisjoint(members)
    return any(name in members for name in _SIGNS.get(kind, ("sessionId",)))


# Claude Code 2.0 wrote the files of subagents beside the session; 2.1 writes them into the folder of the session.  The
# name of the file is `agentId` of its lines (dagster-io/erk, docs/agent/claude-code-session-layout.md).
_SUBAGENTS: Final = ("{session}/subagents/agent-{agent}.jsonl", "{session}/agent-{agent}.jsonl", "agent-{agent}.jsonl")

CLAUDE_CODE = SessionFormat(
    name="claude_code",
    title="Claude Code",
    learned_from="Claude Code 2.0.76 to 2.1.144, types of lines to 2.1.289",
    folder=".claude/projects",
    home="CLAUDE_CONFIG_DIR",
    looks_like=looks_like,
    lines=lines,
    read=read,
    rebuild=rebuild,
    create=create,
    subagents=_SUBAGENTS,
)
