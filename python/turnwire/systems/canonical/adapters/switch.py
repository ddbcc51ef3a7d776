"""Whether a model can take a conversation, and why it is refused where it cannot (routing engine, 4.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from turnwire.gateway.plan import room_of, unmet
from turnwire.systems.canonical.adapters.capabilities import gates
from turnwire.systems.canonical.adapters.context import AdapterOptions

if TYPE_CHECKING:
    from turnwire.model import Message, ToolDefinition
    from turnwire.systems.canonical.adapters.adapter import DialectAdapter

REASONS: Final = (
    "not_configured",
    "provider_unavailable",
    "no_vision_support",
    "exceeds_context_window",
    "no_tool_support",
    "no_system_prompt_support",
    "no_structured_output_support",
)
"""All there are.  "`supports_thinking` is *not* validated": thoughts that a model cannot take are dropped."""

_SAID: Final = {
    "no_vision_support": "the conversation contains images, which this model is not known to take",
    "exceeds_context_window": "the conversation is longer than this model's context",
    "no_tool_support": "the conversation needs tools, which this model can't call",
    "no_system_prompt_support": "the conversation has a system prompt, which this model can't take",
    "no_structured_output_support": "the answer is to follow a schema, which this model is not known to do",
}


class Rejection(Struct, frozen=True):
    """One reason for which a switch is refused."""

    reason: str
    """One of `REASONS`."""
    message: str
    """The reason in words, for people."""
    path: str = ""
    """Where the conversation needs it first: a JSON Pointer into the native JSON of a History of the messages."""
    needed: Any = None
    has: Any = None


def rejections(
    adapter: DialectAdapter | None,
    messages: list[Message],
    tools: list[ToolDefinition],
    options: AdapterOptions | None = None,
    *,
    available: bool = True,
) -> tuple[Rejection, ...]:
    """Why this adapter cannot go on with a conversation; none where it can.

    `adapter=None` is a model for which none is configured; `available` is what the application knows of the provider.
    "Only require what we'll use": what the conversation does not have is not asked for.
    """
    if adapter is None:
        return (Rejection("not_configured", "no adapter is configured for this model"),)
    found = [] if available else [Rejection("provider_unavailable", f"{adapter.name} is not available")]
    document = adapter.document(messages, tools, options or AdapterOptions())
    known = gates(adapter.capabilities_with(None if document.settings is None else document.settings.model))
    wanting = unmet(document, known, room_of(document, known.max_context_tokens))
    told = [each for each in wanting if each.reason in REASONS]
    return (*found, *(Rejection(each.reason, _SAID[each.reason], each.path, each.needed, each.has) for each in told))
