"""The parts of a transcript's entry: texts, calls, results and other content, each as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from msgspec import structs

from turnwire.cli.session_files.documents import (
    about_citations,
    about_document,
    found_pages,
    namespace,
    text_of_document,
    where,
)
from turnwire.model import (
    ABSENT,
    DocumentBlock,
    OpaqueBlock,
    RedactedThinkingBlock,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import ContentBlock, Message
    from turnwire.sessions.files.transcript import Shown

PieceKind: TypeAlias = Literal["speaker", "text", "thinking", "call", "result", "error", "other"]


class Piece(NamedTuple):
    """A part of a message as text; `name` is that of the tool, of the kind of content, or of the next speaker."""

    kind: PieceKind
    name: str
    text: str


def is_shown(entry: Shown, *, everything: bool) -> bool:
    """Return whether an entry is shown: messages, errors, and marks of the session, or everything."""
    line = entry.line
    is_marked = line.failure is not None or line.other_session is not None or line.role in _MARKS
    return everything or line.is_in_tree or is_marked


def placed(entry: Shown, before: Shown | None) -> Shown:
    """Return an entry as it is shown: what goes on after a line that is no message has a heading of its own again."""
    is_apart = before is not None and not before.line.is_in_tree
    return structs.replace(entry, goes_on=False) if entry.goes_on and is_apart else entry


def branch(entry: Shown) -> str | None:
    """Return the heading before an entry that begins another branch or session, or continues the main branch."""
    if entry.line.other_session is not None:
        return f"another session, {entry.line.other_session}"
    after = f"after line {entry.branches_from}" if entry.branches_from else "from the beginning"
    if entry.enters == "main":
        return "the main branch goes on" if entry.branches_from is None else f"the main branch, {after}"
    begun = None if entry.branches_from is None else f"another branch, {after}"
    if entry.enters is None:
        return begun
    goes_on = f"goes on at line {entry.main_goes_on}" if entry.main_goes_on else "has ended"
    return f"{begun or 'not the main branch'}; the main branch {goes_on}"


_MARKS: Final = frozenset({"compaction", "broken", "unknown", "title"})


def pieces(entry: Shown, *, everything: bool) -> Iterator[Piece]:
    """Yield the parts of an entry; a line without messages is one part, and so is an error if not everything is asked.

    Args:
        entry: the entry.
        everything: yield also the line of an error.
    """
    if entry.line.failure is not None:
        yield Piece("error", "", " ".join(entry.line.failure.split()))
        if not everything and not entry.line.is_in_tree:
            return
    before = entry.line.speaker
    for message in entry.messages:
        if message.role not in (before, "tool", "user_interaction"):
            yield Piece("speaker", message.role, "")
        before = message.role
        yield from pieces_of(message)
    yield from _files(entry)
    line = entry.line
    if entry.messages or (line.other_session is not None and not everything):
        return
    if line.title is not None:
        yield Piece("text", "", line.title)
        return
    fault = f"({line.fault}) " if line.fault else ""
    yield Piece("other", "", fault + line.text.decode("utf-8", "backslashreplace"))


def _files(entry: Shown) -> Iterator[Piece]:
    """Yield the names of files that belong to an entry."""
    if entry.line.attached:
        yield Piece("other", "attached", "\n".join(entry.line.attached))
    if entry.subagent is not None:
        yield Piece("other", "subagent", entry.subagent)


def pieces_of(message: Message) -> Iterator[Piece]:
    """Yield the parts of a message, without texts that are nothing but white space."""
    if message.interaction is not ABSENT:
        yield Piece("other", "", bytes(message.interaction).decode())
    for block in message.content:
        piece = _of_block(block)
        if piece.kind != "text" or piece.text.strip():
            yield piece
        if isinstance(block, TextBlock) and block.citations:
            yield Piece("other", "cites", about_citations(block.citations))


def _of_block(block: ContentBlock) -> Piece:
    if isinstance(block, TextBlock | RefusalBlock):
        return Piece("text", "", block.text)
    if isinstance(block, ThinkingBlock):
        return Piece("thinking", "", block.text or "\n".join(block.summary) or "(hidden reasoning)")
    if isinstance(block, ToolUseBlock):
        text = bytes(block.input).decode() if block.input is not ABSENT else block.input_text or ""
        name = f"{block.name} (of {space})" if (space := namespace(block)) else block.name
        return Piece("call", name, text)
    if isinstance(block, ToolResultBlock):
        return Piece("error" if block.is_error else "result", block.name or "", _result(block))
    if isinstance(block, RedactedThinkingBlock):
        return Piece("thinking", "", "(hidden reasoning)")
    if isinstance(block, OpaqueBlock):
        return Piece("other", block.block_type, bytes(block.value).decode())
    name = str(type(block).__struct_config__.tag)
    return Piece("other", name, _document(block) if isinstance(block, DocumentBlock) else where(block))


def _result(block: ToolResultBlock) -> str:
    """Return the parts of a result, or what a provider's own tool returned."""
    if block.content:
        return "\n".join(_inside(part) for part in block.content)
    raw = block.structured if block.structured is not ABSENT else block.provider_result
    return "" if raw is ABSENT else found_pages(bytes(raw))


def _inside(part: ContentBlock) -> str:
    """Return a part of a result or of a document as text, with its kind before what is no text."""
    if isinstance(part, OpaqueBlock):
        return f"({part.block_type}) {found_pages(bytes(part.value))}"
    piece = _of_block(part)
    return piece.text if piece.kind == "text" else f"({piece.name}) {piece.text}".rstrip()


def _document(block: DocumentBlock) -> str:
    """Return the name of a document, and its text if it is text."""
    parts = [about_document(block), text_of_document(block), *(_inside(part) for part in block.source.content)]
    return "\n".join(part for part in parts if part)
