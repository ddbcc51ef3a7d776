"""Blocks that a request has to hold: where the provider cannot represent one, the request fails.

"The adapter then either drops the block (default) or fails the request (if marked critical via metadata)" (canonical
message format, 4.2.2).  The format has no field for it, so the mark is a member of the block, `"critical": true`.  The
dialect `canonical` reads and writes it as any member that it does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw

from turnwire.documents.ids.written import with_blocks
from turnwire.errors import LossyConversion
from turnwire.model import ToolResultBlock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.model import ContentBlock, History, Loss

_DIALECT: Final = "canonical"
_MEMBER: Final = "critical"
_TRUE: Final = b"true"


def mark_critical(block: ContentBlock) -> ContentBlock:
    """Return a block with the mark: adapters raise LossyConversion where they would have to drop it.

    Args:
        block: any content block; it is not changed.

    >>> from turnwire.model import TextBlock
    >>> is_critical(mark_critical(TextBlock("Never leave this out.")))
    True
    """
    kept = _members(block)
    kept[_MEMBER] = Raw(_TRUE)
    return _with_members(block, kept)


def is_critical(block: Any) -> bool:
    """Say whether a block has the mark.

    Args:
        block: a content block, or anything else, which has no mark.

    >>> is_critical(None)
    False
    """
    raw = getattr(block, "provider_raw", None)
    if not raw or _DIALECT not in raw:
        return False
    mark = _members(block).get(_MEMBER)
    return mark is not None and bytes(mark) == _TRUE


def without_marks(document: History) -> History:
    """Return the document to write: the marks are for the adapter, and no provider has a place for them.

    Args:
        document: a conversation; it is not changed.
    """
    return with_blocks(document, _unmarked)


def check_critical(losses: Iterable[Loss], document: History) -> None:
    """Refuse a request that leaves out a marked block.

    Args:
        losses: what writing the document lost.
        document: the conversation with its marks.

    Raises:
        LossyConversion: with the losses of the marked blocks.
    """
    marked = {path for path, block in _blocks(document) if is_critical(block)}
    lost = [loss for loss in losses if loss.kind == "dropped" and any(_is_within(path, loss.path) for path in marked)]
    if lost:
        raise LossyConversion(lost)


def _blocks(document: History) -> Iterator[tuple[str, ContentBlock]]:
    """Yield each block with its place, also those inside results."""
    for number, message in enumerate(document.history):
        for position, block in enumerate(message.content):
            path = f"/history/{number}/content/{position}"
            yield path, block
            for inside, inner in enumerate(block.content if type(block) is ToolResultBlock else ()):
                yield f"{path}/content/{inside}", inner


def _is_within(path: str, place: str) -> bool:
    return path == place or path.startswith(f"{place}/")


def _unmarked(block: ContentBlock) -> ContentBlock:
    if type(block) is ToolResultBlock and any(map(is_critical, block.content)):
        block = msgspec.structs.replace(block, content=[_unmarked(inner) for inner in block.content])
    if not is_critical(block):
        return block
    kept = _members(block)
    del kept[_MEMBER]
    return _with_members(block, kept)


def _members(block: ContentBlock) -> dict[str, Raw]:
    raw = block.provider_raw or {}
    if _DIALECT not in raw:
        return {}
    found: dict[str, Raw] = msgspec.json.decode(raw[_DIALECT], type=dict[str, Raw])
    return found


def _with_members(block: ContentBlock, members: dict[str, Raw]) -> ContentBlock:
    others = {name: value for name, value in (block.provider_raw or {}).items() if name != _DIALECT}
    raw = {**others, _DIALECT: Raw(msgspec.json.encode(members))} if members else others
    changed: ContentBlock = msgspec.structs.replace(block, provider_raw=raw or None)
    return changed
