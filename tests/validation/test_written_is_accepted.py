"""What `convert` writes for a model has no error with that model as `--target`, or a row says why no writer can help.

A conversion to a model that sees no pictures keeps them nevertheless: whoever reads the losses decides.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Final

import pytest
from tests.validation.meaning.recorded import dialect_of, items

import turnwire

TARGETS: Final = (
    ("openai_chat", "gpt-4.1"),
    ("openai_chat", "gpt-5"),
    ("anthropic_messages", "claude-sonnet-4-5"),
    ("anthropic_messages", "claude-opus-5"),
    ("openai_responses", "gpt-5"),
    ("gemini_generate", "gemini-2.5-flash"),
    ("gemini_generate", "gemini-3-pro"),
    ("mistral_chat", "mistral-large-latest"),
    ("bedrock_converse", "anthropic.claude-sonnet-4-5-20250929-v1:0"),
)
REASONS: Final = {
    "TW402": "The model takes no such medium, and without it the question makes no sense.",
    "TW403": "The model takes the medium in other types, and nothing here changes one into another.",
    "TW301": "The request has a call whose result has another id.",
    "TW302": "The request has a result without a call.",
    "TW207": "The request has no messages: what it goes on with is on the server.",
    "TW413": "The request calls the schema of the answer by an empty name, which its own server takes.",
    "TW429": "The request asks for functions and for the server's search, which only Gemini 3 takes together.",
    "TW427": "The request asks for JSON without the word, which its own server takes; writers add no words.",
    "TW202": "The request does not say of what type its sound is, which Converse wants to know.",
    "TW406": "The request forces a call while the model thinks, and its own server took that.",
}
EACH: Final = 5
"""Every fifth recorded request is converted."""


@pytest.mark.parametrize(("dialect", "model"), TARGETS, ids=[model for _, model in TARGETS])
def test_recorded_requests(dialect: str, model: str) -> None:
    found: Counter[str] = Counter()
    written = 0
    for n, item in enumerate(items()):
        source = dialect_of(item)
        if n % EACH or item["status"] != 200 or item["request"] is None or source == dialect:
            continue
        sent = turnwire.convert(json.dumps(item["request"]), dialect, source=source, kind="request", model=model)
        report = turnwire.validate(sent.data, dialect, kind="request", target=f"{dialect}:{model}")
        found.update(f"{each.code} {each.message}" for each in report.diagnostics if each.severity == "error")
        written += 1
    assert {} == {words: number for words, number in found.items() if words.partition(" ")[0] not in REASONS}
    assert sum(found.values()) < written / 50
    assert written > 100
