"""Passes about documents: their names, and the text that they need next to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.dialects.bedrock_converse.constraints import NOT_IN_TITLES, TITLE_LENGTH, TITLE_PATTERN
from turnwire.dialects.bedrock_converse.enums import FORMATS
from turnwire.dialects.bedrock_converse.write_media import is_search_result
from turnwire.lowering.draft import Draft, Turn, marks, when, with_turns
from turnwire.lowering.rewrite_blocks import mark_as_is, placed, rewritten, was_illegal_in_source, with_placed
from turnwire.model import DocumentBlock, TextBlock, ToolResultBlock

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, History

_SAME: Final = "same_title"
_ALONE: Final = "without_text"
_NAMELESS: Final = "document"
BESIDE: Final = "See the attached document."
"""The text of a message that has documents and no text."""


def _documents(blocks: list[ContentBlock]) -> Iterator[DocumentBlock]:
    for block in blocks:
        if type(block) is DocumentBlock:
            yield block
        elif type(block) is ToolResultBlock:
            yield from _documents(block.content)


@marks(DocumentBlock)
def mark_documents(history: History, dialect: str) -> None:
    """Mark names that repeat, and documents of messages without text, to be written back unchanged."""
    seen: set[str] = set()
    for message in history.history:
        for block in _documents(message.content):
            name = (block.title or "").lower()
            if name in seen:
                block.provider_raw = mark_as_is(block.provider_raw, dialect, _SAME)
            seen.add(name)
        if not _has_text(message.content):
            for each in message.content:
                if type(each) is DocumentBlock:
                    each.provider_raw = mark_as_is(each.provider_raw, dialect, _ALONE)


def _has_text(blocks: list[ContentBlock]) -> bool:
    return any(type(block) is TextBlock for block in blocks)


@when(DocumentBlock)
def legal_titles(draft: Draft, losses: Losses) -> Draft:
    """Each document has a name of certain characters, which no other document has.

    "Messages can't contain duplicate document names. Rename the document and retry your request." (a refusal)
    """
    taken: set[str] = set()

    def rule(block: DocumentBlock, place: str, losses: Losses) -> ContentBlock:
        if is_search_result(block, losses.dialect):
            return block
        return _named(_with_title(block, place, losses), block, place, taken, losses)

    return rewritten(draft, losses, frozenset((DocumentBlock,)), rule)


def _with_title(block: DocumentBlock, place: str, losses: Losses) -> DocumentBlock:
    """There is one name: the title, or else the name of the file."""
    if block.filename is None:
        return block
    if block.title is not None:
        losses.dropped(f"{place}/filename", "document.filename", block.filename)
        return structs.replace(block, filename=None)
    return structs.replace(block, filename=None, title=block.filename)


def _named(block: DocumentBlock, given: DocumentBlock, place: str, taken: set[str], losses: Losses) -> DocumentBlock:
    if was_illegal_in_source(block.provider_raw, losses.dialect, "title"):
        return block
    title = block.title
    legal = _legal(title or _NAMELESS)
    if not was_illegal_in_source(block.provider_raw, losses.dialect, _SAME):
        legal = _free(legal, taken)
    if title is None:
        losses.invented(f"{place}/title", "document.title", legal)
    elif given.title is None:
        report = losses.reshaped if legal == title else losses.degraded
        report(f"{place}/filename", "document.filename", given.filename)
    elif legal != title:
        losses.degraded(f"{place}/title", "document.title", title)
    return block if legal == title else structs.replace(block, title=legal)


def _legal(title: str) -> str:
    """Return the title with the service's characters only, and without the suffix of a file of a known format."""
    if TITLE_PATTERN.fullmatch(title):
        return title
    stem, dot, suffix = title.rpartition(".")
    plain = stem if dot and suffix.lower() in FORMATS[DocumentBlock] else title
    return NOT_IN_TITLES.sub(" ", plain).strip()[:TITLE_LENGTH].strip() or _NAMELESS


def _free(title: str, taken: set[str]) -> str:
    found, number = title, 2
    while found.lower() in taken:
        tail = f"-{number}"
        found, number = title[: TITLE_LENGTH - len(tail)] + tail, number + 1
    taken.add(found.lower())
    return found


@when(DocumentBlock)
def text_beside_documents(draft: Draft, losses: Losses) -> Draft:
    """Add a text to a message that has documents and none.

    "If you include a ContentBlock with a document field in the array, you must also include a ContentBlock with a text
    field." (Message.content)
    """
    return with_turns(draft, [_with_text(turn, losses) for turn in draft.turns])


def _with_text(turn: Turn, losses: Losses) -> Turn:
    documents: list[Any] = [block for block in turn.blocks if type(block) is DocumentBlock]
    if not documents or _has_text(turn.blocks):
        return turn
    if any(was_illegal_in_source(block.provider_raw, losses.dialect, _ALONE) for block in documents):
        return turn
    said = TextBlock(BESIDE)
    place = f"{turn.path}/content/{len(turn.message.content)}"
    losses.invented(place, "text", said)
    return with_placed(turn, [*placed(turn), (said, place)])
