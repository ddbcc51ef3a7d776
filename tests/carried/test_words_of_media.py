"""The words beside media go along: a title is the name of a file, and a transcript is a text after the sound."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

PDF = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}
DATA = "data:application/pdf;base64,JVBERi0="
NAMED = [
    ("openai_chat", {"type": "file", "file": {"file_data": DATA, "filename": "T"}}),
    ("openrouter_chat", {"type": "file", "file": {"file_data": DATA, "filename": "T"}}),
    ("openai_responses", {"type": "input_file", "file_data": DATA, "filename": "T"}),
    ("mistral_chat", {"type": "document_url", "document_url": DATA, "document_name": "T"}),
]


@pytest.mark.parametrize(("target", "part"), NAMED)
def test_the_title_of_a_file_is_its_name(target: str, part: dict[str, Any]) -> None:
    content = [{"type": "text", "text": "Look."}, {"type": "document", "source": PDF, "title": "T"}]
    body = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": content}]}
    written = turnwire.convert(body, target, source="anthropic_messages", kind="request")
    made = json.loads(written.data)
    assert part in made.get("messages", made.get("input"))[0]["content"]
    titles = [loss.kind for loss in written.losses if loss.feature == "document.title"]
    assert ["reshaped"] == titles


def spoken() -> dict[str, Any]:
    sound = {"id": "audio_1", "data": "UklGRgAAAABXQVZFZm10IBAAAA==", "transcript": "Hello.", "expires_at": 1}
    message = {"role": "assistant", "content": None, "refusal": None, "audio": sound}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    return {"id": "r", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


@pytest.mark.parametrize("target", ["gemini_generate", "vertex_gemini", "mistral_chat"])
def test_a_transcript_is_a_text_after_the_sound(target: str) -> None:
    written = turnwire.convert(spoken(), target, source="openai_chat", kind="response")
    back: Any = turnwire.read(written.data, target, kind="response")
    assert ["audio", "text"] == [block.__struct_config__.tag for block in back.candidates[0].content]
    assert "Hello." == back.candidates[0].content[1].text
    assert ["reshaped"] == [loss.kind for loss in written.losses if loss.feature == "audio.transcript"]


MARK = {"prompt_cache_breakpoint": {"mode": "explicit"}}
PICTURE = "data:image/png;base64,iVBORw0KGgo="


@pytest.mark.parametrize("target", ["openai_responses", "azure_chat", "openrouter_chat"])
def test_the_end_of_a_cached_prefix_goes_along(target: str) -> None:
    parts = [{"type": "text", "text": "Look.", **MARK}, {"type": "image_url", "image_url": {"url": PICTURE}, **MARK}]
    said = [
        {"role": "user", "content": parts},
        {"role": "assistant", "content": [{"type": "text", "text": "A", **MARK}]},
    ]
    body = {"model": "m", "messages": said}
    written = turnwire.convert(body, target, source="openai_chat", kind="request")
    made = json.loads(written.data)
    user, model = made.get("messages", made.get("input"))
    # OpenRouter describes the mark for texts alone, and Responses has none on what the model said.
    assert [True, target != "openrouter_chat"] == ["prompt_cache_breakpoint" in part for part in user["content"]]
    assert "prompt_cache_breakpoint" not in json.dumps(model)
    back = json.loads(turnwire.convert(written.data, "openai_chat", source=target, kind="request").data)
    assert MARK.items() <= back["messages"][0]["content"][0].items()
