"""Pages that Gemini found are citations of the text in every format that has them."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

WORDS = "Süß ist Zucker. Salz nicht."
WEB = {"web": {"uri": "https://example.org/a", "title": "A"}}
FILE = {"retrievedContext": {"uri": "https://example.org/f", "title": "F", "text": "Sugar is sweet."}}
STORED = {"retrievedContext": {"fileSearchStore": "stores/1", "text": "Sugar is sweet."}}
MAP = {"maps": {"uri": "https://example.org/m", "title": "M", "placeId": "places/1"}}
PICTURE = {"image": {"sourceUri": "https://example.org/i", "imageUri": "https://example.org/i.png", "title": "I"}}
SUGAR = {"endIndex": 17, "text": "Süß ist Zucker."}
SALT = {"startIndex": 18, "endIndex": 29, "text": "Salz nicht."}


def support(segment: dict[str, Any], *numbers: int, **more: Any) -> dict[str, Any]:
    return {"segment": segment, "groundingChunkIndices": list(numbers), **more}


def reply(chunks: list[Any], supports: list[Any], *before: dict[str, Any], **more: Any) -> dict[str, Any]:
    parts = [*before, {"text": WORDS}]
    metadata = {"groundingChunks": chunks, "groundingSupports": supports, **more}
    content = {"role": "model", "parts": parts}
    candidate = {"index": 0, "content": content, "finishReason": "STOP", "groundingMetadata": metadata}
    return {"candidates": [candidate], "modelVersion": "gemini-2.5-pro", "responseId": "r"}


THOUGHT = {"text": "Hm.", "thought": True}
# A name, the reply, and the address, start and end of each citation.
FOUND: list[tuple[str, dict[str, Any], list[tuple[str, int | None, int | None]]]] = [
    ("a page of a segment", reply([WEB], [support(SUGAR, 0)]), [("a", 0, 15)]),
    ("a segment behind the first", reply([WEB], [support(SALT, 0)]), [("a", 16, 27)]),
    ("two pages of a segment", reply([WEB, MAP], [support(SUGAR, 1, 0)]), [("m", 0, 15), ("a", 0, 15)]),
    ("confidence", reply([WEB], [support(SUGAR, 0, confidenceScores=[0.5])]), [("a", 0, 15)]),
    ("a file with an address", reply([FILE], [support(SUGAR, 0)]), [("f", 0, 15)]),
    ("a file without one", reply([STORED], [support(SUGAR, 0)]), []),
    ("a map", reply([MAP], [support(SUGAR, 0)]), [("m", 0, 15)]),
    ("a picture", reply([PICTURE], [support(SUGAR, 0)]), [("i", 0, 15)]),
    ("a page without a segment", reply([WEB, MAP], [support(SUGAR, 0)]), [("a", 0, 15), ("m", None, None)]),
    ("no segment at all", reply([WEB], []), [("a", None, None)]),
    ("other words in the segment", reply([WEB], [support({**SUGAR, "text": "Salz."}, 0)]), [("a", None, None)]),
    ("a segment without words", reply([WEB], [support({"endIndex": 17}, 0)]), [("a", 0, 15)]),
    ("bytes inside a character", reply([WEB], [support({"endIndex": 2}, 0)]), [("a", None, None)]),
    ("bytes behind the text", reply([WEB], [support({"endIndex": 99}, 0)]), [("a", None, None)]),
    ("a number of no page", reply([WEB], [support(SUGAR, 7, -1)]), [("a", None, None)]),
    ("a text after a thought", reply([WEB], [support(SUGAR, 0)], THOUGHT), [("a", 0, 15)]),
    ("the number of the part", reply([WEB], [support({**SUGAR, "partIndex": 1}, 0)], THOUGHT), [("a", 0, 15)]),
    ("odd supports", reply([WEB], [{"segment": 1}]), []),
    ("an odd chunk", reply([{"web": {"uri": 1}}, WEB], [support(SUGAR, 1)]), [("a", 0, 15)]),
]
IDS = [name for name, *_ in FOUND]


@pytest.mark.parametrize(("body", "cited"), [row[1:] for row in FOUND], ids=IDS)
def test_pages_are_citations(body: dict[str, Any], cited: list[Any]) -> None:
    document: Any = turnwire.read(body, "gemini_generate", kind="response")
    found = document.candidates[0].content[-1].citations
    pages = [(each.url.removeprefix("https://example.org/"), each.span_start, each.span_end) for each in found]
    assert pages == cited
    assert json.loads(turnwire.write(document, "gemini_generate").data) == body


@pytest.mark.parametrize(("body", "cited"), [row[1:] for row in FOUND], ids=IDS)
def test_a_chat_client_sees_them(body: dict[str, Any], cited: list[Any]) -> None:
    written = turnwire.convert(body, "openai_chat", source="gemini_generate", kind="response")
    shown = json.loads(written.data)["choices"][0]["message"].get("annotations", [])
    found = [each["url_citation"] for each in shown]
    whole = [(url, 0 if start is None else start, len(WORDS) if end is None else end) for url, start, end in cited]
    assert [(each["url"][-1], each["start_index"], each["end_index"]) for each in found] == whole


@pytest.mark.parametrize(("body", "cited"), [row[1:] for row in FOUND], ids=IDS)
def test_an_anthropic_client_sees_them(body: dict[str, Any], cited: list[Any]) -> None:
    written = turnwire.convert(body, "anthropic_messages", source="gemini_generate", kind="response")
    found = json.loads(written.data)["content"][-1].get("citations", [])
    assert [each["url"][-1] for each in found] == [url for url, *_ in cited]
    assert all(each["encrypted_index"] == "" for each in found)
    keys = [loss for loss in written.losses if loss.feature == "citation.encrypted_index"]
    assert [loss.kind for loss in keys] == ["invented"] * len(cited)


def test_the_words_of_the_page_are_kept() -> None:
    body = reply([FILE], [support(SUGAR, 0)])
    written = turnwire.convert(body, "anthropic_messages", source="gemini_generate", kind="response")
    assert json.loads(written.data)["content"][0]["citations"][0]["cited_text"] == "Sugar is sweet."


def test_a_key_of_another_provider_does_not_leave_it() -> None:
    cited = {"kind": "web", "url": "https://example.org", "cited_text": "c", "encrypted_index": "k"}
    foreign = {**cited, "origin": {"dialect": "bedrock_anthropic"}}
    message = {"role": "assistant", "content": [{"type": "text", "text": "a", "citations": [foreign]}]}
    written = turnwire.convert({"candidates": [message]}, "anthropic_messages", source="turnwire", kind="response")
    assert json.loads(written.data)["content"][0]["citations"][0]["encrypted_index"] == ""
    assert {loss.kind for loss in written.losses if loss.path.endswith("encrypted_index")} == {"dropped", "invented"}


def test_an_edited_text_gets_new_segments() -> None:
    document: Any = turnwire.read(reply([WEB], [support(SALT, 0)]), "gemini_generate", kind="response")
    block = document.candidates[0].content[0]
    block.text = WORDS.replace("Salz", "SALZ")
    metadata = json.loads(turnwire.write(document, "gemini_generate").data)["candidates"][0]["groundingMetadata"]
    segment = metadata["groundingSupports"][0]["segment"]
    assert segment == {"startIndex": 18, "endIndex": 29, "text": "SALZ nicht."}


def test_other_citations_replace_the_metadata() -> None:
    document: Any = turnwire.read(reply([WEB, MAP], [support(SALT, 0)]), "gemini_generate", kind="response")
    document.candidates[0].content[0].citations.pop()
    written = json.loads(turnwire.write(document, "gemini_generate").data)
    assert written["candidates"][0]["groundingMetadata"]["groundingChunks"] == [WEB]


def test_streamed_pages_are_citations() -> None:
    first = reply([], [])
    del first["candidates"][0]["groundingMetadata"], first["candidates"][0]["finishReason"]
    last = reply([WEB], [support(SUGAR, 0)])
    last["candidates"][0]["content"]["parts"] = [{"text": " Ende."}]
    lines = b"".join(b"data: " + json.dumps(each).encode() + b"\n\n" for each in (first, last))
    shown: list[Any] = []
    for line in b"".join(turnwire.translate([lines], "gemini_generate", "openai_chat")).decode().splitlines():
        if line.startswith("data: {"):
            for choice in json.loads(line[6:])["choices"]:
                shown += choice["delta"].get("annotations") or []
    assert [(each["url_citation"]["start_index"], each["url_citation"]["end_index"]) for each in shown] == [(0, 15)]
