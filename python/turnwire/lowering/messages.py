"""Fields of a message besides its role and content, for formats of requests that have no place for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from msgspec import structs

from turnwire.documents.residue import report_foreign
from turnwire.lowering.draft import MESSAGE_FIELDS, Draft, Pass, Turn, when, with_turns
from turnwire.model import Role

if TYPE_CHECKING:
    from collections.abc import Collection

    from turnwire.losses import Losses


def drop_message_fields(held: frozenset[str]) -> Pass:
    """Messages consist of these fields only; names, ids, times and metadata are dropped."""

    @when(MESSAGE_FIELDS)
    def rule(draft: Draft, losses: Losses) -> Draft:
        for turn in draft.turns:
            losses.dropped_fields(turn.message, held, turn.path, "message")
        return draft

    return rule


@when("user_interaction")
def drop_interactions(draft: Draft, losses: Losses) -> Draft:
    """Drop interactions: what a user did without writing anything is not a message for this provider."""
    for turn in draft.turns:
        if turn.role == "user_interaction":
            lose_turn(turn, losses)
    return with_turns(draft, [turn for turn in draft.turns if turn.role != "user_interaction"])


@when("user_interaction")
def drop_interaction_blocks(draft: Draft, losses: Losses) -> Draft:
    """Drop blocks next to an interaction, which is free JSON here and has no place for them."""
    turns = []
    for turn in draft.turns:
        if turn.role == "user_interaction":
            drop_blocks(turn, losses)
            turns.append(structs.replace(turn, blocks=[], places=[]))
        else:
            turns.append(turn)
    return with_turns(draft, turns)


_TOLD = frozenset({"role", "content"})


def lose_turn(turn: Turn, losses: Losses) -> None:
    """Report a whole turn as dropped, its blocks and its own fields each in its place."""
    message = turn.message
    losses.dropped(f"{turn.path}/role", "message", message.role)
    losses.dropped_fields(message, _TOLD, turn.path, "message")
    drop_blocks(turn, losses)
    report_foreign(message.provider_raw, losses, turn.path)


def drop_blocks(turn: Turn, losses: Losses) -> None:
    """Report every block of a turn as dropped."""
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        losses.dropped(place, str(block.__struct_config__.tag), block)


def without_blocks(turn: Turn, odd: Collection[int], losses: Losses) -> Turn:
    """Return the turn without the blocks at these positions, and report each with its residue of other dialects."""
    gone = frozenset(odd)
    for n in odd:
        losses.dropped(turn.place(n), str(turn.blocks[n].__struct_config__.tag), turn.blocks[n])
        report_foreign(turn.blocks[n].provider_raw, losses, turn.place(n))
    kept = [n for n in range(len(turn.blocks)) if n not in gone]
    places = [turn.place(n) for n in kept]
    return structs.replace(turn, blocks=[turn.blocks[n] for n in kept], places=places)


def drop_emptied_turns(*, fields_told: bool) -> Pass:
    """Make a pass that drops messages which earlier passes have emptied; a message that was always empty is kept.

    `fields_told`: an earlier pass has already reported the fields of every message besides its content.
    """

    @when(*get_args(Role))
    def rule(draft: Draft, losses: Losses) -> Draft:
        for turn in draft.turns:
            if _is_emptied(turn):
                break
        else:
            return draft
        # A message that a pass has split is gone when all of its parts are.
        told = {turn.path for turn in draft.turns if not _is_emptied(turn)}
        for turn in filter(_is_emptied, draft.turns):
            if turn.path not in told:
                losses.dropped(f"{turn.path}/role", "message", turn.message.role)
                told.add(turn.path)
            if not fields_told:
                losses.dropped_fields(turn.message, _TOLD, turn.path, "message")
            report_foreign(turn.message.provider_raw, losses, turn.path)
        return with_turns(draft, [turn for turn in draft.turns if not _is_emptied(turn)])

    return rule


def _is_emptied(turn: Turn) -> bool:
    return not turn.blocks and bool(turn.message.content)


@when(MESSAGE_FIELDS)
def metadata_once(draft: Draft, _: Losses) -> Draft:
    """Report the fields of a message once, if a pass has made several messages of it."""
    turns: list[Turn] = []
    for turn in draft.turns:
        is_again = turns and turns[-1].path == turn.path
        message = structs.replace(turn.message, name=None, metadata=None) if is_again else turn.message
        turns.append(structs.replace(turn, message=message))
    return with_turns(draft, turns)
