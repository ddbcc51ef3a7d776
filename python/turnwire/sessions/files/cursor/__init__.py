"""Transcripts of Cursor's agent: `~/.cursor/projects/<folder>/agent-transcripts/<id>/<id>.jsonl`.

Learned from letta-ai/trajectory (src/adapters/cursor/README.md) with its sample, and from public programs that read the
files of 2026; Cursor documents no format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec.members import object_of
from turnwire.sessions.files.cursor.messages import SPEAKERS, lines, read, rebuild
from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a line is a message: the role is next to the message, and not in it as elsewhere."""
    if "type" in members or text_of(members, "role") not in SPEAKERS:
        return False
    return "content" in object_of(members.get("message"))


CURSOR = SessionFormat(
    name="cursor",
    title="Cursor",
    learned_from="the transcripts of Cursor's agent, 2026",
    folder=".cursor/projects",
    looks_like=looks_like,
    lines=lines,
    read=read,
    rebuild=rebuild,
    answers_inside=True,
)
