"""The tables of five formats: a source comes back, and an edit is written by the rules of the API."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

BODIES = {
    "anthropic_messages": '{"messages":[{"role":"user","content":"Hi."}],"model":"m","max_tokens":9,%s}',
    "bedrock_converse": '{"messages":[{"role":"user","content":[{"text":"Hi."}]}],"inferenceConfig":{%s}}',
    "gemini_generate": '{"contents":[{"role":"user","parts":[{"text":"Hi."}]}],"generationConfig":{%s}}',
    "ollama_chat": '{"model":"m","messages":[{"role":"user","content":"Hi."}],"stream":false,"options":{%s}}',
    "openai_responses": '{"model":"m","input":"Hi.",%s}',
}
ODD = {
    "anthropic_messages": ['"temperature":0.70000000000000000001', '"top_p":1.50', '"temperature":-1'],
    "bedrock_converse": ['"maxTokens":0', '"topP":1.50'],
    "gemini_generate": ['"topK":40.0', '"temperature":2.50', '"stopSequences":["a","b","c","d","e","f"]'],
    "ollama_chat": ['"stop":"END"', '"repeat_penalty":1.1000000000000000001'],
    "openai_responses": ['"max_output_tokens":3', '"temperature":2.10', '"service_tier":"unheard"'],
}


def text_of(dialect: str, members: str) -> bytes:
    return turnwire.convert(BODIES[dialect] % members, "turnwire", source=dialect, kind="request").data


def native(dialect: str, members: str) -> Any:
    return json.loads(text_of(dialect, members))


def written(document: Any, dialect: str) -> tuple[str, list[tuple[str, str]]]:
    text = document if isinstance(document, bytes) else json.dumps(document)
    found = turnwire.convert(text, dialect, source="turnwire", kind="request")
    return found.data.decode(), [(loss.kind, loss.path) for loss in found.losses]


@pytest.mark.parametrize(("dialect", "members"), [(dialect, each) for dialect, rows in ODD.items() for each in rows])
def test_what_the_writer_would_write_otherwise_comes_back(dialect: str, members: str) -> None:
    document = text_of(dialect, members)
    assert b'"source":{' in document
    assert written(document, dialect) == (BODIES[dialect] % members, [])


EDITS: list[tuple[str, str, dict[str, Any], str, list[tuple[str, str]]]] = [
    ("anthropic_messages", '"top_p":1.50', {"top_p": 3}, '"top_p":1', [("degraded", "top_p")]),
    ("anthropic_messages", '"top_p":1.50', {"top_p": 0.5}, '"top_p":0.5', []),
    ("bedrock_converse", '"maxTokens":9,"topP":1.50', {"top_p": 2}, '"maxTokens":9,"topP":1', [("degraded", "top_p")]),
    ("gemini_generate", '"topK":40.0', {"top_k": 41}, '"topK":41', []),
    ("gemini_generate", '"topK":40.0', {"top_k": 40, "temperature": 9}, '"temperature":2,"topK":40.0', [
        ("degraded", "temperature")
    ]),
    ("gemini_generate", '"seed":1', {"seed": 3000000000}, "", [("dropped", "seed")]),
    ("gemini_generate", '"stopSequences":["a"]', {"stop_sequences": list("abcdef")},
     '"stopSequences":["a","b","c","d","e"]', [("dropped", "stop_sequences/5")]),
    ("ollama_chat", '"stop":"END"', {"stop_sequences": ["STOP"]}, '"stop":["STOP"]', []),
    ("ollama_chat", '"num_predict":5', {"max_tokens": -1}, '"num_predict":-1', []),
    ("openai_responses", '"max_output_tokens":3', {"max_tokens": 4}, '"max_output_tokens":16', [
        ("degraded", "max_tokens")
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("dialect", "members", "edit", "expected", "losses"), EDITS)
def test_an_edit_is_written(
    dialect: str, members: str, edit: dict[str, Any], expected: str, losses: list[tuple[str, str]]
) -> None:
    document = native(dialect, members)
    document["settings"]["generation"].update(edit)
    body = BODIES[dialect] % expected if expected else '{"contents":[{"role":"user","parts":[{"text":"Hi."}]}]}'
    assert written(document, dialect) == (body, [(kind, f"/settings/generation/{field}") for kind, field in losses])


OLDER: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("anthropic_messages", {"max_tokens": 9, "top_p": 1.5}, {"exact": {"top_p": "1.50"}}, '"top_p":1.50'),
    ("anthropic_messages", {"max_tokens": 9, "top_p": 1.5}, {"as_is": ["top_p"]}, '"top_p":1.5'),
    ("bedrock_converse", {"max_tokens": 0}, {"as_is": ["max_tokens"]}, '"maxTokens":0'),
    ("gemini_generate", {"top_k": 40}, {"exact": {"top_k": "40.0"}}, '"topK":40.0'),
    ("gemini_generate", {"temperature": 3}, {"as_is": ["temperature"]}, '"temperature":3'),
    ("ollama_chat", {"stop_sequences": ["END"], "stream": False}, {"stop": "text"}, '"stop":"END"'),
    ("openai_responses", {"max_tokens": 3}, {"as_is": ["max_tokens"]}, '"max_output_tokens":3'),
]


@pytest.mark.parametrize(("dialect", "generation", "form", "expected"), OLDER)
def test_notes_of_earlier_versions(
    dialect: str, generation: dict[str, Any], form: dict[str, Any], expected: str
) -> None:
    document = native(dialect, expected)
    document["settings"]["generation"] = {**generation, "provider_raw": {dialect: {"$form": form}}}
    assert written(document, dialect) == (BODIES[dialect] % expected, [])


def test_a_number_with_another_meaning_is_not_read() -> None:
    document = native("ollama_chat", '"num_predict":-1')
    assert "max_tokens" not in document["settings"]["generation"]
    assert written(document, "ollama_chat") == (BODIES["ollama_chat"] % '"num_predict":-1', [])
