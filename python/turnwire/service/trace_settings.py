"""Whether traces are sent, and where: what the environment says, by the variables of OpenTelemetry."""

from __future__ import annotations

import importlib
import logging
from typing import TYPE_CHECKING, Final

from turnwire.service.tracing import Untraced

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.service.tracing import Tracing

_LOG = logging.getLogger("turnwire.service")
# The names are those of OpenTelemetry's "Environment Variable Specification" and "OpenTelemetry Protocol Exporter".
_EXPORTER: Final = "OTEL_TRACES_EXPORTER"
_DISABLED: Final = "OTEL_SDK_DISABLED"
_ENDPOINTS: Final = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
_PROTOCOLS: Final = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
_EXPORTERS: Final = {
    "http/protobuf": "opentelemetry.exporter.otlp.proto.http.trace_exporter",
    "grpc": "opentelemetry.exporter.otlp.proto.grpc.trace_exporter",
}


def tracing_of(environ: Mapping[str, str]) -> Tracing:
    """Return where the spans of this process go, by the variables that all SDKs of OpenTelemetry know.

    They are sent if `OTEL_TRACES_EXPORTER` is `otlp`, or is not set and there is an endpoint of OTLP.

    Args:
        environ: the environment.
    """
    names = environ.get(_EXPORTER, "otlp" if any(environ.get(each) for each in _ENDPOINTS) else "none")
    if names in ("none", "") or environ.get(_DISABLED, "").lower() == "true":
        return Untraced()
    protocol = next((environ[each] for each in _PROTOCOLS if environ.get(each)), "http/protobuf")
    if names != "otlp" or protocol not in _EXPORTERS:
        _LOG.warning("no traces are sent: %s is otlp or none, and the protocol http/protobuf or grpc", _EXPORTER)
        return Untraced()
    try:
        from turnwire.service.spans import Spans, sending  # noqa: PLC0415 - OpenTelemetry, when it is turned on

        return Spans(sending(importlib.import_module(_EXPORTERS[protocol]).OTLPSpanExporter()))
    except ModuleNotFoundError as error:
        _LOG.warning("no traces are sent: %s; they need: pip install 'turnwire[otel]'", error)
        return Untraced()
