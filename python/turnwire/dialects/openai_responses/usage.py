"""Token counts, both ways: the provider includes cached tokens in the input's, and the model counts them apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.dialects.openai_responses.wire import NAME
from turnwire.documents.residue import form_of, residue, restore
from turnwire.documents.token_usage import is_blurred
from turnwire.families.chat.overlay import leftover, named_in
from turnwire.model import Usage

if TYPE_CHECKING:
    from turnwire.dialects.openai_responses.wire_response import Tokens
    from turnwire.losses import Losses

_COUNTS = ("input_tokens", "output_tokens", "total_tokens")
_DETAILS = {
    "input_tokens_details": {
        "cached_tokens": "cached_input_tokens",
        "cache_write_tokens": "cache_creation_input_tokens",
    },
    "output_tokens_details": {"reasoning_tokens": "reasoning_tokens"},
}
HELD = frozenset(
    ("input_tokens", "output_tokens", "cached_input_tokens", "cache_creation_input_tokens", "reasoning_tokens")
)
# ResponseUsage: "required": ["input_tokens", "input_tokens_details", "output_tokens", "output_tokens_details",
# "total_tokens"]; of the details, `cached_tokens` and `reasoning_tokens`; the official package (openai 3.54.0) requires
# `cache_write_tokens` too, which replies have of late.
_REQUIRED = {"cached_input_tokens", "cache_creation_input_tokens", "reasoning_tokens"}


def read_usage(wire: Tokens) -> Usage:
    """Read the counts; those without a field in the model are residue."""
    usage = Usage()
    overlay = leftover(wire, (*_COUNTS, *_DETAILS))
    lacks = [name for name in _COUNTS if getattr(wire, name) is UNSET]
    form: dict[str, Any] = {}
    for key, fields in _DETAILS.items():
        details = getattr(wire, key)
        if details is UNSET:
            lacks.append(key)
            continue
        _read_details(details, key, fields, usage, overlay, lacks)
    _read_input(wire, usage, form)
    if wire.output_tokens is not UNSET:
        usage.output_tokens = wire.output_tokens
    total = sum(n for n in (wire.input_tokens, wire.output_tokens) if n is not UNSET)
    if wire.total_tokens is not UNSET and (wire.total_tokens != total or is_blurred(usage)):
        overlay["total_tokens"] = wire.total_tokens
        form["total_instead_of"] = total
    if lacks:
        form["lacks"] = lacks
    usage.provider_raw = residue(NAME, overlay, form=form)
    return usage


def _read_input(wire: Tokens, usage: Usage, form: dict[str, Any]) -> None:
    """Return the number of input tokens that were not cached."""
    cached = (usage.cached_input_tokens or 0) + (usage.cache_creation_input_tokens or 0)
    if usage.cached_input_tokens and usage.cache_creation_input_tokens:
        form["buckets"] = 3
    if wire.input_tokens is UNSET:
        return
    usage.input_tokens = wire.input_tokens - cached
    if not 0 <= cached <= wire.input_tokens:
        # More from the cache than were read at all: the buckets overlap.
        usage.input_tokens = wire.input_tokens
        form["overlapping"] = wire.input_tokens


def _read_details(
    details: Any, key: str, fields: dict[str, str], usage: Usage, overlay: dict[str, Any], lacks: list[str]
) -> None:
    for name, field in fields.items():
        value = getattr(details, name)
        if value is not UNSET:
            setattr(usage, field, value)
        elif field in _REQUIRED:
            lacks.append(field)
    if rest := leftover(details, fields):
        overlay[key] = rest


def write_usage(usage: Usage, place: str, losses: Losses) -> Any:
    """Write the counts; the input's include the tokens read from and written to a cache."""
    form = form_of(usage.provider_raw, NAME)
    lacks = named_in(usage.provider_raw, NAME, "lacks")
    counts = {"input_tokens": _input(usage, form, lacks, place, losses), "output_tokens": usage.output_tokens or 0}
    wire: dict[str, Any] = {}
    for name, count in counts.items():
        if getattr(usage, name) is None and name not in lacks:
            losses.invented(f"{place}/{name}", f"usage.{name}", 0)
        if count or name not in lacks:
            wire[name] = count
    total = sum(counts.values())
    if "total_tokens" not in lacks and form.get("total_instead_of") != total:
        wire["total_tokens"] = total
    for key, fields in _DETAILS.items():
        details = _write_details(usage, fields, lacks if key not in lacks else None, place, losses)
        if details or key not in lacks:
            wire[key] = details
    losses.dropped_fields(usage, HELD, place, "usage")
    return restore(wire, usage.provider_raw, losses, place) if usage.provider_raw else wire


def _input(usage: Usage, form: dict[str, Any], lacks: list[str], place: str, losses: Losses) -> int:
    """Return the number of all input tokens; None if the source of this format did not count them."""
    if usage.input_tokens is None and "input_tokens" in lacks:
        return 0
    fresh = usage.input_tokens or 0
    if usage.input_tokens is not None and form.get("overlapping") == fresh:
        return fresh
    cached = (usage.cached_input_tokens or 0) + (usage.cache_creation_input_tokens or 0)
    if usage.input_tokens is not None and not 0 <= cached <= fresh + cached:
        # A sum that does not determine its parts.
        losses.degraded(f"{place}/input_tokens", "usage.input_tokens", fresh)
    elif fresh and usage.cached_input_tokens and usage.cache_creation_input_tokens and "buckets" not in form:
        losses.reshaped(f"{place}/input_tokens", "usage.input_tokens", fresh)
    return fresh + cached


def _write_details(usage: Usage, fields: dict[str, str], lacks: Any, place: str, losses: Losses) -> dict[str, int]:
    details: dict[str, int] = {}
    for name, field in fields.items():
        value = getattr(usage, field)
        if value is not None:
            details[name] = value
        elif lacks is not None and field in _REQUIRED and field not in lacks:
            details[name] = 0
            losses.invented(f"{place}/{field}", f"usage.{field}", 0)
    return details
