"""The rules of this API alone that a document is made to keep before it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwire.draft import STOPS, Draft, Turn, when
from turnwire.residue import form_of, tell_foreign

if TYPE_CHECKING:
    from turnwire.losses import Losses

MAX_STOPS = 4


@when(STOPS)
def limit_stops(draft: Draft, losses: Losses) -> Draft:
    """`stop`: "Up to 4 sequences where the API will stop generating further tokens"."""
    settings = draft.settings
    generation = settings.generation if settings is not None else None
    if settings is None or generation is None or len(generation.stop_sequences) <= MAX_STOPS:
        return draft
    if form_of(generation.provider_raw, losses.dialect).get("stop") == "long":
        return draft
    for n in range(MAX_STOPS, len(generation.stop_sequences)):
        place = f"/settings/generation/stop_sequences/{n}"
        losses.dropped(place, "generation.stop_sequences", generation.stop_sequences[n])
    kept = msgspec.structs.replace(generation, stop_sequences=generation.stop_sequences[:MAX_STOPS])
    return msgspec.structs.replace(draft, settings=msgspec.structs.replace(settings, generation=kept))


@when()
def drop_emptied_turns(draft: Draft, losses: Losses) -> Draft:
    """`content` of an assistant: "Required unless `tool_calls` or `function_call` is specified"."""
    turns = [turn for turn in draft.turns if not _is_emptied(turn, losses)]
    return draft if len(turns) == len(draft.turns) else msgspec.structs.replace(draft, turns=turns)


def _is_emptied(turn: Turn, losses: Losses) -> bool:
    """Whether passes took everything out of a turn."""
    if turn.blocks or not turn.message.content:
        return False
    losses.dropped_fields(turn.message, frozenset(("role", "content")), turn.path, "message")
    tell_foreign(turn.message.provider_raw, losses, turn.path)
    return True
