"""What adapters declare, tell and refuse: unknown models, tools that are not portable, drops, critical blocks."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from msgspec import Raw

import turnwire
from turnwire.catalogue.capabilities import UNDECLARED, Capabilities
from turnwire.catalogue.declarations import capabilities_of
from turnwire.model import (
    ImageBlock,
    Message,
    Origin,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolDefinition,
    ToolResultBlock,
    VideoBlock,
)
from turnwire.systems.canonical.adapters import (
    LOGGER,
    AdapterCapabilities,
    AdapterOptions,
    DroppedBlock,
    adapter_for,
    is_critical,
    mark_critical,
    rejections,
)

TALK = [Message("user", [TextBlock("Weather?")], id="m1", session_id="sess_7")]
THOUGHT = ThinkingBlock("Hm.", signature="c2ln", origin=Origin("anthropic_messages"))
ANSWER = Message("assistant", [THOUGHT, TextBlock("Rain.")], id="m2", session_id="sess_7")
PICTURE = Message("user", [ImageBlock(Source("base64", Raw(b'"AAAA"')), "image/png")])
FILM = VideoBlock(Source("base64", Raw(b'"AAAA"')))

UNKNOWN = ["deepseek/deepseek-v3", "claude-haiku-4-5-text-only", "gpt-4o-audio-preview", "my-model", None]
KNOWN = [
    "claude-haiku-4-5-20251001",
    "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    "anthropic/claude-sonnet-4.5",
    "gpt-5-nano-2025-08-07",
    "models/gemini-2.5-flash-preview-05-20",
    "meta-llama/Llama-3.1-8B-Instruct",
    "openai/gpt-oss-20b:free",
    "llama3.1:8b-instruct-q4_0",
]


@pytest.mark.parametrize("model", UNKNOWN)
@pytest.mark.parametrize("dialect", ["openrouter_chat", "openai_chat", "anthropic_messages"])
def test_nothing_is_declared_of_an_unknown_model(dialect: str, model: str | None) -> None:
    found = adapter_for(dialect, model=model).capabilities
    assert (
        AdapterCapabilities(
            supports_streaming=True,
            supports_streaming_tool_calls=True,
            supports_system_messages_in_list=found.supports_system_messages_in_list,
        )
        == found
    )


@pytest.mark.parametrize("model", KNOWN)
def test_versions_and_variants_are_of_the_family(model: str) -> None:
    assert capabilities_of(model).supports_tools is not False
    assert UNDECLARED != capabilities_of(model)


@pytest.mark.parametrize("model", [model for model in UNKNOWN if model])
def test_a_plan_concludes_nothing_from_the_beginning_of_a_name(model: str) -> None:
    plan = turnwire.plan(turnwire.model.History(TALK), f"openai_chat:{model}")
    assert None is plan.capabilities.max_context_tokens


@pytest.mark.parametrize(
    ("dialect", "model", "types"),
    [
        ("openai_chat", "openai:gpt-5", {"image/png", "image/jpeg", "image/gif", "image/webp"}),
        ("anthropic_messages", "claude-3-5-sonnet", {"image/png", "image/jpeg", "image/gif", "image/webp"}),
        ("openai_chat", "gpt-3.5-turbo", set()),
        ("openai_chat", "somebody-elses", set()),
    ],
)
def test_who_takes_pictures_says_of_which_type(dialect: str, model: str, types: set[str]) -> None:
    found = adapter_for(dialect, model=model).capabilities
    assert bool(types) == found.supports_images
    assert types == set(found.accepted_image_media_types)


def test_the_application_may_know_more_of_its_model() -> None:
    own = adapter_for("ollama_chat", model="my-eyes", capabilities=Capabilities(supports_images=True))
    assert ["no_vision_support"] == [each.reason for each in rejections(adapter_for("ollama_chat"), [PICTURE], [])]
    assert () == rejections(own, [PICTURE], [])
    blind = adapter_for("openai_chat", model="gpt-5", capabilities=Capabilities(supports_images=False))
    assert ["no_vision_support"] == [each.reason for each in rejections(blind, [PICTURE], [])]
    # What is known of one model is not known of another.
    assert rejections(own, [PICTURE], [], AdapterOptions(model="another"))


NOT_PORTABLE: list[tuple[str, bytes, list[tuple[str, str]]]] = [
    ("look", b'{"type":"object"}', []),
    ("Look-up", b'{"type":"object"}', [("tool.name", "/settings/tools/0/name")]),
    (
        "look",
        b'{"type":"object","properties":{"a":{"anyOf":[{"type":"string"}]}}}',
        [("tool_schema.disallowed-keyword", "/settings/tools/0/input_schema/properties/a/anyOf")],
    ),
    ("look", b'{"type":"oject"}', [("tool_schema.type", "/settings/tools/0/input_schema/type")]),
]


@pytest.mark.parametrize("dialect", ["openai_chat", "anthropic_messages", "gemini_generate"])
@pytest.mark.parametrize(("name", "schema", "wanted"), NOT_PORTABLE)
def test_tools_that_are_not_portable_are_told_or_refused(
    dialect: str, name: str, schema: bytes, wanted: list[tuple[str, str]]
) -> None:
    adapter, tools = adapter_for(dialect, model="m"), [ToolDefinition(name, "Looks.", Raw(schema))]
    assert wanted == [(each.code, each.pointer) for each in adapter.to_wire(TALK, tools, AdapterOptions()).findings]
    if not wanted:
        assert () == adapter.to_wire(TALK, tools, AdapterOptions(strict_tools=True)).findings
        return
    with pytest.raises(turnwire.InvalidDocument) as refusal:
        adapter.to_wire(TALK, tools, AdapterOptions(strict_tools=True))
    assert wanted == [(each.code, each.pointer) for each in refusal.value.diagnostics]


def test_each_drop_is_logged_as_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        request = adapter_for("openai_chat", model="openai:gpt-5").to_wire([*TALK, ANSWER], [])
    (record,) = caplog.records
    assert (LOGGER, "WARNING") == (record.name, record.levelname)
    fields = ("session_id", "message_id", "block_type", "adapter", "reason")
    assert request.warnings == (DroppedBlock(*(getattr(record, name) for name in fields)),)
    assert ("sess_7", "m2", "thinking", "openai") == tuple(getattr(record, name) for name in fields[:-1])
    assert "Hm." not in record.getMessage()


def test_nothing_is_logged_where_nothing_is_dropped(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        adapter_for("anthropic_messages", model="m").to_wire([*TALK, ANSWER], [])
        adapter_for("openai_chat", model="m").plan([*TALK, ANSWER], [])
    assert [] == caplog.records


def test_the_application_may_take_the_drops_itself(caplog: pytest.LogCaptureFixture) -> None:
    seen: list[DroppedBlock] = []
    request = adapter_for("openai_chat", model="m", on_drop=seen.append).to_wire([*TALK, ANSWER], [])
    assert request.warnings == tuple(seen) != ()
    assert [] == caplog.records


def marked(message: Message, *positions: int) -> Message:
    content = [mark_critical(block) if n in positions else block for n, block in enumerate(message.content)]
    return Message(message.role, content, id=message.id, session_id=message.session_id)


def test_a_critical_block_is_sent_or_the_request_fails() -> None:
    said = [*TALK, marked(ANSWER, 0, 1)]
    sent = adapter_for("anthropic_messages", model="m").to_wire(said, [])
    assert adapter_for("anthropic_messages", model="m").to_wire([*TALK, ANSWER], []).data == sent.data
    seen: list[DroppedBlock] = []
    with pytest.raises(turnwire.LossyConversion) as refusal:
        adapter_for("openai_chat", model="m", on_drop=seen.append).to_wire(said, [])
    assert [("dropped", "/history/1/content/0")] == [(each.kind, each.path) for each in refusal.value.losses]
    assert ["thinking"] == [each.block_type for each in seen]
    # Only the thought is dropped there, so a mark of the text is no reason to fail.
    assert b"Rain." in adapter_for("openai_chat", model="m").to_wire([*TALK, marked(ANSWER, 1)], []).data


def test_a_critical_block_inside_a_result() -> None:
    talk = [Message("tool", [ToolResultBlock("t", content=[TextBlock("x"), mark_critical(FILM)])])]
    with pytest.raises(turnwire.LossyConversion):
        adapter_for("openai_chat", model="m").to_wire(talk, [])
    talk = [Message("tool", [ToolResultBlock("t", content=[mark_critical(TextBlock("x"))])])]
    request = adapter_for("openai_chat", model="m").to_wire(talk, [])
    assert [] == [loss for loss in request.losses if "critical" in str(loss)]


def test_the_mark_is_a_member_of_the_block_in_the_stored_message() -> None:
    stored: list[dict[str, Any]] = [
        {
            "id": "01JNA4QX000000000000000001",
            "session_id": "sess_7",
            "role": "user",
            "content": [{"type": "text", "text": "Hi.", "critical": True}, {"type": "text", "text": "Ho."}],
            "created_at": "2026-03-01T09:00:00Z",
        }
    ]
    history: Any = turnwire.read(json.dumps(stored), "canonical", kind="request")
    assert [True, False] == [is_critical(block) for block in history.history[0].content]
    assert stored == json.loads(turnwire.write(history, "canonical").data)
    made = mark_critical(TextBlock("Hi."))
    assert [made] == history.history[0].content[:1]
    assert turnwire.equal(Message("user", [made]), Message("user", [TextBlock("Hi.")]))
