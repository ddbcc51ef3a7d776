"""Read everything in a request other than the conversation as settings."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER, NOTHING, fields_besides, given, or_none, whole
from turnwire.documents.residue import residue
from turnwire.documents.source_values import SOURCE, Rest
from turnwire.families.anthropic.constraints import DISPLAYS, EFFORTS, LEAST_BUDGET, REQUEST_TIERS
from turnwire.families.anthropic.read_blocks import keep
from turnwire.families.anthropic.read_tools import read_choice, read_tool
from turnwire.families.anthropic.wire_request import Body
from turnwire.mapped.anthropic_settings import fill_generation
from turnwire.model import Generation, Reasoning, ResponseFormat, Settings

if TYPE_CHECKING:
    from turnwire.families.anthropic.wire_request import OutputFormat, ThinkingConfig

Extra = dict[str, Any]
"""What the model has no place for, as an overlay on the body."""

REQUIRED: Final = ("model", "max_tokens")

_COMMON: Final = ("messages", "model", "system", "max_tokens", "temperature", "top_p", "top_k", "stop_sequences")
_RARE: Final = fields_besides(Body, *_COMMON, "stream", "tools", "tool_choice")
_rare_of = operator.attrgetter(*_RARE, "unknown")
_KEPT: Final = _RARE[_RARE.index("cache_control") :]
_kept_of = operator.attrgetter(*_KEPT)
_NOTHING_KEPT: Final = _kept_of(Body([]))
_NOTHING_RARE: Final = _rare_of(Body([]))


def read_settings(body: Body, dialect: str, required: tuple[str, ...] = REQUIRED) -> Settings:
    """The settings of a request; the keys that its platform requires are marked where they are absent."""
    if body.model is UNSET or body.max_tokens is UNSET or body.system == [] or _rare_of(body) != _NOTHING_RARE:
        return _read_all(body, dialect, required)
    tools, choice = body.tools, body.tool_choice
    if tools == [] or (choice is not UNSET and tools is UNSET):
        return _read_all(body, dialect, required)
    chosen = None
    if choice is not UNSET:
        chosen = read_choice(choice, tools, dialect)  # type: ignore[arg-type]
        if chosen is None:
            return _read_all(body, dialect, required)
    read = [] if tools is UNSET else [read_tool(tool, dialect) for tool in tools]
    return Settings(body.model, read, chosen, _generation(body, dialect))


def _read_all(body: Body, dialect: str, required: tuple[str, ...]) -> Settings:
    extra: Extra = {}
    also: Extra = {name: Raw(b"[]") for name in ("system", "tools") if getattr(body, name) == []}
    tools: Any = [] if body.tools is UNSET else body.tools
    settings = Settings(
        or_none(body.model),
        [read_tool(tool, dialect) for tool in tools],
        None if body.tool_choice is UNSET else read_choice(body.tool_choice, tools, dialect),
        _generation(body, dialect),
        _response_format(body, extra, dialect),
        _reasoning(body, extra, dialect),
        user=_user(body, extra),
        service_tier=_tier(body, extra),
    )
    if body.tool_choice is not UNSET and settings.tool_choice is None:
        extra["tool_choice"] = plain(body.tool_choice)
    if _kept_of(body) != _NOTHING_KEPT:
        extra |= given(body, _KEPT)
    missing = [name for name in required if getattr(body, name) is UNSET]
    if settings.tool_choice is not None and not settings.tools:
        missing.append("tool_choice")
    if extra or also or missing or body.unknown is not NOTHING:
        form = {name: held for name, held in (("as_is", missing), ("inside", _inside(settings, extra))) if held}
        settings.provider_raw = residue(dialect, {**body.unknown.fields, **extra}, also=also, form=form)
    return settings


def _inside(settings: Settings, extra: Extra) -> list[str]:
    """Return the keys of the residue inside objects that the model makes."""
    found = ["metadata"] if settings.user is not None and "metadata" in extra else []
    config = extra.get("output_config")
    has_own = settings.response_format is not None or getattr(settings.reasoning, "effort", None) is not None
    if isinstance(config, dict) and config and "format" not in config and has_own:
        found.append("output_config")
    return found


def plain(wire: Any) -> Raw:
    """A wire object whole, as JSON, with what its type does not know."""
    return Raw(ENCODER.encode(whole(wire)))


def _user(body: Body, extra: Extra) -> str | None:
    metadata = body.metadata
    if metadata is UNSET:
        return None
    if metadata.user_id is UNSET:
        extra["metadata"] = Raw(ENCODER.encode(metadata.unknown.fields))
        return None
    if metadata.unknown:
        extra["metadata"] = metadata.unknown.fields
    return metadata.user_id


def _tier(body: Body, extra: Extra) -> str | None:
    tier = body.service_tier
    if tier is UNSET:
        return None
    if tier in REQUEST_TIERS:
        return tier
    extra["service_tier"] = tier
    return None


def _generation(body: Body, dialect: str) -> Generation | None:
    found, rest = Generation(), Rest()
    source: dict[str, Any] = {}
    fill_generation(body, found, source, rest)
    form: dict[str, Any] = {SOURCE: source} if source else {}
    if body.stop_sequences is not UNSET:
        found.stop_sequences = body.stop_sequences
        if not body.stop_sequences:
            rest.also["stop_sequences"] = Raw(b"[]")
        if not all(map(str.strip, body.stop_sequences)):
            form["as_is"] = ["stop_sequences"]
    if rest.content or rest.also or form:
        found.provider_raw = residue(dialect, rest.content, also=rest.also, form=form)
    return found if found != _NO_GENERATION else None


_NO_GENERATION: Final = Generation()


def _response_format(body: Body, extra: Extra, dialect: str) -> ResponseFormat | None:
    config = body.output_config
    found = None
    if config is not UNSET:
        _keep_config(config, extra)
        if config.format is not UNSET:
            found = _format(config.format, extra.setdefault("output_config", {}), "format", None, dialect)
    if body.output_format is not UNSET:
        # "output_format": "Deprecated: Use `output_config.format` instead." (BetaCreateMessageParams)
        older = _format(body.output_format, extra, "output_format", {"field": "output_format"}, dialect)
        if found is None:
            return older
        extra["output_format"] = plain(body.output_format)
    return found


def _keep_config(config: Any, extra: Extra) -> None:
    held: dict[str, Any] = dict(config.unknown.fields)
    if config.task_budget:
        check_raw(config.task_budget)
        held["task_budget"] = config.task_budget
    if held:
        extra["output_config"] = held
    elif config.effort is UNSET and config.format is UNSET:
        extra["output_config"] = Raw(b"{}")


def _format(
    part: OutputFormat, extra: Extra, field: str, form: dict[str, Any] | None, dialect: str
) -> ResponseFormat | None:
    if part.type != "json_schema" or not part.schema:
        extra[field] = plain(part)
        return None
    check_raw(part.schema)
    return ResponseFormat("json_schema", schema=part.schema, provider_raw=keep(dialect, part.unknown, None, form))


def _reasoning(body: Body, extra: Extra, dialect: str) -> Reasoning | None:
    config = body.output_config
    effort = None if config is UNSET else or_none(config.effort)
    odd = ["effort"] if effort is not None and effort not in EFFORTS else []
    reasoning = None if body.thinking is UNSET else _thinking(body.thinking, odd, dialect)
    if reasoning is None:
        if body.thinking is not UNSET:
            extra["thinking"] = plain(body.thinking)
        if effort is None:
            return None
        reasoning = Reasoning(provider_raw=residue(dialect, form={"as_is": odd} if odd else None))
    reasoning.effort = effort
    return reasoning


def _thinking(part: ThinkingConfig, odd: list[str], dialect: str) -> Reasoning | None:
    mode: Any = part.type
    if mode not in ("enabled", "disabled", "adaptive"):
        return None
    display, budget = or_none(part.display), or_none(part.budget_tokens)
    extra: dict[str, Any] = {}
    if display is not None and (display not in DISPLAYS or mode == "disabled"):
        extra["display"] = display
        display = None
    if (budget or 0) < LEAST_BUDGET if mode == "enabled" else budget is not None:
        odd = [*odd, "budget_tokens"]
    kept = residue(dialect, {**part.unknown.fields, **extra}, form={"as_is": odd} if odd else None)
    return Reasoning(mode, None, budget, display, None, kept)
