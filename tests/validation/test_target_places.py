"""What a conversion to a target would drop has its place in the document, though native JSON has no part there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.validation.meaning.documents import HI, anthropic, chat

import turnwire

EMPTY = {"role": "assistant", "content": ""}
YES = {"role": "assistant", "content": "Yes."}

# The messages, and the places of those that Anthropic's format does not hold.
CASES: dict[str, tuple[list[Any], list[str]]] = {
    "an empty message": ([HI, EMPTY, HI], ["/messages/1/role"]),
    "several": ([HI, EMPTY, HI, YES, HI, EMPTY, HI], ["/messages/1/role", "/messages/5/role"]),
    "none": ([HI, YES, HI], []),
}


@pytest.mark.parametrize(("messages", "places"), CASES.values(), ids=CASES)
def test_a_message_that_is_dropped_has_its_place(messages: list[Any], places: list[str]) -> None:
    body = json.dumps(chat(*messages)).encode()
    report = turnwire.validate(body, "openai_chat", kind="request", target="anthropic_messages")
    assert [each.pointer for each in report.diagnostics if each.code == "TW419"] == places


AGE = {"type": "integer", "minimum": 1}
NAMES = {"type": "array", "items": {"type": "string", "maxLength": 9}, "minItems": 2}
BOUNDED = {"type": "object", "properties": {"age": AGE, "names": NAMES}, "additionalProperties": False}
ONE = {"type": "object", "properties": {"names": NAMES | {"minItems": 1, "items": {}}}, "additionalProperties": False}
FORM = {"type": "json_schema", "schema": BOUNDED}
TOOL = {"name": "f", "input_schema": BOUNDED}
INSIDE = ["/properties/age/minimum", "/properties/names/items/maxLength", "/properties/names/minItems"]
# The members of a request for Claude, and the places of the keywords that it does not support.
CONSTRAINTS: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "an answer": ({"output_config": {"format": FORM}}, "/output_config/format/schema", INSIDE),
    "an answer in the older member": ({"output_format": FORM}, "/output_format/schema", INSIDE),
    "one entry or more": ({"output_format": FORM | {"schema": ONE}}, "", []),
    "a strict tool": ({"tools": [TOOL | {"strict": True}]}, "/tools/0/input_schema", INSIDE),
    "a tool": ({"tools": [TOOL]}, "", []),
}


@pytest.mark.parametrize(("more", "place", "found"), CONSTRAINTS.values(), ids=CONSTRAINTS)
def test_keywords_that_claude_does_not_support(more: dict[str, Any], place: str, found: list[str]) -> None:
    body = json.dumps(anthropic(HI, **more)).encode()
    report = turnwire.validate(body, "anthropic_messages", target="anthropic_messages")
    assert [each.pointer for each in report.diagnostics] == [place + each for each in found]
