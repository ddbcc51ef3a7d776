"""Change the blocks of turns: an unchanged turn stays the same object, and blocks keep their places."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.documents.residue import form_of, marked
from turnwire.lowering.draft import Draft, Pass, when
from turnwire.model import ContentBlock, ToolResultBlock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn

Rule = Callable[[ContentBlock, str, "Losses"], ContentBlock | None]
"""A block and its place -> the same block, another one, or None to leave it out."""


def when_block(
    *kinds: type, if_any: Callable[[Any], bool] | None = None
) -> Callable[[Callable[[Any, str, Losses], ContentBlock | None]], Pass]:
    """Declare a pass about blocks of some kinds, also inside the results of tools: a `Rule` for one block.

    Args:
        kinds: the types of the blocks.
        if_any: whether a block needs a change; drafts without such a block are left alone.

    Example:
        `@when_block(ThinkingBlock)` before `def drop_unsigned_thinking(block, place, losses): ...`
    """
    found = frozenset(kinds)

    def declare(rule: Callable[[Any, str, Losses], ContentBlock | None]) -> Pass:
        @functools.wraps(rule)
        def run(draft: Draft, losses: Losses) -> Draft:
            if if_any is not None and not any(type(each) in found and if_any(each) for each in _all_blocks(draft)):
                return draft
            return rewritten(draft, losses, found, rule)

        return when(*kinds)(run)

    return declare


def _all_blocks(draft: Draft) -> Iterator[ContentBlock]:
    for turn in draft.turns:
        for block in turn.blocks:
            yield block
            if type(block) is ToolResultBlock:
                yield from block.content


def rewritten(draft: Draft, losses: Losses, kinds: frozenset[type], rule: Rule) -> Draft:
    """The draft after a rule about blocks of some kinds, also inside the results of tools."""
    turns = [_turn(turn, losses, kinds, rule) for turn in draft.turns]
    return msgspec.structs.replace(draft, turns=turns)


def has_odd_result(draft: Draft, is_odd: Callable[[ToolResultBlock], bool]) -> bool:
    """Return whether any tool result needs a change: most drafts have none, and this check is cheap."""
    for turn in draft.turns:
        for block in turn.blocks:
            if type(block) is ToolResultBlock and is_odd(block):
                return True
    return False


def _turn(turn: Turn, losses: Losses, kinds: frozenset[type], rule: Rule) -> Turn:
    for block in turn.blocks:
        if type(block) in kinds or (type(block) is ToolResultBlock and _holds(block, kinds)):
            break
    else:
        return turn
    blocks: list[ContentBlock] = []
    places: list[str] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        new = rule(block, place, losses) if type(block) in kinds else block
        if new is not None and _holds(new, kinds):
            new = _inside(new, place, losses, kinds, rule)
        if new is not None:
            blocks.append(new)
            places.append(place)
    return msgspec.structs.replace(turn, blocks=blocks, places=places)


def without_odd(
    result: ToolResultBlock, place: str, losses: Losses, is_odd: Callable[[ContentBlock, Losses], bool]
) -> ToolResultBlock:
    """Return a result without the blocks that the target cannot hold, which are dropped.

    The places of others are kept.
    """
    kept, places = [], []
    for inner, at in zip(result.content, losses.places_inside(place, len(result.content)), strict=True):
        if is_odd(inner, losses):
            losses.dropped(at, str(inner.__struct_config__.tag), inner)
        else:
            kept.append(inner)
            places.append(at)
    losses.moved_inside(place, places)
    return msgspec.structs.replace(result, content=kept)


def sifted(turn: Turn, keeps: Callable[[ContentBlock, str], bool]) -> Turn:
    """Return the turn without the blocks for which `keeps`, called with each block and its place, returns False."""
    blocks: list[ContentBlock] = []
    places: list[str] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if keeps(block, place):
            blocks.append(block)
            places.append(place)
    return msgspec.structs.replace(turn, blocks=blocks, places=places)


def _holds(block: ContentBlock, kinds: frozenset[type]) -> bool:
    return type(block) is ToolResultBlock and any(type(inner) in kinds for inner in block.content)


def _inside(block: ContentBlock, place: str, losses: Losses, kinds: frozenset[type], rule: Rule) -> ContentBlock:
    before: list[ContentBlock] = block.content  # type: ignore[union-attr]
    content: list[ContentBlock] = []
    places: list[str] = []
    for inner, at in zip(before, losses.places_inside(place, len(before)), strict=True):
        new = rule(inner, at, losses) if type(inner) in kinds else inner
        if new is not None:
            content.append(new)
            places.append(at)
    if len(content) < len(before):
        losses.moved_inside(place, places)
    return msgspec.structs.replace(block, content=content)


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


def not_as_read(provider_raw: ProviderRaw | None, dialect: str, field: str) -> ProviderRaw | None:
    """Return the residue without that mark, because the field does not have the value that the dialect read."""
    if provider_raw is None or not was_illegal_in_source(provider_raw, dialect, field):
        return provider_raw
    fields = form_of(provider_raw, dialect)["as_is"]
    return marked(provider_raw, dialect, {"as_is": [each for each in fields if each != field]})
