"""A lowered Completion -> attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from turnwire.codec.wire import ENCODER
from turnwire.dialects.otel_genai.usage import write_usage
from turnwire.dialects.otel_genai.wire import FINISH_REASONS, NAME, OUTPUT
from turnwire.dialects.otel_genai.write import write_message
from turnwire.documents.json_text import spelled
from turnwire.documents.residue import form_of, report_others, restore
from turnwire.documents.token_usage import report_counts

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import Completion


class _Reason(Struct):
    finish_reason: Any = None


_REASON = msgspec.json.Decoder(_Reason)
_HELD = frozenset(("candidates", "id", "model", "usage"))


def write_answered(draft: Draft, losses: Losses) -> Any:
    """The attributes of a reply."""
    reply: Completion = draft.document
    raw = reply.provider_raw
    form = form_of(raw, NAME)
    said = [_write_candidate(turn, losses) for turn in draft.turns]
    if form.get("root") == "list":
        losses.dropped_fields(reply, frozenset(("candidates", "usage")), "", "completion")
        report_counts(reply.usage, losses)
        report_others(raw, losses, "")
        return said
    wire: dict[str, Any] = {}
    if said or form.get("lacks") != "messages":
        wire[OUTPUT] = spelled(said, OUTPUT, raw, NAME)
    wire |= {
        key: value
        for key, value in (("gen_ai.response.id", reply.id), ("gen_ai.response.model", reply.model))
        if value is not None
    }
    reasons = _reasons(said, form)
    if reasons is not None:
        wire[FINISH_REASONS] = reasons
    if reply.usage is not None:
        wire |= write_usage(reply.usage, losses)
    losses.dropped_fields(reply, _HELD, "", "completion")
    return restore(wire, raw, losses, "") if raw else wire


def _write_candidate(turn: Turn, losses: Losses) -> Any:
    word = form_of(turn.message.provider_raw, NAME).get("role", "assistant")
    if turn.role != "assistant":
        losses.degraded(f"{turn.path}/role", "message.role", turn.role)
        word = "assistant"
    return write_message(turn, losses, word)


def _reasons(said: list[Any], form: dict[str, Any]) -> Any:
    """Return the reasons of the messages; the source's own words, while they mean the same."""
    found = [_REASON.decode(ENCODER.encode(each)).finish_reason for each in said]
    words = [word for word in found if isinstance(word, str)]
    if "reasons" in form and form.get("reasons_of", words) == words:
        return form["reasons"]
    return words or None
