"""Reduce a document to MCP content: one tool's result, or messages of one block by the user and the assistant.

Sentences in quotes are from schema.ts, revision 2025-06-18.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.dialects.mcp_content.wire import NAME
from turnwire.documents.residue import form_of, report_foreign, report_replaced
from turnwire.lowering.draft import Draft, Turn, when
from turnwire.lowering.messages import lose_turn
from turnwire.lowering.rewrite_blocks import rewritten
from turnwire.model import (
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    RefusalBlock,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock

_MEDIA = frozenset((ImageBlock, DocumentBlock, AudioBlock, VideoBlock, RefusalBlock))
_BLOCKS = frozenset((TextBlock, ImageBlock, DocumentBlock, AudioBlock))
_SAID = frozenset((TextBlock, ImageBlock, AudioBlock, ToolUseBlock))
_ODD = re.compile(r"[^a-zA-Z0-9._-]")
_UNNAMED = "application/octet-stream"


def is_result(draft: Draft) -> bool:
    """Whether a draft is the result of one tool and nothing else."""
    turns = draft.turns
    return len(turns) == 1 and turns[0].role == "tool" and [type(b) for b in turns[0].blocks] == [ToolResultBlock]


@when()
def one_result_or_messages(draft: Draft, losses: Losses) -> Draft:
    """Keep one tool result, or messages of the user and the assistant; the system's become the user's.

    PromptMessage: "role: Role", which is "user" | "assistant"; a tool result is a document of its own.
    """
    if is_result(draft):
        return draft
    turns = []
    for turn in draft.turns:
        if turn.role == "tool":
            lose_turn(turn, losses)
        elif turn.role == "system":
            losses.degraded(f"{turn.path}/role", "message.role", turn.role)
            turns.append(msgspec.structs.replace(turn, role="user"))
        else:
            turns.append(turn)
    return msgspec.structs.replace(draft, turns=turns)


@when(*_MEDIA)
def legal_media(draft: Draft, losses: Losses) -> Draft:
    """Keep pictures and audio in base64, with "The MIME type"; media with a URL become links to resources."""
    return rewritten(draft, losses, _MEDIA, _legal)


def _legal(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    if type(block) is RefusalBlock:
        losses.degraded(place, "refusal", block)
        report_replaced(block, losses, place)
        return TextBlock(block.text)
    if type(block) is ImageBlock or type(block) is AudioBlock:
        return _legal_picture_or_sound(block, place, losses)
    if type(block) is DocumentBlock and block.source.kind in ("url", "text", "base64"):
        return block
    losses.dropped(place, str(block.__struct_config__.tag), block)
    return None


def _legal_picture_or_sound(block: ImageBlock | AudioBlock, place: str, losses: Losses) -> ContentBlock | None:
    feature, source = str(block.__struct_config__.tag), block.source
    if source is not None and source.kind == "base64":
        if block.media_type is None and not _lacks(block):
            losses.invented(f"{place}/media_type", f"{feature}.media_type", _UNNAMED)
            return msgspec.structs.replace(block, media_type=_UNNAMED)
        return block
    if type(block) is AudioBlock and source is None and block.transcript:
        losses.degraded(place, "audio", block)
        report_replaced(block, losses, place)
        return TextBlock(block.transcript)
    if source is not None and source.kind == "url":
        losses.degraded(place, feature, block)
        _report_all_but_source(block, losses, place)
        return DocumentBlock(source, block.media_type, filename=_last(source.data))
    losses.dropped(place, feature, block)
    return None


def _report_all_but_source(media: Any, losses: Losses, place: str) -> None:
    report_replaced(msgspec.structs.replace(media, source=None), losses, place)


def _lacks(block: ContentBlock) -> bool:
    raw = block.provider_raw
    return raw is not None and "mimeType" in form_of(raw, NAME).get("lacks", ())


def _last(uri: Raw) -> str:
    """The last step of an address, to call it by."""
    text = str(msgspec.json.decode(uri))
    return text.rstrip("/").rpartition("/")[2] or text


@when(*_MEDIA)
def legal_sampled_media(draft: Draft, losses: Losses) -> Draft:
    """Drop links and resources in a sampled message: "content: TextContent | ImageContent | AudioContent"."""
    return rewritten(draft, losses, _MEDIA, _legal_sampled)


def _legal_sampled(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    source = getattr(block, "source", None)
    if type(block) is DocumentBlock or (source is not None and source.kind == "url"):
        losses.dropped(place, str(block.__struct_config__.tag), block)
        return None
    return _legal(block, place, losses)


@when(DocumentBlock)
def name_resources(draft: Draft, losses: Losses) -> Draft:
    """ResourceLink has a `name`, which is required: "Intended for programmatic or logical use" (BaseMetadata)."""
    return rewritten(draft, losses, frozenset((DocumentBlock,)), _named)


def _named(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
    if type(block) is not DocumentBlock or block.source.kind != "url" or block.filename is not None:
        return block
    if "name" in form_of(block.provider_raw, losses.dialect).get("lacks", ()):
        return block
    made = _last(block.source.data)
    losses.invented(f"{place}/filename", "document.filename", made)
    return msgspec.structs.replace(block, filename=made)


@when(DocumentBlock)
def address_resources(draft: Draft, losses: Losses) -> Draft:
    """ResourceContents: "uri: string": "The URI of this resource." It is required; one is made of the file's name."""
    made: list[str] = []

    def addressed(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
        if type(block) is not DocumentBlock or block.source.kind == "url" or NAME in (block.provider_raw or {}):
            return block
        name = _ODD.sub("_", block.filename or f"document-{len(made) + 1}")
        made.append(f"resource:///{name}")
        losses.invented(f"{place}/source/uri", "source.uri", made[-1])
        overlay = Raw(ENCODER.encode({"resource": {"uri": made[-1]}}))
        return msgspec.structs.replace(block, provider_raw={**(block.provider_raw or {}), NAME: overlay})

    return rewritten(draft, losses, frozenset((DocumentBlock,)), addressed)


@when()
def one_block_in_a_message(draft: Draft, losses: Losses) -> Draft:
    """PromptMessage: "content: ContentBlock": one, so that several become messages that follow each other."""
    if is_result(draft):
        return draft
    turns: list[Turn] = []
    for turn in draft.turns:
        turns += _apart(turn, losses)
    return msgspec.structs.replace(draft, turns=turns)


def _apart(turn: Turn, losses: Losses) -> list[Turn]:
    kept = [n for n, block in enumerate(turn.blocks) if is_content(block, losses.dialect)]
    for n, block in enumerate(turn.blocks):
        if not is_content(block, losses.dialect):
            losses.dropped(turn.place(n), str(block.__struct_config__.tag), block)
            report_foreign(block.provider_raw, losses, turn.place(n))
    blocks, places = [turn.blocks[n] for n in kept], [turn.place(n) for n in kept]
    if len(kept) == 1 or "content" in form_of(turn.message.provider_raw, losses.dialect):
        return [msgspec.structs.replace(turn, blocks=blocks, places=places)]
    if not kept:
        losses.dropped(f"{turn.path}/role", "message", turn.message.role)
        report_foreign(turn.message.provider_raw, losses, turn.path)
        return []
    losses.reshaped(f"{turn.path}/content", "message.content", turn.message.content)
    bare = msgspec.structs.replace(turn.message, provider_raw=None)
    return [
        Turn(turn.role, [block], bare if n else turn.message, turn.path, [place])
        for n, (block, place) in enumerate(zip(blocks, places, strict=True))
    ]


def is_sampled(block: ContentBlock, dialect: str) -> bool:
    """Return whether a block may be in a sampled message."""
    return type(block) in _SAID or getattr(block, "dialect", None) == dialect


def is_content(block: ContentBlock, dialect: str) -> bool:
    """Whether a block is one that the protocol has."""
    return type(block) in _BLOCKS or getattr(block, "dialect", None) == dialect
