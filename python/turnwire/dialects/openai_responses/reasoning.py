"""Reasoning items, which are thinking in the model, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Raw

from turnwire.codec.values import members_of
from turnwire.codec.wire import ENCODER, NOTHING
from turnwire.dialects.openai_responses.overlay import own_residue, restore_under
from turnwire.dialects.openai_responses.wire import NAME, ReasoningText, SummaryText
from turnwire.documents.residue import form_of, merge, residue
from turnwire.families.chat.overlay import leftover, named_in
from turnwire.lowering.origins import report_own_origin
from turnwire.model import ThinkingBlock

if TYPE_CHECKING:
    from turnwire.dialects.openai_responses.wire import Item
    from turnwire.losses import Losses
    from turnwire.model import Origin

_TAKEN = ("type", "summary", "content", "encrypted_content")


def read_reasoning(item: Item, origin: Origin, *, in_reply: bool) -> ThinkingBlock | None:
    """Read a reasoning item: its text, summary and encrypted content; None for an unknown shape."""
    summary, content = item.summary, item.content
    form: dict[str, Any] = {}
    if type(content) is str or content is None or not _are(summary, SummaryText) or not _are(content, ReasoningText):
        return None
    texts = [] if content is UNSET else [part.text for part in content]  # type: ignore[union-attr]
    taken = _TAKEN if item.encrypted_content is not None else _TAKEN[:-1]
    rest = leftover(item, taken)
    lacks = ["summary"] if summary is UNSET else []
    if in_reply and item.id is UNSET:
        lacks.append("id")
    if lacks:
        form["lacks"] = lacks
    if content is not UNSET and not (len(texts) == 1 and texts[0]):
        # Where a text of several parts is cut; of none, or an empty one, nothing else tells that there was any.
        form["cuts"] = [len(text) for text in texts]
    kept = {"item": rest, "summary": _extra(summary), "content": _extra(content)}
    told = [] if summary is UNSET else [part.text for part in summary]  # type: ignore[union-attr]
    encrypted = item.encrypted_content if type(item.encrypted_content) is str else None
    return ThinkingBlock("".join(texts), told, None, encrypted, origin, provider_raw=residue(NAME, kept, form=form))


def _are(parts: Any, kind: type) -> bool:
    return parts is UNSET or all(type(part) is kind for part in parts)


def _extra(parts: Any) -> dict[str, Any]:
    """Return the members of the parts besides their texts, by position."""
    if parts is UNSET:
        return {}
    return {str(n): part.unknown for n, part in enumerate(parts) if part.unknown is not NOTHING}


_HELD = frozenset(("text", "summary", "encrypted", "origin"))


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
    for key, overlay in members_of(extra).items():
        if key.isdigit() and int(key) < len(parts):
            parts[int(key)] = Raw(merge(ENCODER.encode(parts[int(key)]), overlay))
    return parts
