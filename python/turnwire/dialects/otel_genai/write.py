"""A lowered History or Completion -> attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct

from turnwire.codec.numbers import write_number
from turnwire.codec.wire import ENCODER
from turnwire.dialects.otel_genai.enums import FINISH_WORDS, STOP_REASONS
from turnwire.dialects.otel_genai.legal import word_of
from turnwire.dialects.otel_genai.read import NUMBERS, PARTS, PLAIN
from turnwire.dialects.otel_genai.tools import write_tools
from turnwire.dialects.otel_genai.usage import write_usage
from turnwire.dialects.otel_genai.wire import (
    FINISH_REASONS,
    INPUT,
    INSTRUCTIONS,
    NAME,
    OUTPUT,
    OUTPUT_TYPE,
    TOOLS,
    Asked,
    Said,
    key_of,
)
from turnwire.dialects.otel_genai.write_parts import write_parts
from turnwire.documents.json_text import listed, spelled
from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.documents.token_usage import report_counts
from turnwire.model import TextBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import Completion, Generation, History, ResponseFormat, Settings


_HISTORY = frozenset(("history", "settings", "id"))
_SETTINGS = frozenset(("model", "tools", "generation", "response_format"))
_GENERATION = frozenset((*PLAIN, *NUMBERS))


def write_asked(draft: Draft, losses: Losses) -> Any:
    """The attributes of a request."""
    history: History = draft.document
    raw = history.provider_raw
    form = form_of(raw, NAME)
    turns = list(draft.turns)
    if form.get("root") == "list":
        losses.dropped_fields(history, frozenset(("history",)), "", "history")
        report_others(raw, losses, "")
        return [write_message(turn, losses) for turn in turns]
    wire: dict[str, Any] = {}
    if turns and _is_instructions(turns[0]):
        wire[INSTRUCTIONS] = _write_instructions(turns.pop(0), raw, losses)
    if turns or form.get("lacks") != "messages":
        wire[INPUT] = spelled([write_message(turn, losses) for turn in turns], INPUT, raw, NAME)
    if draft.settings is not None:
        _write_settings(draft.settings, history, wire, losses)
    if history.id is not None:
        wire["gen_ai.conversation.id"] = history.id
    losses.dropped_fields(history, _HISTORY, "", "history")
    return restore(wire, raw, losses, "") if raw else wire


def _is_instructions(turn: Turn) -> bool:
    return turn.role == "system" and form_of(turn.message.provider_raw, NAME).get("place") == "instructions"


def _write_instructions(turn: Turn, raw: Any, losses: Losses) -> Any:
    losses.dropped_fields(turn.message, frozenset(("role", "content")), turn.path, "message")
    mine = turn.message.provider_raw or {}
    report_others(mine, losses, turn.path)
    parts = write_parts(turn.blocks, turn.all_places(), losses)
    first = turn.blocks[0] if len(turn.blocks) == 1 else None
    is_plain = form_of(mine, NAME).get("text") == "plain" and type(first) is TextBlock and not first.provider_raw
    if is_plain and listed(first.text, PARTS, INSTRUCTIONS, {}) is None:  # type: ignore[union-attr]
        return first.text  # type: ignore[union-attr]
    return spelled(parts, INSTRUCTIONS, raw, NAME)


def write_message(turn: Turn, losses: Losses, word: Any = UNSET) -> Any:
    """One message; `word` is that for its role, where another one than the turn's own is meant."""
    message = turn.message
    raw = message.provider_raw
    form = form_of(raw, NAME)
    said = Said(parts=write_parts(turn.blocks, turn.all_places(), losses))
    role = word_of(turn, losses) if word is UNSET else word
    if role is not None:
        said.role = role
    if not turn.blocks and "parts" in form.get("lacks", ()):
        said.parts = UNSET
    if message.name is not None:
        said.name = message.name
    if message.metadata is not None:
        metadata, path = message.metadata, f"{turn.path}/metadata"
        losses.dropped_fields(metadata, frozenset(("stop_reason",)), path, "metadata")
        report_foreign(metadata.provider_raw, losses, path)
        if metadata.stop_reason is not None:
            own = form.get("finish")
            is_same = isinstance(own, str) and STOP_REASONS.get(own) == metadata.stop_reason
            said.finish_reason = str(own) if is_same else FINISH_WORDS[metadata.stop_reason]
    return restore(said, raw, losses, turn.path) if raw else said


def _write_settings(settings: Settings, history: History, wire: dict[str, Any], losses: Losses) -> None:
    if settings.tools and (tools := write_tools(settings.tools, losses)):
        wire[TOOLS] = spelled(tools, TOOLS, history.provider_raw, NAME)
    if settings.model is not None:
        wire[key_of(Asked, "model")] = settings.model
    if settings.generation is not None:
        _write_generation(settings.generation, wire, losses)
    if settings.response_format is not None:
        _write_format(settings.response_format, wire, losses)
    losses.dropped_fields(settings, _SETTINGS, "/settings", "settings")
    report_foreign(settings.provider_raw, losses, "/settings")


def _write_generation(generation: Generation, wire: dict[str, Any], losses: Losses) -> None:
    raw = generation.provider_raw
    exact = form_of(raw, NAME).get("exact")
    for name in PLAIN:
        if (value := getattr(generation, name)) is not None and value != []:
            wire[key_of(Asked, name)] = value
    for name in NUMBERS:
        if (number := getattr(generation, name)) is not None:
            wire[key_of(Asked, name)] = write_number(number, name, exact)
    losses.dropped_fields(generation, _GENERATION, "/settings/generation", "generation")
    report_others(raw, losses, "/settings/generation")


def _write_format(wanted: ResponseFormat, wire: dict[str, Any], losses: Losses) -> None:
    """gen_ai.output.type: `json`: "JSON object with known or unknown schema"; the schema itself has no place."""
    path = "/settings/response_format"
    wire[OUTPUT_TYPE] = "text" if wanted.kind == "text" else "json"
    if wanted.kind == "json_schema":
        losses.degraded(f"{path}/kind", "response_format.kind", wanted.kind)
    losses.dropped_fields(wanted, frozenset(("kind",)), path, "response_format")
    report_foreign(wanted.provider_raw, losses, path)


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
