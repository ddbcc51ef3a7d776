"""What a conversion to a target would drop has its place in the document, though native JSON has no part there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.validation.meaning.documents import HI, chat

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
