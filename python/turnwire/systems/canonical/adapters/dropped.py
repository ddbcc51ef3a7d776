"""The blocks that a request could not carry, as records for a log.

"Write a structured log entry at WARN level with: session_id, message_id, block type, adapter, reason" (canonical
message format, 7.3).  The records are values; whether and where they are logged is the application's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import msgspec
from msgspec import Struct

from turnwire.losses import standing
from turnwire.model import ContentBlock

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.model import History, Loss

_BLOCKS = frozenset(get_args(ContentBlock))
_STATE = frozenset(("thinking", "redacted_thinking"))


class DroppedBlock(Struct, frozen=True):
    """One block that is not in the request; all five fields are always set."""

    session_id: str
    """Empty if neither the message nor the caller names it."""
    message_id: str
    """Empty where the message has none."""
    block_type: str
    adapter: str
    reason: str

    def fields(self) -> dict[str, str]:
        """The record as a flat mapping, such as `logging` takes as `extra`."""
        said: dict[str, str] = msgspec.structs.asdict(self)
        return said


def warnings(
    losses: Iterable[Loss], document: History, adapter: str, *, session_id: str | None = None
) -> tuple[DroppedBlock, ...]:
    """Make a record for each block among the losses of writing `document`, in order.

    A block inside a tool result counts, too.  A member dropped from a block that is written, and a degraded block, are
    not dropped blocks: they are in the losses.
    """
    found = []
    for loss in losses:
        block: Any = standing(document, loss.path) if loss.kind == "dropped" else None
        if type(block) not in _BLOCKS:
            continue
        kind = str(block.__struct_config__.tag)
        message = document.history[int(loss.path.split("/")[2])]
        found.append(
            DroppedBlock(
                message.session_id or session_id or "", message.id or "", kind, adapter, _reason(block, kind, loss)
            )
        )
    return tuple(found)


def _reason(block: ContentBlock, kind: str, loss: Loss) -> str:
    maker = getattr(getattr(block, "origin", None), "dialect", None) if kind in _STATE else None
    if maker is not None and maker != loss.dialect:
        return f"it is opaque state of {maker}, which {loss.dialect} does not take"
    if loss.feature.endswith(".run_by"):
        return f"another provider ran it itself, and {loss.dialect} has no place for that"
    return f"{loss.dialect} has no place for {kind} in this place"
