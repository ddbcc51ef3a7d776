"""The parts of a transcript's entry: texts, calls, results and other content, each as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import msgspec

from turnwire.model import (
    ABSENT,
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


def pieces(entry: Shown) -> Iterator[Piece]:
    """Yield the parts of an entry; a line without messages is one part."""
    before = entry.line.speaker
    for message in entry.messages:
        if message.role not in (before, "tool", "user_interaction"):
            yield Piece("speaker", message.role, "")
        before = message.role
        yield from pieces_of(message)
    if entry.messages:
        return
    line = entry.line
    if line.title is not None:
        yield Piece("text", "", line.title)
        return
    fault = f"({line.fault}) " if line.fault else ""
    yield Piece("other", "", fault + line.text.decode("utf-8", "backslashreplace"))


def pieces_of(message: Message) -> Iterator[Piece]:
    """Yield the parts of a message, without texts that are nothing but white space."""
    if message.interaction is not ABSENT:
        yield Piece("other", "", bytes(message.interaction).decode())
    for block in message.content:
        piece = _of_block(block)
        if piece.kind != "text" or piece.text.strip():
            yield piece


def _of_block(block: ContentBlock) -> Piece:
    if isinstance(block, TextBlock | RefusalBlock):
        return Piece("text", "", block.text)
    if isinstance(block, ThinkingBlock):
        return Piece("thinking", "", block.text or "\n".join(block.summary) or "(hidden reasoning)")
    if isinstance(block, ToolUseBlock):
        text = bytes(block.input).decode() if block.input is not ABSENT else block.input_text or ""
        return Piece("call", block.name, text)
    if isinstance(block, ToolResultBlock):
        parts = [_of_block(part) for part in block.content]
        text = "\n".join(part.text if part.kind == "text" else f"({part.name})" for part in parts)
        if not parts and block.structured is not ABSENT:
            text = bytes(block.structured).decode()
        return Piece("error" if block.is_error else "result", block.name or "", text)
    if isinstance(block, RedactedThinkingBlock):
        return Piece("thinking", "", "(hidden reasoning)")
    if isinstance(block, OpaqueBlock):
        return Piece("other", block.block_type, bytes(block.value).decode())
    name = str(type(block).__struct_config__.tag)
    return Piece("other", name, _where(block))


def _where(block: ContentBlock) -> str:
    """Return where the data of a picture, document, sound or film is; data itself is not shown."""
    source = getattr(block, "source", None)
    if source is None or source.data in (None, ABSENT):
        return ""
    data: str = msgspec.json.decode(source.data)
    media_type = getattr(block, "media_type", None) or ""
    return f"{media_type}, {len(data):,} characters" if source.kind in ("base64", "text") else data
