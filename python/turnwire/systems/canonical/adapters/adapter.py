"""The `Adapter` protocol of the canonical message format (7.1) as a thin object over a dialect."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from turnwire.catalogue.capabilities import UNDECLARED
from turnwire.catalogue.declarations import capabilities_of
from turnwire.catalogue.pricing import price, with_cost
from turnwire.convert import read, write
from turnwire.dialects import full_name, get
from turnwire.errors import invalid
from turnwire.gateway.plan import plan, room_of
from turnwire.model import Completion, History, Message, MessageMetadata, TextBlock
from turnwire.stream.reader import stream_reader
from turnwire.systems.canonical.adapters.capabilities import AdapterCapabilities, declared
from turnwire.systems.canonical.adapters.context import AdapterOptions, RequestContext, WireRequest, settings_of
from turnwire.systems.canonical.adapters.critical import check_critical, without_marks
from turnwire.systems.canonical.adapters.dropped import warnings
from turnwire.systems.canonical.adapters.events import MessageComplete, Telling
from turnwire.systems.canonical.adapters.logged import log_drop
from turnwire.systems.canonical.adapters.tools import checked_tools

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping

    from turnwire.catalogue.capabilities import Capabilities
    from turnwire.gateway.plan import Plan
    from turnwire.model import ToolDefinition, Usage
    from turnwire.stream.reader import StreamReader
    from turnwire.systems.canonical.adapters.dropped import DroppedBlock
    from turnwire.systems.canonical.adapters.events import StreamEvent

    Chunk = bytes | str | Mapping[str, Any]


class Adapter(Protocol):
    """The protocol that "every adapter implements" (7.1)."""

    @property
    def capabilities(self) -> AdapterCapabilities:
        """The declared capabilities."""

    def to_wire(self, messages: list[Message], tools: list[ToolDefinition], options: AdapterOptions) -> WireRequest:
        """Serializes "canonical messages to provider wire format"."""

    def from_wire_response(self, response: Chunk, request_context: RequestContext) -> Message:
        """Parses "a non-streaming response into a canonical Message"."""

    def stream_response(
        self, response_stream: AsyncIterator[Chunk], context: RequestContext
    ) -> AsyncIterator[StreamEvent]:
        """Translates "provider stream chunks into canonical StreamEvents"."""

    def estimate_input_tokens(self, messages: list[Message], tools: list[ToolDefinition]) -> int:
        """Gives a "pre-flight estimate for routing and budget decisions"."""


_NO_OPTIONS = AdapterOptions()
_NO_CONTEXT = RequestContext()


def adapter_for(
    dialect: str,
    *,
    model: str | None = None,
    provider: str | None = None,
    capabilities: Capabilities = UNDECLARED,
    on_drop: Callable[[DroppedBlock], None] = log_drop,
) -> DialectAdapter:
    """Make the adapter of a dialect and a model.

    Args:
        dialect: the format that the provider speaks.
        model: a canonical id (`anthropic:claude-sonnet-4-6`) or a bare name.
        provider: the key of the provider in canonical model ids and in the table of ids; the default is that of the
            model's id, or else the dialect's own.
        capabilities: what the application knows of the model; what it declares replaces the declaration of the model's
            family, which for an unknown model is empty.
        on_drop: called for each block that a request drops; the default writes a warning to the log
            `turnwire.adapters`.

    Raises:
        UnknownDialect: there is no such dialect, or it has no requests.

    Example:
        `adapter_for("openai_chat", model="openrouter:deepseek/deepseek-v3")`
    """
    dialect = full_name(dialect)
    key = provider or get(dialect).provider_key
    named = (model or "").partition(":")
    if provider is None and model is not None and named[1] and named[0] == named[0].strip("/."):
        key = named[0]
    adapter = DialectAdapter(dialect, key, _bare(model, key), capabilities, on_drop)
    adapter.plan([], [])  # an unknown dialect, or one without requests, is refused here and not at the first call
    return adapter


def _bare(model: str | None, provider: str) -> str | None:
    """The provider's own name of a model."""
    return None if model is None else model.removeprefix(f"{provider}:")


