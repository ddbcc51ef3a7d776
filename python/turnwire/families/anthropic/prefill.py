"""End a request with a message of the user, for models that refuse the beginning of a reply as the last message.

"This model does not support assistant message prefill. The conversation must end with a user message." (a refusal of
claude-sonnet-5)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs

from turnwire.catalogue.models import rules_of
from turnwire.lowering.draft import Draft, Turn, marks, when, with_turns
from turnwire.lowering.model_rules import for_models, rules_for
from turnwire.lowering.rewrite_blocks import mark_as_is, was_illegal_in_source
from turnwire.model import Message, TextBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, History

_MAKER: Final = "anthropic"
_MARK: Final = "last"
_SPACE_MARK: Final = "trailing"
GO_ON: Final = "Continue."
"""The user's message after an unfinished reply."""


def _is_begun(role: str, blocks: list[ContentBlock]) -> bool:
    """Whether a last message is a reply that shall go on, and not one that the provider itself paused.

    "pause_turn: [...] You can provide the response back as-is in a subsequent request to let the model continue."
    (Anthropic's API description, `stop_reason`)
    """
    return role == "assistant" and not any(type(each) is ToolUseBlock and each.run_by == "provider" for each in blocks)


@marks("assistant")
def mark_prefill(history: History, dialect: str) -> None:
    """Mark a last message of the assistant in a document of this dialect, so that it is written back unchanged."""
    asked = history.settings.model if history.settings is not None else None
    last = history.history[-1] if history.history else None
    if last is None or not _is_begun(last.role, last.content):
        return
    if not rules_of(asked, _MAKER).prefill:
        last.provider_raw = mark_as_is(last.provider_raw, dialect, _MARK)
    if _trailing(last.content):
        last.provider_raw = mark_as_is(last.provider_raw, dialect, _SPACE_MARK)


def _trailing(blocks: list[ContentBlock]) -> str:
    """The white space at the end of a message whose last block is a text."""
    last = blocks[-1] if blocks else None
    return last.text[len(last.text.rstrip()) :] if type(last) is TextBlock else ""


@when("assistant")
def begin_without_trailing_space(draft: Draft, losses: Losses) -> Draft:
    """Leave out the white space at the end of a last message of the assistant.

    "messages: final assistant content cannot end with trailing whitespace" (a refusal)
    """
    last = draft.turns[-1] if draft.turns else None
    if last is None or not _is_begun(last.role, last.blocks) or not _trailing(last.blocks):
        return draft
    if was_illegal_in_source(last.message.provider_raw, losses.dialect, _SPACE_MARK):
        return draft
    block = last.blocks[-1]
    if type(block) is not TextBlock:
        return draft
    losses.degraded(f"{last.place(len(last.blocks) - 1)}/text", "text.text", block.text)
    blocks = [*last.blocks[:-1], structs.replace(block, text=block.text.rstrip())]
    return with_turns(draft, [*draft.turns[:-1], structs.replace(last, blocks=blocks, places=last.all_places())])


@for_models(_MAKER, lambda takes: not takes.prefill)
@when("assistant")
def end_with_the_user(draft: Draft, losses: Losses) -> Draft:
    """Add a message of the user that asks to go on, if the model refuses a last message of the assistant."""
    last = draft.turns[-1] if draft.turns else None
    if last is None or rules_for(draft, _MAKER).prefill or not _is_begun(last.role, last.blocks):
        return draft
    if was_illegal_in_source(last.message.provider_raw, losses.dialect, _MARK):
        return draft
    said = Message("user", [TextBlock(GO_ON)])
    place = f"/history/{len(draft.document.history)}"
    losses.invented(place, "message", said)
    return with_turns(draft, [*draft.turns, Turn("user", said.content, said, place)])
