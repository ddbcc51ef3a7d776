"""A citation rests on the same words after text of provider-run tools was written before them."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire import Keeping

ANNOTATION = {"type": "url_citation", "start_index": 3, "end_index": 6, "url": "https://example.org", "title": "T"}
OUTPUT = [
    {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "trees"}},
    {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "An oak is tall.", "annotations": [ANNOTATION]}],
    },
]
REPLY = {"id": "r", "object": "response", "created_at": 1, "model": "m", "status": "completed", "output": OUTPUT}
TEXT = Keeping(hosted_tools="text")


@pytest.mark.parametrize("target", ["openai_chat", "openrouter_chat"])
def test_the_span_moves_with_the_text(target: str) -> None:
    written = turnwire.convert(REPLY, target, source="openai_responses", kind="response", keeping=TEXT)
    message = json.loads(written.data)["choices"][0]["message"]
    cited = message["annotations"][0]["url_citation"]
    assert message["content"].startswith("Called the tool")
    assert message["content"][cited["start_index"] : cited["end_index"]] == "oak"


@pytest.mark.parametrize("target", ["openai_chat", "openrouter_chat"])
def test_the_span_moves_in_a_stream(target: str) -> None:
    writer = turnwire.stream_writer(target, keeping=TEXT)
    document: Any = turnwire.read(REPLY, "openai_responses", kind="response")
    data = b"".join(writer.send(event) for event in turnwire.unfold(document)) + writer.close()
    text = ""
    cited: dict[str, Any] = {}
    for line in data.decode().splitlines():
        if line.startswith("data: {"):
            for choice in json.loads(line[6:])["choices"]:
                text += choice["delta"].get("content") or ""
                cited = (choice["delta"].get("annotations") or [cited])[0]
    assert text[cited["url_citation"]["start_index"] : cited["url_citation"]["end_index"]] == "oak"