class DialectAdapter:
    """One dialect, and one model behind it.  It holds no state, and nothing of it touches the network."""

    def __init__(
        self,
        dialect: str,
        provider: str,
        model: str | None,
        known: Capabilities = UNDECLARED,
        on_drop: Callable[[DroppedBlock], None] = log_drop,
    ) -> None:
        self.dialect, self.provider, self.model = dialect, provider, model
        self.known, self.on_drop = known, on_drop

    @property
    def name(self) -> str:
        """The name of the adapter in records: the provider's key."""
        return self.provider

    @property
    def capabilities(self) -> AdapterCapabilities:
        """What the format has a place for and the model is known to do; of an unknown model, nothing."""
        return self.capabilities_with(self.model)

    def capabilities_with(self, model: str | None) -> AdapterCapabilities:
        """The same for another model of the provider, as `AdapterOptions.model` asks for one."""
        known = capabilities_of(model)
        return declared(get(self.dialect), self.known.replacing(known) if model == self.model else known)

    def plan(self, messages: list[Message], tools: list[ToolDefinition], options: AdapterOptions | None = None) -> Plan:
        """Report what a request would lose (`turnwire.plan`)."""
        document = self.document(messages, tools, options or _NO_OPTIONS)
        model = None if document.settings is None else document.settings.model
        return plan(document, self.dialect if model is None else f"{self.dialect}:{model}")

    def to_wire(
        self, messages: list[Message], tools: list[ToolDefinition], options: AdapterOptions = _NO_OPTIONS
    ) -> WireRequest:
        """A request, what it could not carry, a record of each block that was dropped, and what is wrong with tools.

        Raises what `turnwire.write` raises; LossyConversion if it would drop a block that is marked as critical; and,
        with `options.strict_tools`, InvalidDocument for tools that are not portable.
        """
        document = self.document(messages, tools, options)
        findings = checked_tools(document, strict=options.strict_tools)
        plain = without_marks(document)
        if options.ids is None:
            written = write(plain, self.dialect)
        else:
            written = options.ids.write(plain, self.dialect, provider=self.provider)
        told = warnings(written.losses, document, self.name, session_id=options.session_id)
        for dropped in told:
            self.on_drop(dropped)
        check_critical(written.losses, document)
        return WireRequest(written, told, document, findings)

    def document(self, messages: list[Message], tools: list[ToolDefinition], options: AdapterOptions) -> History:
        """Return the conversation that `to_wire` writes: the messages behind the system prompt, and the settings."""
        prompt = options.system_prompt
        first = [] if prompt is None else [Message("system", [TextBlock(prompt)])]
        model = self.model if options.model is None else _bare(options.model, self.provider)
        return History([*first, *messages], settings_of(options, tools, model))

    def from_wire_response(self, response: Chunk, request_context: RequestContext = _NO_CONTEXT) -> Message:
        """Return the provider's first candidate as a message, with the application's metadata.

        Raises InvalidDocument for anything other than a reply, such as the body of an error, which `turnwire.read(body,
        dialect, kind="error")` reads.
        """
        found = read(response, self.dialect, kind="response")
        assert isinstance(found, Completion)  # noqa: S101 - what `kind` says
        return self._message(self._canonical(found, request_context), request_context)

    def _canonical(self, reply: Completion, context: RequestContext) -> Completion:
        if context.ids is None or context.ulids is None:
            return reply
        found: Any = context.ids.canonical(reply, self.provider, context.ulids, answering=context.answering)
        canonical: Completion = found
        return canonical

    def _message(self, reply: Completion, context: RequestContext) -> Message:
        if not reply.candidates:
            raise invalid("adapter.no-candidate", "the reply has no candidate", hint="the provider refused to answer")
        first = reply.candidates[0]
        metadata = msgspec.structs.replace(
            first.metadata or MessageMetadata(),
            model=self._model_id(context.model or reply.model),
            provider=self.provider,
            routing=context.routing,
            usage=self._usage(reply, context),
        )
        return msgspec.structs.replace(
            first,
            id=context.message_id or first.id,
            session_id=context.session_id or first.session_id,
            created_at=context.created_at or first.created_at or reply.created_at,
            metadata=metadata,
        )

    def _model_id(self, model: str | None) -> str | None:
        named = model or self.model
        if named is None or named.startswith(f"{self.provider}:"):
            return named
        return f"{self.provider}:{named}"

    def _usage(self, reply: Completion, context: RequestContext) -> Usage | None:
        usage = reply.usage
        if usage is None:
            return None
        if context.latency_ms is not None:
            usage = msgspec.structs.replace(usage, latency_ms=context.latency_ms)
        if context.prices is None:
            return usage
        # "Adapters do NOT compute USD cost": the caller's table does, if the caller has one.
        model = self._model_id(context.model or reply.model) or ""
        return with_cost(usage, price(usage, model, context.prices))

    def estimate_input_tokens(
        self, messages: list[Message], tools: list[ToolDefinition], system_prompt: str | None = None
    ) -> int:
        """Estimate the tokens of a request.  No tokenizer and no network: `Room` in plan.py explains how it counts.

        "Accuracy: ±10% is acceptable": that is not guaranteed, since every model counts differently.
        """
        options = AdapterOptions(system_prompt=system_prompt)
        return room_of(self.document(messages, tools, options)).tokens

    async def stream_response(
        self, response_stream: AsyncIterator[Chunk], context: RequestContext = _NO_CONTEXT
    ) -> AsyncIterator[StreamEvent]:
        """The events of a streamed reply, from the chunks that the caller received: bytes, text, or parsed events.

        Where the stream raises, or the task is cancelled, what came so far is given as `message_complete` (`error`,
        `cancelled`), and then it is raised again; so is InvalidDocument for what cannot be read.
        """
        reading = _Reading(self, context)
        chunks = aiter(response_stream)
        while True:
            # What is raised where an event is given is the consumer's, who takes no more events: only what the stream
            # raises, or what cannot be read, is followed by events.
            found, fault = await reading.next(chunks)
            for event in found:
                yield event
            if fault is not None:
                raise fault
            if reading.is_done:
                return

    def stream_events(self, chunks: Iterable[Chunk], context: RequestContext = _NO_CONTEXT) -> Iterator[StreamEvent]:
        """The same without asyncio."""
        reading = _Reading(self, context)
        try:
            for chunk in chunks:
                yield from reading.take(chunk)
            yield from reading.close()
        except Exception:
            yield from reading.broken("error")
            raise


