"""Change the blocks of turns: an unchanged turn stays the same object, and blocks keep their places."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.documents.residue import form_of, marked
from turnwire.lowering.draft import marks, when
from turnwire.model import ContentBlock, ToolResultBlock

if TYPE_CHECKING:
    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Marking, Pass, Turn
    from turnwire.model import History

Rule = Callable[[Any, str, "Losses"], ContentBlock | None]
"""A block and its place -> the same block, another one, or None to leave it out."""

Change = Callable[[ContentBlock, str], ContentBlock | None]
"""A rule that knows where it reports."""

Placed = tuple[ContentBlock, str]
"""A block and its place in the caller's document."""


def when_block(
    *kinds: type, if_any: Callable[[Any], bool] | None = None, trigger: str | None = None
) -> Callable[[Rule], Pass]:
    """Declare a pass about blocks of some kinds, also inside the results of tools: a `Rule` for one block.

    Args:
        kinds: the types of the blocks.
        if_any: whether a block needs a change; drafts without such a block are left alone.
        trigger: a fact that triggers the pass in place of the kinds.

    Example:
        `@when_block(ThinkingBlock)` before `def drop_unsigned_thinking(block, place, losses): ...`
    """
    found = frozenset(kinds)

    def declare(rule: Rule) -> Pass:
        @functools.wraps(rule)
        def run(draft: Draft, losses: Losses) -> Draft:
            if if_any is not None and not any(_has(turn.blocks, found, if_any) for turn in draft.turns):
                return draft
            return rewritten(draft, losses, found, rule)

        return when(*kinds if trigger is None else (trigger,))(run)

    return declare


def _has(blocks: list[ContentBlock], kinds: frozenset[type], is_meant: Callable[[Any], bool]) -> bool:
    """Return whether any block of some kinds is meant, also inside the results of tools."""
    for block in blocks:
        if type(block) in kinds and is_meant(block):
            return True
        if type(block) is ToolResultBlock and _has(block.content, kinds, is_meant):
            return True
    return False


def rewritten(draft: Draft, losses: Losses, kinds: frozenset[type], rule: Rule) -> Draft:
    """The draft after a rule about blocks of some kinds, also inside the results of tools."""

    def change(block: ContentBlock, place: str) -> ContentBlock | None:
        return rule(block, place, losses) if type(block) in kinds else block

    def change_all(block: ContentBlock, place: str) -> ContentBlock | None:
        new = change(block, place)
        return changed_inside(new, place, change, losses) if new is not None and _holds(new, kinds) else new

    turns = [changed(turn, change_all) if _has(turn.blocks, kinds, _any_block) else turn for turn in draft.turns]
    return structs.replace(draft, turns=turns)


def has_odd_result(draft: Draft, is_odd: Callable[[ToolResultBlock], bool]) -> bool:
    """Return whether any tool result needs a change: most drafts have none, and this check is cheap."""
    return any(type(block) is ToolResultBlock and is_odd(block) for turn in draft.turns for block in turn.blocks)


def _any_block(_: ContentBlock) -> bool:
    return True


def _holds(block: ContentBlock, kinds: frozenset[type]) -> bool:
    return type(block) is ToolResultBlock and any(type(inner) in kinds for inner in block.content)


def changed(turn: Turn, change: Change) -> Turn:
    """Return the turn after a change of each block; blocks for which `change` returns None are left out."""
    return with_placed(turn, _changed(placed(turn), change))


def changed_inside(result: Any, place: str, change: Change, losses: Losses) -> ToolResultBlock:
    """Return the result of a tool after a change of each block in it; the places of the others are kept."""
    found = _changed(placed_inside(result, place, losses), change)
    if len(found) < len(result.content):
        return with_placed_inside(result, place, found, losses)
    return structs.replace(result, content=[inner for inner, _ in found])  # type: ignore[no-any-return]


def _changed(blocks: Iterable[Placed], change: Change) -> list[Placed]:
    return [(new, place) for block, place in blocks if (new := change(block, place)) is not None]


