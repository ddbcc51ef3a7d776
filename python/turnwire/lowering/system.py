"""System messages, for formats that have one place for them outside the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    system: list[tuple[ContentBlock, str]] = []
    turns: list[Turn] = []
    for turn in draft.turns:
        if turn.role != "system":
            turns.append(turn)
            continue
        raw = turn.message.provider_raw
        form = {} if raw is None else form_of(raw, losses.dialect)
        if form.get("place") == "messages":
            turns.append(turn)
            continue
        tell_foreign(raw, losses, turn.path)
        if system or turns:
            # Its place among the messages, or its being a message of its own, is not told any more.
            losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
        _move_texts(turn, system, losses, keep_empty="empty" in form)
    return Draft(draft.document, turns, draft.features, draft.settings, system, draft.added)


def _move_texts(turn: Turn, system: list[tuple[ContentBlock, str]], losses: Losses, *, keep_empty: bool) -> None:
    for n, block in enumerate(turn.blocks):
        place = turn.place(n)
        if type(block) is not TextBlock:
            losses.dropped(place, f"system.{block.__struct_config__.tag}", block)
        elif block.text or keep_empty:
            system.append((block, place))
        else:
            losses.dropped(place, "text", block)
