"""The adapters of the canonical message format, for every dialect: `adapter_for("anthropic_messages", model=...)`.

They replace "the OpenAI adapter" and "the Anthropic adapter" of an application that was written for that contract;
the network stays the application's.
"""

from __future__ import annotations

from turnwire.systems.canonical.adapters.adapter import Adapter, DialectAdapter, adapter_for
from turnwire.systems.canonical.adapters.capabilities import AdapterCapabilities
from turnwire.systems.canonical.adapters.context import AdapterOptions, RequestContext, WireRequest
from turnwire.systems.canonical.adapters.critical import is_critical, mark_critical
from turnwire.systems.canonical.adapters.dropped import DroppedBlock, warnings
from turnwire.systems.canonical.adapters.events import StreamEvent, dotted, event_of
from turnwire.systems.canonical.adapters.logged import LOGGER, log_drop
from turnwire.systems.canonical.adapters.switch import REASONS, Rejection, rejections

__all__ = [
    "LOGGER",
    "REASONS",
    "Adapter",
    "AdapterCapabilities",
    "AdapterOptions",
    "DialectAdapter",
    "DroppedBlock",
    "Rejection",
    "RequestContext",
    "StreamEvent",
    "WireRequest",
    "adapter_for",
    "dotted",
    "event_of",
    "is_critical",
    "log_drop",
    "mark_critical",
    "rejections",
    "warnings",
]
