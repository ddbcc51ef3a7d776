"""Spans for OpenTelemetry.  This module is imported when traces are turned on (trace_settings.py)."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from opentelemetry import propagate
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode

from turnwire import __version__
from turnwire.service.tracing import Facts
from turnwire.v1 import service_pb2

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter
    from opentelemetry.trace import Span

    from turnwire.service.context import CallContext
    from turnwire.service.tracing import Transport

_SERVICE: Final = service_pb2.DESCRIPTOR.services_by_name["ConverterService"].full_name
_CLOSE_SECONDS: Final = 3.0
# The codes with which the conventions for gRPC make the span of a server an error (OpenTelemetry, "Semantic conventions
# for gRPC"); the others are its client's.
_FAULTS: Final = frozenset(("UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS"))


def sending(exporter: SpanExporter) -> TracerProvider:
    """Return what sends spans in batches, with the sampler, the limits and the resource of the environment.

    Args:
        exporter: what sends a batch.
    """
    # What the environment says (OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES) goes before this.
    own = Resource({"service.name": "turnwire", "service.version": __version__})
    named = own.merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=Resource.create(named.attributes), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(exporter))
    return provider


class Spans:
    """Makes a span for each call.

    Args:
        provider: where they go.
    """

    def __init__(self, provider: TracerProvider) -> None:
        self._provider, self._tracer = provider, provider.get_tracer("turnwire.service", __version__)

    def begin(self, name: str, context: CallContext, transport: Transport) -> CallSpan:
        """Begin the span of a call; see `Tracing.begin`."""
        # "traceparent" and "tracestate", or what OTEL_PROPAGATORS says.
        given = {key: value for key, value in transport.headers(context) or () if isinstance(value, str)}
        method = f"{_SERVICE}/{name}"
        about = {"rpc.system.name": transport.name, "rpc.method": method}
        return CallSpan(
            self._tracer.start_span(method, propagate.extract(given), kind=SpanKind.SERVER, attributes=about)
        )

    def close(self) -> None:
        """Send what has not been sent, for some seconds, and stop."""
        # On another thread, since an exporter repeats for longer than a server has to stop.
        closing = threading.Thread(target=self._provider.shutdown, name="close traces", daemon=True)
        closing.start()
        closing.join(_CLOSE_SECONDS)


class CallSpan(Facts):
    """The span of a call, and what is noted of it.

    Args:
        span: the span, begun.
    """

    def __init__(self, span: Span) -> None:
        super().__init__()
        self._span = span

    def end(self, code: str) -> None:
        """End it; see `Span.end`."""
        self._span.set_attributes(
            {
                "rpc.response.status_code": code,
                "turnwire.request.bytes": self.request_bytes,
                "turnwire.reply.bytes": self.reply_bytes,
                "turnwire.losses": self.losses,
                **{f"turnwire.{key}": name for key in ("source", "target") if (name := getattr(self, key))},
            }
        )
        if code in _FAULTS:
            self._span.set_attribute("error.type", code)
            self._span.set_status(Status(StatusCode.ERROR))
        self._span.end()
