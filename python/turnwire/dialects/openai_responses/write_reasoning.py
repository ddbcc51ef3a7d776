"""Thinking -> reasoning items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.dialects.openai_responses.overlay import members_of, own_residue, restore_under
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.documents.residue import form_of, merge
from turnwire.families.chat.overlay import named_in
from turnwire.lowering.origins import report_own_origin

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ThinkingBlock

_HELD = frozenset(("text", "summary", "encrypted", "origin"))
_EXTRA = msgspec.json.Decoder(dict[str, Raw])


def write_reasoning(block: ThinkingBlock, place: str, losses: Losses, model: str | None, number: int | None) -> Any:
    """Write the reasoning item of a thought; `number` is its position in a reply, where every item has an id."""
    form = form_of(block.provider_raw, NAME)
    own = own_residue(block.provider_raw)
    item: dict[str, Any] = {"type": "reasoning"}
    lacks = named_in(block.provider_raw, NAME, "lacks")
    if number is not None and "id" not in lacks and "id" not in members_of(own.get("item")):
        # ReasoningItem: "required": ["id", "summary", "type"]
        item["id"] = f"rs_{number}"
        losses.invented(f"{place}/id", "thinking.id", item["id"])
    if block.summary or "summary" not in lacks:
        item["summary"] = _parts("summary_text", block.summary, own.get("summary"))
    texts = _cut(block.text, form.get("cuts"))
    if texts is not None:
        item["content"] = _parts("reasoning_text", texts, own.get("content"))
    if block.encrypted is not None:
        item["encrypted_content"] = block.encrypted
    losses.dropped_fields(block, _HELD, place, "thinking")
    report_own_origin(block, place, losses, model)
    return restore_under("item", item, block.provider_raw, losses, place, beside=("summary", "content"))


def _cut(text: str, cuts: Any) -> list[str] | None:
    """Return the text cut into the parts it was read from, if it still has as many characters; else None."""
    if not isinstance(cuts, list) or sum(cuts) != len(text):
        return [text] if text else None
    found, start = [], 0
    for length in cuts:
        found.append(text[start : start + length])
        start += length
    return found


def _parts(word: str, texts: list[str], extra: Raw | None) -> list[Any]:
    """Return the parts of a list, each with the members besides its text."""
    parts: list[Any] = [{"type": word, "text": text} for text in texts]
    for key, overlay in (_EXTRA.decode(extra) if extra is not None else {}).items():
        if key.isdigit() and int(key) < len(parts):
            parts[int(key)] = Raw(merge(ENCODER.encode(parts[int(key)]), overlay))
    return parts
