"""What a span says beside its messages: ids, times, the model, what it used, and the settings of the call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, convert, structs

from turnwire.codec.json import dumps
from turnwire.codec.limits import FAST
from turnwire.dialects import part_of
from turnwire.dialects.wrapping import decoded
from turnwire.errors import InvalidDocument
from turnwire.model import Settings, Usage
from turnwire.sessions.files.otlp.values import Value, pairs, unflattened
from turnwire.sessions.files.slots import text_or
from turnwire.sessions.files.times import nanoseconds

if TYPE_CHECKING:
    from collections.abc import Mapping

DIALECT: Final = "otel_genai"

_MODEL: Final = (
    "gen_ai.response.model",
    "llm.response.model_name",
    "llm.model_name",
    "gen_ai.request.model",
    "llm.request.model_name",
)
_ASKED: Final = ("gen_ai.request.model", "llm.request.model_name", "llm.model_name", "gen_ai.response.model")
_PROVIDER: Final = ("gen_ai.provider.name", "gen_ai.system", "llm.provider", "llm.system")
_SESSION: Final = ("gen_ai.conversation.id", "session.id", "traceloop.association.properties.session_id")

# semantic-conventions-genai, gen-ai-output-messages.json: a message's own reason is "Deprecated: report finish reasons
# in `gen_ai.response.finish_reasons` instead."
_REASONS: Final = "gen_ai.response.finish_reasons"
_REASON: Final = ("llm.finish_reason",)

# "gen_ai.usage.prompt_tokens" and "gen_ai.usage.completion_tokens" were the names until 1.27.
USAGE: Final[dict[str, tuple[str, ...]]] = {
    "input_tokens": ("gen_ai.usage.input_tokens", "llm.token_count.prompt", "gen_ai.usage.prompt_tokens"),
    "output_tokens": ("gen_ai.usage.output_tokens", "llm.token_count.completion", "gen_ai.usage.completion_tokens"),
    "cached_input_tokens": (
        "gen_ai.usage.cache_read.input_tokens",
        "llm.token_count.prompt_details.cache_read",
        "gen_ai.usage.cache_read_input_tokens",
    ),
    "cache_creation_input_tokens": (
        "gen_ai.usage.cache_creation.input_tokens",
        "llm.token_count.prompt_details.cache_write",
        "gen_ai.usage.cache_creation_input_tokens",
    ),
    "reasoning_tokens": (
        "gen_ai.usage.reasoning.output_tokens",
        "llm.token_count.completion_details.reasoning",
    ),
}
# The members of `llm.invocation_parameters`, which are those of the provider's request.
_PARAMETERS: Final = {
    "temperature": "temperature",
    "top_p": "top_p",
    "top_k": "top_k",
    "max_tokens": "max_tokens",
    "max_completion_tokens": "max_tokens",
    "max_output_tokens": "max_tokens",
    "frequency_penalty": "frequency_penalty",
    "presence_penalty": "presence_penalty",
    "seed": "seed",
    "stop": "stop_sequences",
    "stop_sequences": "stop_sequences",
}


class Facts(Struct):
    """What a span says beside its messages.

    Attributes:
        id: the id of the span.
        session: the id of the conversation, or of the trace.
        started: when the call began, as RFC 3339.
        model: the model that answered.
        provider: who runs it.
        usage: the tokens of the call.
        reason: the word for why the last reply ended.
    """

    id: str | None
    session: str | None
    started: str | None
    model: str | None
    provider: str | None
    usage: Usage | None
    reason: str | None


def facts_of(span: Mapping[str, Any]) -> Facts:
    """Return what a span says beside its messages."""
    attributes = pairs(span.get("attributes"), ("attributes",))
    return Facts(
        id=text_or(span.get("spanId")) or None,
        session=_text(attributes, _SESSION) or text_or(span.get("traceId")) or None,
        started=nanoseconds(span.get("startTimeUnixNano")),
        model=_text(attributes, _MODEL),
        provider=_text(attributes, _PROVIDER),
        usage=_usage(attributes),
        reason=_reason(attributes),
    )


def _reason(attributes: Mapping[str, Value]) -> str | None:
    """Return the last of the reasons, "corresponding to each generation received"."""
    listed = attributes[_REASONS].inside().items if _REASONS in attributes else []
    return listed[-1].text if listed else _text(attributes, _REASON)


def _text(attributes: Mapping[str, Value], names: tuple[str, ...]) -> str | None:
    found = (attributes[name].text for name in names if name in attributes)
    return next((text for text in found if text), None)


def _usage(attributes: Mapping[str, Value]) -> Usage | None:
    """Return the counts in disjoint buckets.

    "gen_ai.usage.input_tokens": "This value SHOULD include all types of input tokens, including cached tokens."  So do
    the tokens of the prompt in OpenInference.
    """
    counts: dict[str, int] = {}
    for field, names in USAGE.items():
        numbers = (attributes[name].number for name in names if name in attributes)
        if (number := next((number for number in numbers if number is not None), None)) is not None:
            counts[field] = number
    cached = counts.get("cached_input_tokens", 0) + counts.get("cache_creation_input_tokens", 0)
    if cached <= counts.get("input_tokens", 0):
        counts["input_tokens"] = counts.get("input_tokens", 0) - cached
    return convert(counts, Usage) if counts else None


def settings_of(span: Mapping[str, Any]) -> Settings | None:
    """Return the settings and tools of a call, as the reader of `otel_genai` reads them; None if there are none."""
    attributes = pairs(span.get("attributes"), ("attributes",))
    asked = {name: value.plain for name, value in attributes.items() if name.startswith("gen_ai.request.")}
    if (model := _text(attributes, _ASKED)) is not None:
        asked["gen_ai.request.model"] = model
    parameters = attributes.get("llm.invocation_parameters")
    for name, value in parameters.inside().members.items() if parameters is not None else ():
        if name in _PARAMETERS and value.plain is not None:
            is_text_alone = _PARAMETERS[name] == "stop_sequences" and value.text is not None
            asked[f"gen_ai.request.{_PARAMETERS[name]}"] = [value.plain] if is_text_alone else value.plain
    if tools := _tools(attributes):
        asked["gen_ai.tool.definitions"] = tools
    try:
        part = part_of(DIALECT, "request")
        found: Settings | None = part.read(decoded(part, dumps(asked), FAST)[0], None).settings
    except InvalidDocument:
        return Settings(model=model) if model else None
    return None if found is None else _bare(found)


def _bare(settings: Settings) -> Settings:
    """Return settings without residue: the span itself is kept with its messages."""
    tools = [structs.replace(tool, provider_raw=None) for tool in settings.tools]
    generation = settings.generation and structs.replace(settings.generation, provider_raw=None)
    return structs.replace(settings, tools=tools, generation=generation, provider_raw=None)


def _tools(attributes: Mapping[str, Value]) -> list[Any]:
    """Return the definitions of tools as the present conventions have them."""
    definitions = attributes.get("gen_ai.tool.definitions")
    if definitions is not None:
        return [tool.plain for tool in definitions.inside().items]
    schemas = (each.first("tool") or each for each in unflattened(attributes, "llm.tools").items)
    found = [schema.inside().plain for each in schemas if (schema := each.first("json_schema")) is not None]
    functions = [_function(each) for each in unflattened(attributes, "llm.request.functions").items]
    return [made for each in (*found, *functions) if (made := _definition(each)) is not None]


def _function(flat: Value) -> dict[str, Any]:
    """Return a function of OpenLLMetry: `llm.request.functions.0.name`, `.description`, and `.parameters` as a text."""
    return {name: value.inside().plain for name, value in flat.members.items()}


def _definition(schema: Any) -> dict[str, Any] | None:
    """Return a tool of a provider's request as a function; None for any other value.

    "It is RECOMMENDED that this be in the OpenAI tool calling format" (TOOL_JSON_SCHEMA); Anthropic's tools have an
    `input_schema`.
    """
    inner = schema.get("function", schema) if isinstance(schema, dict) else None
    if not isinstance(inner, dict) or not isinstance(inner.get("name"), str):
        return None
    found: dict[str, Any] = {"type": "function", "name": inner["name"]}
    if isinstance(inner.get("description"), str):
        found["description"] = inner["description"]
    parameters = inner.get("parameters", inner.get("input_schema"))
    return found if parameters is None else found | {"parameters": parameters}
