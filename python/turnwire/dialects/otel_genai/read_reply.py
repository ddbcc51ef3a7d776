"""Attributes -> a Completion."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.dialects.otel_genai.read import MESSAGES
from turnwire.dialects.otel_genai.read_messages import read_candidate
from turnwire.dialects.otel_genai.usage import read_usage
from turnwire.dialects.otel_genai.wire import FINISH_REASONS, NAME, OUTPUT, RESPONSES, Answered, Said
from turnwire.documents.json_text import listed
from turnwire.documents.residue import residue
from turnwire.lowering.optional_call_ids import Reading
from turnwire.model import Completion

if TYPE_CHECKING:
    from turnwire.documents.inputs import Envelope


def read_answered(wire: Answered | list[Said], _: Envelope | None) -> Completion:
    """The candidates of a reply; a bare list is the messages alone."""
    reading = Reading(NAME)
    if isinstance(wire, list):
        found = Completion([read_candidate(said, reading) for said in wire])
        found.provider_raw = residue(NAME, form={"root": "list", **reading.form()})
        return found
    texts: dict[str, Any] = {}
    form: dict[str, Any] = {}
    rest = dict(wire.unknown.fields)
    said = None if wire.messages is UNSET else listed(wire.messages, MESSAGES, OUTPUT, texts, RESPONSES)
    if said is None:
        said = []
        form["lacks"] = "messages"
        if wire.messages is not UNSET:
            rest[OUTPUT] = wire.messages
    found = Completion([read_candidate(each, reading) for each in said])
    found.id = None if wire.id is UNSET else wire.id
    found.model = None if wire.model is UNSET else wire.model
    found.usage = read_usage(wire)
    _read_reasons(wire, said, form, rest)
    if texts:
        form["texts"] = texts
    found.provider_raw = residue(NAME, rest, form={**form, **reading.form()})
    return found


def _read_reasons(wire: Answered, said: list[Said], form: dict[str, Any], rest: dict[str, Any]) -> None:
    """Read the reasons "corresponding to each generation received", which usually repeat those of the messages."""
    words = [each.finish_reason for each in said if each.finish_reason is not UNSET]
    if wire.finish_reasons is UNSET:
        if words:
            form["reasons"] = None
    elif not words or wire.finish_reasons != words:
        form |= {"reasons": wire.finish_reasons, "reasons_of": words}
        if wire.finish_reasons:
            # The model does not have these: the writer has them in the form, other dialects report them.
            rest[FINISH_REASONS] = wire.finish_reasons
