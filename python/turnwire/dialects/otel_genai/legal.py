"""Reduce messages to what attributes can hold, with one pass per rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.dialects.otel_genai.enums import ROLES
from turnwire.documents.residue import form_of, report_others
from turnwire.documents.roles import meaning
from turnwire.families.chat.overlay import says
from turnwire.lowering.draft import Draft, Turn, when, with_turns
from turnwire.lowering.hosted import foreign_runs
from turnwire.lowering.stopping import likely_reason
from turnwire.model import MessageMetadata, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock

CALL, RESPONSE = "server_tool_call", "server_tool_call_response"
_SPLIT = frozenset(("role", "content"))


def is_own_run(block: ContentBlock) -> bool:
    """Whether a block is a part of the conventions for tools that a provider runs."""
    if type(block) is ToolUseBlock:
        return block.run_by == "provider" and block.call_type == CALL
    return type(block) is ToolResultBlock and block.run_by == "provider" and block.result_type == RESPONSE


rewrite_foreign_runs = foreign_runs(is_own_run)


@when(ToolResultBlock)
def results_have_no_names(draft: Draft, losses: Losses) -> Draft:
    """Drop the names of results, which their calls have: ToolCallResponsePart has `id` and `response`."""
    calls: dict[str, str] = {}
    for turn in draft.turns:
        for n, block in enumerate(turn.blocks):
            if type(block) is ToolUseBlock:
                calls[block.id] = block.name
            elif (
                type(block) is ToolResultBlock and block.name is not None and calls.get(block.tool_use_id) != block.name
            ):
                losses.dropped(f"{turn.place(n)}/name", "tool_result.name", block.name)
    return draft


@when(ToolResultBlock)
def rejoin_parts(draft: Draft, losses: Losses) -> Draft:
    """Join messages that were parts of one message of the conventions."""
    turns: list[Turn] = []
    numbers: list[object] = []
    for turn in draft.turns:
        number = form_of(turn.message.provider_raw, losses.dialect).get("in")
        if turns and number is not None and numbers[-1] == number and _joins(turns[-1], turn, losses):
            turns[-1] = _joined(turns[-1], turn, losses)
        else:
            turns.append(turn)
            numbers.append(number if turn.blocks else None)
    return with_turns(draft, turns)


def _joins(first: Turn, second: Turn, losses: Losses) -> bool:
    """Whether reading would take them apart again."""
    if not second.blocks or (second.role != "tool" and type(first.blocks[-1]) is not ToolResultBlock):
        return False
    return second.role == "tool" or meaning(word_of(first, losses), ROLES) == second.role


def _joined(first: Turn, second: Turn, losses: Losses) -> Turn:
    losses.dropped_fields(second.message, _SPLIT, second.path, "message")
    report_others(second.message.provider_raw, losses, second.path)
    places = [*first.all_places(), *second.all_places()]
    return Turn(first.role, [*first.blocks, *second.blocks], first.message, first.at, places)


def word_of(turn: Turn, losses: Losses) -> str | None:
    """The word for the role of a turn: the source's own, while it means the same."""
    form = form_of(turn.message.provider_raw, losses.dialect)
    if "role" not in form:
        return turn.role
    word = form["role"] if isinstance(form["role"], str) else None
    return word if turn.role in ("tool", meaning(word, ROLES)) else turn.role


@when()
def require_stop_reason(draft: Draft, losses: Losses) -> Draft:
    """OutputMessage: "required": ["role", "parts", "finish_reason"]."""
    return with_turns(draft, [_with_reason(turn, losses) for turn in draft.turns])


def _with_reason(turn: Turn, losses: Losses) -> Turn:
    message = turn.message
    metadata = message.metadata or MessageMetadata()
    raw = message.provider_raw
    if metadata.stop_reason is not None or "finish_reason" in form_of(raw, losses.dialect).get("lacks", ()):
        return turn
    if says(raw, losses.dialect, "finish_reason"):
        return turn
    reason = likely_reason(turn)
    losses.invented(f"{turn.path}/metadata/stop_reason", "metadata.stop_reason", reason)
    metadata = structs.replace(metadata, stop_reason=reason)
    return structs.replace(turn, message=structs.replace(message, metadata=metadata))
