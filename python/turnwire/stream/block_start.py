"""The start of a block: everything besides the text, reasoning or input that arrives in pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.model import (
    ABSENT,
    BlockStartEvent,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.model import ContentBlock

_PIECES: Final[Mapping[type, Mapping[str, Any]]] = {
    TextBlock: {"text": "", "citations": []},
    RefusalBlock: {"text": ""},
    ThinkingBlock: {"text": "", "summary": [], "signature": None},
    ToolUseBlock: {"input": ABSENT, "input_text": None},
}
_PLAIN: Final[Mapping[type, ContentBlock]] = {
    TextBlock: TextBlock(""),
    RefusalBlock: RefusalBlock(""),
    ThinkingBlock: ThinkingBlock(""),
}


def beginning(candidate: int, number: int, block: ContentBlock | None) -> list[BlockStartEvent]:
    """Return the event that starts a block; None if its first piece has all that is known."""
    if block is None or type(block) not in _PIECES:
        return []
    begun = without_pieces(block)
    plain = ToolUseBlock(begun.id, begun.name) if type(begun) is ToolUseBlock else _PLAIN.get(type(begun))
    return [] if begun == plain else [BlockStartEvent(candidate, number, begun)]


def without_pieces(block: ContentBlock) -> ContentBlock:
    """Return a text, thought, refusal or call without the content of its pieces."""
    begun = structs.replace(block, **_PIECES[type(block)])
    if type(begun) is ThinkingBlock and type(block) is ThinkingBlock and block.signature == "":
        begun.signature = ""  # no piece says that a thought is unsigned
    return begun
