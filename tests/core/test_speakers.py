"""Names of messages that OpenAI refuses are changed for its models, and for no others."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.model import History, Message, TextBlock

TARGETS = [
    ("openai_chat", "gpt-4.1", True),
    ("azure_chat", "gpt-4o", True),
    ("openai_chat", "llama-3.3-70b", False),
    ("openrouter_chat", "mistralai/mistral-large", False),
]
NAMES = [("Ada L.", "Ada_L."), ("a<b|c\\d/e>f\n", "a_b_c_d_e_f_"), ("", None), ("Ada_L-1", "Ada_L-1"), ("é", "é")]


def asked(name: str, model: str = "m") -> dict[str, Any]:
    return {"model": model, "messages": [{"role": "user", "content": "Hi.", "name": name}]}


@pytest.mark.parametrize(("target", "model", "is_changed"), TARGETS)
@pytest.mark.parametrize(("name", "legal"), NAMES)
def test_a_name_for_a_model(target: str, model: str, name: str, legal: str | None, *, is_changed: bool) -> None:
    sent = turnwire.convert(asked(name), target, source="openrouter_chat", kind="request", model=model)
    written = legal if is_changed else name
    assert sent.json()["messages"][0].get("name") == written
    lost: list[Any] = [(loss.kind, loss.path, loss.value) for loss in sent.losses if "name" in loss.feature]
    kind = "dropped" if written is None else "degraded"
    assert lost == ([] if written == name else [(kind, "/history/0/name", name)])


@pytest.mark.parametrize("dialect", ["openai_chat", "azure_chat"])
@pytest.mark.parametrize(("name", "_"), NAMES)
def test_what_was_read_comes_back(name: str, _: str | None, dialect: str) -> None:
    body = asked(name, "gpt-4.1")
    written = turnwire.write(turnwire.read(json.dumps(body), dialect, kind="request"), dialect)
    assert (body, ()) == (written.json(), written.losses)


def test_a_conversation_without_settings_has_no_model_whose_rules_hold() -> None:
    history = History([Message("user", [TextBlock("Hi.")], name="Ada L.")])
    sent = turnwire.write(history, "openai_chat")
    assert sent.json()["messages"][0]["name"] == "Ada L."
