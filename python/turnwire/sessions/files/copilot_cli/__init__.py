"""Sessions of GitHub Copilot CLI: `~/.copilot/session-state/<id>/events.jsonl`.

Learned from github/copilot-sdk (the types of its session events) and letta-ai/trajectory
(src/adapters/copilot-cli/README.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.sessions.files.copilot_cli.lines import TYPES, lines
from turnwire.sessions.files.copilot_cli.messages import read, rebuild
from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a line is an event of this program: of a type that it knows, with an id, a time and data."""
    return text_of(members, "type") in TYPES and {"id", "timestamp", "data"} <= members.keys()


COPILOT_CLI = SessionFormat(
    name="copilot_cli",
    title="GitHub Copilot CLI",
    learned_from="the session events of its SDK, 2026",
    folder=".copilot/session-state",
    looks_like=looks_like,
    lines=lines,
    read=read,
    rebuild=rebuild,
)
