"""Passes about the other fields of messages: the names of calls and results, and metadata."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.documents.residue import form_of, report_foreign
from turnwire.lowering.draft import Draft, Turn, when, with_turns
from turnwire.lowering.optional_call_ids import Counting
from turnwire.lowering.rewrite_blocks import rewritten
from turnwire.model import ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock

SEPARATOR: Final = "___"
"""Between the name of a server and that of its tool: "<server>___<tool>"."""
_UNKNOWN: Final = "unknown"


@when()
def drop_emptied(draft: Draft, losses: Losses) -> Draft:
    """A message of which nothing is left goes too, and its id with it; one that was empty from the start stays."""
    turns: list[Turn] = []
    for turn in draft.turns:
        message = turn.message
        if turn.blocks or not message.content:
            turns.append(turn)
            continue
        losses.dropped(f"{turn.path}/role", "message", message.role)
        if message.id is not None:
            losses.dropped(f"{turn.path}/id", "message.id", message.id)
        report_foreign(message.provider_raw, losses, turn.path)
    return draft if len(turns) == len(draft.turns) else with_turns(draft, turns)


@when(ToolUseBlock)
def name_whole_tools(draft: Draft, losses: Losses) -> Draft:
    """Put the name of its server in front of a tool's name: it shows which server runs the tool."""
    for turn in draft.turns:
        for block in turn.blocks:
            if type(block) is ToolUseBlock and block.server_name is not None:
                return rewritten(draft, losses, frozenset((ToolUseBlock,)), _whole_name)
    return draft


def _whole_name(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
    if type(block) is not ToolUseBlock or block.server_name is None:
        return block
    losses.degraded(f"{place}/server_name", "tool_use.server_name", block.server_name)
    if block.run_by == "provider":
        return structs.replace(block, server_name=None)
    losses.degraded(f"{place}/name", "tool_use.name", block.name)
    return structs.replace(block, name=f"{block.server_name}{SEPARATOR}{block.name}", server_name=None)


@when(ToolResultBlock)
def name_results(draft: Draft, losses: Losses) -> Draft:
    """Give each result the name of its call, found by id, or by order if there are no ids.

    `name: string`, "Tool name that was called".  A result that was read without a name is written without one (`$form`
    `{"lacks": ["name"]}`).
    """
    counting = Counting()
    turns = []
    for turn in draft.turns:
        blocks = [_named(block, turn, n, counting, losses) for n, block in enumerate(turn.blocks)]
        is_same = all(new is old for new, old in zip(blocks, turn.blocks, strict=True))
        turns.append(turn if is_same else structs.replace(turn, blocks=blocks))
    return with_turns(draft, turns)


def _named(block: ContentBlock, turn: Turn, n: int, counting: Counting, losses: Losses) -> ContentBlock:
    if type(block) is ToolUseBlock:
        counting.call(block.name, block.id or None)
        return block
    if type(block) is not ToolResultBlock:
        return block
    answered = counting.result(block.name, block.tool_use_id or None)
    if block.run_by == "provider" or block.name is not None:
        return block
    if "name" in form_of(block.provider_raw, losses.dialect).get("lacks", ()):
        return block
    name = counting.names.get(answered)
    if name is None:
        name = _UNKNOWN
        losses.invented(f"{turn.place(n)}/name", "tool_result.name", name)
    return structs.replace(block, name=name)


def report_joined(turn: Turn, document: Any, losses: Losses) -> None:
    """Several messages in one have one id: that of the first."""
    for at in dict.fromkeys(place.partition("/content/")[0] for place in turn.all_places()):
        if at == turn.path:
            continue
        message = document.history[int(at.rpartition("/")[2])]
        if message.id is not None:
            losses.dropped(f"{at}/id", "message.id", message.id)
