"""What the tables of tests/cases/gemini_generate do not show: residue that hands made."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

NAME = "gemini_generate"
TEXT: dict[str, Any] = {"role": "assistant", "content": [{"type": "text", "text": "Hi"}]}


def written(document: dict[str, Any], kind: Any) -> Any:
    return json.loads(turnwire.write(turnwire.read(document, "turnwire", kind=kind), NAME).data)


@pytest.mark.parametrize("own", [7, [], {"$form": []}, {"$form": {"names": 7}}, {"$form": {"names": {"index": 7}}}])
def test_residue_of_a_wrong_shape_is_as_if_it_were_not_there(own: Any) -> None:
    plain = {"candidates": [TEXT]}
    odd = {"candidates": [TEXT | {"provider_raw": {NAME: own}}]}
    assert written(odd, "response") == written(plain, "response")


@pytest.mark.parametrize("own", [7, [], {"$form": {"tools": "many"}}])
def test_counts_beside_residue_of_a_wrong_shape(own: Any) -> None:
    usage: dict[str, Any] = {"input_tokens": 5}
    odd = {"candidates": [TEXT], "usage": usage | {"provider_raw": {NAME: own}}}
    assert written(odd, "response") == written({"candidates": [TEXT], "usage": usage}, "response")


@pytest.mark.parametrize("kept", [7, [7]])
def test_grounding_of_a_wrong_shape_is_as_if_it_were_not_there(kept: Any) -> None:
    odd = {"candidates": [TEXT | {"provider_raw": {NAME: {"groundingMetadata": kept, "$form": {"cited": True}}}}]}
    assert written(odd, "response") == written({"candidates": [TEXT]}, "response")


def test_a_list_of_no_candidates_beside_a_form_of_a_wrong_shape() -> None:
    odd = {"candidates": [], "provider_raw": {NAME: {"$form": {"as_is": 7}}}}
    assert written(odd, "response") == {"candidates": []}


@pytest.mark.parametrize(
    "setting", ['"topK":1e400', '"topK":-1e400', '"topK":40.5', '"topK":40.0', '"topP":2.5', '"topP":-1']
)
def test_a_number_that_the_api_does_not_take_comes_back(setting: str) -> None:
    body = '{"contents":[{"role":"user","parts":[{"text":"Hi"}]}],"generationConfig":{' + setting + "}}"
    result = turnwire.write(turnwire.read(body.encode(), NAME), NAME)
    assert (body.encode(), []) == (result.data, list(result.losses))


def test_an_error_beside_another_spelling_has_its_place_in_the_document_as_it_came() -> None:
    data = b'{"generation_config":  {}, "contents": [ [] ]}'
    with pytest.raises(turnwire.InvalidDocument) as raised:
        turnwire.read(data, NAME, kind="request")
    found = raised.value.diagnostics[0]
    assert (found.pointer, found.line, found.column) == ("/contents/0", 1, data.index(b"[]") + 1)


@pytest.mark.parametrize("target", ["anthropic_messages", "openai_chat", "gemini_generate"])
def test_a_choice_of_no_tool_stays_so_where_a_tool_without_a_name_is_given_one(target: str) -> None:
    tools = [{"name": "", "input_schema": {"type": "object"}}]
    document = {"history": [], "settings": {"tools": tools, "tool_choice": {"mode": "required"}}}
    losses = turnwire.write(turnwire.read(document, "turnwire"), target).losses
    assert "/settings/tool_choice/name" not in {loss.path for loss in losses}
