"""Score how likely a document is a message or a task of the Agent2Agent protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.codec.members import object_of, word_of

if TYPE_CHECKING:
    from turnwire.codec.members import Members

# TaskState (a2a.json, 0.3.0); in 1.0 the same words are TASK_STATE_SUBMITTED and so on.
_STATES: Final = frozenset(
    (
        "submitted",
        "working",
        "input-required",
        "completed",
        "canceled",
        "failed",
        "rejected",
        "auth-required",
        "unknown",
    )
)
_OWN: Final = frozenset(("contextId", "artifacts", "history"))


def looks_like_body(members: Members) -> int:
    """A message has `parts`, a role and its own id; a task has a status with a state."""
    if {"role", "parts"} <= members.keys():
        return 95 if "messageId" in members or members.word("kind") == b'"message"' else 1
    state = word_of(object_of(members.get("status")).get("state"))
    if not state.startswith(b'"TASK_STATE_') and state.decode(errors="replace").strip('"') not in _STATES:
        return 0
    return 90 if members.keys() & _OWN or members.word("kind") == b'"task"' else 1
