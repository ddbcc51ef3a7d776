"""Names of messages that the models of a maker refuse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.catalogue.models import ANYTHING
from turnwire.lowering.draft import MESSAGE_FIELDS, marks, when
from turnwire.lowering.model_rules import for_models, rules_for
from turnwire.lowering.rewrite_blocks import mark_as_is, was_illegal_in_source

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Pass, Turn
    from turnwire.model import History

# "Invalid 'messages[1].name': string does not match pattern. Expected a string that matches the pattern
# '^[^\s<|\\/>]+$'." (a refusal of OpenAI)
_OTHER: Final = re.compile(r"[\s<|\\/>]")


def legal_speakers(maker: str) -> Pass:
    """Make a pass for models of a maker that replaces the letters which they refuse in names of messages.

    An empty name is left out.
    """

    @for_models(maker, lambda takes: takes is not ANYTHING)
    @when(MESSAGE_FIELDS)
    def rule(draft: Draft, losses: Losses) -> Draft:
        if rules_for(draft, maker) is ANYTHING:
            return draft
        return structs.replace(draft, turns=[_legal(turn, losses) for turn in draft.turns])

    return rule


def _legal(turn: Turn, losses: Losses) -> Turn:
    name = turn.message.name
    if name is None or _is_legal(name) or was_illegal_in_source(turn.message.provider_raw, losses.dialect, "name"):
        return turn
    report = losses.degraded if name else losses.dropped
    report(f"{turn.path}/name", "message.name", name)
    return structs.replace(turn, message=structs.replace(turn.message, name=_OTHER.sub("_", name) or None))


def _is_legal(name: str) -> bool:
    return bool(name) and _OTHER.search(name) is None


@marks(MESSAGE_FIELDS)
def mark_speakers(history: History, dialect: str) -> None:
    """Mark names that the dialect's own models refuse, so that its writer leaves them as they were read."""
    for message in history.history:
        if message.name is not None and not _is_legal(message.name):
            message.provider_raw = mark_as_is(message.provider_raw, dialect, "name")
