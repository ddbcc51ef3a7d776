"""Passes of the Messages API about settings: reasoning, tools and tool choice as the provider takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.documents.residue import merge
from turnwire.families.anthropic.constraints import DISPLAYS, EFFORTS, LEAST_BUDGET, is_object_schema, schema_type
from turnwire.lowering.choice import choice_of_all
from turnwire.lowering.draft import ODD_TOOLS, Draft, when
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.lowering.settings import degraded, invented, when_set, without
from turnwire.lowering.tools import tools_take_objects
from turnwire.model import Settings

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Reasoning, ToolChoice, ToolDefinition

# OpenAI's `minimal` asks for less than `low`, which is the least here.
_NEAR_EFFORTS: Final = {"minimal": "low"}


@when_set("reasoning")
def legal_reasoning(reasoning: Reasoning, _: Draft, losses: Losses) -> Reasoning:
    """`thinking` is enabled with a budget, disabled, or adaptive; `output_config.effort` is one of five words."""
    return _legal_budget(_legal_effort(reasoning, losses), losses)


def _legal_effort(reasoning: Reasoning, losses: Losses) -> Reasoning:
    effort = reasoning.effort
    if effort is None or effort in EFFORTS or was_illegal_in_source(reasoning.provider_raw, losses.dialect, "effort"):
        return reasoning
    if effort == "none" and reasoning.mode in (None, "disabled"):
        losses.reshaped("/settings/reasoning/effort", "reasoning.effort", effort)
        return structs.replace(reasoning, effort=None, mode="disabled")
    if effort in _NEAR_EFFORTS:
        return degraded(reasoning, "effort", _NEAR_EFFORTS[effort], losses)
    return without(reasoning, "effort", losses=losses)


def _legal_budget(reasoning: Reasoning, losses: Losses) -> Reasoning:
    mode, budget = reasoning.mode, reasoning.budget_tokens
    if was_illegal_in_source(reasoning.provider_raw, losses.dialect, "budget_tokens"):
        return reasoning
    if mode == "enabled" and budget is None:
        # ThinkingConfigEnabled: "required": ["budget_tokens", "type"]
        return degraded(reasoning, "mode", "adaptive", losses)
    if budget is None:
        return reasoning
    if mode is None:
        return _legal_budget(invented(reasoning, "mode", "enabled", losses), losses)
    if mode != "enabled":
        return without(reasoning, "budget_tokens", losses=losses)
    return degraded(reasoning, "budget_tokens", LEAST_BUDGET, losses) if budget < LEAST_BUDGET else reasoning


def shown(reasoning: Reasoning) -> bool:
    """Whether the provider has a word for this kind of summary."""
    return reasoning.summary in DISPLAYS and reasoning.mode in ("enabled", "adaptive")


_ANY_OBJECT: Final = Raw(b'{"type":"object"}')
tools_have_schemas = tools_take_objects(_ANY_OBJECT)


@when(ODD_TOOLS)
def schemas_are_of_objects(draft: Draft, losses: Losses) -> Draft:
    """Add `"type": "object"` to the schema of an own tool; this pass runs after the one above."""
    settings = draft.settings
    if settings is None or all(map(_is_typed, settings.tools)):
        return draft
    places = draft.added.get("tool_places") or [f"/settings/tools/{n}" for n in range(len(settings.tools))]
    tools = [_typed(tool, place, losses) for tool, place in zip(settings.tools, places, strict=True)]
    return structs.replace(draft, settings=structs.replace(settings, tools=tools))


def _is_typed(tool: ToolDefinition) -> bool:
    return tool.provider_tool is not None or is_object_schema(tool.input_schema)


def _typed(tool: ToolDefinition, place: str, losses: Losses) -> ToolDefinition:
    if _is_typed(tool) or was_illegal_in_source(tool.provider_raw, losses.dialect, "input_schema"):
        return tool
    path = f"{place}/input_schema/type"
    old = schema_type(tool.input_schema)
    if old:
        losses.degraded(path, "tool.input_schema.type", old)
    else:
        losses.invented(path, "tool.input_schema.type", "object")
    return structs.replace(tool, input_schema=Raw(merge(bytes(_ANY_OBJECT), tool.input_schema)))


_OPPOSITE: Final = "disable_parallel_tool_use"


@when_set("tool_choice")
def legal_tool_choice(choice: ToolChoice, draft: Draft, losses: Losses) -> ToolChoice | None:
    """`tool_choice` is auto, any, one tool or none; whether calls are parallel is part of it, but not of none."""
    new = _legal_choice(choice, draft.settings or Settings(), losses)
    if new is not None and new.parallel and not was_illegal_in_source(choice.provider_raw, losses.dialect, _OPPOSITE):
        # ToolChoiceAuto.disable_parallel_tool_use: "Whether to disable parallel tool use.": the model's field negated.
        losses.reshaped("/settings/tool_choice/parallel", "tool_choice.parallel", new.parallel)
    return new


def _legal_choice(choice: ToolChoice, settings: Settings, losses: Losses) -> ToolChoice | None:
    if choice.mode == "none":
        return _none(choice, losses)
    if choice.mode == "tool" and not _is_declared(choice, settings):
        return _undeclared(choice, settings, losses)
    if choice.mode == "allowed":
        return choice_of_all(choice, losses)
    if choice.mode is None and choice.parallel is not None:
        # Parallel calls can be switched only together with a choice; `auto` is the default if there are tools.
        return invented(choice, "mode", "auto", losses)
    return choice


def _none(choice: ToolChoice, losses: Losses) -> ToolChoice:
    if choice.parallel is None or was_illegal_in_source(choice.provider_raw, losses.dialect, "parallel"):
        return choice
    # ToolChoiceNone: "additionalProperties": false, and no `disable_parallel_tool_use`
    return without(choice, "parallel", losses=losses)


def _undeclared(choice: ToolChoice, settings: Settings, losses: Losses) -> ToolChoice | None:
    as_read = was_illegal_in_source(choice.provider_raw, losses.dialect, "name")
    if as_read or any(tool.provider_tool is None for tool in settings.tools):
        return choice
    losses.dropped("/settings/tool_choice", "settings.tool_choice", choice)
    return None


def _is_declared(choice: ToolChoice, settings: Settings) -> bool:
    return any(tool.name == choice.name for tool in settings.tools)
