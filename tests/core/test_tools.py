"""What is told of tools is the same whatever the target."""

from __future__ import annotations

import json

import pytest
from msgspec import Raw

import turnwire
from turnwire.model import CustomTool, History, ProviderTool, Settings, ToolDefinition

TEXT_INPUT = {"type": "object", "properties": {"input": {"type": "string"}}, "required": ["input"]}


def _told(written: turnwire.Written) -> list[tuple[str, str]]:
    return [(loss.kind, loss.path) for loss in written.losses if loss.path.startswith("/settings/tools/")]


@pytest.mark.parametrize("target", ["openai_chat", "mistral_chat", "openai_responses"])
@pytest.mark.parametrize("parameters", [b"5", b"[1]", b'"x"'])
def test_parameters_without_members_are_told(target: str, parameters: bytes) -> None:
    own = ProviderTool("web", target, Raw(parameters))
    written = turnwire.write(History([], settings=Settings(tools=[ToolDefinition("web", provider_tool=own)])), target)
    assert json.loads(written.data)["tools"] == [{"type": "web"}]
    assert _told(written) == [("dropped", "/settings/tools/0/provider_tool/parameters")]


@pytest.mark.parametrize("target", ["anthropic_messages", "mistral_chat", "ollama_chat"])
def test_a_schema_beside_a_free_text_is_kept(target: str) -> None:
    schema = Raw(b'{"type":"object","properties":{}}')
    tool = ToolDefinition("sql", input_schema=schema, custom=CustomTool())
    written = turnwire.write(History([], settings=Settings(tools=[tool])), target)
    assert bytes(schema) in written.data
    assert _told(written) == [("degraded", "/settings/tools/0/custom")]


@pytest.mark.parametrize("target", ["anthropic_messages", "mistral_chat", "ollama_chat"])
def test_a_tool_that_takes_text_takes_an_object_with_it(target: str) -> None:
    tool = ToolDefinition("sql", custom=CustomTool())
    written = turnwire.write(History([], settings=Settings(tools=[tool])), target)
    assert json.dumps(TEXT_INPUT, separators=(",", ":")).encode() in written.data
    assert _told(written) == [("degraded", "/settings/tools/0/custom"), ("invented", "/settings/tools/0/input_schema")]
