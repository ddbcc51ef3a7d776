"""Traces in OTLP's JSON, of our own: a name and the document of each."""

from __future__ import annotations

import json
from typing import Any, Final

TRACE: Final = "5b8efff798038103d269b633813fc60c"


def typed(value: Any) -> dict[str, Any]:
    """A value as OTLP writes it (`AnyValue`)."""
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [typed(each) for each in value]}}
    return {"kvlistValue": {"values": pairs(value)}} if isinstance(value, dict) else {"stringValue": value}


def pairs(values: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"key": name, "value": typed(value)} for name, value in values.items()]


def event(name: str, **attributes: Any) -> dict[str, Any]:
    return {"timeUnixNano": "1700000000500000000", "name": name, "attributes": pairs(attributes)}


def span(number: int, attributes: dict[str, Any], *events: dict[str, Any]) -> dict[str, Any]:
    return {
        "traceId": TRACE,
        "spanId": f"eee19b7ec3c1b1{number:02}",
        "parentSpanId": "eee19b7ec3c1b100",
        "name": "chat gpt-4o",
        "kind": 3,
        "startTimeUnixNano": "1700000000000000000",
        "endTimeUnixNano": "1700000001000000000",
        "attributes": pairs(attributes),
        "events": list(events),
        "status": {},
    }


def trace(*spans: Any) -> dict[str, Any]:
    scope = {"scope": {"name": "tides", "version": "1"}, "spans": list(spans)}
    return {"resourceSpans": [{"resource": {"attributes": pairs({"service.name": "tides"})}, "scopeSpans": [scope]}]}


CALL: Final = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "gpt-4o",
    "gen_ai.response.model": "gpt-4o-2024-08-06",
    "gen_ai.request.temperature": 0.5,
    "gen_ai.usage.input_tokens": 97,
    "gen_ai.usage.output_tokens": 52,
}


def part(text: str) -> dict[str, Any]:
    return {"type": "text", "content": text}


def said(role: str, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"role": role, "parts": list(parts), **more}


HELLO: Final = [said("user", part("hello"))]
HI: Final = [said("assistant", part("hi"), finish_reason="stop")]
TIDES: Final = {"type": "tool_call", "id": "c1", "name": "tides", "arguments": {"port": "Brest"}}
HIGH: Final = {"type": "tool_call_response", "id": "c1", "response": "high"}
TOOL: Final = {"type": "function", "name": "tides", "description": "When is it high?", "parameters": {"type": "object"}}


def present(asked: Any = HELLO, answered: Any = HI, **more: Any) -> dict[str, Any]:
    """The attributes of the present conventions, with the messages as JSON texts."""
    spoken = {"gen_ai.input.messages": json.dumps(asked), "gen_ai.output.messages": json.dumps(answered)}
    return CALL | spoken | {f"gen_ai.{name}": value for name, value in more.items()}


