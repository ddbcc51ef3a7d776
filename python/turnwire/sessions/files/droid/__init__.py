"""Sessions of Factory's droid: `~/.factory/sessions/<folder>/<id>.jsonl`.

Learned from letta-ai/trajectory (src/adapters/droid/README.md) and its sample; Factory documents no format.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.sessions.files.droid.messages import lines, read, rebuild
from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a line is the header of a session."""
    return text_of(members, "type") == "session_start" and {"id", "cwd"} <= members.keys()


DROID = SessionFormat(
    name="droid",
    title="Factory's droid",
    learned_from="version 2 of its sessions",
    folder=".factory/sessions",
    looks_like=looks_like,
    lines=lines,
    read=read,
    rebuild=rebuild,
    answers_inside=True,
)
