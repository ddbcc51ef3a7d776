"""System messages, for formats that have one place for them outside the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.documents.residue import form_of, marked, report_foreign
from turnwire.lowering.draft import SYSTEM_INFO, Draft, Turn, when, with_turns
from turnwire.lowering.rewrite_blocks import filtered
from turnwire.model import ContentBlock, Message, OpaqueBlock, TextBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import History


@when(SYSTEM_INFO)
def primary_message_first(draft: Draft, losses: Losses) -> Draft:
    """Write the primary message of the system as an ordinary message, before all others.

    "primary_message: ... set only where the source had it in this place" (history.proto): most formats have no other
    place for it.  The other fields of the system prompt are left for the writer to report.
    """
    history: History = draft.document
    info = history.system
    if info is None or info.primary_message is None:
        return draft
    losses.dropped_fields(info, frozenset(("primary_message",)), "/system", "system")
    report_foreign(info.provider_raw, losses, "/system")
    without = structs.replace(draft, document=structs.replace(history, system=None))
    text, place = info.primary_message, "/system/primary_message"
    if not text:
        losses.dropped(place, "system.primary_message", text)
        return without
    losses.reshaped(place, "system.primary_message", text)
    losses.becomes_message(place, "system.primary_message")
    said: list[ContentBlock] = [TextBlock(text)]
    return with_turns(without, [Turn("system", said, Message("system", said), place, [place]), *draft.turns])


@when("system")
def keep_developer(draft: Draft, losses: Losses) -> Draft:
    """Keep the role `developer` for instructions that another format read with it.

    The model has one role for both words.  Readers keep the word in `$form`, and writers of formats that have it
    restore it if the message still has the role `system`.
    """
    turns = [_from_developer(turn, losses.dialect) for turn in draft.turns]
    return with_turns(draft, turns)


def _from_developer(turn: Turn, dialect: str) -> Turn:
    raw = turn.message.provider_raw
    if turn.role != "system" or not raw or dialect in raw:
        return turn
    if not any(form_of(raw, source).get("role") == "developer" for source in raw):
        return turn
    message = structs.replace(turn.message, provider_raw=marked(raw, dialect, {"role": "developer"}))
    return structs.replace(turn, message=message)


@when("system")
def hoist_system(draft: Draft, losses: Losses) -> Draft:
    """Move the system prompt out of the conversation, as text.

    Exceptions that its own dialect read are marked in `$form` and kept: at the message a place in the conversation
    (`{"place": "messages"}`) and empty texts (`{"empty": true}`); at blocks that are not text `{"in": "system"}`.
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
            report_foreign(raw, losses, turn.path)
        plain = _only_texts(turn, losses, keep_empty="empty" in form)
        if not plain.blocks:
            losses.dropped(f"{turn.path}/role", "message", turn.role)
            continue
        if system or turns:
            # The prompt no longer notes its place among the messages.
            losses.reshaped(f"{turn.path}/role", "message.role", turn.role)
        system.append(plain)
    return structs.replace(draft, turns=turns, system=system, plain=None)


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

    return filtered(turn, keeps)


def _is_own(block: ContentBlock, dialect: str) -> bool:
    """Whether the dialect itself had this block, which is no text, in the system prompt."""
    if type(block) is OpaqueBlock:
        return block.dialect == dialect
    return block.provider_raw is not None and form_of(block.provider_raw, dialect).get("in") == "system"
