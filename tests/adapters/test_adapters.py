"""An application that was written against the protocol of the canonical message format works with ours."""

from __future__ import annotations

import inspect
import json
from decimal import Decimal
from typing import Any

import pytest
from msgspec import Raw

import turnwire
from turnwire.catalogue.pricing import default_table
from turnwire.dialects import get, names
from turnwire.documents.ids import Ulids, seeded
from turnwire.model import (
    AudioBlock,
    History,
    ImageBlock,
    Loss,
    Message,
    MessageMetadata,
    Origin,
    RedactedThinkingBlock,
    RoutingDecisionRecord,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolDefinition,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)
from turnwire.sessions.session_ids import SessionIds
from turnwire.systems.canonical.adapters import (
    REASONS,
    Adapter,
    AdapterOptions,
    DialectAdapter,
    DroppedBlock,
    RequestContext,
    adapter_for,
    rejections,
    warnings,
)

CLAUDE = adapter_for("anthropic_messages", model="anthropic:claude-sonnet-4-6")
GPT = adapter_for("openai_chat", model="openai:gpt-5")
ANTHROPIC = Origin("anthropic_messages")
LOOK = ToolDefinition("look", "Looks.", Raw(b'{"type":"object"}'))
TALK = [
    Message("user", [TextBlock("Weather?")], id="m1", session_id="sess_7"),
    Message(
        "assistant",
        [ThinkingBlock("Hm.", signature="c2ln", origin=ANTHROPIC), ToolUseBlock("tu_1", "look", Raw(b'{"a":1}'))],
        id="m2",
        session_id="sess_7",
    ),
    Message("tool", [ToolResultBlock("tu_1", content=[TextBlock("Rain.")])], id="m3", session_id="sess_7"),
]
PICTURE = Message("user", [ImageBlock(Source("url", Raw(b'"https://example.invalid/a.png"')))], id="m4")
REPLY = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-sonnet-4-6",
    "content": [{"type": "text", "text": "Rain."}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 8, "output_tokens": 42},
}


def body(adapter: DialectAdapter, messages: list[Message], options: AdapterOptions | None = None) -> Any:
    return adapter.to_wire(messages, [LOOK], options or AdapterOptions(max_output_tokens=64)).body


def test_it_is_the_protocol() -> None:
    adapter: Adapter = CLAUDE
    assert {name for name in vars(Adapter) if not name.startswith("_")} == {
        "capabilities",
        "to_wire",
        "from_wire_response",
        "stream_response",
        "estimate_input_tokens",
    }
    assert inspect.isasyncgenfunction(CLAUDE.stream_response)
    assert adapter.capabilities.supports_tools


@pytest.mark.parametrize("dialect", [name for name in names() if get(name).request])
def test_every_dialect_has_one(dialect: str) -> None:
    adapter = adapter_for(dialect, model="m")
    assert "Weather?" in adapter.to_wire(TALK, [], AdapterOptions(max_output_tokens=9)).data.decode()
    assert adapter.estimate_input_tokens(TALK, []) > 0
    assert adapter.capabilities.supports_streaming == (get(dialect).stream is not None)


def test_a_dialect_that_there_is_not() -> None:
    with pytest.raises(turnwire.UnknownDialect):
        adapter_for("no_such")


@pytest.mark.parametrize(
    ("dialect", "model", "provider", "wanted"),
    [
        ("anthropic_messages", "anthropic:claude-sonnet-4-6", None, ("anthropic", "claude-sonnet-4-6")),
        ("anthropic_messages", "claude-sonnet-4-6", None, ("anthropic", "claude-sonnet-4-6")),
        ("openai_chat", "openrouter:deepseek/deepseek-v3", None, ("openrouter", "deepseek/deepseek-v3")),
        ("openai_chat", "llama3.2:1b", "ollama", ("ollama", "llama3.2:1b")),
        ("ollama_chat", "ollama:llama3.2:1b", None, ("ollama", "llama3.2:1b")),
        ("gemini_generate", "gemini-3-flash", None, ("google", "gemini-3-flash")),
        ("openai_chat", None, None, ("openai", None)),
    ],
)
def test_whose_model_it_is(
    dialect: str, model: str | None, provider: str | None, wanted: tuple[str, str | None]
) -> None:
    adapter = adapter_for(dialect, model=model, provider=provider)
    assert wanted == (adapter.name, adapter.model)


