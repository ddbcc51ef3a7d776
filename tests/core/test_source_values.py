"""Members of a source come back while they mean what the model says, and an edit is written otherwise."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

MESSAGES = '"messages": [{"role": "user", "content": "Hi."}]'
Edit = dict[str, Any]


def text_of(settings: str) -> bytes:
    body = f'{{"model": "m", {MESSAGES}, {settings}}}'
    return turnwire.convert(body, "turnwire", source="openai_chat", kind="request").data


def native(settings: str) -> Any:
    return json.loads(text_of(settings))


def written(document: Any) -> tuple[str, list[tuple[str, str]]]:
    text = document if isinstance(document, bytes) else json.dumps(document, separators=(",", ":"))
    found = turnwire.convert(text, "openai_chat", source="turnwire", kind="request")
    settings = found.data.decode().removeprefix('{"model":"m","messages":[{"role":"user","content":"Hi."}]')
    return settings.lstrip(",").removesuffix("}"), [(loss.kind, loss.path) for loss in found.losses]


SAME = {
    "digits": '"temperature":0.7000000000000000000001',
    "a number out of bounds": '"temperature":3',
    "digits of a number out of bounds": '"top_p":2.50',
    "the other key": '"max_completion_tokens":10',
    "both keys": '"max_tokens":10,"max_completion_tokens":12',
    "one text": '"stop":"END"',
    "many texts": '"stop":["a","b","c","d","e"]',
    "what the vendor has not": '"top_k":5',
    "values that are no texts": '"metadata":{"a":"b","c":1}',
    "words": '"modalities":["text","smell"]',
    "a word": '"service_tier":"standard_only"',
}


@pytest.mark.parametrize("settings", SAME.values(), ids=list(SAME))
def test_it_comes_back(settings: str) -> None:
    document = text_of(settings)
    assert b'"source":{' in document
    assert written(document) == (settings, [])


EDITS: dict[str, tuple[str, str, Edit, str, list[tuple[str, str]]]] = {
    "digits": ('"temperature":0.7000000000000000000001', "generation", {"temperature": 0.5}, '"temperature":0.5', []),
    "another illegal number": (
        '"temperature":3',
        "generation",
        {"temperature": 4},
        '"temperature":2',
        [("degraded", "/settings/generation/temperature")],
    ),
    "the key outlives the edit": (
        '"max_completion_tokens":10',
        "generation",
        {"max_tokens": 20},
        '"max_completion_tokens":20',
        [],
    ),
    "of two keys the first": (
        '"max_tokens":10,"max_completion_tokens":12',
        "generation",
        {"max_tokens": 20},
        '"max_tokens":20',
        [],
    ),
    "another text": ('"stop":"END"', "generation", {"stop_sequences": ["STOP"]}, '"stop":["STOP"]', []),
    "too many other texts": (
        '"stop":["a","b","c","d","e"]',
        "generation",
        {"stop_sequences": ["a", "b", "c", "d", "f"]},
        '"stop":["a","b","c","d"]',
        [("dropped", "/settings/generation/stop_sequences/4")],
    ),
    "the vendor takes it from its own source": ('"top_k":5', "generation", {"top_k": 6}, '"top_k":6', []),
    "other values than texts": (
        '"metadata":{"a":"b","c":1}',
        "",
        {"metadata": {"a": 2, "c": 1}},
        '"metadata":{"a":"2","c":1}',
        [("degraded", "/settings/metadata/a")],
    ),
    "other words": (
        '"modalities":["text","smell"]',
        "",
        {"modalities": ["smell", "taste"]},
        '"modalities":["smell"]',
        [("dropped", "/settings/modalities/1")],
    ),
    "another word": (
        '"service_tier":"standard_only"',
        "",
        {"service_tier": "unheard"},
        "",
        [("dropped", "/settings/service_tier")],
    ),
}


@pytest.mark.parametrize(("settings", "node", "edit", "expected", "losses"), EDITS.values(), ids=list(EDITS))
def test_an_edit_is_written(settings: str, node: str, edit: Edit, expected: str, losses: list[tuple[str, str]]) -> None:
    document = native(settings)
    (document["settings"][node] if node else document["settings"]).update(edit)
    assert written(document) == (expected, losses)


BY_HAND = {
    "a list": [],
    "a text": "x",
    "no such member": {"colour": "red"},
    "another type": {"temperature": "hot"},
    "another value": {"temperature": 0.9},
    "members that say nothing": {"stop": []},
}


@pytest.mark.parametrize("source", BY_HAND.values(), ids=list(BY_HAND))
def test_what_a_program_wrote_there_changes_nothing(source: Any) -> None:
    document = native('"temperature":0.5')
    document["settings"]["generation"]["provider_raw"] = {"openai_chat": {"$form": {"source": source}}}
    assert written(document) == ('"temperature":0.5', [])


OLDER: dict[str, tuple[Edit, Edit, str]] = {
    "exact": ({"temperature": 0.7}, {"exact": {"temperature": "0.70"}}, '"temperature":0.70'),
    "as_is": ({"temperature": 3}, {"as_is": ["temperature"]}, '"temperature":3'),
    "vendor": ({"top_k": 3}, {"vendor": ["top_k"]}, '"top_k":3'),
    "stop": ({"stop_sequences": ["x"]}, {"stop": "text"}, '"stop":"x"'),
    "long": ({"stop_sequences": list("abcde")}, {"stop": "long"}, '"stop":["a","b","c","d","e"]'),
    "max_tokens": ({"max_tokens": 3}, {"max_tokens": "max_completion_tokens"}, '"max_completion_tokens":3'),
    "no digits": ({"temperature": 0.7}, {"exact": {"temperature": '0.7,"n":9'}}, '"temperature":0.7'),
    "other notes": ({"temperature": 0.7}, {"exact": 7, "as_is": 8, "vendor": "x", "stop": 1}, '"temperature":0.7'),
}


@pytest.mark.parametrize(("generation", "form", "expected"), OLDER.values(), ids=list(OLDER))
def test_notes_of_earlier_versions(generation: Edit, form: Edit, expected: str) -> None:
    document = native('"seed":1')
    generation = {**generation, "provider_raw": {"openai_chat": {"$form": form}}}
    document["settings"]["generation"] = generation
    assert written(document) == (expected, [])


def test_the_older_note_of_both_limits() -> None:
    document = native('"seed":1')
    own = {"max_completion_tokens": 12, "$form": {"both": 10}}
    document["settings"]["generation"] = {"max_tokens": 10, "provider_raw": {"openai_chat": own}}
    assert written(document) == ('"max_tokens":10,"max_completion_tokens":12', [])
    document["settings"]["generation"]["max_tokens"] = 11
    assert written(document) == ('"max_tokens":11', [])
