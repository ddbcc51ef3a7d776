"""System messages, for formats that have one place for them outside the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwire.draft import Draft, Turn, when
from turnwire.model import ContentBlock, TextBlock
from turnwire.residue import form_of, tell_foreign

if TYPE_CHECKING:
    from turnwire.losses import Losses


@when("system")
def hoist_system(draft: Draft, losses: Losses) -> Draft:
    """The system prompt stands outside the conversation, and is text.

    A message that its own dialect placed in the conversation (`$form` `{"place": "messages"}`) stays there.
    """
    system: list[tuple[ContentBlock, str]] = list(draft.system)
    turns: list[Turn] = []
    moved = 0
    for turn in draft.turns:
        if turn.role != "system" or _has_its_place(turn, losses.dialect):
            turns.append(turn)
            continue
        tell_foreign(turn.message.provider_raw, losses, turn.path)
        if moved or turns:
            # Its place among the messages, or its being a message of its own, is not told any more.
            losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
        system.extend(_texts(turn, losses))
        moved += 1
    return msgspec.structs.replace(draft, turns=turns, system=system)


def _has_its_place(turn: Turn, dialect: str) -> bool:
    raw = turn.message.provider_raw
    return raw is not None and form_of(raw, dialect).get("place") == "messages"


def _texts(turn: Turn, losses: Losses) -> list[tuple[ContentBlock, str]]:
    found: list[tuple[ContentBlock, str]] = []
    empty_is_meant = form_of(turn.message.provider_raw, losses.dialect).get("empty")
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if type(block) is not TextBlock:
            losses.dropped(place, f"system.{block.__struct_config__.tag}", block)
        elif not block.text and not empty_is_meant:
            losses.dropped(place, "text", block)
        else:
            found.append((block, place))
    return found
