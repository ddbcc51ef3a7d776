"""Passes about messages: who speaks when, and what a message of the assistant may show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.documents.residue import form_of, report_others
from turnwire.lowering.addresses import in_a_line
from turnwire.lowering.draft import Draft, Turn, marks, when, with_turns
from turnwire.lowering.rewrite_blocks import changed, joined, mark_as_is, was_illegal_in_source
from turnwire.lowering.segments import is_result
from turnwire.model import DocumentBlock, ImageBlock, Message, TextBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, History

_FIRST: Final = "first"
_SHOWN: Final = "in_reply"
BEGIN: Final = "Begin."
"""The user's message before a conversation that the assistant begins."""
_SPEAKERS: Final = frozenset({"user", "assistant"})


@marks("assistant")
def mark_beginning(history: History, dialect: str) -> None:
    """Mark a first message that is the assistant's, to be written back unchanged."""
    first = next((message for message in history.history if message.role != "system"), None)
    if first is not None and first.role == "assistant":
        first.provider_raw = mark_as_is(first.provider_raw, dialect, _FIRST)


@when("assistant")
def begin_with_the_user(draft: Draft, losses: Losses) -> Draft:
    """Add a message of the user before a conversation that the assistant begins.

    "A conversation must start with a user message. Try again with a conversation that starts with a user message." (a
    refusal)
    """
    first = next((n for n, turn in enumerate(draft.turns) if turn.role != "system"), None)
    if first is None or draft.turns[first].role != "assistant":
        return draft
    if was_illegal_in_source(draft.turns[first].message.provider_raw, losses.dialect, _FIRST):
        return draft
    said = Message("user", [TextBlock(BEGIN)])
    place = f"/history/{len(draft.document.history)}"
    losses.invented(place, "message", said)
    made = Turn("user", said.content, said, place)
    return with_turns(draft, [*draft.turns[:first], made, *draft.turns[first:]])


@when()
def roles_alternate(draft: Draft, losses: Losses) -> Draft:
    """Join messages of one role that follow each other; tool results and the user's own blocks are one message, too.

    "A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user
    and assistant roles and try again." (a refusal)

    Messages that the dialect itself read so are marked (`$form` `{"apart": true}`) and stay apart.
    """
    turns: list[Turn] = []
    for turn in draft.turns:
        raw = turn.message.provider_raw
        is_same = bool(turns) and turns[-1].role == turn.role and turn.role in _SPEAKERS
        if is_same and not (raw and form_of(raw, losses.dialect).get("apart")):
            if not _is_border(turns[-1], turn):
                losses.reshaped_once(f"{turn.path}/role", "message.role", turn.message.role)
            report_others(raw, losses, turn.path)
            turns[-1] = joined(turns[-1], turn, turn.role)
        else:
            turns.append(turn)
    return turns_of(draft, turns)


def _is_border(before: Turn, after: Turn) -> bool:
    """Return whether a reader finds the border between two turns again: a result is a message of its own."""
    return any(is_result(block) for block in (*before.blocks[-1:], *after.blocks[:1]))


def turns_of(draft: Draft, turns: list[Turn]) -> Draft:
    """Return the draft with these turns; the same draft if there are as many as before."""
    return draft if len(turns) == len(draft.turns) else with_turns(draft, turns)


_SHOWN_KINDS: Final = (ImageBlock, DocumentBlock)


@marks(*_SHOWN_KINDS)
def mark_shown_media(history: History, dialect: str) -> None:
    """Mark pictures and documents in messages of the assistant, to be written back unchanged."""
    for message in history.history:
        if message.role == "assistant":
            for block in message.content:
                if type(block) in _SHOWN_KINDS:
                    block.provider_raw = mark_as_is(block.provider_raw, dialect, _SHOWN)


@when(*_SHOWN_KINDS)
def only_users_show_media(draft: Draft, losses: Losses) -> Draft:
    """Write pictures and documents of the assistant as lines of text, or drop those without a name and an address.

    "You can only include images and documents if the role is user." (Message.content)
    """

    def change(block: ContentBlock, place: str) -> ContentBlock | None:
        if type(block) not in _SHOWN_KINDS or was_illegal_in_source(block.provider_raw, losses.dialect, _SHOWN):
            return block
        line = in_a_line(block, place, losses)
        if line is None:
            losses.dropped(place, str(block.__struct_config__.tag), block)
        return line

    has_any = any(
        type(block) in _SHOWN_KINDS for turn in draft.turns if turn.role == "assistant" for block in turn.blocks
    )
    if not has_any:
        return draft
    return with_turns(draft, [changed(turn, change) if turn.role == "assistant" else turn for turn in draft.turns])
