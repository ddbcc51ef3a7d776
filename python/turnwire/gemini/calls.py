"""Passes about calls and results: names that results repeat, ids that counting gives, tools that the provider runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.draft import Draft, Turn, when, with_turns
from turnwire.gemini.accepted import NAME_LENGTH, NAME_PATTERN
from turnwire.lowering.positions import Positions
from turnwire.lowering.rewriting import is_as_read
from turnwire.model import ToolResultBlock, ToolUseBlock
from turnwire.residue import form_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock

CALLS = frozenset({"executableCode", "toolCall"})
RESULTS = frozenset({"codeExecutionResult", "toolResponse"})
# What a result is called whose call is nowhere.
UNKNOWN_NAME = "tool"


def _changed(turn: Turn, rule: Callable[[ContentBlock, str], ContentBlock | None]) -> Turn:
    blocks, places = [], []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        new = rule(block, place)
        if new is not None:
            blocks.append(new)
            places.append(place)
    return structs.replace(turn, blocks=blocks, places=places)


@when(ToolUseBlock, ToolResultBlock)
def drop_foreign_runs(draft: Draft, losses: Losses) -> Draft:
    """Calls that another provider ran on its own servers, and their results, mean nothing to this one."""

    def own(block: ContentBlock, place: str) -> ContentBlock | None:
        if type(block) is ToolUseBlock and block.run_by == "provider" and block.call_type not in CALLS:
            losses.dropped(place, "tool_use", block)
            return None
        if type(block) is ToolResultBlock and block.run_by == "provider" and block.result_type not in RESULTS:
            losses.dropped(place, "tool_result", block)
            return None
        return block

    return with_turns(draft, [_changed(turn, own) if _has_runs(turn) else turn for turn in draft.turns])


def _has_runs(turn: Turn) -> bool:
    return any(type(block) in (ToolUseBlock, ToolResultBlock) and block.run_by is not None for block in turn.blocks)  # type: ignore[union-attr]


@when(ToolResultBlock)
def name_results(draft: Draft, losses: Losses) -> Draft:
    """FunctionResponse: "required": ["name", "response"]; a result has the name of its call."""
    names: dict[str, str] = {}

    def named(block: ContentBlock, place: str) -> ContentBlock:
        if type(block) is ToolUseBlock:
            names[block.id] = block.name
        if type(block) is not ToolResultBlock or block.name is not None:
            return block
        found = names.get(block.tool_use_id)
        if found is None:
            if form_of(block.provider_raw, losses.dialect).get("nameless"):
                return block
            found = UNKNOWN_NAME
            losses.invented(f"{place}/name", "tool_result.name", found)
        return structs.replace(block, name=found)

    return with_turns(draft, [_changed(turn, named) if _has_calls(turn) else turn for turn in draft.turns])


def _has_calls(turn: Turn) -> bool:
    return any(type(block) is ToolUseBlock or type(block) is ToolResultBlock for block in turn.blocks)


@when(ToolResultBlock)
def legal_result_names(draft: Draft, losses: Losses) -> Draft:
    """FunctionResponse.name: "Must be a-z, A-Z, 0-9, or contain underscores and dashes"; it is that of the call."""
    names: dict[str, str] = {}
    original = _original_names(draft)

    def legal(block: ContentBlock, place: str) -> ContentBlock:
        if type(block) is ToolUseBlock:
            names[block.id] = block.name
        if type(block) is not ToolResultBlock or block.name is None or NAME_PATTERN.fullmatch(block.name):
            return block
        if is_as_read(block.provider_raw, losses.dialect, "name"):
            return block
        if original.get(block.tool_use_id) == block.name:
            new = names.get(block.tool_use_id, UNKNOWN_NAME)
        else:
            losses.degraded(f"{place}/name", "tool_result.name", block.name)
            new = "".join(each if NAME_PATTERN.fullmatch(each) else "_" for each in block.name)[:NAME_LENGTH]
        return structs.replace(block, name=new or UNKNOWN_NAME)

    return with_turns(draft, [_changed(turn, legal) if _has_calls(turn) else turn for turn in draft.turns])


def _original_names(draft: Draft) -> dict[str, str]:
    messages = getattr(draft.document, "history", None) or getattr(draft.document, "candidates", [])
    return {block.id: block.name for each in messages for block in each.content if type(block) is ToolUseBlock}


@when(ToolUseBlock, ToolResultBlock)
def hide_counted_ids(draft: Draft, losses: Losses) -> Draft:
    """FunctionCall.id: "Optional. Unique identifier of the function call."  What reading would count is left out."""
    positions = Positions()
    told_calls: set[str] = set()

    def hidden(block: ContentBlock, place: str) -> ContentBlock:
        if type(block) is ToolUseBlock:
            told = _is_told(block, block.id, f"call_{positions.calls + 1}", "id", losses)
            positions.of_call(block.name, block.id if told else None)
            if told:
                told_calls.add(block.id)
            return _without(block, "id", block.id, told=told, place=place, losses=losses)
        if type(block) is ToolResultBlock:
            use_id = block.tool_use_id
            told = _is_told(block, use_id, _answer(positions, block), "tool_use_id", losses)
            if use_id in told_calls and not is_as_read(block.provider_raw, losses.dialect, "no_id"):
                # FunctionCall.id: the client is to "return the response with the matching `id`".
                told = True
            positions.of_result(block.name, use_id if told else None)
            return _without(block, "tool_use_id", use_id, told=told, place=place, losses=losses)
        return block

    return with_turns(draft, [_changed(turn, hidden) if _has_calls(turn) else turn for turn in draft.turns])


def _answer(positions: Positions, block: ToolResultBlock) -> str:
    waiting = positions.waiting
    found = next((use_id for called, use_id in waiting if called == block.name), None)
    return found or (waiting[0][1] if waiting else f"result_{positions.orphans + 1}")


def _is_told(block: Any, use_id: str, counted: str, field: str, losses: Losses) -> bool:
    return bool(use_id) and (use_id != counted or is_as_read(block.provider_raw, losses.dialect, field))


def _without(block: Any, field: str, use_id: str, *, told: bool, place: str, losses: Losses) -> ContentBlock:
    if not use_id:
        losses.degraded(f"{place}/{field}", f"{block.__struct_config__.tag}.{field}", use_id)
    changed: Any = {field: ""}
    done: ContentBlock = block if told else structs.replace(block, **changed)
    return done
