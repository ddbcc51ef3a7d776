"""Traces in OTLP's JSON: the conversation of each span, its settings, and edits."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

import pytest
from google.protobuf.json_format import ParseDict
from msgspec import Raw
from openinference.semconv.trace import (
    MessageAttributes,
    MessageContentAttributes,
    SpanAttributes,
    ToolAttributes,
    ToolCallAttributes,
)
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData
from opentelemetry.semconv._incubating.attributes import gen_ai_attributes
from tests.session_files.otlp_files import CALL, HELLO, OTLP, SEVERAL, present, span, trace
from tests.session_files.test_threads import outline

import turnwire
from turnwire.errors import InvalidDocument
from turnwire.model import TextBlock, ToolDefinition, ToolUseBlock
from turnwire.sessions.files import read_sessions, recognise_document, session_bytes, session_format
from turnwire.sessions.files.otlp import conventions, facts

if TYPE_CHECKING:
    from turnwire.model import History, Message

FORM = session_format("otlp")
_CALLED = ["user: hello", "assistant: call tides c1"]

# file -> the messages of each conversation
MESSAGES: dict[str, list[list[str]]] = {
    "plain": [["user: hello", "assistant: hi"]],
    "empty": [[]],
    "no-model": [[]],
    "no-content": [[]],
    "instructions": [["system: Be brief.", "user: hello", "assistant: hi"]],
    "instructions-text": [["system: Be brief.", "user: hello", "assistant: hi"]],
    "system": [["system: Be brief.", "user: hello", "assistant: hi"]],
    "call": [[*_CALLED, "tool: c1=high", "assistant: hi"]],
    "call-asked": [_CALLED],
    "result-json": [[*_CALLED, "tool: c1=", "assistant: hi"]],
    "result-parts": [[*_CALLED, "tool: c1=ab", "assistant: hi"]],
    "reasoning": [["user: hello", "assistant: (hm), hi"]],
    "media": [["user: ImageBlock, AudioBlock, ImageBlock", "assistant: hi"]],
    "unknown-part": [["user: OpaqueBlock", "assistant: hi"]],
    "roles-of-frameworks": [["user: hello", "assistant: hi"]],
    "typed": [[*_CALLED, "assistant: hi"]],
    "details-event": [["user: hello", "assistant: hi"]],
    "texts-that-are-no-json": [["user: hello", "assistant: [cut"]],
    "events": [["system: Be brief.", *_CALLED, "tool: c1=high", "assistant: hi"]],
    "event-content": [["user: hello", "assistant: hi"]],
    "content-events": [["user: hello", "assistant: hi"]],
    "openinference": [["user: hello", "assistant: hi"]],
    "openinference-call": [[*_CALLED, "tool: c1=high", "assistant: hi"]],
    "openinference-contents": [["user: see, ImageBlock, OpaqueBlock", "assistant: (hm), hi"]],
    "openinference-function-call": [["user: hello", "assistant: call tides "]],
    "openinference-many": [[f"user: m{number}" for number in range(12)]],
    "openllmetry": [[*_CALLED, "tool: c1=high", "assistant: hi"]],
    "openllmetry-parts": [["user: see, ImageBlock, OpaqueBlock"]],
    "tool-spans": [_CALLED],
    "two-scopes": [[]],
}


def histories(document: Any) -> list[History]:
    found = read_sessions(json.dumps(document).encode(), FORM)
    return [history for session in found for history in session.histories()]


@pytest.mark.parametrize("name", MESSAGES)
def test_the_messages_are(name: str) -> None:
    assert MESSAGES[name] == [outline(history) for history in histories(OTLP[name])]


def test_each_span_about_a_model_is_a_conversation() -> None:
    found = histories(SEVERAL)
    assert ["eee19b7ec3c1b101", "eee19b7ec3c1b102", "eee19b7ec3c1b103"] == [history.id for history in found]
    assert [f"user: hello {number}" for number in (1, 2, 3)] == [outline(history)[0] for history in found]


def test_a_file_with_a_document_on_each_line_comes_back() -> None:
    lines = [json.dumps(OTLP["plain"]), "", json.dumps(SEVERAL), '{"resourceSpans":[{"scop']
    text = "\n".join(lines).encode()
    assert recognise_document(text) is FORM
    sessions = read_sessions(text, FORM)
    assert 4 == len(sessions)
    assert ["broken"] == [line.role for session in sessions for line in session.lines if line.fault]
    written = session_bytes([history for session in sessions for history in session.histories()], FORM)
    assert lines == [
        json.dumps(json.loads(line)) if line[-1:] == "}" else line for line in written.decode().split("\n")
    ]


def test_a_reply_has_its_model_its_reason_and_its_usage() -> None:
    (history,) = histories(OTLP["cached"])
    asked, answered = history.history
    assert asked.metadata is None
    assert answered.metadata is not None
    assert answered.metadata.usage is not None
    metadata = answered.metadata
    assert ("gpt-4o-2024-08-06", "openai", "end_turn") == (metadata.model, metadata.provider, metadata.stop_reason)
    usage = answered.metadata.usage
    assert (7, 90, 52) == (usage.input_tokens, usage.cached_input_tokens, usage.output_tokens)
    assert ("5b8efff798038103d269b633813fc60c", "2023-11-14T22:13:20+00:00") == (asked.session_id, asked.created_at)


@pytest.mark.parametrize("name", ["call", "tools", "openinference-call", "openllmetry"])
def test_the_tools_are_settings(name: str) -> None:
    settings = histories(OTLP[name])[0].settings
    assert settings is not None
    first = settings.tools[0]
    assert isinstance(first, ToolDefinition)
    assert ("tides", {"type": "object"}) == (first.name, json.loads(bytes(first.input_schema)))


def test_the_settings_of_openinference_are_those_of_the_request() -> None:
    (history,) = histories(OTLP["openinference-call"])
    written = turnwire.write(history, "anthropic").json()
    assert (0.1, ["END"], "gpt-4o") == (written["temperature"], written["stop_sequences"], written["model"])
    assert ["tides", "moon"] == [tool["name"] for tool in written["tools"]]


def _first_call(messages: list[Message]) -> ToolUseBlock:
    return next(block for each in messages for block in each.content if isinstance(block, ToolUseBlock))


@pytest.mark.parametrize("name", ["plain", "details-event", "events", "event-content", "openinference", "openllmetry"])
def test_an_edited_text_is_written_at_its_place(name: str) -> None:
    found = histories(OTLP[name])
    last = found[0].history[-1].content[0]
    assert isinstance(last, TextBlock)
    last.text = "good day"
    document = json.loads(session_bytes(found, FORM))
    changed = json.dumps(OTLP[name]).replace('\\"hi\\"', '\\"good day\\"').replace('"hi"', '"good day"')
    assert _unspelled(json.loads(changed)) == _unspelled(document)


def _unspelled(tree: Any) -> Any:
    """A tree with the JSON of its texts as JSON."""
    if isinstance(tree, dict):
        return {name: _unspelled(each) for name, each in tree.items()}
    if isinstance(tree, list):
        return [_unspelled(each) for each in tree]
    return _unspelled(json.loads(tree)) if isinstance(tree, str) and tree[:1] in "[{" and tree[-1:] in "]}" else tree


@pytest.mark.parametrize("name", ["call", "openinference-call", "openllmetry", "events"])
def test_an_edited_input_is_written_at_its_place(name: str) -> None:
    found = histories(OTLP[name])
    _first_call(found[0].history).input = Raw(b'{"port":"Gent"}')
    again = histories(json.loads(session_bytes(found, FORM)))
    assert b'{"port":"Gent"}' == bytes(_first_call(again[0].history).input)


def test_arguments_keep_their_spelling() -> None:
    assert b'{"days": 1.50}' == bytes(_first_call(histories(OTLP["openinference-call"])[0].history).input)


def test_missing_spans_are_refused() -> None:
    found = histories(SEVERAL)
    with pytest.raises(InvalidDocument, match="1 spans are missing"):
        session_bytes(found[:2], FORM)


def test_a_name_with_too_many_dots_is_kept() -> None:
    deep = span(1, {"llm.input_messages." + "0." * 5000 + "a": "x"})
    (history,) = histories(trace(deep))
    assert trace(deep) == json.loads(session_bytes([history], FORM))


@pytest.mark.parametrize("name", sorted(OTLP.keys() - {"odd-lists", "odd-values"}))
def test_written_traces_are_those_of_the_protocol(name: str) -> None:
    document = json.loads(session_bytes(histories(OTLP[name]), FORM))
    # "traceId and spanId [...] are represented as case-insensitive hex-encoded strings; they are not base64-encoded as
    # is defined in the standard Protobuf JSON Mapping" (opentelemetry-proto, docs/specification.md)
    for resource in document["resourceSpans"]:
        for scope in resource["scopeSpans"]:
            for each in scope["spans"]:
                for key in ("traceId", "spanId", "parentSpanId"):
                    each[key] = base64.b64encode(bytes.fromhex(each[key])).decode()
    ParseDict(document, TracesData())


def test_the_attributes_are_those_of_the_packages() -> None:
    known = {value for value in vars(gen_ai_attributes).values() if isinstance(value, str)}
    assert {conventions.INSTRUCTIONS, conventions.INPUT, conventions.OUTPUT} <= known
    assert CALL.keys() <= known
    spans = {value for value in vars(SpanAttributes).values() if isinstance(value, str)}
    assert {*conventions.OPENINFERENCE, conventions.KIND} <= spans
    counted = {name for names in facts.USAGE.values() for name in names}
    assert {name for name in counted if name.startswith("llm.")} <= spans
    of_openllmetry = {"gen_ai.usage.cache_read_input_tokens", "gen_ai.usage.cache_creation_input_tokens"}
    assert {name for name in counted if name.startswith("gen_ai.")} - of_openllmetry <= known
    assert "message.tool_calls" == MessageAttributes.MESSAGE_TOOL_CALLS
    assert "message.contents" == MessageAttributes.MESSAGE_CONTENTS
    assert "message.function_call_arguments_json" == MessageAttributes.MESSAGE_FUNCTION_CALL_ARGUMENTS_JSON
    assert "message_content.type" == MessageContentAttributes.MESSAGE_CONTENT_TYPE
    assert "tool_call.function.arguments" == ToolCallAttributes.TOOL_CALL_FUNCTION_ARGUMENTS_JSON
    assert "tool.json_schema" == ToolAttributes.TOOL_JSON_SCHEMA


def test_an_empty_input_is_a_conversation_of_its_reply() -> None:
    (history,) = histories(trace(span(1, present([], [{"role": "assistant", "parts": [HELLO[0]["parts"][0]]}]))))
    assert ["assistant: hello"] == outline(history)
