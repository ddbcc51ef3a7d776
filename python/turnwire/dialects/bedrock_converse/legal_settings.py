"""Passes about settings: tools as the service takes them, and what only Anthropic's models have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw, structs

from turnwire.dialects.bedrock_converse.model_fields import is_of_others
from turnwire.lowering.choice import choice_of_all
from turnwire.lowering.draft import ODD_TOOLS, Draft, marks, model_of, when
from turnwire.lowering.rewrite_blocks import mark_as_is, was_illegal_in_source
from turnwire.lowering.settings import when_set, when_tool, without
from turnwire.lowering.tools import tools_take_objects
from turnwire.model import Settings, ToolDefinition, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, Generation, History, Reasoning, ToolChoice

ANY_OBJECT: Final = Raw(b'{"type":"object"}')
_UNDEFINED: Final = "undefined_tools"

tools_have_schemas = tools_take_objects(ANY_OBJECT)
"""ToolSpecification: "required": ["name", "inputSchema"]."""


@when_tool(ODD_TOOLS)
def descriptions_have_words(tool: ToolDefinition, place: str, _: Draft, losses: Losses) -> ToolDefinition:
    """ToolSpecification.description: "min": 1."""
    if tool.description != "" or was_illegal_in_source(tool.provider_raw, losses.dialect, "description"):
        return tool
    losses.dropped(f"{place}/description", "tool.description", "")
    return structs.replace(tool, description=None)


def _names(messages: Iterable[list[ContentBlock]]) -> Iterator[str]:
    for blocks in messages:
        for block in blocks:
            if type(block) is ToolUseBlock and block.run_by != "provider":
                yield block.name


def _has_calls(messages: Iterable[list[ContentBlock]]) -> bool:
    kinds = (ToolUseBlock, ToolResultBlock)
    return any(type(block) in kinds and block.run_by != "provider" for blocks in messages for block in blocks)  # type: ignore[union-attr]


@marks(ToolUseBlock, ToolResultBlock)
def mark_undefined_tools(history: History, dialect: str) -> None:
    """Mark a conversation with calls and without tools, to be written back unchanged."""
    has_tools = history.settings is not None and history.settings.tools
    if not has_tools and _has_calls(message.content for message in history.history):
        history.provider_raw = mark_as_is(history.provider_raw, dialect, _UNDEFINED)


@when(ToolUseBlock, ToolResultBlock)
def define_called_tools(draft: Draft, losses: Losses) -> Draft:
    """Define the tools of the calls in a conversation, if the request defines none.

    "The toolConfig field must be defined when using toolUse and toolResult content blocks." (a refusal)
    """
    settings = draft.settings
    if (settings is not None and settings.tools) or not _has_calls(turn.blocks for turn in draft.turns):
        return draft
    if was_illegal_in_source(draft.document.provider_raw, losses.dialect, _UNDEFINED):
        return draft
    names = dict.fromkeys(_names(turn.blocks for turn in draft.turns)) or {"tool": None}
    tools = [ToolDefinition(name or "tool", input_schema=ANY_OBJECT) for name in names]
    losses.invented("/settings/tools", "settings.tools", tools)
    places = [f"/settings/tools/{n}" for n in range(len(tools))]
    changed = structs.replace(settings or Settings(), tools=tools)
    return structs.replace(draft, settings=changed, added={**draft.added, "tool_places": places})


@when_set("tool_choice")
def legal_choice(choice: ToolChoice, _: Draft, losses: Losses) -> ToolChoice | None:
    """The choice is auto, any, or one tool; there is none for no tool, and none for parallel calls."""
    if choice.mode == "allowed":
        choice = choice_of_all(choice, losses)
    if choice.mode == "none" or choice.mode is None:
        losses.dropped("/settings/tool_choice", "settings.tool_choice", choice)
        return None
    return choice if choice.parallel is None else without(choice, "parallel", losses=losses)


@when_set("generation")
def only_claude_has_top_k(generation: Generation, draft: Draft, losses: Losses) -> Generation:
    """`top_k` is a field of Anthropic's models; other makers have other names for it, or do not have it."""
    if generation.top_k is None or not is_of_others(model_of(draft)) or _is_own(generation, losses):
        return generation
    return without(generation, "top_k", losses=losses)


@when_set("reasoning")
def only_claude_has_thinking(reasoning: Reasoning, draft: Draft, losses: Losses) -> Reasoning:
    """`thinking` is a field of Anthropic's models."""
    if not is_of_others(model_of(draft)) or _is_own(reasoning, losses):
        return reasoning
    return without(reasoning, "mode", "budget_tokens", "summary", losses=losses)


_FIELDS: Final = "model_fields"


@marks()
def mark_model_fields(history: History, dialect: str) -> None:
    """Mark fields of Anthropic's models in a request to another model, to be written back unchanged."""
    settings = history.settings
    if settings is None or not is_of_others(settings.model):
        return
    nodes: list[Any] = [settings.generation, settings.reasoning]
    for node in filter(None, nodes):
        node.provider_raw = mark_as_is(node.provider_raw, dialect, _FIELDS)


def _is_own(node: Generation | Reasoning, losses: Losses) -> bool:
    return was_illegal_in_source(node.provider_raw, losses.dialect, _FIELDS)
