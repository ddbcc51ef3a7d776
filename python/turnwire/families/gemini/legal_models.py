"""Passes of generateContent about what single models refuse: settings, media in results, calls without a signature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw, structs

from turnwire.catalogue.models import rules_of
from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import marked, overlay_of
from turnwire.lowering.addresses import MEDIA
from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import Draft, Turn, marks, when, with_turns
from turnwire.lowering.media import results_hold_text
from turnwire.lowering.model_rules import drop_refused, rules_for
from turnwire.lowering.rewrite_blocks import mark_as_is, was_illegal_in_source
from turnwire.lowering.segments import is_result
from turnwire.lowering.settings import degraded, invented, when_set
from turnwire.model import AudioBlock, DocumentBlock, ImageBlock, ToolResultBlock, ToolUseBlock, VideoBlock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, History, Reasoning, ResponseFormat

_MAKER: Final = "google"
# Google's table of efforts for its own models gives as `thinking_budget`: minimal and low 1,024 tokens, medium 8,192,
# high 24,576 (the page on OpenAI compatibility of the Gemini API, 2026).
_BUDGETS: Final = {"minimal": 1_024, "low": 1_024, "medium": 8_192, "high": 24_576}


@when_set("reasoning")
def budgets_for_levels(reasoning: Reasoning, draft: Draft, losses: Losses) -> Reasoning:
    """Replace a level of thinking by a budget, for models that have no levels.

    "Gemini 2.5 series models don't support thinkingLevel; use thinkingBudget instead."
    (ai.google.dev/gemini-api/docs/thinking); "Thinking level is not supported for this model." (a refusal)
    """
    effort = reasoning.effort
    if effort not in _BUDGETS or rules_for(draft, _MAKER).levels:
        return reasoning
    if was_read_so(draft, reasoning.provider_raw, losses.dialect, "effort"):
        return reasoning
    reasoning = degraded(reasoning, "effort", None, losses)
    if reasoning.budget_tokens is None:
        reasoning = invented(reasoning, "budget_tokens", _BUDGETS[effort], losses)
    return invented(reasoning, "mode", "enabled", losses) if reasoning.mode is None else reasoning


@when_set("response_format")
def functions_or_json(wanted: ResponseFormat, draft: Draft, losses: Losses) -> ResponseFormat | None:
    """Drop the form of the answer beside functions, for models that refuse the two together.

    "Function calling with a response mime type: 'application/json' is unsupported" (a refusal of
    gemini-2.5-flash, github.com/symfony/ai/issues/1777, and of gemini-2.5-flash-lite); "Gemini 3 lets you combine
    Structured Outputs with built-in tools [...]" (ai.google.dev/gemini-api/docs/structured-output)
    """
    settings: Any = draft.settings
    if wanted.kind == "text" or not settings.tools or rules_for(draft, _MAKER).json_with_functions:
        return wanted
    if was_read_so(draft, settings.provider_raw, losses.dialect, "response_format"):
        return wanted
    losses.dropped("/settings/response_format", "settings.response_format", wanted)
    return None


def functions_alone(draft: Draft) -> bool:
    """Return whether the model of a draft takes functions without tools of the server alone.

    "Tool use with function calling is unsupported" (a refusal of models before Gemini 3)
    """
    return not rules_for(draft, _MAKER).json_with_functions


@when_set("reasoning")
def drop_thinking(reasoning: Reasoning, draft: Draft, losses: Losses) -> Reasoning | None:
    """Drop the settings of thinking, for models that do not think.

    "Unable to submit request because thinking is not supported by this model." (a refusal)
    """
    settings: Any = draft.settings
    if rules_for(draft, _MAKER).thinks or was_read_so(draft, settings.provider_raw, losses.dialect, "reasoning"):
        return reasoning
    losses.dropped("/settings/reasoning", "settings.reasoning", reasoning)
    return None


@when_set("reasoning")
def budget_in_range(reasoning: Reasoning, draft: Draft, losses: Losses) -> Reasoning:
    """Keep the budget of thinking between the model's bounds, and let a model think that always does.

    "The thinking budget (52428) is invalid." (a refusal)
    "Budget 0 is invalid. This model only works in thinking mode." (a refusal of gemini-2.5-pro)
    """
    takes = rules_for(draft, _MAKER)
    if takes.budgets is None:
        return reasoning
    least, most = takes.budgets
    thinks, budget = not (takes.always_thinks and reasoning.mode == "disabled"), reasoning.budget_tokens
    if thinks and (budget is None or least <= budget <= most):
        return reasoning
    if was_read_so(draft, reasoning.provider_raw, losses.dialect, "budget_tokens" if thinks else "mode"):
        return reasoning
    if not thinks:
        return invented(degraded(reasoning, "mode", "enabled", losses), "budget_tokens", least, losses)
    return degraded(reasoning, "budget_tokens", min(max(budget or 0, least), most), losses)


@when(ImageBlock, DocumentBlock, AudioBlock, VideoBlock)
def media_beside_results(draft: Draft, losses: Losses) -> Draft:
    """Move pictures and files of a function's response into a message after it, for models that refuse them there.

    "Unable to submit request because `function_response.parts` is not supported for this model." (a refusal of
    gemini-2.5-pro)
    """
    return draft if rules_for(draft, _MAKER).media_in_results else results_hold_text.rule(draft, losses)


@marks(ToolResultBlock)
def mark_media_in_results(history: History, dialect: str) -> None:
    """Mark the messages that `media_beside_results` would change, so that they are written back unchanged."""
    asked = history.settings.model if history.settings is not None else None
    for message in () if rules_of(asked, _MAKER).media_in_results else history.history:
        results = (block for block in message.content if type(block) is ToolResultBlock)
        if any(type(inner) in MEDIA for block in results for inner in block.content):
            message.provider_raw = marked(message.provider_raw, dialect, {"media": True})


FOR_MODELS: Final = (budgets_for_levels, budget_in_range, functions_or_json, drop_refused(_MAKER))
"""What a model refuses among the settings of a request that are legal for Gemini."""


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


@marks(ToolUseBlock)
def mark_unsigned_calls(history: History, dialect: str) -> None:
    """Mark the calls that the dialect itself has read without the signature that their model demands."""
    asked = history.settings.model if history.settings is not None else None
    if not rules_of(asked, _MAKER).signed_calls:
        return
    messages = [(message.role, message.content) for message in history.history]
    for position, n in _unsigned(messages, dialect):
        block = messages[position][1][n]
        block.provider_raw = mark_as_is(block.provider_raw, dialect, _MARK)


@when(ToolUseBlock)
def sign_foreign_calls(draft: Draft, losses: Losses) -> Draft:
    """Give the first call of each message of the current turn the placeholder, if it has no signature.

    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly,
    and missing thought_signature may lead to degraded model performance." (a refusal of gemini-3.5-flash)
    "When there are parallel function calls, the first function call part returned by the model response will have a
    thought signature. When there are sequential function calls (multi-step), each function call will have a signature
    and you must pass all signatures back." (ai.google.dev/gemini-api/docs/thought-signatures)
    """
    if not rules_for(draft, _MAKER).signed_calls:
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
