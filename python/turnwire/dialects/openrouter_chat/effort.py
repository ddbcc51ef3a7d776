"""Read and write `reasoning`, the object with the settings of the model's reasoning."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, escaped
from turnwire.documents.residue import residue, restore
from turnwire.families.chat.effort import read_effort, write_word
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.model import ABSENT, Reasoning

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.families.chat.wire_request import ChatRequest
    from turnwire.losses import Losses

_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_TEXT, _WHOLE, _TRUTH = msgspec.json.Decoder(str), msgspec.json.Decoder(int), msgspec.json.Decoder(bool)
# ChatReasoningSummaryVerbosityEnum
_SUMMARIES = frozenset(("auto", "concise", "detailed"))
_TRUE = Raw(b"true")
_HELD = frozenset(("mode", "effort", "budget_tokens", "summary", "included"))


def read_reasoning(wire: ChatRequest, form: dict[str, Any], vendor: Vendor) -> tuple[Reasoning | None, tuple[str, ...]]:
    """`reasoning`, or `reasoning_effort`: "Shorthand for setting reasoning effort" (see the declaration)."""
    raw = wire.reasoning
    try:
        members = _OBJECT.decode(raw) if raw is not ABSENT else None
    except msgspec.DecodeError:
        members = None
    if members is None:
        found, taken = read_effort(wire, form, vendor)
        if found is not None:
            form["effort"] = "short"
        return found, taken
    check_raw(raw)
    found = Reasoning()
    found.effort = _take(members, "effort", _TEXT)
    found.budget_tokens = _take(members, "max_tokens", _WHOLE)
    found.summary = _take(members, "summary", _TEXT)
    as_is = _read_flags(members, found)
    if found.effort is not None and found.effort not in vendor.efforts:
        form["reasoning_effort"] = found.effort
    if found.summary is not None and found.summary not in _SUMMARIES:
        form["summary"] = found.summary
    if found.effort is not None and found.budget_tokens is not None:
        as_is.append("effort")
    found.provider_raw = residue(vendor.name, escaped(members), form={"as_is": as_is} if as_is else None)
    return found, ("reasoning",)


def _read_flags(members: dict[str, Raw], found: Reasoning) -> list[str]:
    """Read the fields that are flags here, and words or negated flags in other formats."""
    enabled, exclude = _take(members, "enabled", _TRUTH), _take(members, "exclude", _TRUTH)
    if enabled is not None:
        found.mode = "enabled" if enabled else "disabled"
    if exclude is not None:
        found.included = not exclude
    if exclude:
        # Kept as residue, because no other format has this value.
        members["exclude"] = _TRUE
    return [name for name, said in (("mode", enabled), ("included", exclude)) if said is not None]


def _take(members: dict[str, Raw], name: str, decoder: msgspec.json.Decoder[Any]) -> Any:
    """A member, taken out of the others; None where it is absent or of another type."""
    try:
        value = decoder.decode(members[name])
    except (KeyError, msgspec.DecodeError):
        return None
    del members[name]
    return value


def write_reasoning(
    reasoning: Reasoning, form: dict[str, Any], wire: dict[str, Any], losses: Losses, vendor: Vendor
) -> None:
    """The object; an effort alone under its own key, where its source had it there."""
    place = "/settings/reasoning"
    told: dict[str, Any] = {}
    if reasoning.effort is not None:
        write_word("reasoning_effort", reasoning.effort, vendor.efforts, form, told, losses)
    if form.get("effort") == "short" and reasoning == Reasoning(effort=reasoning.effort):
        wire |= told
        return
    if "reasoning_effort" in told:
        told["effort"] = told.pop("reasoning_effort")
    _report_negations(reasoning, losses)
    members = {
        "max_tokens": reasoning.budget_tokens,
        "summary": _summary(reasoning.summary, form, losses),
        "exclude": None if reasoning.included is None else not reasoning.included,
    }
    told |= {name: value for name, value in members.items() if value is not None}
    if reasoning.mode is not None:
        told["enabled"] = reasoning.mode != "disabled"
        if reasoning.mode not in ("enabled", "disabled"):
            losses.degraded(f"{place}/mode", "reasoning.mode", reasoning.mode)
    losses.dropped_fields(reasoning, _HELD, place, "reasoning")
    kept = _still_true(reasoning, vendor.name)
    wire["reasoning"] = restore(told, kept, losses, place) if kept else told


def _report_negations(reasoning: Reasoning, losses: Losses) -> None:
    """Report `disabled` and `included`, which become the flag `enabled` and the negated flag `exclude`."""
    place = "/settings/reasoning"
    for name, told in (("mode", reasoning.mode == "disabled"), ("included", reasoning.included is not None)):
        if told and not was_illegal_in_source(reasoning.provider_raw, losses.dialect, name):
            losses.reshaped(f"{place}/{name}", f"reasoning.{name}", getattr(reasoning, name))


def _still_true(reasoning: Reasoning, dialect: str) -> dict[str, Raw] | None:
    """Return the residue without an `exclude` that does not apply any more."""
    raw = reasoning.provider_raw
    own = raw.get(dialect) if raw else None
    if raw is None or own is None or reasoning.included is not None:
        return raw
    members = _OBJECT.decode(own)
    if members.get("exclude") == _TRUE:
        del members["exclude"]
    return {**raw, dialect: Raw(ENCODER.encode(members))}


def _summary(word: str | None, form: dict[str, Any], losses: Losses) -> str | None:
    """A word of a closed list; others go back only to where they were read."""
    if word is None or word in _SUMMARIES or form.get("summary") == word:
        return word
    losses.dropped("/settings/reasoning/summary", "reasoning.summary", word)
    return None
