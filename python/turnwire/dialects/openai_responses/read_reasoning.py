"""Reasoning items -> thinking."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.wire import NOTHING
from turnwire.dialects.openai_responses.wire import NAME, ReasoningText, SummaryText
from turnwire.documents.residue import residue
from turnwire.families.chat.overlay import leftover
from turnwire.model import ThinkingBlock

if TYPE_CHECKING:
    from turnwire.dialects.openai_responses.wire import Item
    from turnwire.model import Origin

_TAKEN = ("type", "summary", "content", "encrypted_content")


def read_reasoning(item: Item, origin: Origin, *, in_reply: bool) -> ThinkingBlock | None:
    """Read a reasoning item: its text, summary and encrypted content; None for an unknown shape."""
    summary, content, form = item.summary, item.content, dict[str, Any]()
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
