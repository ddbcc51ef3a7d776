"""How much a document looks like a message or a task of the Agent2Agent protocol."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from turnwire.dialect import Members


def looks_like_body(members: Members) -> int:
    """A message has `parts`, a role and its own id; a task has a status with a state."""
    if {"role", "parts"} <= members.keys():
        return 95 if "messageId" in members or "kind" in members else 40
    status = members.get("status")
    if status is None or b'"state"' not in bytes(status):
        return 0
    return 90 if members.keys() & {"contextId", "artifacts", "history"} else 60