def inference(asked: list[dict[str, Any]], answered: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Attributes of OpenInference; each message has its names without `message.`."""
    found: dict[str, Any] = {"openinference.span.kind": "LLM", "llm.model_name": "gpt-4o"}
    for side, messages in (("input", asked), ("output", answered)):
        for number, message in enumerate(messages):
            for name, value in message.items():
                found[f"llm.{side}_messages.{number}.message.{name}"] = value
    return found | {"llm.token_count.prompt": 12, "llm.token_count.completion": 3} | more


_ASKED: Final = {"role": "user", "content": "hello"}
_CALLED: Final = {
    "role": "assistant",
    "tool_calls.0.tool_call.id": "c1",
    "tool_calls.0.tool_call.function.name": "tides",
    "tool_calls.0.tool_call.function.arguments": '{"days": 1.50}',
}
_SEEN: Final = {"role": "tool", "content": "high", "tool_call_id": "c1"}
_FUNCTION: Final = {"type": "function", "function": {"name": "tides", "parameters": {"type": "object"}}}
_CHAT_CALL: Final = {"id": "c1", "type": "function", "function": {"name": "tides", "arguments": "{}"}}

OTLP: Final[dict[str, Any]] = {
    "plain": trace(span(1, present())),
    "empty": {"resourceSpans": []},
    "no-spans": trace(),
    "no-model": trace(span(1, {"http.request.method": "GET"})),
    "no-content": trace(span(1, CALL)),
    "instructions": trace(span(1, present(system_instructions=json.dumps([part("Be brief.")])))),
    "instructions-text": trace(span(1, present(system_instructions="Be brief."))),
    "system": trace(span(1, present([said("system", part("Be brief.")), *HELLO]))),
    "call": trace(
        span(1, present([*HELLO, said("assistant", TIDES), said("tool", HIGH)]) | {"gen_ai.tool.definitions": [TOOL]})
    ),
    "tools": trace(span(1, present() | {"gen_ai.tool.definitions": json.dumps([TOOL])})),
    "call-asked": trace(span(1, present(HELLO, [said("assistant", TIDES, finish_reason="tool_call")]))),
    "result-json": trace(
        span(1, present([*HELLO, said("assistant", TIDES), said("tool", HIGH | {"response": {"high": 7}})]))
    ),
    "result-parts": trace(
        span(1, present([*HELLO, said("assistant", TIDES), said("tool", HIGH | {"response": [part("a"), part("b")]})]))
    ),
    "reasoning": trace(
        span(1, present(HELLO, [said("assistant", {"type": "reasoning", "content": "hm"}, part("hi"))]))
    ),
    "media": trace(
        span(
            1,
            present(
                [
                    said(
                        "user",
                        {"type": "blob", "modality": "image", "mime_type": "image/png", "content": "aGk="},
                        {"type": "uri", "modality": "audio", "uri": "https://x.test/a.mp3"},
                        {"type": "file", "modality": "image", "file_id": "file_1"},
                    )
                ]
            ),
        )
    ),
    "unknown-part": trace(span(1, present([said("user", {"type": "hologram", "rays": 3})]))),
    "roles-of-frameworks": trace(span(1, present([said("Human", part("hello"))], [said("AI", part("hi"))]))),
    "typed": trace(
        span(1, CALL | {"gen_ai.input.messages": [*HELLO, said("assistant", TIDES)], "gen_ai.output.messages": HI})
    ),
    "details-event": trace(
        span(
            1,
            CALL,
            event(
                "gen_ai.client.inference.operation.details",
                **{"gen_ai.input.messages": HELLO, "gen_ai.output.messages": HI},
            ),
        )
    ),
    "texts-that-are-no-json": trace(
        span(1, CALL | {"gen_ai.input.messages": "hello", "gen_ai.output.messages": "[cut"})
    ),
    "events": trace(
        span(
            1,
            CALL,
            event("gen_ai.system.message", content="Be brief."),
            event("gen_ai.user.message", content="hello", role="user"),
            event("gen_ai.assistant.message", tool_calls=json.dumps([_CHAT_CALL])),
            event("gen_ai.tool.message", content="high", id="c1"),
            event("gen_ai.choice", index=0, finish_reason="stop", message=json.dumps({"content": "hi"})),
        )
    ),
    "event-content": trace(
        span(
            1,
            CALL,
            event("gen_ai.user.message", **{"gen_ai.event.content": json.dumps(_ASKED)}),
            event(
                "gen_ai.choice",
                **{"gen_ai.event.content": json.dumps({"finish_reason": "stop", "message": {"content": "hi"}})},
            ),
        )
    ),
    "content-events": trace(
        span(
            1,
            CALL,
            event("gen_ai.content.prompt", **{"gen_ai.prompt": json.dumps([_ASKED])}),
            event("gen_ai.content.completion", **{"gen_ai.completion": json.dumps([{"content": "hi"}])}),
        )
    ),
    "openinference": trace(span(1, inference([_ASKED], [{"role": "assistant", "content": "hi"}]))),
    "openinference-call": trace(
        span(
            1,
            inference(
                [_ASKED, _CALLED, _SEEN],
                [{"role": "assistant", "content": "hi"}],
                **{
                    "llm.tools.0.tool.json_schema": json.dumps(_FUNCTION),
                    "llm.tools.1.tool.json_schema": json.dumps({"name": "moon", "input_schema": {"type": "object"}}),
                    "llm.invocation_parameters": '{"temperature": 0.1, "stop": "END", "logit_bias": {"1": 2}}',
                    "session.id": "harbour",
                },
            ),
        )
    ),
    "openinference-contents": trace(
        span(
            1,
            inference(
                [
                    {
                        "role": "user",
                        "contents.0.message_content.type": "text",
                        "contents.0.message_content.text": "see",
                        "contents.1.message_content.type": "image",
                        "contents.1.message_content.image.image.url": "https://x.test/a.png",
                        "contents.2.message_content.type": "hologram",
                    }
                ],
                [
                    {
                        "role": "assistant",
                        "contents.0.message_content.type": "reasoning",
                        "contents.0.message_content.text": "hm",
                        "contents.1.message_content.type": "text",
                        "contents.1.message_content.text": "hi",
                    }
                ],
            ),
        )
    ),
    "openinference-function-call": trace(
        span(
            1,
            inference(
                [_ASKED],
                [{"role": "assistant", "function_call_name": "tides", "function_call_arguments_json": '{"days":2}'}],
            ),
        )
    ),
    "openinference-many": trace(span(1, inference([{"role": "user", "content": f"m{n}"} for n in range(12)], []))),
    "openllmetry": trace(
        span(
            1,
            {
                "gen_ai.system": "openai",
                "gen_ai.prompt.0.role": "user",
                "gen_ai.prompt.0.content": "hello",
                "gen_ai.prompt.1.role": "assistant",
                "gen_ai.prompt.1.tool_calls.0.id": "c1",
                "gen_ai.prompt.1.tool_calls.0.name": "tides",
                "gen_ai.prompt.1.tool_calls.0.arguments": "{}",
                "gen_ai.prompt.2.role": "tool",
                "gen_ai.prompt.2.tool_call_id": "c1",
                "gen_ai.prompt.2.content": "high",
                "gen_ai.completion.0.role": "assistant",
                "gen_ai.completion.0.content": "hi",
                "gen_ai.completion.0.finish_reason": "stop",
                "gen_ai.usage.prompt_tokens": 7,
                "llm.request.functions.0.name": "tides",
                "llm.request.functions.0.parameters": '{"type": "object"}',
            },
        )
    ),
    "openllmetry-parts": trace(
        span(
            1,
            {
                "gen_ai.prompt.0.role": "user",
                "gen_ai.prompt.0.content": json.dumps(
                    [
                        {"type": "text", "text": "see"},
                        {"type": "image_url", "image_url": {"url": "https://x.test/a.png"}},
                        {"type": "hologram"},
                    ]
                ),
            },
        )
    ),
    "cached": trace(span(1, present() | {"gen_ai.usage.cache_read.input_tokens": 90})),
    "tool-spans": trace(
        span(0, {"gen_ai.operation.name": "invoke_agent"}),
        span(1, present(HELLO, [said("assistant", TIDES)])),
        span(2, {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "tides"}),
        span(3, {"openinference.span.kind": "TOOL", "input.value": "Brest"}),
    ),
    "two-scopes": {
        "resourceSpans": [
            {"scopeSpans": [{"spans": [span(1, CALL)]}, {"spans": [span(2, {})], "schemaUrl": "https://x.test"}]},
            {"resource": {}, "scopeSpans": [{"spans": []}]},
        ]
    },
    "odd-lists": {"resourceSpans": [{"scopeSpans": [{"spans": [5, {}]}, {"spans": {"a": 1}}, 7, {}]}, "a", {}]},
    "odd-values": trace({"attributes": [5, {"key": "a"}, {"key": "b", "value": {"intValue": "x"}}], "events": 3}),
}
"""Documents by name."""

SEVERAL: Final = trace(*(span(number, present([said("user", part(f"hello {number}"))])) for number in range(1, 4)))
"""Three calls of a model, which are three conversations."""
