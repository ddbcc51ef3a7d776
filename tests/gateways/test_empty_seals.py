"""A client sends back what another provider's model made; its own provider gets no empty signature and no empty key."""

from __future__ import annotations

import json
from typing import Any

import pytest

from turnwire.gateway import Exchange

PAGE = {"type": "web_search_result_location", "cited_text": "", "encrypted_index": "", "url": "https://example.org"}
SHOWN = [
    {"type": "thinking", "thinking": "Sugar, surely.", "signature": ""},
    {"type": "text", "text": "Sugar.", "citations": [{**PAGE, "title": "T"}]},
]
BODY = {
    "model": "claude-sonnet-4-5",
    "max_tokens": 2048,
    "messages": [
        {"role": "user", "content": "What is sweet?"},
        {"role": "assistant", "content": SHOWN},
        {"role": "user", "content": "What else?"},
    ],
}


def sent(body: dict[str, Any], server: str) -> tuple[str, set[str]]:
    exchange = Exchange(json.dumps(body).encode(), "anthropic_messages", server)
    return exchange.sent.data.decode(), {loss.path for loss in exchange.sent.losses if loss.kind == "dropped"}


@pytest.mark.parametrize("server", ["anthropic_messages", "bedrock_anthropic", "vertex_anthropic"])
def test_no_empty_seal_is_sent(server: str) -> None:
    text, dropped = sent(BODY, server)
    assert '"signature"' not in text
    assert "encrypted_index" not in text
    assert dropped >= {"/history/1/content/0", "/history/1/content/1/citations/0"}
    assert "Sugar." in text


@pytest.mark.parametrize("server", ["gemini_generate", "deepseek_chat", "mistral_chat"])
def test_the_reasoning_goes_where_it_is_taken(server: str) -> None:
    assert "Sugar, surely." in sent(BODY, server)[0]


def test_what_the_provider_sealed_stays() -> None:
    sealed = json.loads(json.dumps(BODY).replace('"signature": ""', '"signature": "c2ln"').replace('x": ""', 'x": "k"'))
    assert json.loads(sent(sealed, "anthropic_messages")[0]) == sealed
