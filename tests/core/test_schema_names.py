"""Names of the answer's schema that OpenAI refuses are changed for its models, and for no others."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

TARGETS = [
    ("openai_chat", "gpt-4.1", True),
    ("azure_chat", "gpt-4o", True),
    ("openai_responses", "gpt-5", True),
    ("openai_chat", "llama-3.3-70b", False),
    ("groq_chat", "openai/gpt-oss-120b", False),
]
NAMES = [("a list", "a_list"), ("", "response"), ("liste/ä", "liste__"), ("x" * 80, "x" * 64), ("a-list_1", "a-list_1")]


def asked(name: str, model: str = "m") -> dict[str, Any]:
    schema = {"name": name, "schema": {"type": "object"}}
    form = {"type": "json_schema", "json_schema": schema}
    return {"model": model, "messages": [{"role": "user", "content": "Hi."}], "response_format": form}


def name_in(body: Any) -> Any:
    return body["text"]["format"]["name"] if "text" in body else body["response_format"]["json_schema"]["name"]


@pytest.mark.parametrize(("target", "model", "is_changed"), TARGETS)
@pytest.mark.parametrize(("name", "legal"), NAMES)
def test_a_name_for_a_model(target: str, model: str, name: str, legal: str, *, is_changed: bool) -> None:
    sent = turnwire.convert(asked(name), target, source="openrouter_chat", kind="request", model=model)
    written = legal if is_changed else name
    assert written == name_in(sent.json())
    lost: list[Any] = [(loss.kind, loss.path, loss.value) for loss in sent.losses if "name" in loss.feature]
    assert ([] if written == name else [("degraded", "/settings/response_format/name", name)]) == lost


@pytest.mark.parametrize(("name", "_"), NAMES)
def test_what_was_read_comes_back(name: str, _: str) -> None:
    body = asked(name, "gpt-4.1")
    history = turnwire.read(json.dumps(body), "openai_chat", kind="request")
    written = turnwire.write(history, "openai_chat")
    assert (body, ()) == (written.json(), written.losses)