def mapped(turn: Turn, change: Callable[[ContentBlock, str], ContentBlock]) -> Turn:
    """Return the turn with another block, or the same one, for each block and its place."""
    blocks = [change(block, turn.place(n)) for n, block in enumerate(turn.blocks)]
    return turn if all(map(operator.is_, blocks, turn.blocks)) else structs.replace(turn, blocks=blocks)


def placed(turn: Turn) -> list[Placed]:
    """Return the blocks of a turn with their places."""
    return list(zip(turn.blocks, turn.all_places(), strict=True))


def placed_inside(result: ToolResultBlock, place: str, losses: Losses) -> list[Placed]:
    """Return the blocks inside the result of a tool with their places."""
    return list(zip(result.content, losses.places_inside(place, len(result.content)), strict=True))


def with_placed_inside(result: ToolResultBlock, place: str, found: list[Placed], losses: Losses) -> ToolResultBlock:
    """Return the result of a tool with these blocks, whose places are noted."""
    losses.moved_inside(place, [at for _, at in found])
    return structs.replace(result, content=[inner for inner, _ in found])


def with_placed(turn: Turn, found: list[Placed]) -> Turn:
    """Return the turn with these blocks at these places."""
    return structs.replace(turn, blocks=[block for block, _ in found], places=[place for _, place in found])


def joined(first: Turn, second: Turn, role: str) -> Turn:
    """Return one turn with the blocks of two, and the fields of the first."""
    blocks, places = first.blocks + second.blocks, first.all_places() + second.all_places()
    return structs.replace(first, role=role, blocks=blocks, places=places)


def without_odd(
    result: ToolResultBlock, place: str, losses: Losses, is_odd: Callable[[ContentBlock, Losses], bool]
) -> ToolResultBlock:
    """Return a result without the blocks that the target cannot hold, which are dropped."""

    def kept(inner: ContentBlock, at: str) -> ContentBlock | None:
        if not is_odd(inner, losses):
            return inner
        losses.dropped(at, str(inner.__struct_config__.tag), inner)
        return None

    return changed_inside(result, place, kept, losses)


def filtered(turn: Turn, keeps: Callable[[ContentBlock, str], bool]) -> Turn:
    """Return the turn without the blocks for which `keeps`, called with each block and its place, returns False."""
    return changed(turn, lambda block, place: block if keeps(block, place) else None)


def was_illegal_in_source(provider_raw: ProviderRaw | None, dialect: str, field: str) -> bool:
    """Return whether the dialect itself read this field against its own rules, so that it is written unchanged.

    Its readers mark such fields in `$form` as `{"as_is": [field, ...]}`.
    """
    if provider_raw is None:
        return False
    fields = form_of(provider_raw, dialect).get("as_is")
    return isinstance(fields, list) and field in fields


def mark_as_is(provider_raw: ProviderRaw | None, dialect: str, field: str) -> ProviderRaw:
    """The residue with the mark that `was_illegal_in_source` looks for."""
    fields = form_of(provider_raw, dialect).get("as_is", [])
    return marked(provider_raw, dialect, {"as_is": [*fields, field]})


def mark_blocks(kinds: Iterable[type], field: str, is_odd: Callable[[Any], bool] = lambda _: True) -> Marking:
    """Make a marking of the odd blocks of some kinds, so that their dialect writes them back unchanged."""
    found = frozenset(kinds)

    @marks(*found)
    def mark(history: History, dialect: str) -> None:
        for message in history.history:
            for block in message.content:
                for each in block.content if type(block) is ToolResultBlock else (block,):
                    if type(each) in found and is_odd(each):
                        each.provider_raw = mark_as_is(each.provider_raw, dialect, field)

    return mark


def not_as_read(provider_raw: ProviderRaw | None, dialect: str, field: str) -> ProviderRaw | None:
    """Return the residue without that mark, because the field does not have the value that the dialect read."""
    if provider_raw is None or not was_illegal_in_source(provider_raw, dialect, field):
        return provider_raw
    fields = form_of(provider_raw, dialect)["as_is"]
    return marked(provider_raw, dialect, {"as_is": [each for each in fields if each != field]})
