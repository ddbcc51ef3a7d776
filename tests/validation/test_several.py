"""A list of several documents is one finding in every dialect, also where the kind is given."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import turnwire

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind

SAID = {"role": "user", "content": "Hi."}
NATIVE = {"history": [{"role": "user", "content": [{"type": "text", "text": "Hi."}]}]}
REPLY = {"id": "x", "object": "chat.completion", "model": "m", "choices": []}

DOCUMENTS: dict[str, tuple[str, Kind, Any]] = {
    "native": ("turnwire", "request", NATIVE),
    "chat": ("openai_chat", "request", {"model": "m", "messages": [SAID]}),
    "chat replies": ("openai_chat", "response", REPLY),
    "anthropic": ("anthropic_messages", "request", {"model": "m", "max_tokens": 9, "messages": [SAID]}),
    "gemini": ("gemini_generate", "request", {"contents": [{"role": "user", "parts": [{"text": "Hi."}]}]}),
    "glm": ("glm", "request", {"history": [{"user": "Hi."}]}),
    "sharegpt": ("sharegpt", "request", {"conversations": [{"from": "human", "value": "Hi."}]}),
}


@pytest.mark.parametrize("is_named", [True, False], ids=["named", "detected"])
@pytest.mark.parametrize(("dialect", "kind", "tree"), DOCUMENTS.values(), ids=DOCUMENTS)
def test_several_documents(dialect: str, kind: Kind, tree: Any, *, is_named: bool) -> None:
    body = json.dumps([tree, tree]).encode()
    report = turnwire.validate(body, dialect, kind=kind) if is_named else turnwire.validate(body)
    wanted = [("TW112", "this is a list of 2 documents", 1, 1)]
    assert wanted == [(each.code, each.message, each.line, each.column) for each in report.diagnostics]


def test_a_list_of_one_document_is_that_document() -> None:
    wrong = {"history": [{"role": "wizard", "content": []}]}
    report = turnwire.validate(json.dumps([wrong]).encode(), "turnwire", kind="request")
    assert ["/0/history/0/role"] == [each.pointer for each in report.diagnostics if each.code == "TW204"]
