"""Session files of Codex: `~/.codex/sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl`.

Learned from openai/codex (codex-rs/protocol/src/protocol.rs: RolloutLine, RolloutItem, SessionMeta, TurnContextItem,
CompactedItem, EventMsg; codex-rs/protocol/src/models.rs: ResponseItem), skillsynchq/txcript (docs/formats/codex.md) and
letta-ai/trajectory (src/adapters/codex/README.md), and compared with files of version 0.104.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.sessions.files.codex.create import create
from turnwire.sessions.files.codex.lines import ITEMS, TYPES, lines
from turnwire.sessions.files.codex.messages import read, rebuild
from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from msgspec import Raw


_OF_CODEX: Final = frozenset({"session_meta", "response_item", "turn_context", "event_msg"})
"""Types that lines of other programs do not have, with which a line is recognised without its time."""


def looks_like(members: Mapping[str, Raw]) -> bool:
    """Return whether a line is one of this format: an envelope of a known type, or an item of the first versions."""
    kind = text_of(members, "type")
    if "payload" in members:
        return kind in TYPES and (kind in _OF_CODEX or "timestamp" in members)
    return kind is None and {"id", "timestamp", "instructions"} <= members.keys()


CODEX = SessionFormat(
    name="codex",
    title="Codex",
    learned_from="Codex 0.104, types of lines to 0.171",
    folder=".codex/sessions",
    home="CODEX_HOME",
    looks_like=looks_like,
    lines=lines,
    read=read,
    rebuild=rebuild,
    create=create,
)

__all__ = ["CODEX", "ITEMS"]
