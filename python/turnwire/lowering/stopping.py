"""The stop reason, for formats that require one if a document has none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.model import ToolUseBlock

if TYPE_CHECKING:
    from turnwire.lowering.draft import Turn
    from turnwire.model import StopReason


def likely_reason(turn: Turn) -> StopReason:
    """Return the stop reason that clients expect: `tool_use` for a reply with calls, which they run.

    "`stop` if the model hit a natural stop point or a provided stop sequence", "`tool_calls` if the model called a
    tool" (`finish_reason` in OpenAI's API description, openapi.json, 2026-08-21).  Calls of a reply that broke off
    are not to be run.
    """
    metadata = turn.message.metadata
    is_whole = metadata is None or metadata.status in (None, "complete")
    calls = any(type(block) is ToolUseBlock and block.run_by != "provider" for block in turn.blocks)
    return "tool_use" if calls and is_whole else "end_turn"
