"""What the tables of tests/cases/openai_responses do not show: residue that hands made."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

NAME = "openai_responses"
WEB = {"kind": "web", "url": "https://example.org", "title": "A", "span_start": 0, "span_end": 1}


def written(block: dict[str, Any], **more: Any) -> Any:
    reply = {"candidates": [{"role": "assistant", "content": [block]}], **more}
    return json.loads(turnwire.write(turnwire.read(reply, "turnwire", kind="response"), NAME).data)


@pytest.mark.parametrize("own", [7, [], {"part": 7}, {"item": []}, {"$form": {"type": 7}}, {"$form": {"item": 7}}])
def test_texts_beside_residue_of_a_wrong_shape(own: Any) -> None:
    text = {"type": "text", "text": "Hi"}
    assert written(text | {"provider_raw": {NAME: own}}) == written(text)


@pytest.mark.parametrize("form", [{"type": []}, {"type": "url_citation", "absent": 7}])
def test_citations_beside_residue_of_a_wrong_shape(form: Any) -> None:
    odd = WEB | {"provider_raw": {NAME: {"$form": form}}}
    assert written({"type": "text", "text": "Hi", "citations": [odd]}) == written(
        {"type": "text", "text": "Hi", "citations": [WEB]}
    )


@pytest.mark.parametrize("own", [7, {"$form": {"lacks": 7}}])
def test_replies_and_counts_beside_residue_of_a_wrong_shape(own: Any) -> None:
    text, kept = {"type": "text", "text": "Hi"}, {NAME: own}
    odd = written(text, usage={"input_tokens": 5, "provider_raw": kept}, provider_raw=kept)
    assert odd == written(text, usage={"input_tokens": 5})


@pytest.mark.parametrize("form", [{"type": []}, {"content": {"a": 7}}])
def test_results_beside_residue_of_a_wrong_shape(form: Any) -> None:
    result = {"type": "tool_result", "tool_use_id": "call_1"}
    assert written(result | {"provider_raw": {NAME: {"$form": form}}}) == written(result)


PAGE = {"type": "url_citation", "url": "https://example.org"}


@pytest.mark.parametrize("more", [{}, {"title": "A"}, {"start_index": 0, "end_index": 2}, {"title": "A", "mood": 1}])
def test_a_citation_without_a_place_is_one_of_a_web_page(more: dict[str, Any]) -> None:
    """xAI's have an address only, and were dropped on the way to other formats."""
    text = {"type": "output_text", "text": "Hi.", "annotations": [PAGE | more]}
    item = {"type": "message", "id": "m1", "status": "completed", "role": "assistant", "content": [text]}
    body = {"id": "r1", "object": "response", "created_at": 1, "model": "m", "status": "completed", "output": [item]}
    reply: Any = turnwire.read(body, NAME, kind="response")
    same = turnwire.write(reply, NAME)
    assert (json.loads(same.data), same.losses) == (body, ())
    choice = json.loads(turnwire.write(reply, "openai_chat").data)["choices"][0]
    assert [each["url_citation"]["url"] for each in choice["message"]["annotations"]] == [PAGE["url"]]
