"""Session traces of the Hugging Face Hub (Session Trace Simple Format), one JSON object a line.

Learned from the documentation of the Hub, "Session Traces Format" (docs/hub/session-traces-format, 2026).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.hugging_face_traces.messages import lines, read, rebuild
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a line is the header of a trace: it names the harness, which other files of sessions do not."""
    return text_of(members, "type") == "session" and {"harness", "id"} <= members.keys()


HUGGING_FACE_TRACES = SessionFormat(
    name="hugging_face_traces",
    title="session traces of the Hugging Face Hub",
    learned_from="the documentation of 2026",
    looks_like=looks_like,
    lines=lines,
    read=read,
    rebuild=rebuild,
)
