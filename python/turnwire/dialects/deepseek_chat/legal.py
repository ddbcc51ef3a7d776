"""The rules of DeepSeek's server alone that are applied to a request before it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import structs

from turnwire.documents.residue import marked
from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import RESPONSE_FORMAT, TOOL_CHOICE, Draft, Turn, marks, when, with_turns
from turnwire.lowering.rewrite_blocks import mark_as_is, was_illegal_in_source
from turnwire.model import ABSENT, Message, Reasoning, TextBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import History, ResponseFormat, Settings

_CONTENT: Final = "content"
_FORCED: Final = frozenset({"required", "tool"})


@marks("assistant")
def mark_answers_without_text(history: History, dialect: str) -> None:
    """Mark the assistant's messages without text, so that they are written back unchanged."""
    for message in history.history:
        if message.role == "assistant" and not any(type(block) is TextBlock for block in message.content):
            message.provider_raw = mark_as_is(message.provider_raw, dialect, _CONTENT)


@when("assistant")
def answers_have_content(draft: Draft, losses: Losses) -> Draft:
    """Write an assistant's message without text with an empty text.

    "Invalid assistant message: content or tool_calls must be set" (a refusal).
    Beside `reasoning_content`, a `content` of null is refused too.
    """
    return with_turns(draft, [_with_content(turn, losses) for turn in draft.turns])


def _with_content(turn: Turn, losses: Losses) -> Turn:
    raw = turn.message.provider_raw
    if turn.role != "assistant" or any(type(block) is TextBlock for block in turn.blocks):
        return turn
    if was_illegal_in_source(raw, losses.dialect, _CONTENT):
        return turn
    spelled = structs.replace(turn.message, provider_raw=marked(raw, losses.dialect, {"content": "text"}))
    return structs.replace(turn, message=spelled, places=turn.all_places())


@when(TOOL_CHOICE)
def force_tools_without_thinking(draft: Draft, losses: Losses) -> Draft:
    """Disable thinking where a tool is forced: the caller's program relies on the choice.

    "Thinking mode does not support this tool_choice" (a refusal of `required` and of one function; thinking is on
    unless it is disabled)
    """
    settings = draft.settings
    choice = settings.tool_choice if settings is not None else None
    if settings is None or choice is None or choice.mode not in _FORCED:
        return draft
    reasoning = settings.reasoning or Reasoning()
    if reasoning.mode == "disabled" or _was_forced(draft, settings, losses.dialect):
        return draft
    if reasoning.mode is None:
        losses.invented("/settings/reasoning/mode", "reasoning.mode", "disabled")
    else:
        losses.degraded("/settings/reasoning/mode", "reasoning.mode", reasoning.mode)
    for name in ("effort", "budget_tokens", "summary"):
        if (value := getattr(reasoning, name)) is not None:
            losses.dropped(f"/settings/reasoning/{name}", f"reasoning.{name}", value)
    quiet = structs.replace(reasoning, mode="disabled", effort=None, budget_tokens=None, summary=None)
    return structs.replace(draft, settings=structs.replace(settings, reasoning=quiet))


def _was_forced(draft: Draft, settings: Settings, dialect: str) -> bool:
    """Whether DeepSeek's own dialect read the choice beside thinking."""
    if settings.reasoning is None:
        return was_read_so(draft, settings.provider_raw, dialect, "reasoning")
    return was_read_so(draft, settings.reasoning.provider_raw, dialect, "mode")


@when(RESPONSE_FORMAT)
def schema_in_words(draft: Draft, losses: Losses) -> Draft:
    """Ask for JSON instead of an answer by a schema, and give the schema in a system message.

    "This response_format type is unavailable now" (a refusal of `json_schema`); "Prompt must contain the word 'json' in
    some form to use 'response_format' of type 'json_object'" (another one)
    """
    settings = draft.settings
    wanted = settings.response_format if settings is not None else None
    if settings is None or wanted is None or wanted.kind != "json_schema":
        return draft
    if was_read_so(draft, wanted.provider_raw, losses.dialect, "kind"):
        return draft
    place = "/settings/response_format"
    losses.degraded(f"{place}/kind", "response_format.kind", wanted.kind)
    for name in ("name", "strict"):
        if (value := getattr(wanted, name)) is not None:
            losses.dropped(f"{place}/{name}", f"response_format.{name}", value)
    if wanted.description is not None:
        losses.reshaped(f"{place}/description", "response_format.description", wanted.description)
    if wanted.schema:
        losses.degraded(f"{place}/schema", "response_format.schema", wanted.schema)
    words = _asking_for(wanted)
    losses.invented(place, "text", words)
    turn = Turn("system", [TextBlock(words)], Message("system"), place, [place])
    plain = structs.replace(wanted, kind="json", name=None, strict=None, description=None, schema=ABSENT)
    others = structs.replace(draft, settings=structs.replace(settings, response_format=plain))
    return with_turns(others, _after_system(draft.turns, turn))


def _asking_for(wanted: ResponseFormat) -> str:
    schema = (
        f" that fits this JSON Schema:\n{msgspec.json.format(wanted.schema, indent=-1).decode()}"
        if wanted.schema
        else "."
    )
    described = f"\n{wanted.description}" if wanted.description else ""
    return f"Answer with JSON{schema}{described}"


def _after_system(turns: list[Turn], turn: Turn) -> list[Turn]:
    """The turns with another one after the system messages in front."""
    first = next((n for n, each in enumerate(turns) if each.role != "system"), len(turns))
    return [*turns[:first], turn, *turns[first:]]
