"""Reduce the candidates of a reply to one, for formats whose reply is one message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.lowering.draft import Draft, Turn, when, with_turns
from turnwire.model import Message

if TYPE_CHECKING:
    from turnwire.losses import Losses


@when()
def keep_first_candidate(draft: Draft, losses: Losses) -> Draft:
    """Drop all candidates but the first, each as one loss with the whole message as its value."""
    for turn in draft.turns[1:]:
        losses.dropped(turn.path, "completion.candidates", turn.message)
    return with_turns(draft, draft.turns[:1]) if len(draft.turns) > 1 else draft


@when()
def report_missing_candidate(draft: Draft, losses: Losses) -> Draft:
    """Report that the format shows a reply without a message as an empty one."""
    if not draft.turns:
        losses.invented("/candidates", "completion.candidates", [])
    return draft


@when()
def make_missing_candidate(draft: Draft, losses: Losses) -> Draft:
    """Add an empty message of the assistant to a reply without candidates."""
    if draft.turns:
        return draft
    losses.invented("/candidates/0", "completion.candidates", {"role": "assistant"})
    return with_turns(draft, [Turn("assistant", [], Message("assistant"), "/candidates/0", [])])
