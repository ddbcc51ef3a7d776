"""System messages, for formats that have one place for them outside the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.draft import Draft, Turn, when
from turnwire.lowering.rewriting import sifted
from turnwire.model import ContentBlock, OpaqueBlock, TextBlock
from turnwire.residue import form_of, tell_foreign

if TYPE_CHECKING:
    from turnwire.losses import Losses


@when("system")
def hoist_system(draft: Draft, losses: Losses) -> Draft:
    """The system prompt stands outside the conversation, and is text.

    What its own dialect wrote otherwise is marked in `$form` at the message and kept: a place in the conversation
    (`{"place": "messages"}`), empty texts (`{"empty": true}`); and at blocks that are no text (`{"in": "system"}`).
    """
    system: list[Turn] = []
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
        if raw is not None:
            tell_foreign(raw, losses, turn.path)
        plain = _only_texts(turn, losses, keep_empty="empty" in form)
        if not plain.blocks:
            losses.dropped(f"{turn.path}/role", "message", turn.role)
            continue
        if system or turns:
            # Its place among the messages, or its being a message of its own, is not told any more.
            losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
        system.append(plain)
    return Draft(draft.document, turns, draft.features, draft.settings, system, draft.added)


def _only_texts(turn: Turn, losses: Losses, *, keep_empty: bool) -> Turn:
    for block in turn.blocks:
        if type(block) is not TextBlock or not (block.text or keep_empty):
            break
    else:
        return turn

    def keeps(block: ContentBlock, place: str) -> bool:
        if _is_own(block, losses.dialect) or (type(block) is TextBlock and (block.text or keep_empty)):
            return True
        feature = "text" if type(block) is TextBlock else f"system.{block.__struct_config__.tag}"
        losses.dropped(place, feature, block)
        return False

    return sifted(turn, keeps)


def _is_own(block: ContentBlock, dialect: str) -> bool:
    """Whether the dialect itself had this block, which is no text, in the system prompt."""
    if type(block) is OpaqueBlock:
        return block.dialect == dialect
    return block.provider_raw is not None and form_of(block.provider_raw, dialect).get("in") == "system"
