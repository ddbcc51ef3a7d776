"""Calls of functions for models that refuse them without a thought signature.

"Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and
missing thought_signature may lead to degraded model performance." (a refusal of gemini-3.5-flash)
"When there are parallel function calls, the first function call part returned by the model response will have a thought
signature. When there are sequential function calls (multi-step), each function call will have a signature and you must
pass all signatures back." (ai.google.dev/gemini-api/docs/thought-signatures)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.catalogue.models import rules_of
from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import overlay_of
from turnwire.lowering.draft import Draft, Turn, model_of, when, with_turns
from turnwire.lowering.rewrite_blocks import mark_as_is, was_illegal_in_source
from turnwire.lowering.segments import is_result
from turnwire.model import ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, History

MAKER: Final = "google"
# "You can set the following dummy signatures of either "context_engineering_is_the_way_to_go" or
# "skip_thought_signature_validator"" (ai.google.dev/gemini-api/docs/thought-signatures, its questions and answers);
# "You can set thought_signature to skip_thought_signature_validator" (the page on thought signatures of Vertex AI)
NO_SIGNATURE: Final = "skip_thought_signature_validator"
"""The signature of a call that another provider's model made: Google's servers do not check it."""
_KEY: Final = "thoughtSignature"
_MARK: Final = "signature"


def _unsigned(messages: Sequence[tuple[str, list[ContentBlock]]], dialect: str) -> Iterator[tuple[int, int]]:
    """Yield the positions of messages in the current turn whose first call lacks a signature, and of these calls.

    The turn begins after the last message of the user: "Validation applies only to the current turn's function calling
    loop, not to historical conversation messages" (github.com/spring-projects/spring-ai/pull/4977).
    """
    start = 0
    for position, (role, blocks) in enumerate(messages):
        if role == "user" and blocks and not any(map(is_result, blocks)):
            start = position
    for position, (role, blocks) in enumerate(messages[start:], start):
        calls = (n for n, block in enumerate(blocks) if type(block) is ToolUseBlock and block.run_by != "provider")
        first = next(calls, None) if role == "assistant" else None
        if first is not None and _KEY not in overlay_of(blocks[first].provider_raw, dialect):
            yield position, first


def mark_unsigned_calls(history: History, dialect: str) -> None:
    """Mark the calls that the dialect itself has read without the signature that their model demands."""
    asked = history.settings.model if history.settings is not None else None
    if not rules_of(asked, MAKER).signed_calls:
        return
    messages = [(message.role, message.content) for message in history.history]
    for position, n in _unsigned(messages, dialect):
        block = messages[position][1][n]
        block.provider_raw = mark_as_is(block.provider_raw, dialect, _MARK)


@when(ToolUseBlock)
def sign_foreign_calls(draft: Draft, losses: Losses) -> Draft:
    """Give the first call of each message of the current turn the placeholder, if it has no signature."""
    if not rules_of(model_of(draft), MAKER).signed_calls:
        return draft
    turns = list(draft.turns)
    for position, n in _unsigned([(turn.role, turn.blocks) for turn in turns], losses.dialect):
        turns[position] = _signed(turns[position], n, losses)
    return with_turns(draft, turns)


def _signed(turn: Turn, n: int, losses: Losses) -> Turn:
    block = turn.blocks[n]
    if was_illegal_in_source(block.provider_raw, losses.dialect, _MARK):
        return turn
    losses.invented(f"{turn.place(n)}/signature", "tool_use.signature", NO_SIGNATURE)
    overlay = {**overlay_of(block.provider_raw, losses.dialect), _KEY: Raw(ENCODER.encode(NO_SIGNATURE))}
    raw = {**(block.provider_raw or {}), losses.dialect: Raw(ENCODER.encode(overlay))}
    blocks = [*turn.blocks[:n], structs.replace(block, provider_raw=raw), *turn.blocks[n + 1 :]]
    return structs.replace(turn, blocks=blocks, places=turn.all_places())