def test_what_is_asked_stands_in_the_request() -> None:
    options = AdapterOptions(
        max_output_tokens=64,
        system_prompt="Be brief.",
        stop_sequences=("END",),
        temperature=0.5,
        stream=True,
        output_schema={"type": "object"},
    )
    sent = body(adapter_for("openai_chat", model="gpt-4.1"), TALK, options)
    assert ("gpt-4.1", 64, ["END"], 0.5, True) == tuple(
        sent[k] for k in ("model", "max_tokens", "stop", "temperature", "stream")
    )
    assert {"type": "object"} == sent["response_format"]["json_schema"]["schema"]
    assert {"role": "system", "content": "Be brief."} == sent["messages"][0]
    assert "look" == sent["tools"][0]["function"]["name"]
    assert {"name": "look", "description": "Looks.", "input_schema": {"type": "object"}} == body(CLAUDE, TALK)["tools"][
        0
    ]


def test_another_model_may_be_asked() -> None:
    assert "gpt-5-mini" == body(GPT, TALK, AdapterOptions(model="openai:gpt-5-mini"))["model"]


def test_thoughts_go_back_to_who_thought_them_and_are_told_to_nobody_else() -> None:
    assert "signature" in json.dumps(body(CLAUDE, TALK))
    request = GPT.to_wire(TALK, [], AdapterOptions())
    assert "Hm." not in request.data.decode()
    assert (
        DroppedBlock(
            session_id="sess_7",
            message_id="m2",
            block_type="thinking",
            adapter="openai",
            reason="it is opaque state of anthropic_messages, which openai_chat does not take",
        ),
    ) == request.warnings


def test_every_dropped_block_has_a_record_with_all_five_fields() -> None:
    film = VideoBlock(Source("base64", Raw(b'"AAAA"')))
    hidden = RedactedThinkingBlock("aGlk", ANTHROPIC)
    audio = AudioBlock(Source("base64", Raw(b'"AAAA"')))
    talk = [
        Message("user", [film, TextBlock("Hi", citations=[])]),
        Message("assistant", [hidden, audio, TextBlock("Ho")], id="m2", session_id="own"),
        Message("tool", [ToolResultBlock("t", content=[TextBlock("x"), film])], id="m3"),
    ]
    options = AdapterOptions(system_prompt="Be brief.", session_id="sess_7")
    found = GPT.to_wire(talk, [], options).warnings
    assert {
        ("sess_7", "", "video"),
        ("own", "m2", "redacted_thinking"),
        ("own", "m2", "audio"),
        ("sess_7", "m3", "video"),
    } == {(each.session_id, each.message_id, each.block_type) for each in found}
    assert all(each.adapter == "openai" and len(each.reason) > 10 for each in found)
    assert all({"session_id", "message_id", "block_type", "adapter", "reason"} == set(each.fields()) for each in found)


def test_a_film_that_leaves_a_line_with_its_url_has_no_record() -> None:
    film = VideoBlock(Source("url", Raw(b'"https://example.invalid/a.mp4"')))
    request = GPT.to_wire([Message("user", [film])], [], AdapterOptions())
    assert b"https://example.invalid/a.mp4" in request.data
    assert () == request.warnings


def test_what_is_no_dropped_block_has_no_record() -> None:
    document = History([Message("user", [TextBlock("Hi")], name="Ada")])
    losses = [
        Loss("dropped", "/history/0/name", "message.name", "x"),
        Loss("degraded", "/history/0/content/0", "text", "x"),
        Loss("dropped", "/history/7/content/0", "text", "x"),
        Loss("dropped", "/settings/model", "settings.model", "x"),
    ]
    assert () == warnings(losses, document, "x")


REFUSED: list[tuple[str, DialectAdapter | None, list[Message], list[ToolDefinition], AdapterOptions]] = [
    ("not_configured", None, TALK, [], AdapterOptions()),
    ("no_vision_support", adapter_for("openai_chat", model="gpt-3.5-turbo"), [PICTURE], [], AdapterOptions()),
    (
        "exceeds_context_window",
        adapter_for("openai_chat", model="gpt-3.5-turbo"),
        [Message("user", [TextBlock("word " * 90_000)])],
        [],
        AdapterOptions(),
    ),
    ("no_tool_support", adapter_for("geppetto"), TALK[:1], [LOOK], AdapterOptions()),
    ("no_system_prompt_support", adapter_for("geppetto"), TALK[:1], [], AdapterOptions(system_prompt="Be brief.")),
    (
        "no_structured_output_support",
        adapter_for("geppetto"),
        TALK[:1],
        [],
        AdapterOptions(output_schema={"type": "object"}),
    ),
]


