"""Passes for rules that only this API has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.dialects.openai_responses.enums import CHOSEN
from turnwire.dialects.openai_responses.kinds import CALL_TYPES, CALLS, RAN_OUTPUTS
from turnwire.dialects.openai_responses.read_tools import kind_of
from turnwire.documents.residue import form_of, report_replaced
from turnwire.lowering.draft import ODD_CALLS, Draft, when
from turnwire.lowering.hosted import foreign_runs
from turnwire.lowering.rewrite_blocks import when_block
from turnwire.lowering.settings import when_set
from turnwire.lowering.unanswered import orphan_results_as_text
from turnwire.model import AudioBlock, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, ToolChoice

_RESULTS = frozenset((*RAN_OUTPUTS, *(kind.item for kind in CALLS.values() if kind.result is not None)))


def _is_own_run(block: ContentBlock) -> bool:
    """Return whether OpenAI runs the tool of a call or a result."""
    if type(block) is ToolUseBlock:
        kind = CALL_TYPES.get(block.call_type or "")
        return kind is not None and (kind.run_by == "provider" or kind.item == "tool_search_call")
    return type(block) is ToolResultBlock and block.result_type in _RESULTS


rewrite_foreign_runs = foreign_runs(_is_own_run)


@when_block(AudioBlock)
def unsupported_as_text(block: AudioBlock, place: str, losses: Losses) -> ContentBlock:
    """InputContent is text, pictures and files: of audio only the transcript can be written."""
    if not block.transcript or losses.dialect in (block.provider_raw or {}):
        return block
    losses.degraded(place, "audio", block)
    report_replaced(structs.replace(block, cache=None), losses, place)
    return TextBlock(block.transcript, cache=block.cache)


@when_set("tool_choice")
def choose_from_a_list(choice: ToolChoice, draft: Draft, losses: Losses) -> ToolChoice:
    """Replace the choice of a hosted tool that `tool_choice` cannot name by a list of one allowed tool, required."""
    settings: Any = draft.settings
    if choice.mode != "tool" or choice.name is None or choice.name in CHOSEN:
        return choice
    if kind_of(choice.name, settings.tools) != "hosted" or form_of(choice.provider_raw, losses.dialect).get("type"):
        return choice
    losses.reshaped("/settings/tool_choice", "tool_choice.mode", choice)
    return structs.replace(choice, mode="allowed", name=None, allowed=[choice.name], allowed_required=True)


@when(ODD_CALLS)
def pair_calls(draft: Draft, losses: Losses) -> Draft:
    """Drop results without a call in this request, unless the server keeps the call."""
    settings = draft.settings
    if settings is not None and (settings.previous_response_id is not None or settings.conversation):
        return draft
    return orphan_results_as_text.rule(draft, losses)


@when("assistant")
def report_joined(draft: Draft, losses: Losses) -> Draft:
    """Report messages of the assistant that follow one another: items have no borders between messages."""
    before = ""
    for turn in draft.turns:
        if before == turn.role == "assistant":
            losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
        before = turn.role
    return draft
