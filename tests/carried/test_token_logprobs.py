"""Log-probabilities of Gemini's replies are those of chat completions, and the reverse."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Raw

import turnwire
from turnwire.model import ABSENT

CHOSEN = [{"token": "Süß", "tokenId": 7, "logProbability": -0.25}, {"token": "!", "tokenId": 8, "logProbability": -2}]
TOP = [{"candidates": [CHOSEN[0], {"token": "Sauer", "logProbability": -3.5}]}, {"candidates": [CHOSEN[1]]}]
SWEET = {"token": "Süß", "logprob": -0.25, "bytes": list("Süß".encode())}
MARK = {"token": "!", "logprob": -2.0, "bytes": [33]}
SOUR = {"token": "Sauer", "logprob": -3.5, "bytes": list(b"Sauer")}


def gemini(**result: Any) -> dict[str, Any]:
    content = {"role": "model", "parts": [{"text": "Süß!"}]}
    candidate = {"index": 0, "content": content, "finishReason": "STOP", "logprobsResult": result}
    return {"candidates": [candidate], "modelVersion": "gemini-2.5-flash", "responseId": "r"}


def chat(**logprobs: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": "Süß!", "refusal": None}
    choice = {"index": 0, "message": message, "logprobs": logprobs, "finish_reason": "stop"}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": "gpt-4.1", "choices": [choice]}


# What Gemini gives, and the tokens of chat completions.
READ: list[tuple[dict[str, Any], list[dict[str, Any]] | None]] = [
    (
        {"chosenCandidates": CHOSEN, "topCandidates": TOP},
        [{**SWEET, "top_logprobs": [SWEET, SOUR]}, {**MARK, "top_logprobs": [MARK]}],
    ),
    ({"chosenCandidates": CHOSEN}, [{**SWEET, "top_logprobs": []}, {**MARK, "top_logprobs": []}]),
    ({"chosenCandidates": []}, None),
    ({"chosenCandidates": [{"token": "a"}]}, None),
    ({"topCandidates": TOP}, None),
    ({"chosenCandidates": CHOSEN[:1], "topCandidates": TOP}, None),
]


@pytest.mark.parametrize(("result", "tokens"), READ)
def test_a_chat_client_gets_them(result: dict[str, Any], tokens: list[dict[str, Any]] | None) -> None:
    body = gemini(**result)
    written = turnwire.convert(body, "openai_chat", source="gemini_generate", kind="response")
    logprobs = json.loads(written.data)["choices"][0]["logprobs"]
    assert logprobs == (None if tokens is None else {"content": tokens, "refusal": None})
    document = turnwire.read(body, "gemini_generate", kind="response")
    stored = turnwire.read(turnwire.write(document, "turnwire").data, "turnwire", kind="response")
    for held in (document, stored):
        assert json.loads(turnwire.write(held, "gemini_generate").data) == body


# The tokens of chat completions, what Gemini's clients get, and the kinds of losses.
WRITTEN: list[tuple[list[dict[str, Any]], list[dict[str, Any]] | None, list[dict[str, Any]] | None, set[str]]] = [
    (
        [{**SWEET, "top_logprobs": [SOUR]}],
        [{"token": "Süß", "logProbability": -0.25}],
        [{"candidates": [{"token": "Sauer", "logProbability": -3.5}]}],
        {"reshaped"},
    ),
    ([{**MARK, "top_logprobs": []}], [{"token": "!", "logProbability": -2.0}], None, {"reshaped"}),
    ([{**MARK, "bytes": None, "top_logprobs": []}], [{"token": "!", "logProbability": -2.0}], None, {"reshaped"}),
    ([{**MARK, "bytes": [195], "top_logprobs": []}], [{"token": "!", "logProbability": -2.0}], None, {"degraded"}),
    ([{"token": "!"}], None, None, {"dropped"}),
]


@pytest.mark.parametrize(("tokens", "chosen", "top", "kinds"), WRITTEN)
def test_a_gemini_client_gets_them(tokens: list[Any], chosen: Any, top: Any, kinds: set[str]) -> None:
    written = turnwire.convert(
        chat(content=tokens, refusal=None), "gemini_generate", source="openai_chat", kind="response"
    )
    candidate = json.loads(written.data)["candidates"][0]
    result = {"chosenCandidates": chosen, "topCandidates": top}
    expected = {name: value for name, value in result.items() if value is not None}
    assert candidate.get("logprobsResult", {}) == expected
    assert {loss.kind for loss in written.losses if loss.path.endswith("/logprobs")} == kinds


def test_other_tokens_replace_those_that_were_read() -> None:
    document: Any = turnwire.read(gemini(chosenCandidates=CHOSEN), "gemini_generate", kind="response")
    document.candidates[0].metadata.logprobs = ABSENT
    assert "logprobsResult" not in json.loads(turnwire.write(document, "gemini_generate").data)["candidates"][0]


def test_changed_tokens_are_written() -> None:
    document: Any = turnwire.read(gemini(chosenCandidates=CHOSEN), "gemini_generate", kind="response")
    document.candidates[0].metadata.logprobs = Raw(b'{"content":[{"token":"x","logprob":-1.0}],"refusal":null}')
    candidate = json.loads(turnwire.write(document, "gemini_generate").data)["candidates"][0]
    assert candidate["logprobsResult"] == {"chosenCandidates": [{"token": "x", "logProbability": -1.0}]}
