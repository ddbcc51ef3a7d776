"""Media that a target has no place for leave a line of text: the model knows what was attached, and where it is."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

URL = "https://example.org/a"


def anthropic(*blocks: dict[str, Any]) -> dict[str, Any]:
    content = [{"type": "text", "text": "Look."}, *blocks]
    return {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": content}]}


def gemini(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"contents": [{"role": "user", "parts": [{"text": "Look."}, *parts]}]}


def by_url(kind: str, **more: Any) -> dict[str, Any]:
    return {"type": kind, "source": {"type": "url", "url": URL}, **more}


def file_data(uri: str, media_type: str) -> dict[str, Any]:
    return {"fileData": {"fileUri": uri, "mimeType": media_type}}


PDF = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}
# The source, its body, the target, and the line of text that stands there instead.
LINES: list[tuple[str, dict[str, Any], str, str]] = [
    ("anthropic_messages", anthropic(by_url("document")), "openai_chat", f"[document: {URL}]"),
    ("anthropic_messages", anthropic(by_url("document", title="T")), "openai_chat", f"[document: T, {URL}]"),
    ("anthropic_messages", anthropic(by_url("document")), "ollama_chat", f"[document: {URL}]"),
    ("anthropic_messages", anthropic(by_url("image")), "ollama_chat", f"[image: {URL}]"),
    ("anthropic_messages", anthropic(by_url("image")), "bedrock_anthropic", f"[image: {URL}]"),
    (
        "anthropic_messages",
        anthropic({"type": "document", "source": PDF, "title": "T"}),
        "ollama_chat",
        "[document: T]",
    ),
    ("gemini_generate", gemini(file_data(URL, "video/mp4")), "anthropic_messages", f"[video: {URL}]"),
    ("gemini_generate", gemini(file_data(URL, "video/mp4")), "mistral_chat", f"[video: {URL}]"),
    ("gemini_generate", gemini(file_data(URL, "audio/mp3")), "openai_responses", f"[audio: {URL}]"),
    ("gemini_generate", gemini(file_data(URL, "audio/mp3")), "openai_chat", f"[audio: {URL}]"),
    ("gemini_generate", gemini(file_data("gs://b/a.png", "image/png")), "openai_chat", "[image: gs://b/a.png]"),
]


@pytest.mark.parametrize(("source", "body", "target", "line"), LINES)
def test_a_line_stands_for_what_has_no_place(source: str, body: dict[str, Any], target: str, line: str) -> None:
    written = turnwire.convert(body, target, source=source, kind="request")
    assert line in json.dumps(json.loads(written.data), ensure_ascii=False)
    assert ["degraded"] == [loss.kind for loss in written.losses if loss.path == "/history/0/content/1"]
    assert not [loss for loss in written.losses if loss.kind == "dropped"]


TAKEN = [
    (by_url("image"), "openai_chat", "image_url"),
    (by_url("image"), "gemini_generate", "fileUri"),
    (by_url("document"), "openrouter_chat", "file_data"),
    (by_url("document"), "openai_responses", "file_url"),
    (by_url("document"), "mistral_chat", "document_url"),
]


@pytest.mark.parametrize(("block", "target", "member"), TAKEN)
def test_what_the_target_takes_by_its_address_stays(block: dict[str, Any], target: str, member: str) -> None:
    written = turnwire.convert(anthropic(block), target, source="anthropic_messages", kind="request")
    assert f'"{member}"' in written.data.decode()
    assert f"[{block['type']}:" not in written.data.decode()


@pytest.mark.parametrize("target", ["openai_chat", "anthropic_messages", "ollama_chat"])
def test_a_file_on_a_providers_server_has_no_address(target: str) -> None:
    uri = "https://generativelanguage.googleapis.com/v1beta/files/abc"
    written = turnwire.convert(gemini(file_data(uri, "image/png")), target, source="gemini_generate", kind="request")
    assert uri not in written.data.decode()
    assert "dropped" in {loss.kind for loss in written.losses if loss.path == "/history/0/content/1"}


@pytest.mark.parametrize("target", ["openai_chat", "ollama_chat", "gemini_generate"])
def test_a_document_in_results_leaves_a_line(target: str) -> None:
    call = {"type": "tool_use", "id": "toolu_1", "name": "find", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [by_url("document")]}
    body = anthropic()
    body["messages"] += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    written = turnwire.convert(body, target, source="anthropic_messages", kind="request")
    assert f"[document: {URL}]" in written.data.decode()


@pytest.mark.parametrize("target", ["openai_chat", "openai_responses", "gemini_generate", "mistral_chat"])
def test_a_document_that_is_text_keeps_its_title_and_context(target: str) -> None:
    source = {"type": "text", "media_type": "text/plain", "data": "Rivers."}
    block = {"type": "document", "source": source, "title": "T", "context": "C"}
    written = turnwire.convert(anthropic(block), target, source="anthropic_messages", kind="request")
    assert "T\\n\\nC\\n\\nRivers." in written.data.decode()
    assert not {"document.title", "document.context"} & {loss.feature for loss in written.losses}


@pytest.mark.parametrize("data", ["SUQzBAAAAAAA", "UklGRiQAAABXQVZF"])
@pytest.mark.parametrize("target", ["openai_chat", "openrouter_chat", "venice_chat"])
def test_an_invented_type_of_sound_is_one_loss(target: str, data: str) -> None:
    sound = {"type": "input_audio", "input_audio": data}
    body = {"model": "m", "messages": [{"role": "user", "content": [sound]}]}
    written = turnwire.convert(body, target, source="mistral_chat", kind="request")
    lost = [loss.kind for loss in written.losses if loss.path.endswith("/media_type")]
    assert ["invented"] == lost
