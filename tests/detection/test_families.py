"""Of a family the best guess is named once; what a document may be besides is named after it."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest

import turnwire
from turnwire.codec.limits import FAST
from turnwire.dialects import FAMILY, VENDORS
from turnwire.dialects.recognition import recognised

if TYPE_CHECKING:
    from pathlib import Path

ASKED = [{"role": "user", "content": "Which river is longer?"}]
CHAT = {"model": "gpt-4o", "messages": ASKED}
CALLED = [*ASKED, {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f"}}]}]
CLAUDE = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": ASKED}

FOUND: list[tuple[str, dict[str, Any], list[str]]] = [
    ("a plain conversation", CHAT, ["openai_chat request", "ollama_chat request"]),
    ("settings of OpenAI's", {**CHAT, "seed": 1}, ["openai_chat request"]),
    ("calls", {**CHAT, "messages": CALLED}, ["openai_chat request"]),
    ("routing of OpenRouter's", {**CHAT, "provider": {"order": ["x"]}}, ["openrouter_chat request"]),
    ("a model of Mistral's", {**CHAT, "model": "mistral-small-latest"}, ["mistral_chat request"]),
    ("a model of Mistral's at OpenRouter", {**CHAT, "model": "mistralai/mistral-small"}, ["openai_chat request"]),
    ("options of Ollama's", {**CHAT, "keep_alive": 5}, ["ollama_chat request"]),
    ("a limit alone", {**CHAT, "max_tokens": 9}, [f"{name} request" for name in ("openai_chat", "ollama_chat")]),
    ("a model of Anthropic's", CLAUDE, ["anthropic_messages request"]),
    ("a version of Bedrock's", {**CLAUDE, "anthropic_version": "bedrock-2023-05-31"}, ["bedrock_anthropic request"]),
    ("a version of Vertex AI's", {**CLAUDE, "anthropic_version": "vertex-2023-10-16"}, ["vertex_anthropic request"]),
    ("contents", {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}, ["gemini_generate request"]),
    ("an input", {"model": "gpt-4o", "input": "Hi"}, ["openai_responses request"]),
    ("a text for an error", {"error": "no such model"}, ["ollama_chat error", "openai_chat error"]),
    ("a text with a code", {"error": "no such model", "code": "x"}, ["openai_chat error"]),
    ("an error of the family", {"error": {"message": "no", "type": "t", "code": None}}, ["openai_chat error"]),
]


@pytest.mark.parametrize(("body", "found"), [pytest.param(*each[1:], id=each[0]) for each in FOUND])
def test_the_best_guess_is_first(body: dict[str, Any], found: list[str]) -> None:
    guesses = turnwire.detect(json.dumps(body))
    assert found == [f"{dialect} {kind}" for dialect, kind in guesses][: len(found)]
    assert VENDORS["openai_chat"].keys().isdisjoint(dict(guesses))


@pytest.mark.parametrize(("body", "found"), [pytest.param(*each[1:], id=each[0]) for each in FOUND])
def test_what_is_certain_at_the_first_look_is_the_best_guess(body: dict[str, Any], found: list[str]) -> None:
    first = recognised(json.dumps(body).encode(), FAST)
    assert first is None or not first.is_certain or f"{first.dialect} request" == found[0]


def test_a_dialect_that_is_named_needs_no_sign() -> None:
    body = json.dumps({"messages": [{"role": "user", "content": [{"words": "Hi"}]}], "wishes": {}})
    assert [] == turnwire.detect(body)
    assert isinstance(turnwire.read(body, "openai_chat"), type(turnwire.read(json.dumps(CHAT))))


def test_a_system_prompt_among_the_messages_is_read_where_anthropic_is_named() -> None:
    messages = [{"role": "user", "content": "Hi"}, {"role": "system", "content": "Be brief."}]
    body = json.dumps({"model": "m", "max_tokens": 9, "messages": messages})
    assert "anthropic_messages" not in [name for name, _ in turnwire.detect(body)]
    assert [] == [each.code for each in turnwire.validate(body, "anthropic_messages").diagnostics]


RECORDED = {
    "anthropic.messages": "anthropic_messages",
    "gemini.generateContent": "gemini_generate",
    "mistral.chat": "openai_chat",
    "ollama.chat": "ollama_chat",
    "openai.chat": "openai_chat",
    "openai.responses": "openai_responses",
}
# Chat, Ollama's chat and the errors of Responses share bodies that nothing tells apart.
SAME = ({"openai_chat", "ollama_chat"}, {"openai_chat", "openai_responses"})
# A limit and a text are what Anthropic and the chat family both have, and no model says who is asked.
UNDECIDED = {"max_tokens", "messages", "model", "stream"}


@pytest.mark.parametrize("endpoint", RECORDED)
def test_recorded_requests(endpoint: str, recorded: Path) -> None:
    wrong = []
    with gzip.open(recorded / f"{endpoint}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for item in map(json.loads, lines):
            body = item["request"]
            dialect, kind = turnwire.detect(body)[0]
            names = {FAMILY.get(dialect, dialect), RECORDED[endpoint]}
            if kind != "request" or (len(names) > 1 and names not in SAME and not body.keys() <= UNDECIDED):
                wrong.append(item["id"])
    assert [] == wrong


def test_recorded_replies_and_errors(recorded: Path) -> None:
    wrong = []
    for endpoint, name in RECORDED.items():
        with gzip.open(recorded / f"{endpoint}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for item in map(json.loads, lines):
                if not isinstance(item["response"], dict):
                    continue
                dialect, kind = turnwire.detect(item["response"])[0]
                names = {FAMILY.get(dialect, dialect), name}
                expected = "error" if item["status"] >= 400 or item["response"].keys() == {"error"} else "response"
                if kind != expected or (len(names) > 1 and (kind != "error" or names not in SAME)):
                    wrong.append(item["id"])
    assert [] == wrong
