"""The rules of this API alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.codec.values import is_object
from turnwire.dialects.cohere_chat.constraints import KINDS
from turnwire.dialects.cohere_chat.write_request import is_odd_call, is_plan
from turnwire.documents.residue import report_replaced
from turnwire.lowering.choice import choice_of_all
from turnwire.lowering.draft import Draft, Turn, when, with_turns
from turnwire.lowering.messages import without_blocks
from turnwire.lowering.rewrite_blocks import rewritten, was_illegal_in_source
from turnwire.lowering.settings import degraded, invented, when_set, without
from turnwire.lowering.tools import tools_take_objects
from turnwire.model import (
    ABSENT,
    AudioBlock,
    DocumentBlock,
    ImageBlock,
    RedactedThinkingBlock,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
    VideoBlock,
)

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, Reasoning, ResponseFormat, ToolChoice

_LACKED: Final = (AudioBlock, VideoBlock, DocumentBlock, RefusalBlock, RedactedThinkingBlock)


@when(*_LACKED)
def only_text_and_pictures(draft: Draft, losses: Losses) -> Draft:
    """Write refusals and transcripts as text, and drop sound, film and files: the format has no parts for them.

    A content is made of `text`, `image_url`, `thinking` and `document` (cohere 7.3.1: Content, ToolContent,
    AssistantMessageV2ContentOneItem).  Documents that are text have become text before.
    """
    return rewritten(draft, losses, frozenset(_LACKED), _as_text)


def _as_text(block: ContentBlock, place: str, losses: Losses) -> ContentBlock | None:
    words = block.text if type(block) is RefusalBlock else block.transcript if type(block) is AudioBlock else None
    tag = str(block.__struct_config__.tag)
    if not words:
        losses.dropped(place, tag, block)
        return None
    losses.degraded(place, tag, block)
    report_replaced(block, losses, place)
    return TextBlock(words)


@when(ImageBlock, ThinkingBlock, ToolUseBlock)
def blocks_of_their_role(draft: Draft, losses: Losses) -> Draft:
    """Pictures are the user's, thoughts and calls the assistant's (UserMessageV2Content, AssistantMessageV2Content)."""
    return with_turns(draft, [_of_role(turn, turn.role, losses) for turn in draft.turns])


@when(ImageBlock, ThinkingBlock, ToolUseBlock)
def blocks_of_a_reply(draft: Draft, losses: Losses) -> Draft:
    """AssistantMessageResponse: texts, thoughts and calls, whatever the role."""
    return with_turns(draft, [_of_role(turn, "assistant", losses) for turn in draft.turns])


def _of_role(turn: Turn, role: str, losses: Losses) -> Turn:
    if was_illegal_in_source(turn.message.provider_raw, losses.dialect, "content"):
        return turn
    odd = [n for n, block in enumerate(turn.blocks) if type(block) not in KINDS[role]]
    return without_blocks(turn, odd, losses) if odd else turn


def rank_of(block: ContentBlock, _: str) -> int:
    """Return the rank of a block in a message: its plan, its content, its calls."""
    if is_plan(block):
        return 0
    return 2 if type(block) is ToolUseBlock or is_odd_call(block) else 1


# ToolV2Function.parameters is required: "The parameters of the function as a JSON schema."
legal_tools = tools_take_objects(Raw(b'{"type":"object","properties":{}}'))


@when_set("tool_choice")
def choose_any_or_none(choice: ToolChoice, _: Draft, losses: Losses) -> ToolChoice | None:
    """`REQUIRED` or `NONE` (V2ChatRequestToolChoice): no tool can be named."""
    if choice.mode == "allowed" and not choice.allowed_required:
        losses.dropped("/settings/tool_choice", "settings.tool_choice", choice)
        return None
    if choice.mode == "tool":
        return without(degraded(choice, "mode", "required", losses), "name", losses=losses)
    return choice_of_all(choice, losses) if choice.mode == "allowed" else choice


@when_set("response_format")
def schemas_are_objects(wanted: ResponseFormat, _: Draft, losses: Losses) -> ResponseFormat:
    """A schema is "A JSON schema object that the output will adhere to." (JsonResponseFormatV2.json_schema)."""
    if wanted.kind != "json_schema" or is_object(wanted.schema):
        return wanted
    plain = degraded(wanted, "kind", "json", losses)
    if wanted.schema:
        losses.dropped("/settings/response_format/schema", "response_format.schema", wanted.schema)
    return structs.replace(plain, schema=ABSENT)


@when_set("reasoning")
def legal_thinking(reasoning: Reasoning, _: Draft, losses: Losses) -> Reasoning:
    """`thinking` is `enabled` or `disabled`, and may have a budget.

    "The maximum number of tokens the model can use for thinking, which must be set to a positive integer."
    (Thinking.token_budget)
    """
    budget = reasoning.budget_tokens
    is_odd = budget is not None and budget < 1
    if is_odd and not was_illegal_in_source(reasoning.provider_raw, losses.dialect, "budget_tokens"):
        reasoning = without(reasoning, "budget_tokens", losses=losses)
    if reasoning.mode == "adaptive":
        reasoning = degraded(reasoning, "mode", "enabled", losses)
    effort = reasoning.effort
    if reasoning.mode is None and (effort is not None or reasoning.budget_tokens is not None):
        reasoning = invented(reasoning, "mode", "disabled" if effort == "none" else "enabled", losses)
    return reasoning if effort is None else degraded(reasoning, "effort", None, losses)
