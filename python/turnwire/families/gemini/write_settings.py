"""Settings -> the rest of a request body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.wire import or_unset
from turnwire.documents.residue import form_of, own_members, report_foreign, report_others, without_keys
from turnwire.families.gemini.constraints import MODALITIES, TIERS
from turnwire.families.gemini.overlays import restore
from turnwire.families.gemini.schema import as_told
from turnwire.families.gemini.wire import Content
from turnwire.families.gemini.wire_request import Body, GenerationConfig, ThinkingConfig, ToolConfig
from turnwire.families.gemini.write_tools import write_choice, write_tools
from turnwire.losses import others
from turnwire.mapped.gemini_settings import HELD_GENERATION, write_generation
from turnwire.model import Generation, Settings

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.model import Reasoning, ResponseFormat

_HELD = frozenset(
    {
        "model",
        "tools",
        "tool_choice",
        "generation",
        "response_format",
        "reasoning",
        "modalities",
        "safety",
        "store",
        "service_tier",
    }
)

_rest_of, _NO_REST = others(Settings, frozenset({"model", "tools", "tool_choice", "generation", "modalities"}))


def write_settings(body: Body, settings: Settings | None, losses: Losses) -> Any:
    """Put the settings into a body; the body, or its JSON where there is residue to merge."""
    if settings is None:
        return body
    form = {} if settings.provider_raw is None else form_of(settings.provider_raw, losses.dialect)
    is_rich = _rest_of(settings) != _NO_REST
    if is_rich:
        losses.dropped_fields(settings, _HELD, "/settings", "settings")
    if form or "models/" in (settings.model or ""):
        _model(body, settings, form, losses)
    _tools(body, settings, form, losses)
    if is_rich:
        body.store = or_unset(settings.store)
        _words(body, settings, losses)
    config = _config(settings, form, losses)
    if config != _NO_CONFIG or form.get("config"):
        body.generation_config = config
    if form.get("system") and body.system_instruction is UNSET:
        body.system_instruction = Content()
    return restore(body, settings.provider_raw, losses, "/settings")


def _tools(body: Body, settings: Settings, form: dict[str, Any], losses: Losses) -> None:
    if settings.tools:
        tools: Any = write_tools(settings.tools, losses)
        body.tools = (tools[0] if form.get("tools") == "single" and len(tools) == 1 else tools) or UNSET
    if settings.tool_choice is not None or form.get("tool_config"):
        choice = settings.tool_choice
        body.tool_config = ToolConfig(UNSET if choice is None else write_choice(choice, losses))


def _model(body: Body, settings: Settings, form: dict[str, Any], losses: Losses) -> None:
    if form.get("model") == "body":
        body.model = or_unset(settings.model)
    elif settings.model is not None and "models/" in settings.model:
        # The path has `models/` before the model in any case.
        losses.degraded("/settings/model", "settings.model", settings.model)


def _config(settings: Settings, form: dict[str, Any], losses: Losses) -> GenerationConfig:
    config = GenerationConfig()
    if settings.modalities or form:
        _modalities(config, settings, form, losses)
    if settings.generation is not None:
        _generation(config, settings.generation, losses)
    if settings.response_format is not None:
        _response_format(config, settings.response_format, losses)
    if settings.reasoning is not None:
        _reasoning(config, settings.reasoning, losses)
    return config


def _words(body: Body, settings: Settings, losses: Losses) -> None:
    if settings.safety:
        if memoryview(settings.safety)[0] == ord("["):
            body.safety_settings = settings.safety
        else:
            losses.dropped("/settings/safety", "settings.safety", settings.safety)
    if settings.service_tier in TIERS:
        body.service_tier = or_unset(settings.service_tier)
    elif settings.service_tier is not None:
        losses.dropped("/settings/service_tier", "settings.service_tier", settings.service_tier)


def _modalities(config: GenerationConfig, settings: Settings, form: dict[str, Any], losses: Losses) -> None:
    kept = [word for word in settings.modalities if word in MODALITIES]
    for n, word in enumerate(settings.modalities):
        if word not in MODALITIES:
            losses.dropped(f"/settings/modalities/{n}", "settings.modalities", word)
    said = form.get("modalities")
    if isinstance(said, list) and [str(word).lower() for word in said] == kept:
        config.response_modalities = said
    elif kept:
        config.response_modalities = [word.upper() for word in kept]


_GENERATION = HELD_GENERATION | {"stream"}
_more_of, _NO_MORE = others(Generation, _GENERATION)
_NO_CONFIG = GenerationConfig()


def _generation(config: GenerationConfig, generation: Generation, losses: Losses) -> None:
    path = "/settings/generation"
    if _more_of(generation) != _NO_MORE:
        losses.dropped_fields(generation, _GENERATION, path, "generation")
    if generation.provider_raw is not None:
        report_foreign(generation.provider_raw, losses, path)
    write_generation(generation, config, losses)


def _response_format(config: GenerationConfig, wanted: ResponseFormat, losses: Losses) -> None:
    path = "/settings/response_format"
    raw = wanted.provider_raw or {}
    report_others(raw, losses, path, looked_at=("responseSchema",))
    if wanted.kind == "json_schema" and wanted.schema:
        losses.dropped_fields(wanted, frozenset({"kind", "schema"}), path, "response_format")
        config.response_mime_type = "application/json"
        form = form_of(wanted.provider_raw, losses.dialect)
        if form.get("field") == "responseSchema":
            own = msgspec.json.decode(raw[losses.dialect], type=dict[str, Raw])
            config.response_schema = as_told(wanted.schema, own.get("responseSchema"), form)
        else:
            config.response_json_schema = wanted.schema
        return
    losses.dropped_fields(wanted, frozenset({"kind"}), path, "response_format")
    config.response_mime_type = "text/plain" if wanted.kind == "text" else "application/json"
    if wanted.kind == "json_schema":
        # Without a schema only JSON can be asked for.
        losses.degraded(f"{path}/kind", "response_format.kind", wanted.kind)


_BUDGETS = {"disabled": 0, "adaptive": -1}


def _reasoning(config: GenerationConfig, reasoning: Reasoning, losses: Losses) -> None:
    path = "/settings/reasoning"
    losses.dropped_fields(reasoning, frozenset({"mode", "effort", "budget_tokens", "included"}), path, "reasoning")
    budget = reasoning.budget_tokens
    if budget is None and reasoning.mode is not None:
        budget = _BUDGETS.get(reasoning.mode)
    level = None if reasoning.effort is None else reasoning.effort.upper()
    said = form_of(reasoning.provider_raw, losses.dialect).get("level")
    if isinstance(said, str) and said.upper() == level:
        level = said
    thinking = ThinkingConfig(or_unset(reasoning.included), or_unset(budget), or_unset(level))
    if thinking != ThinkingConfig() or reasoning.provider_raw is not None:
        config.thinking_config = restore(thinking, _still_true(reasoning, losses), losses, path)


def _still_true(reasoning: Reasoning, losses: Losses) -> Any:
    """The residue without a budget that means another mode."""
    raw = reasoning.provider_raw
    kept = own_members(raw, losses.dialect).get("thinkingBudget")
    if raw is None or kept is None:
        return raw
    budget = msgspec.json.decode(kept)
    means = reasoning.mode is not None and _BUDGETS.get(reasoning.mode) == budget
    return raw if means or type(budget) is not int else without_keys(raw, losses.dialect, "thinkingBudget")
