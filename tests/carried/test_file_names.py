"""OpenAI refuses a file in base64 without a name."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

OFFICE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def document(media_type: str, **more: Any) -> dict[str, Any]:
    return {"type": "document", "source": {"type": "base64", "media_type": media_type, "data": "JVBERi0="}, **more}


def asked(*content: Any) -> dict[str, Any]:
    return {"model": "m", "max_tokens": 100, "messages": [{"role": "user", "content": list(content)}]}


def names(target: str, *content: Any) -> tuple[list[str | None], list[str]]:
    done = turnwire.convert(asked(*content), target, source="anthropic_messages", kind="request")
    body = json.loads(done.data)
    parts = [part for each in body.get("messages", body.get("input")) for part in each["content"]]
    invented = [loss.path for loss in done.losses if loss.kind == "invented" and loss.feature == "document.filename"]
    return [part.get("filename", part.get("file", {}).get("filename")) for part in parts], invented


@pytest.mark.parametrize("target", ["openai_chat", "azure_chat", "openai_responses"])
@pytest.mark.parametrize(
    ("given", "name"),
    [
        (document("application/pdf"), "document.pdf"),
        (document(OFFICE), "document.docx"),
        (document("application/x-odd"), "document"),
        (document("application/pdf", title="Report"), "Report"),
    ],
)
def test_a_file_without_a_name_gets_one(target: str, given: dict[str, Any], name: str) -> None:
    path = "/history/0/content/0/filename"
    assert names(target, given) == ([name], [] if "title" in given else [path])


def test_a_server_that_takes_it_gets_none() -> None:
    assert names("openrouter_chat", document("application/pdf")) == ([None], [])


CHAT = {"type": "file", "file": {"file_data": "data:application/pdf;base64,JVBERi0="}}
ITEM = {"type": "input_file", "file_data": "data:application/pdf;base64,JVBERi0="}


@pytest.mark.parametrize(
    ("dialect", "key", "part"),
    [("openai_chat", "messages", CHAT), ("azure_chat", "messages", CHAT), ("openai_responses", "input", ITEM)],
)
def test_its_own_request_comes_back(dialect: str, key: str, part: dict[str, Any]) -> None:
    body = {"model": "m", key: [{"role": "user", "content": [part]}]}
    done = turnwire.convert(body, dialect, source=dialect, kind="request")
    assert json.loads(done.data) == body
    assert done.losses == ()
