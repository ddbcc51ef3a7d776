"""Passes about calls and results: names that results repeat, ids that counting gives, tools that the provider runs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from msgspec import DecodeError, Raw, structs
from msgspec.json import Decoder

from turnwire.documents.residue import form_of
from turnwire.families.gemini.constraints import NAME_LENGTH, NAME_PATTERN
from turnwire.families.gemini.read_parts import CODE
from turnwire.lowering.draft import PROVIDER_RUN, Draft, Turn, when, with_turns
from turnwire.lowering.hosted import foreign_runs
from turnwire.lowering.ids import spelled
from turnwire.lowering.positional_call_ids import Positions
from turnwire.lowering.rewrite_blocks import has_odd_result, was_illegal_in_source
from turnwire.model import ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock

CALLS = frozenset({"executableCode", "toolCall"})
_OF_CODE = "codeExecutionResult"
RESULTS = frozenset({_OF_CODE, "toolResponse"})
_CODE, _OUTCOME = frozenset({"language", "code"}), frozenset({"outcome", "output"})
_MEMBERS = Decoder(dict[str, Raw])
# The ids that `Positions` gives to calls.
COUNTED = re.compile(r"call_[1-9][0-9]*")
# The name of a result without a call.
UNKNOWN_NAME = "tool"


def _changed(turn: Turn, rule: Callable[[ContentBlock, Turn, int], ContentBlock]) -> Turn:
    """The turn with what a rule makes of its calls and results; most rules change few of them."""
    blocks: list[ContentBlock] | None = None
    for n, block in enumerate(turn.blocks):
        if type(block) is ToolUseBlock or type(block) is ToolResultBlock:
            new = rule(block, turn, n)
            if new is not block:
                blocks = list(turn.blocks) if blocks is None else blocks
                blocks[n] = new
    return turn if blocks is None else structs.replace(turn, blocks=blocks)


def _is_own_run(block: ContentBlock) -> bool:
    """Whether Google runs this tool."""
    if type(block) is ToolUseBlock:
        return block.call_type in CALLS
    return type(block) is ToolResultBlock and block.result_type in RESULTS


rewrite_foreign_runs = foreign_runs(_is_own_run)


def _has_runs(turn: Turn) -> bool:
    return any(type(block) in (ToolUseBlock, ToolResultBlock) and block.run_by is not None for block in turn.blocks)  # type: ignore[union-attr]


@when(PROVIDER_RUN)
def code_has_one_shape(draft: Draft, losses: Losses) -> Draft:
    """Code that the provider runs has no name: it is a language and a code, and its result an outcome and an output.

    ExecutableCode: "required": ["language", "code"]; CodeExecutionResult: "required": ["outcome"].
    """
    called: set[str] = set()

    def shaped(block: ContentBlock, turn: Turn, n: int) -> ContentBlock:
        if type(block) is ToolUseBlock and block.run_by == "provider" and block.call_type == "executableCode":
            called.add(block.id)
            given, value, names = "input", block.input, _CODE
        elif type(block) is ToolResultBlock and block.run_by == "provider" and block.result_type == _OF_CODE:
            given, value, names = "provider_result", block.provider_result, _OUTCOME
        else:
            return block
        tag, place = block.__struct_config__.tag, turn.place(n)
        if value and not _is_of(value, names):
            losses.degraded(f"{place}/{given}", f"{tag}.{given}", value)
        if block.name not in (None, CODE):
            losses.degraded(f"{place}/name", f"{tag}.name", block.name)
        elif type(block) is ToolResultBlock and block.name is None and block.tool_use_id not in called:
            losses.invented(f"{place}/name", f"{tag}.name", CODE)
        return structs.replace(block, name=CODE)

    return with_turns(draft, [_changed(turn, shaped) if _has_runs(turn) else turn for turn in draft.turns])


def _is_of(value: Raw, names: frozenset[str]) -> bool:
    """Whether there is an object that has these members at most."""
    try:
        return _MEMBERS.decode(value).keys() <= names
    except DecodeError:
        return False


@when(ToolResultBlock)
def name_results(draft: Draft, losses: Losses) -> Draft:
    """FunctionResponse: "required": ["name", "response"]; a result has the name of its call."""
    names: dict[str, str] = {}

    def named(block: ContentBlock, turn: Turn, n: int) -> ContentBlock:
        if type(block) is ToolUseBlock:
            names[block.id] = block.name
        if type(block) is not ToolResultBlock or block.name is not None:
            return block
        if form_of(block.provider_raw, losses.dialect).get("nameless"):
            return block
        found = names.get(block.tool_use_id)
        if found is None:
            found = UNKNOWN_NAME
            losses.invented(f"{turn.place(n)}/name", "tool_result.name", found)
        return structs.replace(block, name=found)

    return with_turns(draft, [_changed(turn, named) for turn in draft.turns])


@when(ToolResultBlock)
def legal_result_names(draft: Draft, losses: Losses) -> Draft:
    """FunctionResponse.name: "Must be a-z, A-Z, 0-9, or contain underscores and dashes"; it is that of the call."""
    if not has_odd_result(draft, lambda block: block.name is not None and not NAME_PATTERN.fullmatch(block.name)):
        return draft
    names: dict[str, str] = {}
    original = _original_names(draft)

    def legal(block: ContentBlock, turn: Turn, n: int) -> ContentBlock:
        if type(block) is ToolUseBlock:
            names[block.id] = block.name
        if type(block) is not ToolResultBlock or block.name is None or NAME_PATTERN.fullmatch(block.name):
            return block
        if was_illegal_in_source(block.provider_raw, losses.dialect, "name"):
            return block
        if original.get(block.tool_use_id) == block.name:
            new = names.get(block.tool_use_id, UNKNOWN_NAME)
        else:
            losses.degraded(f"{turn.place(n)}/name", "tool_result.name", block.name)
            new = spelled(block.name, NAME_PATTERN, NAME_LENGTH)
        return structs.replace(block, name=new or UNKNOWN_NAME)

    return with_turns(draft, [_changed(turn, legal) for turn in draft.turns])


def _original_names(draft: Draft) -> dict[str, str]:
    messages = getattr(draft.document, "history", None) or getattr(draft.document, "candidates", [])
    return {block.id: block.name for each in messages for block in each.content if type(block) is ToolUseBlock}


@when(ToolUseBlock, ToolResultBlock)
def hide_counted_ids(draft: Draft, losses: Losses) -> Draft:
    """FunctionCall.id: "Optional. Unique identifier of the function call."  What reading would count is left out."""
    if _all_told(draft):
        return draft
    positions = Positions()
    told_calls: set[str] = set()

    def hidden(block: ContentBlock, turn: Turn, n: int) -> ContentBlock:
        if type(block) is ToolUseBlock:
            told = _is_told(block, block.id, f"call_{positions.calls + 1}", "id", losses)
            positions.of_call(block.name, block.id if told else None)
            if told:
                told_calls.add(block.id)
            return block if told else _without(block, "id", turn.place(n), losses)
        if type(block) is ToolResultBlock:
            use_id = block.tool_use_id
            told = _is_told(block, use_id, positions.next_result(block.name), "tool_use_id", losses)
            if use_id in told_calls and not was_illegal_in_source(block.provider_raw, losses.dialect, "no_id"):
                # FunctionCall.id: the client is to "return the response with the matching `id`".
                told = True
            positions.of_result(block.name, use_id if told else None)
            return block if told else _without(block, "tool_use_id", turn.place(n), losses)
        return block

    return with_turns(draft, [_changed(turn, hidden) for turn in draft.turns])


def _all_told(draft: Draft) -> bool:
    """Whether no id is like a counted one, and every result answers a call: then all of them are written."""
    calls: set[str] = set()
    for turn in draft.turns:
        for block in turn.blocks:
            if type(block) is ToolUseBlock:
                if not block.id or COUNTED.fullmatch(block.id):
                    return False
                calls.add(block.id)
            elif type(block) is ToolResultBlock and (block.tool_use_id not in calls or block.provider_raw):
                return False
    return True


def _is_told(block: Any, use_id: str, counted: str, field: str, losses: Losses) -> bool:
    return bool(use_id) and (use_id != counted or was_illegal_in_source(block.provider_raw, losses.dialect, field))


def _without(block: Any, field: str, place: str, losses: Losses) -> ContentBlock:
    if not getattr(block, field):
        losses.degraded(f"{place}/{field}", f"{block.__struct_config__.tag}.{field}", "")
    changed: Any = {field: ""}
    done: ContentBlock = structs.replace(block, **changed)
    return done
