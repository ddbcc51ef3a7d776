"""A chat message whose reasoning is only in `reasoning_details` has this reasoning in other formats, too."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.model import ThinkingBlock

TEXT = {"type": "reasoning.text", "text": "I look ", "format": "unknown", "index": 0}
SUMMARY = {"type": "reasoning.summary", "summary": "it up.", "index": 1}
SEALED = {"type": "reasoning.encrypted", "data": "c2VhbGVk", "index": 2}
WORDS = "I look it up."

# What the message of the assistant has, and its reasoning.
MESSAGES: list[tuple[dict[str, Any], list[str]]] = [
    ({"reasoning_details": [TEXT, SUMMARY]}, [WORDS]),
    ({"reasoning_details": [TEXT, SUMMARY, SEALED]}, [WORDS]),
    ({"reasoning_details": [TEXT, SUMMARY], "reasoning": None}, [WORDS]),
    ({"reasoning_details": [TEXT, SUMMARY], "reasoning": ""}, [WORDS]),
    ({"reasoning_details": [TEXT, SUMMARY], "reasoning": "Another."}, ["Another."]),
    ({"reasoning_details": [SEALED]}, []),
    ({"reasoning_details": []}, []),
    ({"reasoning_details": "I look it up."}, []),
]


def request(more: dict[str, Any]) -> dict[str, Any]:
    user = {"role": "user", "content": "Where?"}
    return {"model": "m", "messages": [user, {"role": "assistant", "content": "There.", **more}, user]}


def reply(more: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": "There.", **more}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


@pytest.mark.parametrize(("more", "thoughts"), MESSAGES)
def test_a_request_has_it_elsewhere(more: dict[str, Any], thoughts: list[str]) -> None:
    written = turnwire.convert(request(more), "gemini_generate", source="openai_chat", kind="request")
    parts = json.loads(written.data)["contents"][1]["parts"]
    assert thoughts == [part["text"] for part in parts if part.get("thought")]


@pytest.mark.parametrize(("more", "thoughts"), MESSAGES)
def test_a_reply_has_it_elsewhere(more: dict[str, Any], thoughts: list[str]) -> None:
    written = turnwire.convert(reply(more), "anthropic_messages", source="openai_chat", kind="response")
    content = json.loads(written.data)["content"]
    assert thoughts == [block["thinking"] for block in content if block["type"] == "thinking"]


@pytest.mark.parametrize("more", [more for more, _ in MESSAGES])
def test_it_is_written_as_it_was(more: dict[str, Any]) -> None:
    for body, kind in ((request(more), "request"), (reply(more), "response")):
        written = turnwire.convert(body, "openai_chat", source="openai_chat", kind=kind)  # type: ignore[arg-type]
        assert body == json.loads(written.data)
        assert () == written.losses


def test_an_edited_thought_is_text() -> None:
    document: Any = turnwire.read(request({"reasoning_details": [TEXT]}), "openai_chat", kind="request")
    document.history[1].content[0].text = "I remember."
    written = turnwire.write(document, "openai_chat")
    message = json.loads(written.data)["messages"][1]
    assert ("I remember.", False) == (message["reasoning_content"], "reasoning_details" in message)


def test_a_second_thought_makes_both_text() -> None:
    document: Any = turnwire.read(request({"reasoning_details": [TEXT]}), "openai_chat", kind="request")
    first = document.history[1].content[0]
    document.history[1].content.insert(1, ThinkingBlock("Here it is.", origin=first.origin))
    message = json.loads(turnwire.write(document, "openai_chat").data)["messages"][1]
    assert "I look Here it is." == message["reasoning_content"]
