"""The rules of this API alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, structs

from turnwire.dialects.mistral_chat.write_request import is_odd_call
from turnwire.documents.residue import form_of, report_foreign
from turnwire.lowering.draft import Draft, Turn, when
from turnwire.lowering.media import media_as_text
from turnwire.lowering.messages import lose_turn, without_blocks
from turnwire.lowering.rewrite_blocks import rewritten, was_illegal_in_source
from turnwire.lowering.schema_titles import name_of
from turnwire.lowering.segments import is_result
from turnwire.lowering.tools import tools_take_objects
from turnwire.model import (
    AudioBlock,
    OpaqueBlock,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, ResponseFormat, Settings


_SPOKEN = frozenset((AudioBlock, VideoBlock, RefusalBlock))
_SYSTEM = frozenset((TextBlock, ThinkingBlock, OpaqueBlock))


def rank_of(block: ContentBlock, _: str) -> int:
    """Return the rank of a block in a message: text, and then calls."""
    return 1 if type(block) is ToolUseBlock or is_odd_call(block) else 0


@when("tool", ToolUseBlock, ToolResultBlock)
def calls_in_their_place(draft: Draft, losses: Losses) -> Draft:
    """Only an assistant has `tool_calls`, and a result is a message of its own (AssistantMessage, ToolMessage)."""
    turns = [kept for turn in draft.turns if (kept := _in_place(turn, losses)) is not None]
    return msgspec.structs.replace(draft, turns=turns)


def _in_place(turn: Turn, losses: Losses) -> Turn | None:
    role, blocks = turn.role, turn.blocks
    if len(blocks) == 1 and type(blocks[0]) is (ToolResultBlock if role == "tool" else TextBlock):
        return turn
    misplaced = [n for n, block in enumerate(turn.blocks) if not _fits(block, turn)]
    if not misplaced and (turn.blocks or turn.role != "tool"):
        return turn
    if turn.role == "tool" and len(misplaced) == len(turn.blocks):
        lose_turn(turn, losses)
        return None
    return without_blocks(turn, misplaced, losses)


def _fits(block: ContentBlock, turn: Turn) -> bool:
    is_reply = turn.path.startswith("/candidates")
    if type(block) is ToolResultBlock:
        # Those of a request leave for messages of their own.
        return turn.role == "tool" or (not is_reply and is_result(block))
    # The messages of a reply are the assistant's, whatever they are called.
    is_answer = turn.role == "assistant" or is_reply
    return is_answer if type(block) is ToolUseBlock else turn.role != "tool" or is_answer


@when(AudioBlock, VideoBlock, RefusalBlock)
def unsupported_as_text(draft: Draft, losses: Losses) -> Draft:
    """Write refusals and transcripts as text, and drop video and audio without data: the format has no chunks for them.

    ContentChunk: text, image_url, document_url, reference, file, thinking, input_audio (the description, 2026-08-21).
    """
    return rewritten(draft, losses, _SPOKEN, media_as_text)


@when("system")
def system_holds_text(draft: Draft, losses: Losses) -> Draft:
    """SystemMessageContentChunks: text and thinking (the description, 2026-08-21)."""
    turns = [_only_text(turn, losses) if turn.role == "system" else turn for turn in draft.turns]
    return msgspec.structs.replace(draft, turns=turns)


def _only_text(turn: Turn, losses: Losses) -> Turn:
    for block in turn.blocks:
        if type(block) not in _SYSTEM:
            break
    else:
        return turn
    if was_illegal_in_source(turn.message.provider_raw, losses.dialect, "content"):
        return turn
    blocks, places = [], []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if type(block) in _SYSTEM:
            blocks.append(block)
            places.append(place)
        else:
            losses.dropped(place, f"system.{block.__struct_config__.tag}", block)
            report_foreign(block.provider_raw, losses, place)
    return msgspec.structs.replace(turn, blocks=blocks, places=places)


@when("system")
def instruct_before_answers(draft: Draft, losses: Losses) -> Draft:
    """Turn a system message after an assistant's or a tool's into a message of the user.

    "Unexpected role 'system' after role 'assistant'" (mistral-common, validator.py, `_validate_message_order`, 2026)
    """
    turns: list[Turn] = []
    before = ""
    for turn in draft.turns:
        told = turn
        if turn.role == "system" and before in ("assistant", "tool") and not _has(turn, "role", losses):
            losses.degraded(f"{turn.path}/role", "message.role", turn.role)
            told = msgspec.structs.replace(turn, role="user")
        turns.append(told)
        before = told.role
    return msgspec.structs.replace(draft, turns=turns)


def _has(turn: Turn, field: str, losses: Losses) -> bool:
    return was_illegal_in_source(turn.message.provider_raw, losses.dialect, field)


@when()
def drop_silent_turns(draft: Draft, losses: Losses) -> Draft:
    """Drop messages of the assistant without content and calls, and messages that earlier passes have emptied.

    "Assistant message must have either content or tool_calls, but not none." (a refusal, 2025-06-30)
    """
    for turn in draft.turns:
        if not turn.blocks or turn.role == "assistant":
            break
    else:
        return draft
    turns = [turn for turn in draft.turns if not _is_silent(turn, losses)]
    return draft if len(turns) == len(draft.turns) else msgspec.structs.replace(draft, turns=turns)


def _is_silent(turn: Turn, losses: Losses) -> bool:
    blocks = turn.blocks
    if blocks and type(blocks[0]) is TextBlock and blocks[0].text:
        return False
    says_nothing = not blocks
    if turn.role == "assistant":
        says_nothing = all(type(block) is TextBlock and not block.text for block in turn.blocks)
    elif not turn.message.content:
        return False
    if not says_nothing or (not turn.message.content and _has(turn, "content", losses)):
        return False
    if turn.blocks and _has(turn, "content", losses):
        return False
    losses.dropped(f"{turn.path}/role", "message", turn.message.role)
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        losses.dropped(place, str(block.__struct_config__.tag), block)
    report_foreign(turn.message.provider_raw, losses, turn.path)
    return True


@when("assistant")
def continue_last_answer(draft: Draft, losses: Losses) -> Draft:
    """Mark a final message of the assistant as one to be continued.

    "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant" (a refusal)
    """
    if not draft.turns or draft.turns[-1].role != "assistant":
        return draft
    turn = draft.turns[-1]
    if _has(turn, "prefix", losses) or any(rank_of(block, "") for block in turn.blocks):
        return draft
    made = {"prefix": True}
    losses.invented(f"{turn.path}/prefix", "message.prefix", made["prefix"])
    return msgspec.structs.replace(draft, added={**draft.added, **made})


_ANY_SCHEMA: Final = Raw(b"{}")

# Function: "required": ["name", "parameters"], and `parameters` is an object (the description, 2026-08-21).
legal_tools = tools_take_objects(_ANY_SCHEMA)


@when()
def legal_format(draft: Draft, losses: Losses) -> Draft:
    """JsonSchema: "required": ["name", "schema"] (the description, 2026-08-21)."""
    settings: Settings | None = draft.settings
    wanted = settings.response_format if settings is not None else None
    if settings is None or wanted is None or wanted.kind != "json_schema" or (wanted.name and wanted.schema):
        return draft
    lacks = form_of(wanted.provider_raw, losses.dialect).get("lacks", ())
    if "json_schema" in lacks:
        return draft
    return structs.replace(draft, settings=structs.replace(settings, response_format=_named(wanted, lacks, losses)))


def _named(wanted: ResponseFormat, lacks: Any, losses: Losses) -> ResponseFormat:
    place = "/settings/response_format"
    if wanted.name is None and "name" not in lacks:
        name = name_of(wanted.schema, "response")
        losses.invented(f"{place}/name", "response_format.name", name)
        wanted = structs.replace(wanted, name=name)
    if not wanted.schema and "schema" not in lacks:
        losses.invented(f"{place}/schema", "response_format.schema", _ANY_SCHEMA)
        wanted = structs.replace(wanted, schema=_ANY_SCHEMA)
    return wanted
