"""Thoughts -> the reasoning of an assistant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.documents.residue import form_of, report_foreign, report_own, restore
from turnwire.families.chat.details import fingerprint, text_of_details
from turnwire.lowering.origins import report_own_origin

if TYPE_CHECKING:
    from turnwire.families.chat.wording import Wording
    from turnwire.losses import Losses
    from turnwire.model import ThinkingBlock

_DETAILS = "reasoning_details"


def write_thoughts(
    thinking: list[tuple[ThinkingBlock, str]], wire: dict[str, Any], losses: Losses, vendor: Wording, model: str | None
) -> None:
    """The reasoning, under the key its source used; texts under one key are put together."""
    held = frozenset(("text", "origin"))
    keys = [_key(block, vendor) for block, _ in thinking]
    for (block, place), key in zip(thinking, keys, strict=True):
        if not block.text and losses.dialect not in (block.provider_raw or {}) and keys.count(key) == 1:
            # An empty text says nothing here: the thought would not come back.
            losses.dropped(place, "thinking", block)
            report_foreign(block.provider_raw, losses, place)
            continue
        form = form_of(block.provider_raw, losses.dialect)
        if keys.count(key) > 1:
            losses.reshaped_once(place, "thinking", block)
        losses.dropped_fields(block, held, place, "thinking")
        report_own_origin(block, place, losses, model)
        details = _write_details(block, place, form, losses, vendor)
        wire |= details
        if len(thinking) > 1 or not details or form.get("key") != _DETAILS:
            wire[key] = wire.get(key, "") + block.text
        if (copy := form.get("copy")) in vendor.thoughts:
            wire[copy] = wire.get(copy, "") + block.text


def _write_details(
    block: ThinkingBlock, place: str, form: dict[str, Any], losses: Losses, vendor: Wording
) -> dict[str, msgspec.Raw]:
    """Return the other members about a thought; what of them does not belong to it any more is reported."""
    if not block.provider_raw:
        return {}
    merged = restore({}, block.provider_raw, losses, place)
    if type(merged) is dict:
        return {}
    told = msgspec.json.decode(merged, type=dict[str, msgspec.Raw])
    details = _details(told, block, form)
    if not details:
        report_own(block.provider_raw, losses, place, looked_at=(_DETAILS, *vendor.thoughts))
    return details


def _key(block: ThinkingBlock, vendor: Wording) -> str:
    key = form_of(block.provider_raw, vendor.name).get("key")
    return key if key in vendor.thoughts else vendor.thoughts[0]


def _details(told: dict[str, msgspec.Raw], block: ThinkingBlock, form: dict[str, Any]) -> dict[str, msgspec.Raw]:
    """Write the other members about a thought, unless the thought has been changed."""
    told_of = form.get("details")
    if told_of == "same":
        details = told.get(_DETAILS)
        return told if details is None or text_of_details(details) == block.text else {}
    return told if told_of in (None, fingerprint(block.text)) else {}
