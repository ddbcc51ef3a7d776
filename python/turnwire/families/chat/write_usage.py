"""Usage -> token counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of, restore
from turnwire.documents.token_usage import CACHED, without_negatives
from turnwire.families.chat.cost import write_cost

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.losses import Losses
    from turnwire.model import Usage

_PROMPT = {
    "cached_tokens": "cached_input_tokens",
    "cache_write_tokens": "cache_creation_input_tokens",
    "audio_tokens": "audio_input_tokens",
}
_COMPLETION = {"reasoning_tokens": "reasoning_tokens", "audio_tokens": "audio_output_tokens"}
_IMAGES = {"prompt_tokens_details": "image_input_tokens", "completion_tokens_details": "image_output_tokens"}
HELD = frozenset(("input_tokens", "output_tokens", *_PROMPT.values(), *_COMPLETION.values(), *_IMAGES.values()))

_HELD_COST = HELD | {"cost_usd"}


def write_usage(usage: Usage, place: str, losses: Losses, vendor: Vendor) -> Any:
    """The counts; the prompt's tokens are those read, from and into a cache or not."""
    form = form_of(usage.provider_raw, losses.dialect)
    usage = without_negatives(usage, CACHED, place, losses)
    wire, prompt = write_sums(usage, form, place, losses)
    if (
        usage.input_tokens
        and usage.cached_input_tokens
        and usage.cache_creation_input_tokens
        and not form.get("buckets")
    ):
        losses.reshaped(f"{place}/input_tokens", "usage.input_tokens", usage.input_tokens)
    lacked = _report_lacked(usage, form, place, losses, vendor)
    _write_details(usage, "prompt_tokens_details", _PROMPT, wire, lacked)
    _write_details(usage, "completion_tokens_details", _COMPLETION, wire, lacked)
    held = HELD
    if vendor.cost is not None and (cost := write_cost(usage, form)) is not None:
        wire[vendor.cost], held = cost, _HELD_COST
    losses.dropped_fields(usage, held, place, "usage")
    if not usage.provider_raw:
        return wire
    restored = restore(wire, usage.provider_raw, losses, place)
    return restored if form.get("impossible_at", prompt) == prompt else _without_cached(restored)


def write_sums(usage: Usage, form: dict[str, Any], place: str, losses: Losses) -> tuple[dict[str, Any], int]:
    """Write the tokens of the prompt, of the completion, and of both; return also those of the prompt."""
    lacks = form.get("lacks", ())
    prompt = sum((usage.input_tokens or 0, usage.cached_input_tokens or 0, usage.cache_creation_input_tokens or 0))
    completion = usage.output_tokens or 0
    counts = {"prompt_tokens": prompt, "completion_tokens": completion}
    wire: dict[str, Any] = {name: count for name, count in counts.items() if count or name not in lacks}
    for name, field in (("prompt_tokens", "input_tokens"), ("completion_tokens", "output_tokens")):
        if name in wire and getattr(usage, field) is None:
            losses.invented(f"{place}/{field}", f"usage.{field}", 0)
    if "total_tokens" not in lacks and form.get("total_instead_of") != prompt + completion:
        wire["total_tokens"] = prompt + completion
    return wire, prompt


def _without_cached(wire: Any) -> Any:
    """The counts without the cached ones that were more than all: the others have been changed since."""
    counts = msgspec.json.decode(ENCODER.encode(wire), type=dict[str, Any])
    for name in ("cached_tokens", "cache_write_tokens"):
        counts.get("prompt_tokens_details", {}).pop(name, None)
    return counts


def _report_lacked(usage: Usage, form: dict[str, Any], place: str, losses: Losses, vendor: Vendor) -> list[str]:
    """Report counts that the vendor does not have, unless they were read from it."""
    lacked = [name for name in _IMAGES.values() if name in vendor.lacks and name not in form.get("vendor", ())]
    lacked = [name for name in lacked if getattr(usage, name) is not None]
    for name in lacked:
        losses.dropped(f"{place}/{name}", f"usage.{name}", getattr(usage, name))
    return lacked


def _write_details(usage: Usage, key: str, fields: dict[str, str], wire: dict[str, Any], lacked: list[str]) -> None:
    names = {**fields, "image_tokens": _IMAGES[key]}
    details = {
        name: value
        for name, field in names.items()
        if field not in lacked and (value := getattr(usage, field)) is not None
    }
    if details:
        wire[key] = details
