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


def test_citations_beside_residue_of_a_wrong_shape() -> None:
    odd = WEB | {"provider_raw": {NAME: {"$form": {"type": []}}}}
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
