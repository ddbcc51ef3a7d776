"""A key that no type knows is told to every other format, whatever its value is called or holds."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.dialects import names

VALUES: dict[str, Any] = {
    "an empty object": {},
    "an empty object in another": {"a": {}},
    "a form": {"$form": "x"},
    "a form that is an object": {"$form": {"a": 1}},
    "a form further in": {"a": {"$form": 1}},
    "what means no more than absence": {"$also": {"q": 1}},
    "names left out": {"$omit": ["M"]},
    "own keys": {"$keys": {"a": 1}},
    "own keys that are a text": {"$keys": "M"},
    "an empty list": [],
    "a form in a list": [{"$form": 1}],
    "false": False,
}
_TEXT = {"type": "text", "text": "x"}
SOURCES: dict[str, Any] = {
    "openai_chat": lambda more: {"model": "m", "messages": [{"role": "user", "content": "x", **more}]},
    "anthropic_messages": lambda more: {
        "max_tokens": 5,
        "messages": [{"role": "user", "content": [{**_TEXT, **more}]}],
    },
    "gemini_generate": lambda more: {"contents": [{"role": "user", "parts": [{"text": "x", **more}]}]},
    "openai_responses": lambda more: {"model": "m", "input": [{"role": "user", "content": "x", **more}]},
    "mistral_chat": lambda more: {"messages": [{"role": "user", "content": "x"}], **more},
    "ollama_chat": lambda more: {"messages": [{"role": "user", "content": "x"}], "options": {"seed": 1, **more}},
    "turnwire": lambda more: {"history": [{"role": "user", "content": [_TEXT], **more}]},
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
@pytest.mark.parametrize("source", SOURCES)
def test_an_unknown_key_comes_back_and_is_told_to_all_others(source: str, value: Any) -> None:
    body = SOURCES[source]({"zz": value})
    document = turnwire.read(body, source, kind="request")
    assert json.loads(turnwire.write(document, source).data) == body
    others = [name for name in names() if name not in (source, "turnwire", "canonical")]
    told = {name: [loss.value for loss in turnwire.write(document, name).losses] for name in others}
    assert [] == [name for name, values in told.items() if not any(_tells(each, value) for each in values)]


def _tells(told: Any, value: Any) -> bool:
    """Whether the value of a loss is this, or holds it."""
    return told == value or (isinstance(told, dict) and any(_tells(each, value) for each in told.values()))


@pytest.mark.parametrize("mark", ["$form", "$also", "$omit", "$keys", "\\u0024form"])
def test_a_key_that_is_called_like_a_mark_comes_back(mark: str) -> None:
    text = f'{{"messages":[{{"role":"user","content":"x"}}],"zz":{{"a":{{"{mark}":{{"b":1}}}}}}}}'
    document = turnwire.read(text.encode(), "openai_chat", kind="request")
    assert json.loads(turnwire.write(document, "openai_chat").data) == json.loads(text)
    assert [loss.feature for loss in turnwire.write(document, "gemini_generate").losses] == ["provider_raw"]
