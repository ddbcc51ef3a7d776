"""Conversations of OpenHands: its events as a JSON list, or as a page of its API.

Learned from OpenHands/software-agent-sdk 1.43 (openhands-sdk/openhands/sdk/event, openhands/sdk/llm/message.py,
openhands-agent-server/openhands/agent_server/models.py: EventPage) and letta-ai/trajectory
(src/adapters/openhands/README.md) with its sample.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw

from turnwire.codec.members import begins, object_of
from turnwire.sessions.files.documents import Messages
from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.members import text_of
from turnwire.sessions.files.openhands.lines import KINDS, lines
from turnwire.sessions.files.openhands.messages import read, rebuild

if TYPE_CHECKING:
    from collections.abc import Mapping

_LIST: Final = msgspec.json.Decoder(list[Raw])


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a document is a page of events: one of them is of a class of this program."""
    if not begins(members.get("items"), b"["):
        return False
    try:
        events = _LIST.decode(members["items"])
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return False
    return any(text_of(object_of(event), "kind") in KINDS for event in events)


OPENHANDS = SessionFormat(
    name="openhands",
    title="OpenHands",
    learned_from="version 1.43 of its SDK (its source)",
    looks_like=looks_like,
    messages=Messages(("items",), is_alone=True),
    lines=lines,
    read=read,
    rebuild=rebuild,
)
