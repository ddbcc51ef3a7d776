"""The rules of this form: each turn is one text, or the calls of one step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from msgspec import structs

from turnwire.draft import TOOLS, Draft, Turn, when, with_turns
from turnwire.losses import standing
from turnwire.model import ContentBlock, DocumentBlock, RefusalBlock, TextBlock, ToolResultBlock, ToolUseBlock
from turnwire.residue import tell_foreign, tell_replaced

if TYPE_CHECKING:
    from turnwire.losses import Losses

_OTHERS = tuple(kind for kind in get_args(ContentBlock) if kind is not TextBlock)
_SAID = frozenset((TextBlock, RefusalBlock))


@when(*_OTHERS)
def only_text(draft: Draft, losses: Losses) -> Draft:
    """A `value` is text, a call, or the text of a result: refusals become text as they are joined, all else goes."""
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
            content, inner = _texts(block.content, losses.places_inside(place, len(block.content)), "", losses)
            losses.moved_inside(place, inner)
            if block.name is not None:
                losses.dropped(f"{place}/name", "tool_result.name", block.name)
            new = structs.replace(block, content=content)
        elif type(block) not in _SAID and not (type(block) is ToolUseBlock and role == "assistant"):
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


@when(TextBlock, RefusalBlock, DocumentBlock)
def join_said(draft: Draft, losses: Losses) -> Draft:
    """A turn has one `value`: its texts are put together, those of an assistant without a gap; refusals are text."""
    return with_turns(draft, [_joined(turn, draft.document, losses) for turn in draft.turns])


def _joined(turn: Turn, document: Any, losses: Losses) -> Turn:
    between = "" if turn.role == "assistant" else "\n\n"
    block: Any = turn.blocks[0] if turn.blocks else None
    if type(block) is ToolResultBlock:
        content = _join(
            block.content, losses.places_inside(turn.place(0), len(block.content)), "\n\n", document, losses
        )
        return Turn(turn.role, [structs.replace(block, content=content)], turn.message, turn.at, turn.places)
    if type(block) not in _SAID:
        return turn
    places = turn.all_places()
    said = _join(turn.blocks, places, between, document, losses)
    return Turn(turn.role, said, turn.message, turn.at, places[: len(said)])


def _join(blocks: list[Any], places: list[str], between: str, document: Any, losses: Losses) -> list[ContentBlock]:
    for block, place in zip(blocks, places, strict=True):
        if type(block) is RefusalBlock:
            losses.degraded(place, "refusal", block)
            tell_replaced(block, losses, place)
            continue
        tell_foreign(block.provider_raw, losses, place)
        if type(standing(document, place)) is not TextBlock:
            continue  # what has become text is told already
        if len(blocks) > 1:
            losses.reshaped(place, "text", block)
        elif not block.text:
            losses.dropped(place, "text", block)
            continue
        losses.dropped_fields(block, frozenset(("text",)), place, "text")
    said = between.join(block.text for block in blocks)
    return [TextBlock(said)] if said else []


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
