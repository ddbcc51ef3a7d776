"""The rules of this format alone that are applied to a document before it is written.

Sentences in quotes are from OpenAI's API description (openapi.json, 2026-08-21) where no other source is named.
Most vendors take functions only, and no choice among several tools; some take no audio and no video.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from turnwire.documents.residue import form_of
from turnwire.families.chat.media import audio_format
from turnwire.lowering.choice import choose_one_or_any
from turnwire.lowering.draft import ODD_TOOLS, Draft, Pass, when
from turnwire.lowering.rewrite_blocks import rewritten, was_illegal_in_source
from turnwire.model import (
    AudioBlock,
    ContentBlock,
    ImageBlock,
    OpaqueBlock,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, ToolDefinition


# The order in which a chat message is read: reasoning, text, refusal, audio, calls.
_RANKS: dict[type, int] = {ThinkingBlock: 0, TextBlock: 1, RefusalBlock: 2, AudioBlock: 3, ToolUseBlock: 4}
_PLACES = {"reasoning_details": 0, "content": 1, "images": 3, "tool_calls": 4}


_SAYING = frozenset((OpaqueBlock, RefusalBlock, ImageBlock))


def rank_of(block: ContentBlock, dialect: str) -> int:
    """Return the rank of a block in a message; opaque blocks, pictures and refusals may have it in their `$form`."""
    rank = _RANKS.get(type(block), 1)
    if block.provider_raw is None or type(block) not in _SAYING:
        return rank
    return _PLACES.get(str(form_of(block.provider_raw, dialect).get("in")), rank)


def rank_in_reply(block: ContentBlock, dialect: str) -> int:
    """Return the rank of a block in a reply whose pictures are next to its text."""
    return _PLACES["images"] if type(block) is ImageBlock else rank_of(block, dialect)


_KINDS = frozenset((AudioBlock, VideoBlock))


def drop_unheard(sounds: frozenset[str] | None, *, films: bool) -> Pass:
    """Make a pass that keeps only these formats of audio (any if None), and video only if the vendor documents it.

    Audio and video that the dialect itself read are kept.
    """

    def rule(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
        if type(block) is VideoBlock:
            if films or was_illegal_in_source(block.provider_raw, losses.dialect, "video"):
                return block
            losses.dropped(place, "video", block)
            return None
        if type(block) is not AudioBlock or block.source is None or _takes_format(block, sounds, losses.dialect):
            return block
        losses.dropped(place, "audio", block)
        return None

    @when(AudioBlock, VideoBlock)
    def drop(draft: Draft, losses: Losses) -> Draft:
        return rewritten(draft, losses, _KINDS, rule)

    return drop


def _takes_format(block: AudioBlock, sounds: frozenset[str] | None, dialect: str) -> bool:
    word = audio_format(block.media_type)
    return (
        sounds is None
        or word in sounds
        or f"audio/{form_of(block.provider_raw, dialect).get('format')}" == block.media_type
    )


@when(ODD_TOOLS)
def tools_are_functions(draft: Draft, losses: Losses) -> Draft:
    """Turn custom tools, whose input is text and which only OpenAI has, into functions, which other vendors have."""
    settings = draft.settings
    if settings is None or not any(tool.custom is not None for tool in settings.tools):
        return draft
    tools = [_as_function(tool, f"/settings/tools/{n}", losses) for n, tool in enumerate(settings.tools)]
    return replace(draft, settings=replace(settings, tools=tools))


def _as_function(tool: ToolDefinition, place: str, losses: Losses) -> ToolDefinition:
    """Turn a tool into a function; it keeps its position, so that the paths of the others stay correct."""
    if tool.custom is None or was_illegal_in_source(tool.provider_raw, losses.dialect, "custom"):
        return tool
    losses.dropped(f"{place}/custom", "tool.custom", tool.custom)
    return replace(tool, custom=None)


_CALLS = frozenset((ToolUseBlock,))


@when(ToolUseBlock)
def calls_are_of_functions(draft: Draft, losses: Losses) -> Draft:
    """Turn calls of custom tools into calls of functions; their text becomes the arguments, unchanged."""
    for turn in draft.turns:
        for block in turn.blocks:
            if type(block) is ToolUseBlock and block.call_type == "custom":
                return rewritten(draft, losses, _CALLS, _of_function)
    return draft


def _of_function(block: ContentBlock, place: str, losses: Losses) -> ContentBlock:
    call = cast("ToolUseBlock", block)
    if call.call_type != "custom" or was_illegal_in_source(call.provider_raw, losses.dialect, "custom"):
        return call
    losses.dropped(f"{place}/call_type", "tool_use.call_type", call.call_type)
    return replace(call, call_type=None)


# `tool_choice` is `none`, `auto`, `required` or one function.
FUNCTIONS_ONLY = (tools_are_functions, calls_are_of_functions, choose_one_or_any)
