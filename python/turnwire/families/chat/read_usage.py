"""Token counts: OpenAI counts cached tokens inside the prompt's, the model keeps disjoint buckets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.documents.residue import residue
from turnwire.documents.token_usage import is_blurred
from turnwire.families.chat.cost import read_cost
from turnwire.families.chat.overlay import leftover
from turnwire.model import Usage

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.families.chat.wire_response import Tokens

_PROMPT = {
    "cached_tokens": "cached_input_tokens",
    "cache_write_tokens": "cache_creation_input_tokens",
    "audio_tokens": "audio_input_tokens",
    "image_tokens": "image_input_tokens",
}
_COMPLETION = {
    "reasoning_tokens": "reasoning_tokens",
    "audio_tokens": "audio_output_tokens",
    "image_tokens": "image_output_tokens",
}
# Counts that a vendor may lack.
_IMAGES = ("image_input_tokens", "image_output_tokens")
_TAKEN = ("prompt_tokens", "completion_tokens", "total_tokens")


def read_usage(wire: Tokens, vendor: Vendor) -> Usage:
    """Read the counts; a count without a field of its own is residue."""
    usage = Usage()
    overlay = leftover(wire, (*_TAKEN, "prompt_tokens_details", "completion_tokens_details"))
    form: dict[str, Any] = {}
    also: dict[str, Any] = {}
    taken = _prompt_taken(wire)
    _read_details(wire, "prompt_tokens_details", taken, usage, overlay, also)
    _read_details(wire, "completion_tokens_details", _COMPLETION, usage, overlay, also)
    if wire.prompt_tokens is not UNSET:
        usage.input_tokens = (
            wire.prompt_tokens - (usage.cached_input_tokens or 0) - (usage.cache_creation_input_tokens or 0)
        )
    if wire.completion_tokens is not UNSET:
        usage.output_tokens = wire.completion_tokens
    lacks = [name for name in _TAKEN if getattr(wire, name) is UNSET]
    if lacks:
        form["lacks"] = lacks
    total = sum(n for n in (wire.prompt_tokens, wire.completion_tokens) if n is not UNSET)
    if wire.total_tokens is not UNSET and (wire.total_tokens != total or is_blurred(usage)):
        # Some servers count reasoning or tool prompts in the total only.
        overlay["total_tokens"] = wire.total_tokens
        form["total_instead_of"] = total
    if usage.cached_input_tokens and usage.cache_creation_input_tokens:
        form["buckets"] = 3
    if taken is not _PROMPT:
        form["impossible_at"] = wire.prompt_tokens if wire.prompt_tokens is not UNSET else 0
    if vendor.cost in overlay:
        read_cost(usage, str(vendor.cost), overlay, form)
    _mark_strange(usage, form, vendor)
    usage.provider_raw = residue(vendor.name, overlay, also=also, form=form)
    return usage


def _mark_strange(usage: Usage, form: dict[str, Any], vendor: Vendor) -> None:
    """Remember the counts that the vendor does not document."""
    if strange := [name for name in _IMAGES if name in vendor.lacks and getattr(usage, name) is not None]:
        form["vendor"] = strange


def _prompt_taken(wire: Tokens) -> dict[str, str]:
    """Return the details that can be subtracted from the prompt's tokens: not more than there are."""
    details = wire.prompt_tokens_details
    if details is UNSET or details is None:
        return _PROMPT
    counts = [n for n in (details.cached_tokens, details.cache_write_tokens) if n is not UNSET]
    prompt = 0 if wire.prompt_tokens is UNSET else wire.prompt_tokens
    if sum(counts) <= prompt and all(n >= 0 for n in counts):
        return _PROMPT
    return {name: field for name, field in _PROMPT.items() if name not in ("cached_tokens", "cache_write_tokens")}


def _read_details(
    wire: Tokens, key: str, taken: dict[str, str], usage: Usage, overlay: dict[str, Any], also: dict[str, Any]
) -> None:
    details = getattr(wire, key)
    if details is UNSET:
        return
    if details is None:
        overlay[key] = None
        return
    found = False
    for name, field in taken.items():
        value = getattr(details, name)
        if value is not UNSET:
            setattr(usage, field, value)
            found = True
    rest = leftover(details, taken)
    if rest:
        overlay[key] = rest
    elif not found:
        also[key] = {}