class _Reading:
    """One stream while it is read."""

    def __init__(self, adapter: DialectAdapter, context: RequestContext) -> None:
        self.adapter, self.context = adapter, context
        self.reader: StreamReader = stream_reader(adapter.dialect)
        self.telling = Telling(context.message_id or "", self._new_id, adapter._model_id)  # noqa: SLF001 - one module
        # Calls may share an id of the provider: the session's own are given in the order in which they began.
        self.given: dict[str, list[str]] = {}
        self.failed = self.is_done = False

    async def next(self, chunks: AsyncIterator[Chunk]) -> tuple[list[StreamEvent], BaseException | None]:
        """The events of the next chunk, or the last ones; and what was raised instead, if anything was."""
        found: list[StreamEvent] = []
        try:
            chunk = await anext(chunks, None)
            self.is_done = chunk is None
            found.extend(self.close() if chunk is None else self.take(chunk))
        except asyncio.CancelledError as fault:
            return [*found, *self.broken("cancelled")], fault
        except Exception as fault:  # noqa: BLE001 - it is raised again, behind the last events
            return [*found, *self.broken("error")], fault
        return found, None

    def take(self, chunk: Chunk) -> Iterator[StreamEvent]:
        """The events of a chunk."""
        yield from self._told(self.reader.feed(chunk) if isinstance(chunk, bytes | str) else self.reader.send(chunk))

    def close(self) -> Iterator[StreamEvent]:
        """The last events."""
        yield from self._told(self.reader.close())
        yield from self._complete("error" if self.failed else None)

    def broken(self, reason: str) -> Iterator[StreamEvent]:
        """The last events of a stream that broke off."""
        yield from self.telling.begin()
        yield from self.telling.end_calls()
        yield from self._complete(reason)

    def _told(self, events: list[Any]) -> Iterator[StreamEvent]:
        for event in events:
            for told in self.telling.tell(event):
                self.failed = self.failed or told.__struct_config__.tag == "error"
                yield told

    def _complete(self, reason: str | None) -> Iterator[StreamEvent]:
        reply = self.telling.folding.completion()
        message = reply.candidates[0] if reply.candidates else Message("assistant")
        content = [self._with_id(block) for block in message.content]
        said = None if message.metadata is None else message.metadata.stop_reason
        usage = self.adapter._usage(reply, self.context)  # noqa: SLF001 - one module
        yield MessageComplete(self.telling.message_id, reason or said, content, usage)

    def _with_id(self, block: Any) -> Any:
        waiting = self.given.get(getattr(block, "id", None) or "")
        return msgspec.structs.replace(block, id=waiting.pop(0)) if waiting else block

    def _new_id(self, provider_id: str) -> str:
        """Return the session's id for a new call: "the core generates these when an adapter parses [its] start"."""
        ids, ulids = self.context.ids, self.context.ulids
        if ids is None or ulids is None:
            return provider_id
        new = ids.new_call(self.adapter.provider, provider_id, ulids)
        self.given.setdefault(provider_id, []).append(new)
        return new
