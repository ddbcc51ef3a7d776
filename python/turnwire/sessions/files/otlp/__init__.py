"""Traces of OpenTelemetry in OTLP's JSON: each span about a call of a model is a conversation.

Learned from open-telemetry/opentelemetry-proto (opentelemetry/proto/trace/v1/trace.proto, docs/specification.md, "JSON
Protobuf Encoding"), and for the attributes from the sources that `conventions` names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.codec.json import loads
from turnwire.codec.limits import FAST
from turnwire.sessions.files.format import SessionFormat
from turnwire.sessions.files.otlp.conventions import is_trace
from turnwire.sessions.files.otlp.facts import settings_of
from turnwire.sessions.files.otlp.lines import lines
from turnwire.sessions.files.otlp.messages import read, rebuild
from turnwire.sessions.files.otlp.protobuf import is_traces
from turnwire.sessions.files.otlp.spans import Spans

if TYPE_CHECKING:
    from turnwire.model import Settings
    from turnwire.sessions.files.line import Line


def settings(line: Line) -> Settings | None:
    """Return the settings and tools of the call that a span is about."""
    return settings_of(loads(line.text, FAST))


OTLP = SessionFormat(
    name="otlp",
    title="OpenTelemetry",
    learned_from="OTLP 1, the GenAI conventions of 2024 to 2026, OpenInference 0.1.42",
    looks_like=is_trace,
    messages=Spans(),
    lines=lines,
    read=read,
    rebuild=rebuild,
    settings=settings,
    is_binary=is_traces,
)
