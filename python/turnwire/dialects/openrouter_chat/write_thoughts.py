"""Write thoughts as `reasoning_details`, and as `reasoning` if the source had that too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.lowering.origins import is_of_others, report_own_origin
from turnwire.model import OpaqueBlock

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.losses import Losses
    from turnwire.model import ThinkingBlock

_HELD = frozenset(("text", "summary", "signature", "encrypted", "origin"))
_KEYS = ("reasoning", "reasoning_content")


def write_details(
    thinking: list[tuple[Any, str]], wire: dict[str, Any], losses: Losses, vendor: Vendor, model: str | None
) -> None:
    """Put the thoughts of an assistant into its message."""
    details: list[Any] = []
    told: list[str] = []
    same = False
    for block, place in thinking:
        if type(block) is OpaqueBlock:
            losses.dropped_fields(block, frozenset(("block_type", "value", "dialect")), place, "opaque")
            report_foreign(block.provider_raw, losses, place)
            details.append(block.value)
            continue
        form = form_of(block.provider_raw, vendor.name)
        losses.dropped_fields(block, _HELD, place, "thinking")
        report_own_origin(block, place, losses, model)
        # ChatAssistantMessage has `reasoning` for a text without a signature: "Reasoning output"
        key = _KEYS[0] if is_of_others(block, vendor.name) else form.get("key")
        if key in _KEYS and not (block.summary or block.signature or block.encrypted):
            _write_plain(block, key, wire, losses, place)
        else:
            details += _details(block, form, place, losses)
            told.append(block.text or "".join(block.summary))
            same = same or form.get("reasoning") == "same"
    if same and any(told):
        wire["reasoning"] = wire.get("reasoning", "") + "".join(told)
    if details:
        wire["reasoning_details"] = details


def _write_plain(block: ThinkingBlock, key: str, wire: dict[str, Any], losses: Losses, place: str) -> None:
    """Write a thought that has only a text."""
    if key in wire:
        losses.reshaped_once(place, "thinking", block)
    wire[key] = wire.get(key, "") + block.text
    if block.provider_raw:
        report_others(block.provider_raw, losses, place)


def _details(block: ThinkingBlock, form: dict[str, Any], place: str, losses: Losses) -> list[Any]:
    """Return the details of one thought: one, unless it has several members."""
    found: list[dict[str, Any]] = []
    if block.text or block.signature or not (block.summary or block.encrypted is not None):
        entry = {"type": "reasoning.text", "text": block.text}
        if not block.text and form.get("lacks"):
            del entry["text"]
        if block.signature is not None:
            entry["signature"] = block.signature
        found.append(entry)
    found += [{"type": "reasoning.summary", "summary": summary} for summary in block.summary]
    if block.encrypted is not None:
        found.append({"type": "reasoning.encrypted", "data": block.encrypted})
    if len(found) > 1:
        losses.reshaped(place, "thinking", block)
    if not block.provider_raw:
        return list(found)
    if form.get("type", "reasoning.text") != found[0]["type"]:
        # Its id and its place belong to what it was.
        report_others(block.provider_raw, losses, place)
        return list(found)
    return [restore(found[0], block.provider_raw, losses, place), *found[1:]]
