"""Read everything in a request other than the conversation as settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET, Raw

from turnwire.codec.json import check_raw
from turnwire.codec.values import members_of
from turnwire.codec.wire import ALSO, given, or_none
from turnwire.dialects.bedrock_converse.address import ADDRESS
from turnwire.dialects.bedrock_converse.constraints import EFFORTS, TIERS
from turnwire.dialects.bedrock_converse.enums import NAME
from turnwire.dialects.bedrock_converse.model_fields import FIELDS, read_fields
from turnwire.dialects.bedrock_converse.overlays import is_object, keep, plain
from turnwire.dialects.bedrock_converse.read_tools import read_choice, read_tools
from turnwire.dialects.bedrock_converse.wire_request import KEPT
from turnwire.documents.residue import marked
from turnwire.documents.source_values import SOURCE, Rest
from turnwire.mapped.converse_settings import fill_generation
from turnwire.model import Generation, Reasoning, ResponseFormat, Settings

if TYPE_CHECKING:
    from turnwire.dialects.bedrock_converse.model_fields import ModelFields
    from turnwire.dialects.bedrock_converse.wire_request import Body, JsonSchema, OutputConfig
    from turnwire.documents.inputs import Envelope

Extra = dict[str, Any]
"""What the model has no place for, as an overlay on the body."""

_EMPTY: Final = Raw(b"{}")


def read_settings(body: Body, envelope: Envelope | None) -> Settings | None:
    """The settings of a request; None if it has none."""
    extra: Extra = {**body.unknown.fields, **given(body, KEPT)}
    also: Extra = {"system": Raw(b"[]")} if body.system == [] else {}
    form: dict[str, Any] = {}
    fields = read_fields(body.additional_model_request_fields) if body.additional_model_request_fields else None
    settings = Settings(generation=_generation(body, fields, also))
    settings.model = _model(body, envelope, settings, extra, form)
    settings.reasoning = None if fields is None else fields.reasoning
    if fields is not None:
        _keep_fields(fields, extra, also)
    if body.tool_config is not UNSET:
        _tools(body, settings, extra, also, form)
    if body.output_config is not UNSET:
        _output(body.output_config, settings, extra, also)
    settings.service_tier = _tier(body, extra, also)
    if body.request_metadata:
        _metadata(body.request_metadata, settings, extra, also)
    settings.provider_raw = keep(extra, form, also)
    return settings if settings != Settings() else None


def _model(body: Body, envelope: Envelope | None, settings: Settings, extra: Extra, form: dict[str, Any]) -> str | None:
    """Return the model, which the path has, or a parameter; whether to stream is a matter of the path."""
    named, streams = ADDRESS.said(envelope)
    if streams is not None:
        settings.generation = settings.generation or Generation()
        settings.generation.stream = streams
    said = or_none(body.model_id)
    if said is not None and named in (None, said):
        form["place"] = {"model": "body"}
    elif said is not None:
        extra["modelId"] = said
    return said if named is None else named


def _generation(body: Body, fields: ModelFields | None, also: Extra) -> Generation | None:
    config = body.inference_config
    top_k = None if fields is None else fields.top_k
    if config is UNSET:
        return None if top_k is None else Generation(top_k=top_k)
    rest: dict[str, Any] = dict(config.unknown.fields)
    stops: list[str] = [] if config.stop_sequences is UNSET else config.stop_sequences
    found = Generation(top_k=top_k, stop_sequences=stops)
    source: dict[str, Any] = {}
    fill_generation(config, found, source, Rest(rest))
    if found == Generation(top_k=top_k):
        also["inferenceConfig"] = {"stopSequences": []} if config.stop_sequences == [] else _EMPTY
    elif config.stop_sequences == []:
        also["inferenceConfig"] = {"stopSequences": []}
    form: dict[str, Any] = {SOURCE: source} if source else {}
    if any(not stop.strip() for stop in stops):
        form["as_is"] = ["stop_sequences"]
    found.provider_raw = keep({"inferenceConfig": rest}, form)
    return found if found != Generation() else None


def _keep_fields(fields: ModelFields, extra: Extra, also: Extra) -> None:
    if fields.rest:
        extra[FIELDS] = fields.rest
    elif fields.top_k is None and fields.reasoning is None:
        also[FIELDS] = _EMPTY


def _tools(body: Body, settings: Settings, extra: Extra, also: Extra, form: dict[str, Any]) -> None:
    config: Any = body.tool_config
    inside: dict[str, Any] = dict(config.unknown.fields)
    if config.tools is not UNSET:
        settings.tools = read_tools(config.tools)
    if config.tool_choice is not UNSET:
        settings.tool_choice = read_choice(config.tool_choice)
        if settings.tool_choice is None:
            inside["toolChoice"] = plain(config.tool_choice)
        elif not settings.tools:
            form["as_is"] = ["tool_choice"]
    is_bare = not settings.tools and settings.tool_choice is None
    _note("toolConfig", inside, extra, also, {"tools": []} if config.tools == [] else _EMPTY if is_bare else None)


def _note(key: str, inside: Extra, extra: Extra, also: Extra, empty: Any) -> None:
    """Keep the members of an object, and what it has that says nothing: an empty list, or that it is empty itself."""
    if not inside:
        also |= {} if empty is None else {key: empty}
    elif empty is None or empty is _EMPTY:
        extra[key] = inside
    else:
        extra[key] = {**inside, ALSO: empty}


def _output(config: OutputConfig, settings: Settings, extra: Extra, also: Extra) -> None:
    inside: dict[str, Any] = dict(config.unknown.fields)
    if config.effort is not UNSET:
        reasoning = settings.reasoning = settings.reasoning or Reasoning()
        reasoning.effort = config.effort
        if config.effort not in EFFORTS:
            reasoning.provider_raw = marked(reasoning.provider_raw, NAME, {"as_is": ["effort"]})
    if config.text_format is not UNSET:
        settings.response_format = _format(config.text_format)
        if settings.response_format is None:
            inside["textFormat"] = plain(config.text_format)
    is_bare = config.effort is UNSET and settings.response_format is None
    _note("outputConfig", inside, extra, also, _EMPTY if is_bare else None)


def _format(part: Any) -> ResponseFormat | None:
    """Return the schema of the answer; None for a format of another type, or a schema that is no JSON object."""
    structure = part.structure
    if part.type != "json_schema" or structure is UNSET or structure.json_schema is UNSET:
        return None
    schema: JsonSchema = structure.json_schema
    text = None if schema.schema is UNSET else schema.schema
    if text is None or not _is_json_object(text):
        return None
    inner = {"jsonSchema": schema.unknown.fields}
    overlay = {**part.unknown.fields, "structure": {**structure.unknown.fields, **inner}}
    return ResponseFormat(
        "json_schema",
        or_none(schema.name),
        or_none(schema.description),
        Raw(text.strip().encode()),
        provider_raw=keep(overlay, {"schema": text} if text != text.strip() else None),
    )


def _is_json_object(text: str) -> bool:
    try:
        msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError, ValueError):
        return False
    check_raw(text.encode())
    return True


def _tier(body: Body, extra: Extra, also: Extra) -> str | None:
    tier = body.service_tier
    if tier is UNSET:
        return None
    if tier.type is UNSET or tier.type in TIERS:
        _note("serviceTier", tier.unknown.fields, extra, also, _EMPTY if tier.type is UNSET else None)
    if tier.type is UNSET:
        return None
    if tier.type not in TIERS:
        extra["serviceTier"] = plain(tier)
        return None
    word: str = tier.type
    return word


def _metadata(raw: Raw, settings: Settings, extra: Extra, also: Extra) -> None:
    """Read the pairs; anything that is not an object is kept."""
    if not is_object(raw):
        extra["requestMetadata"] = raw
        return
    settings.metadata = members_of(raw)
    if not settings.metadata:
        also["requestMetadata"] = _EMPTY
