"""The rules of this form: each turn is one text, or the calls of one step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from msgspec import structs

from turnwire.draft import TOOLS, Draft, Turn, when, with_turns
from turnwire.model import ContentBlock, RefusalBlock, TextBlock, ToolResultBlock, ToolUseBlock
from turnwire.residue import tell_foreign

if TYPE_CHECKING:
    from turnwire.losses import Losses

_OTHERS = tuple(kind for kind in get_args(ContentBlock) if kind is not TextBlock)


@when(*_OTHERS)
def only_text(draft: Draft, losses: Losses) -> Draft:
    """A `value` is text, a call, or the text of a result: refusals stay as text, all else is dropped."""
    turns = []
    for turn in draft.turns:
        blocks, places = _texts(turn.blocks, turn.all_places(), turn.role, losses)
        turns.append(Turn(turn.role, blocks, turn.message, turn.at, places))
    return with_turns(draft, turns)


def _texts(
    blocks: list[ContentBlock], places: list[str], role: str, losses: Losses
) -> tuple[list[ContentBlock], list[str]]:
    found: list[ContentBlock] = []
    at: list[str] = []
    for block, place in zip(blocks, places, strict=True):
        new: Any = block
        if type(block) is ToolResultBlock and role == "tool":
            inner = [f"{place}/content/{n}" for n in range(len(block.content))]
            content, _ = _texts(block.content, inner, "", losses)
            if block.name is not None:
                losses.dropped(f"{place}/name", "tool_result.name", block.name)
            new = structs.replace(block, content=content)
        elif type(block) is RefusalBlock:
            losses.degraded(place, "refusal", block)
            tell_foreign(block.provider_raw, losses, place)
            new = TextBlock(block.text)
        elif type(block) is not TextBlock and not (type(block) is ToolUseBlock and role == "assistant"):
            losses.dropped(place, str(block.__struct_config__.tag), block)
            continue
        found.append(new)
        at.append(place)
    return found, at


@when(ToolUseBlock)
def calls_in_turns_of_their_own(draft: Draft, losses: Losses) -> Draft:
    """`function_call` is a turn like `gpt`: what is said beside the calls is said in a turn of its own."""
    turns: list[Turn] = []
    for turn in draft.turns:
        parts = _parts(turn)
        if len(parts) > 1:
            losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
        turns += parts
    return with_turns(draft, turns)


def _parts(turn: Turn) -> list[Turn]:
    found: list[Turn] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if found and (type(found[-1].blocks[0]) is ToolUseBlock) == (type(block) is ToolUseBlock):
            found[-1].blocks.append(block)
            (found[-1].places or []).append(place)
        else:
            message = structs.replace(turn.message, provider_raw=None) if found else turn.message
            found.append(Turn(turn.role, [block], message, turn.at, [place]))
    return found or [turn]


@when(TextBlock)
def join_said(draft: Draft, losses: Losses) -> Draft:
    """A turn has one `value`: its texts are put together, those of an assistant without a gap."""
    return with_turns(draft, [_joined(turn, losses) for turn in draft.turns])


def _joined(turn: Turn, losses: Losses) -> Turn:
    between = "" if turn.role == "assistant" else "\n\n"
    block: Any = turn.blocks[0] if turn.blocks else None
    if type(block) is ToolResultBlock:
        content = _join(
            block.content, [f"{turn.place(0)}/content/{n}" for n in range(len(block.content))], "\n\n", losses
        )
        return Turn(turn.role, [structs.replace(block, content=content)], turn.message, turn.at, turn.places)
    if type(block) is not TextBlock:
        return turn
    places = turn.all_places()
    return Turn(turn.role, _join(turn.blocks, places, between, losses), turn.message, turn.at, places[:1])


def _join(blocks: list[Any], places: list[str], between: str, losses: Losses) -> list[ContentBlock]:
    for block, place in zip(blocks, places, strict=True):
        if len(blocks) > 1:
            losses.reshaped(place, "text", block)
        elif not block.text:
            losses.dropped(place, "text", block)
            return []
        losses.dropped_fields(block, frozenset(("text",)), place, "text")
        tell_foreign(block.provider_raw, losses, place)
    return [TextBlock(between.join(block.text for block in blocks))] if blocks else []


@when(TOOLS)
def only_functions(draft: Draft, losses: Losses) -> Draft:
    """`tools`: "tool description (optional)": names, descriptions and parameters; no tools that a provider runs."""
    settings = draft.settings
    if settings is None or not settings.tools:
        return draft
    kept, places = [], []
    for n, tool in enumerate(settings.tools):
        if tool.provider_tool is not None:
            losses.dropped(f"/settings/tools/{n}", "tool.provider_tool", tool)
        else:
            kept.append(tool)
            places.append(f"/settings/tools/{n}")
    added = {**draft.added, "tool_places": places}
    return structs.replace(draft, settings=structs.replace(settings, tools=kept), added=added)
