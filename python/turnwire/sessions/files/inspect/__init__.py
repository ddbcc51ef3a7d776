"""Logs of evaluations by Inspect (UK AI Security Institute) in JSON: each sample is a conversation.

Learned from UKGovernmentBEIS/inspect_ai, version 0.3: src/inspect_ai/log/_log.py (EvalLog, EvalSample),
model/_chat_message.py, _util/content.py and tool/_tool_call.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec.members import object_of
from turnwire.sessions.files.documents import Messages
from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.inspect.messages import lines, read, rebuild

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a document is a log: it says what was evaluated, with which state, in which version."""
    return {"version", "status", "eval"} <= members.keys() and "task" in object_of(members["eval"])


INSPECT = SessionFormat(
    name="inspect",
    title="Inspect",
    learned_from="Inspect 0.3, logs of version 2",
    looks_like=looks_like,
    messages=Messages(("messages",), within="samples", omitted=(("events",), ("attachments",), ("store",))),
    lines=lines,
    read=read,
    rebuild=rebuild,
)