@pytest.mark.parametrize(
    ("reason", "adapter", "messages", "tools", "options"), REFUSED, ids=[each[0] for each in REFUSED]
)
def test_why_a_switch_is_refused(
    reason: str,
    adapter: DialectAdapter | None,
    messages: list[Message],
    tools: list[ToolDefinition],
    options: AdapterOptions,
) -> None:
    (found,) = rejections(adapter, messages, tools, options)
    assert reason == found.reason
    assert len(found.message) > 20


def test_every_reason_can_be_given() -> None:
    unavailable = rejections(GPT, TALK, [LOOK], available=False)
    assert ["provider_unavailable"] == [each.reason for each in unavailable]
    assert set(REASONS) == {"provider_unavailable", *(each[0] for each in REFUSED)}


def test_thinking_is_never_a_gate() -> None:
    assert not adapter_for("openai_chat", model="gpt-3.5-turbo").capabilities.supports_thinking
    assert () == rejections(adapter_for("openai_chat", model="gpt-3.5-turbo"), TALK, [LOOK])


def test_what_is_not_needed_is_not_asked_for() -> None:
    assert () == rejections(adapter_for("geppetto"), TALK[:1], [])


def test_a_reply_is_a_message_with_what_the_application_knows() -> None:
    routing = RoutingDecisionRecord("default", "anthropic:claude-sonnet-4-6", "workspace default")
    context = RequestContext(
        message_id="01JNA4QX000000000000000001",
        session_id="sess_7",
        created_at="2026-03-01T09:00:00Z",
        routing=routing,
        latency_ms=820,
        prices=default_table(),
    )
    message = CLAUDE.from_wire_response(json.dumps(REPLY), context)
    assert (context.message_id, "sess_7", context.created_at) == (message.id, message.session_id, message.created_at)
    metadata = message.metadata or MessageMetadata()
    assert ("anthropic:claude-sonnet-4-6", "anthropic", "end_turn") == (
        metadata.model,
        metadata.provider,
        metadata.stop_reason,
    )
    assert routing is metadata.routing
    usage = metadata.usage
    assert usage is not None
    # 8 in and 42 out cost 0.000654 (canonical message format, 8.1)
    assert (Decimal("0.000654"), 820) == (Decimal(usage.cost_usd or ""), usage.latency_ms)
    assert () == turnwire.validation.invariants(History([message]))


def test_a_reply_without_context_invents_nothing() -> None:
    message = CLAUDE.from_wire_response(REPLY)
    assert (None, None, None) == (message.id, message.session_id, message.created_at)
    usage = (message.metadata or MessageMetadata()).usage
    assert usage is not None
    assert (None, None) == (usage.cost_usd, usage.latency_ms)


@pytest.mark.parametrize("response", [b"", b"{}", b'{"error":{"message":"no"}}', {"choices": []}, "[]"])
def test_what_is_no_reply_is_refused(response: Any) -> None:
    with pytest.raises(turnwire.InvalidDocument):
        GPT.from_wire_response(response)


def ids() -> tuple[SessionIds, Ulids]:
    return SessionIds("sess_7"), Ulids(lambda: 1_790_000_000_000, seeded("adapters"))


def test_calls_have_the_ids_of_the_session_and_providers_their_own() -> None:
    table, ulids = ids()
    call_ = {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}
    message = CLAUDE.from_wire_response({**REPLY, "content": [call_]}, RequestContext(ids=table, ulids=ulids))
    (block,) = message.content
    assert isinstance(block, ToolUseBlock)
    assert block.id.startswith("tu_")
    talk = [*TALK[:1], message, Message("tool", [ToolResultBlock(block.id)])]
    back = body(CLAUDE, talk, AdapterOptions(ids=table, max_output_tokens=9))
    assert ["toolu_1"] == [each["id"] for each in back["messages"][1]["content"]]
    assert "toolu_1" not in json.dumps(body(GPT, talk, AdapterOptions(ids=table)))


def test_tokens_are_estimated_with_tools_and_a_system_prompt() -> None:
    alone = GPT.estimate_input_tokens(TALK, [])
    assert (
        alone < GPT.estimate_input_tokens(TALK, [], "Be brief.") < GPT.estimate_input_tokens(TALK, [LOOK], "Be brief.")
    )
