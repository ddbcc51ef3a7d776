"""One block of a streamed reply: the pieces that came of it, and the block that they make up."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw, Struct, structs

from turnwire.codec.json import json_of
from turnwire.codec.wire import ENCODER
from turnwire.model import (
    ABSENT,
    AudioBlock,
    Citation,
    ContentBlock,
    RefusalBlock,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


class Slot(Struct):
    """A block while its pieces come."""

    block: ContentBlock | None = None
    said: list[str] = []
    """Pieces of its text, its reasoning, or its input."""
    signature: list[str] = []
    citations: list[Citation] = []
    data: list[str] = []
    input: Raw = ABSENT
    provider_raw: dict[str, Raw] | None = None


def built(slot: Slot) -> ContentBlock | None:
    """Return the block as far as its pieces have arrived; None if no piece has."""
    block = slot.block
    if block is None:
        return None
    make = _BUILDERS.get(type(block))
    changed: dict[str, Any] = {} if make is None else make(slot, block, "".join(slot.said))
    if slot.provider_raw:
        changed["provider_raw"] = slot.provider_raw
    return structs.replace(block, **changed) if changed else block


def goes_on(told: ContentBlock | None, now: ContentBlock | None) -> bool:
    """Return whether a block continues the reasoning read so far, with another summary or with more text."""
    if type(told) is not ThinkingBlock or type(now) is not ThinkingBlock:
        return False
    return now.summary in (told.summary, [*told.summary, ""]) and now == structs.replace(told, summary=now.summary)


def _texts(slot: Slot, block: Any, text: str) -> dict[str, Any]:
    citations = {"citations": [*block.citations, *slot.citations]} if slot.citations else {}
    return {"text": block.text + text, **citations}


def _words(_: Slot, block: Any, text: str) -> dict[str, Any]:
    return {"text": block.text + text}


def _thoughts(slot: Slot, block: Any, text: str) -> dict[str, Any]:
    signature = (block.signature or "") + "".join(slot.signature)
    said: dict[str, Any] = {"text": block.text + text}
    if text and block.summary and not block.summary[-1]:
        said = {"summary": [*block.summary[:-1], text]}
    return {**said, "signature": signature or block.signature}


def _sounds(slot: Slot, block: Any, text: str) -> dict[str, Any]:
    transcript = {"transcript": (block.transcript or "") + text} if text else {}
    source = {"source": Source("base64", Raw(ENCODER.encode("".join(slot.data))))} if slot.data else {}
    return {**transcript, **source}


def _input(slot: Slot, _: Any, text: str) -> dict[str, Any]:
    """Return the input as JSON, or as text if it is not JSON."""
    if slot.input:
        return {"input": slot.input, "input_text": None}
    if not text:
        return {}
    read = json_of(text)
    return {"input_text": text} if read is None else {"input": read, "input_text": None}


_BUILDERS: Final[Mapping[type, Any]] = MappingProxyType(
    {
        TextBlock: _texts,
        RefusalBlock: _words,
        ThinkingBlock: _thoughts,
        AudioBlock: _sounds,
        ToolUseBlock: _input,
    }
)
