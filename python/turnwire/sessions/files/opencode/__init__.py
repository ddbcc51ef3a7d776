"""Sessions of OpenCode, as `opencode export` writes them: one JSON document with `info` and `messages`.

Learned from sst/opencode (packages/opencode/src/cli/cmd/export.ts, packages/opencode/src/session/message-v2.ts),
skillsynchq/txcript (docs/formats/opencode.md) and letta-ai/trajectory (src/adapters/opencode/README.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec.members import begins, objects_of
from turnwire.sessions.files.documents import Messages
from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.opencode.messages import lines, read, rebuild

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a document is an export: a session's `info`, and messages of an `info` and `parts`."""
    if not {"info", "messages"} <= members.keys() or not begins(members["info"], b"{"):
        return False
    first = next(iter(objects_of(members["messages"]) or ()), None)
    return first is None or {"info", "parts"} <= first.keys()


OPENCODE = SessionFormat(
    name="opencode",
    title="OpenCode",
    learned_from="OpenCode 1.2",
    looks_like=looks_like,
    messages=Messages(("messages",)),
    lines=lines,
    read=read,
    rebuild=rebuild,
    answers_inside=True,
)
