"""A reply is one message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.draft import Draft, Turn, when
from turnwire.lowering.messages import lose_turn
from turnwire.model import Message

if TYPE_CHECKING:
    from turnwire.losses import Losses


@when()
def one_candidate(draft: Draft, losses: Losses) -> Draft:
    """There is one: "Parse a non-streaming response into a canonical Message" (7.1)."""
    for turn in draft.turns[1:]:
        lose_turn(turn, losses)
    if draft.turns:
        return structs.replace(draft, turns=draft.turns[:1])
    losses.invented("/candidates/0", "completion.candidates", {"role": "assistant"})
    return structs.replace(draft, turns=[Turn("assistant", [], Message("assistant"), "/candidates/0", [])])
