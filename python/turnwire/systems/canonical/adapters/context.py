"""The inputs of an adapter besides the messages, and its outputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.codec.wire import ENCODER
from turnwire.model import Generation, ResponseFormat, Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.catalogue.pricing import PriceTable
    from turnwire.documents.ids import Ulids
    from turnwire.documents.written import Written
    from turnwire.model import Diagnostic, History, Loss, RoutingDecisionRecord, ToolDefinition
    from turnwire.sessions.session_ids import SessionIds
    from turnwire.systems.canonical.adapters.dropped import DroppedBlock


@dataclass(frozen=True, slots=True, kw_only=True)
class AdapterOptions:
    """The fields of a CanonicalRequest besides its messages and tools (provider adapter contract, 3.3)."""

    model: str | None = None
    """The "provider:name canonical id", or the model's name alone; the default is the adapter's own."""
    max_output_tokens: int | None = None
    system_prompt: str | None = None
    """Said before the system messages of the list."""
    stop_sequences: tuple[str, ...] = ()
    temperature: float | None = None
    output_schema: Mapping[str, Any] | None = None
    stream: bool = False
    settings: Settings | None = None
    """Whatever else the model of turnwire can ask for; the fields above win."""
    session_id: str | None = None
    """Named in the warnings if messages have no session of their own."""
    ids: SessionIds | None = None
    """The session's table of ids, which the call reads and adds to."""
    strict_tools: bool = False
    """Refuse tools whose names or schemas are not portable; else send them, and list them in `WireRequest.findings`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestContext:
    """The application's metadata of a reply: the adapter has no clock, makes no ids, and decides no route."""

    message_id: str | None = None
    session_id: str | None = None
    created_at: str | None = None
    """RFC 3339; the default is the provider's own time of the reply."""
    model: str | None = None
    """The "actual model that served the call", where the reply does not name it."""
    routing: RoutingDecisionRecord | None = None
    latency_ms: int | None = None
    prices: PriceTable | None = None
    """The table by which `cost_usd` is computed; without one, the cost stays untold."""
    ids: SessionIds | None = None
    ulids: Ulids | None = None
    """With `ids`: makes the ids of new calls, `tu_<ulid>`."""
    answering: History | None = None
    """With `ids`: the conversation that the reply answers, in the session's ids."""


@dataclass(frozen=True, slots=True)
class WireRequest:
    """A request as it goes over the network, and what it could not carry."""

    written: Written
    warnings: tuple[DroppedBlock, ...]
    """One record for each block that was dropped: those that `on_drop` was given."""
    document: History
    """What was written, into which the paths of losses lead: the messages, after the system prompt of the options."""
    findings: tuple[Diagnostic, ...] = ()
    """What is not portable about the tools (5.4 of the format); pointers lead into `document`."""

    @property
    def data(self) -> bytes:
        """The body."""
        return self.written.data

    @property
    def body(self) -> Any:
        """The body as parsed JSON, for packages that take one."""
        return msgspec.json.decode(self.written.data)

    @property
    def losses(self) -> tuple[Loss, ...]:
        """Everything that the request could not hold."""
        return self.written.losses

    @property
    def envelope(self) -> Mapping[str, Any]:
        """The parts of the exchange outside the body: path, query, headers."""
        return self.written.envelope


def settings_of(options: AdapterOptions, tools: list[ToolDefinition], model: str | None) -> Settings:
    """The settings of a request that asks so."""
    settings = options.settings or Settings()
    generation = settings.generation or Generation()
    asked = {
        "max_tokens": options.max_output_tokens,
        "temperature": options.temperature,
        "stop_sequences": list(options.stop_sequences) or None,
        "stream": options.stream or None,
    }
    said: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    generation = msgspec.structs.replace(generation, **said)
    format_ = settings.response_format
    if options.output_schema is not None:
        schema = msgspec.Raw(ENCODER.encode(options.output_schema))
        format_ = ResponseFormat("json_schema", "output", schema=schema)
    return msgspec.structs.replace(
        settings,
        model=model if model is not None else settings.model,
        tools=[*settings.tools, *tools],
        generation=None if generation == Generation() else generation,
        response_format=format_,
    )
