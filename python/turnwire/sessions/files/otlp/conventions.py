"""Which spans are calls of a model, and in which conventions their messages are written.

Sources: open-telemetry/semantic-conventions, docs/gen-ai (gen-ai-spans.md and gen-ai-events.md of 1.27, 1.28 and 1.37;
the package opentelemetry-semantic-conventions); Arize-ai/openinference, spec/semantic_conventions.md (the package
openinference-semantic-conventions 0.1.42); traceloop/openllmetry, whose attributes have the messages as
`gen_ai.prompt.0.content`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw

from turnwire.codec.members import object_of, objects_of
from turnwire.sessions.files.members import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

INSTRUCTIONS: Final = "gen_ai.system_instructions"
INPUT: Final = "gen_ai.input.messages"
OUTPUT: Final = "gen_ai.output.messages"
DETAILS: Final = "gen_ai.client.inference.operation.details"
"""The event that has the messages instead of the span."""

OPENINFERENCE: Final = ("llm.input_messages", "llm.output_messages")
OPENLLMETRY: Final = ("gen_ai.prompt", "gen_ai.completion")
# `llm.prompts` are "Prompts provided to a completions API" (openinference, spec/semantic_conventions.md).
COMPLETIONS: Final = ("llm.prompts", "llm.choices")
FLATTENED: Final = (OPENINFERENCE, OPENLLMETRY, COMPLETIONS)
KIND: Final = "openinference.span.kind"

# "gen_ai.system.message", "gen_ai.user.message", "gen_ai.assistant.message", "gen_ai.tool.message", "gen_ai.choice"
# (gen-ai-events.md, 1.28 to 1.36) -> the role, where the event does not tell it.
EVENTS: Final = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
    "gen_ai.choice": "assistant",
}
# "gen_ai.content.prompt" with `gen_ai.prompt`, "gen_ai.content.completion" with `gen_ai.completion` (1.27)
CONTENTS: Final = {
    "gen_ai.content.prompt": ("gen_ai.prompt", "user"),
    "gen_ai.content.completion": ("gen_ai.completion", "assistant"),
}
_OPERATIONS: Final = frozenset(["chat", "generate_content", "text_completion"])
_NAMES: Final = frozenset([INSTRUCTIONS, INPUT, OUTPUT])
_PREFIXES: Final = tuple(f"{name}." for names in FLATTENED for name in names)


def is_of_model(span: bytes) -> bool:
    """Return whether a span is about a call of a model: it has messages, or says so."""
    members = object_of(Raw(span))
    attributes = objects_of(members.get("attributes")) or ()
    if any(_tells(text_of(each, "key") or "", each) for each in attributes):
        return True
    names = (text_of(event, "name") for event in objects_of(members.get("events")) or ())
    return any(name in EVENTS or name in CONTENTS or name == DETAILS for name in names)


def _tells(key: str, attribute: dict[str, Raw]) -> bool:
    if key in _NAMES or key.startswith(_PREFIXES):
        return True
    word = text_of(object_of(attribute.get("value")), "stringValue")
    return (key == KIND and word == "LLM") or (key == "gen_ai.operation.name" and word in _OPERATIONS)


def is_trace(members: Iterable[str]) -> bool:
    """Return whether a document with these members is one of OTLP's traces."""
    return "resourceSpans" in members
