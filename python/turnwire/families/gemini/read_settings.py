"""Read everything in a request other than the conversation as settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.json import check_raw
from turnwire.codec.wire import FORM, MARKS, given, or_none
from turnwire.documents.source_values import SOURCE, Rest
from turnwire.families.gemini.constraints import LARGEST_INT, LEVELS, MODALITIES, TIERS
from turnwire.families.gemini.overlays import fields_of, keep, leftover, verbatim
from turnwire.families.gemini.read_tools import read_choice, read_tools
from turnwire.families.gemini.schema import read_schema
from turnwire.mapped.gemini_settings import fill_generation
from turnwire.model import Generation, Reasoning, ResponseFormat, Settings

if TYPE_CHECKING:
    from turnwire.families.gemini.reading import Reading
    from turnwire.families.gemini.wire_request import Body, GenerationConfig, ThinkingConfig

Overlay = dict[str, Any]

_CONFIG_KEPT = ("speech_config", "image_config", "media_resolution")


def read_settings(body: Body, reading: Reading, system: Any) -> Settings | None:
    """Read the settings of a request; `system` is the members of the system prompt besides its parts."""
    overlay = leftover(body, ("cached_content", "labels"))
    form: dict[str, Any] = {}
    if system or system is None:
        overlay["systemInstruction"] = system
        # Names are spelled in an object that is there.
        form |= {"system": True} if isinstance(system, dict) and FORM in system else {}
    settings = Settings(or_none(body.model), store=or_none(body.store))
    if body.model is not UNSET:
        form["model"] = "body"
    _tools(body, settings, reading, overlay, form)
    _tool_config(body, settings, reading, overlay, form)
    _config(body, settings, reading, overlay, form)
    _safety(body, settings, overlay)
    if body.service_tier is not UNSET:
        if body.service_tier in TIERS:
            settings.service_tier = body.service_tier
        else:
            overlay["serviceTier"] = body.service_tier
    settings.provider_raw = keep(reading.name, overlay, form=form)
    return settings if settings != Settings() else None


def _safety(body: Body, settings: Settings, overlay: Overlay) -> None:
    if not body.safety_settings:
        return
    check_raw(body.safety_settings)
    if memoryview(body.safety_settings)[0] == ord("["):
        settings.safety = body.safety_settings
    else:
        overlay["safetySettings"] = body.safety_settings


def _tools(body: Body, settings: Settings, reading: Reading, overlay: Overlay, form: dict[str, Any]) -> None:
    if body.tools is not UNSET:
        tools = body.tools if isinstance(body.tools, list) else [body.tools]
        if not isinstance(body.tools, list):
            form["tools"] = "single"
        settings.tools = read_tools(tools, reading)
        if not tools:
            overlay["tools"] = []


def _tool_config(body: Body, settings: Settings, reading: Reading, overlay: Overlay, form: dict[str, Any]) -> None:
    config = body.tool_config
    if not config:
        overlay |= {"toolConfig": None} if config is None else {}
        return
    inside = leftover(config, ("include_server_side_tool_invocations", "retrieval_config"))
    if config.function_calling_config is not UNSET:
        settings.tool_choice = read_choice(config.function_calling_config, reading)
        if settings.tool_choice is None:
            inside["functionCallingConfig"] = verbatim(config.function_calling_config)
        elif not settings.tools:
            form["as_is"] = ["tool_choice"]
    overlay["toolConfig"] = inside
    if not MARKS.isdisjoint(inside) or (not inside and settings.tool_choice is None):
        form["tool_config"] = True


def _config(body: Body, settings: Settings, reading: Reading, overlay: Overlay, form: dict[str, Any]) -> None:
    config = body.generation_config
    if not config:
        overlay |= {"generationConfig": None} if config is None else {}
        return
    inside = leftover(config, _CONFIG_KEPT)
    settings.generation = _generation(config, inside, reading)
    settings.response_format = _response_format(config, inside, reading)
    if config.thinking_config is not UNSET:
        settings.reasoning = _reasoning(config.thinking_config, reading)
        if settings.reasoning is None:
            inside["thinkingConfig"] = verbatim(config.thinking_config)
    if config.response_modalities is not UNSET:
        _modalities(config.response_modalities, settings, inside, form)
    overlay["generationConfig"] = inside
    # What is spelled otherwise, or called like a mark of residue, is put right in an object that is there.
    if not MARKS.isdisjoint(inside) or (not inside and _says_nothing(settings)):
        form["config"] = True


def _says_nothing(settings: Settings) -> bool:
    """Whether nothing of the generation config is in the model."""
    return not (settings.generation or settings.response_format or settings.reasoning or settings.modalities)


def _modalities(words: list[str], settings: Settings, inside: Overlay, form: dict[str, Any]) -> None:
    plain = [word.lower() for word in words]
    if not words or not MODALITIES.issuperset(plain):
        inside["responseModalities"] = words
        return
    settings.modalities = plain
    if [word.upper() for word in words] != words:
        form["modalities"] = words


def _generation(config: GenerationConfig, inside: Overlay, reading: Reading) -> Generation | None:
    found = Generation()
    source: dict[str, Any] = {}
    fill_generation(config, found, source, Rest(inside))
    if source:
        found.provider_raw = keep(reading.name, {}, form={SOURCE: source})
    return found if found != Generation() else None


_JSON, _TEXT = "application/json", "text/plain"


def _response_format(config: GenerationConfig, inside: Overlay, reading: Reading) -> ResponseFormat | None:
    word = config.response_mime_type
    schemas = given(config, ("response_schema", "response_json_schema"))
    if word == _JSON and len(schemas) == 1:
        ((name, schema),) = schemas.items()
        if name != "responseSchema":
            return ResponseFormat("json_schema", schema=schema)
        rest: dict[str, Any] = {}
        form: dict[str, Any] = {"field": name}
        own = read_schema(schema, name, rest, form)
        return ResponseFormat("json_schema", schema=own, provider_raw=keep(reading.name, rest, form=form))
    if word in (_JSON, _TEXT) and not schemas:
        return ResponseFormat("json" if word == _JSON else "text")
    inside.update(schemas)
    if word is not UNSET:
        inside["responseMimeType"] = word
    return None


def _reasoning(config: ThinkingConfig, reading: Reading) -> Reasoning | None:
    budget, level = or_none(config.thinking_budget), or_none(config.thinking_level)
    if level is not None and level.lower() not in LEVELS:
        return None
    form: dict[str, Any] = {} if level is None or level.isupper() else {"level": level}
    mode: Any = None
    if budget is not None:
        mode = "disabled" if budget == 0 else "adaptive" if budget == -1 else "enabled"
        if not -1 <= budget <= LARGEST_INT:
            return None
        as_is = ["mode", "effort"] if level is not None else ["mode"]
        if config.include_thoughts is UNSET:
            as_is.append("included")
        form |= {"as_is": as_is} if as_is else {}
    found = Reasoning(
        mode,
        None if level is None else level.lower(),
        budget if mode == "enabled" else None,
        included=or_none(config.include_thoughts),
    )
    inside = fields_of(config.unknown)
    if budget is not None and budget <= 0:
        # The mode has the meaning; other formats have no number for it.
        inside["thinkingBudget"] = budget
    if found == Reasoning() and not inside:
        return None
    found.provider_raw = keep(reading.name, inside, form=form)
    return found
