"""Traces with each word of the conventions for a role, a part, an event, an operation, a span kind or an attribute."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from openinference.semconv import trace as openinference
from opentelemetry.semconv._incubating.attributes import gen_ai_attributes
from tests.session_files.otlp_files import CALL, HELLO, HI, event, inference, part, present, said, span, trace

if TYPE_CHECKING:
    from enum import Enum

ROLES: Final = ("system", "developer", "user", "human", "assistant", "ai", "model", "tool", "function")
REASONS: Final = (
    "stop",
    "end_turn",
    "length",
    "max_tokens",
    "tool_call",
    "tool_calls",
    "tool_use",
    "content_filter",
    "stop_sequence",
    "refusal",
    "error",
    "compaction",
)

_SEARCH: Final = {"type": "web_search", "query": "tides"}
_PARTS: Final = [
    part("hello"),
    {"type": "reasoning", "content": "hm"},
    {"type": "thinking", "content": "so"},
    {"type": "refusal", "content": "no"},
    {"type": "tool_call", "id": "c1", "name": "tides", "arguments": {"port": "Brest"}},
    {"type": "server_tool_call", "id": "s1", "name": "web_search", "server_tool_call": _SEARCH},
    {"type": "server_tool_call_response", "id": "s1", "server_tool_call_response": {"type": "web_search", "found": 2}},
    {"type": "compaction", "id": "cmp_1", "content": "They spoke."},
    {"type": "compaction", "id": "cmp_2"},
    {"type": "blob", "modality": "audio", "mime_type": "audio/wav", "content": "aGk=", "transcript": "low water"},
    {"type": "blob", "modality": "image"},
    {"type": "uri", "modality": "video", "uri": "https://x.test/a.mp4"},
    {"type": "file", "modality": "document", "file_id": "file_1"},
]
_ANSWERS: Final = [
    {"type": "tool_call_response", "id": "c1", "response": "high"},
    {"type": "tool_result", "id": "c2", "content": "low"},
]


def _contents(*items: dict[str, str]) -> dict[str, str]:
    """The contents of a message of OpenInference; each item has its names without `message_content.`."""
    return {
        f"contents.{number}.{name if name.startswith('tool_call.') else f'message_content.{name}'}": value
        for number, item in enumerate(items)
        for name, value in item.items()
    }


def names(*groups: type) -> list[str]:
    """The attributes that classes of constants have."""
    texts = (value for group in groups for name, value in vars(group).items() if name.isupper())
    return [value for value in texts if isinstance(value, str)]


def _words(group: type[Enum]) -> list[str]:
    return [each.value for each in group]


_GEN_AI: Final = [
    value
    for name, value in vars(gen_ai_attributes).items()
    if name.isupper() and isinstance(value, str) and value.startswith("gen_ai.")
]
ATTRIBUTES: Final = sorted(
    {
        *_GEN_AI,
        *names(openinference.SpanAttributes, openinference.ToolAttributes, openinference.DocumentAttributes),
        *names(openinference.AnnotationAttributes, openinference.EvaluationAttributes),
        *names(openinference.EmbeddingAttributes, openinference.RerankerAttributes),
    }
)
"""The attributes of a span in the packages of both conventions."""

_OF_OPENLLMETRY: Final = ("gen_ai.usage.cache_read_input_tokens", "gen_ai.usage.cache_creation_input_tokens")

OTLP_CONVENTIONS: Final[dict[str, Any]] = {
    "roles": trace(span(1, present([said(role, part(f"of {role}")) for role in ROLES]))),
    "roles-of-openinference": trace(
        span(1, inference([{"role": role, "content": f"of {role}", "name": "ada"} for role in ROLES], []))
    ),
    "parts": trace(span(1, present([*HELLO, said("tool", *_ANSWERS)], [said("assistant", *_PARTS)]))),
    "server-result-of-a-tool": trace(span(1, present([said("tool", _PARTS[6])]))),
    "names": trace(span(1, present([said("user", part("hello"), name="ada"), said("tool", part("high"), name="t")]))),
    "reasons": trace(
        *(
            span(number, present(HELLO, [said("assistant", part("hi"), finish_reason=reason)]))
            for number, reason in enumerate(REASONS)
        )
    ),
    "reasons-of-the-span": trace(
        span(1, present(HELLO, [said("assistant", part("hi"))]) | {"gen_ai.response.finish_reasons": ["length"]})
    ),
    "reason-of-openinference": trace(
        span(1, inference([], [{"role": "assistant", "content": "hi"}], **{"llm.finish_reason": "length"}))
    ),
    "operations": trace(
        *(
            span(number, present() | {"gen_ai.operation.name": word})
            for number, word in enumerate(_words(gen_ai_attributes.GenAiOperationNameValues))
        )
    ),
    "span-kinds": trace(
        *(
            span(number, {"openinference.span.kind": word, "input.value": "hello"})
            for number, word in enumerate(_words(openinference.OpenInferenceSpanKindValues))
        )
    ),
    "completions": trace(
        span(
            1,
            {
                "openinference.span.kind": "LLM",
                "llm.prompts.0.prompt.text": "hello",
                "llm.prompts.1.prompt.text": "again",
                "llm.choices.0.completion.text": "hi",
            },
        )
    ),
    "contents-of-openinference": trace(
        span(
            1,
            inference(
                [
                    {
                        "role": "user",
                        **_contents(
                            {"type": "image", "image.image.url": "data:image/png;base64,aGk="},
                            {
                                "type": "audio",
                                "audio.audio.url": "https://x.test/a",
                                "audio.audio.mime_type": "audio/wav",
                                "audio.audio.transcript": "low water",
                            },
                            {"type": "video", "video.video.url": "https://x.test/b"},
                            {
                                "type": "document",
                                "document.document.url": "https://x.test/c",
                                "document.document.name": "tides.pdf",
                                "document.document.mime_type": "application/pdf",
                            },
                        ),
                    }
                ],
                [
                    {
                        "role": "assistant",
                        "tool_calls.0.tool_call.id": "c1",
                        "tool_calls.0.tool_call.function.name": "tides",
                        "tool_calls.0.tool_call.function.arguments": "{}",
                        "tool_calls.1.tool_call.id": "c2",
                        "tool_calls.1.tool_call.function.name": "moon",
                        **_contents(
                            {"type": "reasoning", "id": "rs_1", "text": "hm", "signature": "EuYB"},
                            {"type": "reasoning", "data": "EmwK"},
                            {"type": "reasoning", "id": "rs_2", "encrypted_content": "gAAA"},
                            {
                                "type": "tool_use",
                                "tool_call.id": "c1",
                                "tool_call.function.name": "tides",
                                "tool_call.function.arguments": "{}",
                                "tool_call.reasoning_signature": "CiQB",
                            },
                            {"type": "tool_use"},
                            {"type": "text", "text": "hi"},
                        ),
                    }
                ],
            ),
        )
    ),
    "attributes": trace(span(1, {name: f"the {name}" for name in (*ATTRIBUTES, *_OF_OPENLLMETRY)} | present())),
    "other-events": trace(
        span(1, present(), event("gen_ai.evaluation.result", **{"gen_ai.evaluation.name": "tone"}), event("exception"))
    ),
    "details-of-the-reply": trace(
        span(1, CALL, event("gen_ai.client.inference.operation.details", **{"gen_ai.output.messages": json.dumps(HI)}))
    ),
}
"""Documents by name."""
