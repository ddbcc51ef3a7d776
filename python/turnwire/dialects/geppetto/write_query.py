"""A lowered History of one turn -> a query."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.numbers import write_number
from turnwire.dialects.geppetto.kept import members_at, word_of
from turnwire.dialects.geppetto.legal import action_of
from turnwire.dialects.geppetto.wire import ACTIONS, NAME, OLD_UIDS
from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.lowering.draft import when
from turnwire.lowering.writing import report_source
from turnwire.model import DocumentBlock, TextBlock

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import Generation, History, Settings

_HELD = frozenset(("history", "settings"))
# The conversation's own id is the session if the message has none.
_NAMED = _HELD | {"id"}
_GENERATION = frozenset(("max_tokens", "temperature", "top_p", "stop_sequences"))
_ASKED = frozenset(("role", "content", "session_id"))
_DONE = _ASKED | {"interaction"}


@when()
def restore_query_members(draft: Draft, _: Losses) -> Draft:
    """The keys that the query was read with and the model does not hold."""
    kept = members_at(draft.document.provider_raw)
    return msgspec.structs.replace(draft, added={**draft.added, "kept": kept})


def write_query(draft: Draft, losses: Losses) -> Any:
    """The body of POST /message/, or of /setfiledrawer/ and /listfiledrawers/ for what asks nothing."""
    history: History = draft.document
    form = form_of(history.provider_raw, NAME)
    turn = draft.turns[0]
    kept = draft.added["kept"]
    wire: dict[str, Any] = {}
    action = action_of(turn.message)
    if action is not None:
        wire["requestType"] = action.request_type
        if action.message is not msgspec.UNSET:
            wire["message"] = action.message
    else:
        _write_question(turn, wire, form, losses)
        if "requestType" not in form.get("lacks", ()) and not _asks(kept.get("requestType")):
            wire["requestType"] = "query"
    if turn.message.session_id is not None:
        wire["sessionId"] = turn.message.session_id
    wire |= draft.added["made"]
    if draft.settings is not None:
        _write_settings(draft.settings, wire, form, losses)
    report_foreign(turn.message.provider_raw, losses, turn.path)
    losses.dropped_fields(turn.message, _ASKED if action is None else _DONE, turn.path, "message")
    losses.dropped_fields(history, _NAMED if "sessionId" in draft.added["made"] else _HELD, "", "history")
    return restore(wire, history.provider_raw, losses, "") if history.provider_raw else wire


def _asks(raw: Raw | None) -> bool:
    """Return whether the kept type of a query is not that of an action."""
    return raw is not None and (word_of(raw) or "").lower() not in ACTIONS


def _write_question(turn: Turn, wire: dict[str, Any], form: dict[str, Any], losses: Losses) -> None:
    said = ""
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if type(block) is DocumentBlock:
            wire["document"] = block.source.data
            losses.dropped_fields(block, frozenset(("source",)), place, "document")
            report_foreign(block.provider_raw, losses, place)
            report_source(block.source, place, losses)
        elif type(block) is TextBlock:
            said = block.text
    if said or "message" not in form.get("lacks", ()):
        wire["message"] = said


def _write_settings(settings: Settings, wire: dict[str, Any], form: dict[str, Any], losses: Losses) -> None:
    if settings.user is not None:
        key = form.get("uid")
        wire[key if key in OLD_UIDS else "uid"] = settings.user
    if settings.generation is not None:
        _write_generation(settings.generation, wire, losses)
    losses.dropped_fields(settings, frozenset(("user", "generation")), "/settings", "settings")
    report_foreign(settings.provider_raw, losses, "/settings")


def _write_generation(generation: Generation, wire: dict[str, Any], losses: Losses) -> None:
    exact = form_of(generation.provider_raw, NAME).get("exact")
    if generation.max_tokens is not None:
        wire["maxTokens"] = generation.max_tokens
    for key, value in (("temperature", generation.temperature), ("topP", generation.top_p)):
        if value is not None:
            wire[key] = write_number(value, key, exact)
    if generation.stop_sequences:
        wire["stopSequences"] = generation.stop_sequences
    losses.dropped_fields(generation, _GENERATION, "/settings/generation", "generation")
    report_others(generation.provider_raw, losses, "/settings/generation")


def address(document: Any, kept: Envelope) -> Envelope:
    """Return the envelope of the request: POST to one of the paths of the server."""
    actions = (action_of(message) for message in document.history)
    action = next((each for each in actions if each is not None), None)
    if action is None:
        return {"path": "/message/", **kept}
    path = "/setfiledrawer/" if action.request_type.lower() == "setchatfile" else "/listfiledrawers/"
    return {"path": path, **kept}
