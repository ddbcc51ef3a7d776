"""What a person sees of documents: set fields and free JSON when they are printed, and a body as JSON or text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Raw

import turnwire
from turnwire import model
from turnwire.model import History, Loss, Message, Settings, TextBlock, ToolDefinition, ToolUseBlock

SHOWN: list[tuple[Any, str]] = [
    (TextBlock("hi"), "TextBlock(text='hi')"),
    (Message("user", [TextBlock("hi")]), "Message(role='user', content=[TextBlock(text='hi')])"),
    (Message("user", []), "Message(role='user')"),
    (History([]), "History(history=[])"),
    (
        ToolUseBlock("c", "get_weather", Raw('{"city": "Zürich"}')),
        """ToolUseBlock(id='c', name='get_weather', input=Raw('{"city": "Zürich"}'))""",
    ),
    (
        TextBlock("hi", provider_raw={"openai_chat": Raw(b'{"a":1}')}),
        """TextBlock(text='hi', provider_raw={'openai_chat': Raw('{"a":1}')})""",
    ),
    (Settings(metadata={}), "Settings(metadata={})"),
    (
        Loss("dropped", "/a", "b", "turnwire", Raw(b"7")),
        "Loss(kind='dropped', path='/a', feature='b', dialect='turnwire', value=Raw('7'))",
    ),
    (
        TextBlock("hi", provider_raw={"x": Raw(b'"\xff"')}),
        """TextBlock(text='hi', provider_raw={'x': Raw('"\\\\xff"')})""",
    ),
]


@pytest.mark.parametrize(("value", "expected"), SHOWN)
def test_a_struct_shows_what_is_set_and_free_json_as_json(value: Any, expected: str) -> None:
    assert expected == repr(value)


def test_what_is_shown_makes_the_same_again() -> None:
    call = ToolUseBlock("c", "f", Raw('{"q": "\\"é"}'), provider_raw={"x": Raw("[1]")})
    tool = ToolDefinition("f", input_schema=Raw('{"type": "object"}'))
    document = History([Message("assistant", [call, TextBlock("so")])], settings=Settings(model="m", tools=[tool]))
    names = vars(model) | {"Raw": Raw}
    assert repr(document) == repr(eval(repr(document), names))  # noqa: S307 - our own text


def test_a_document_that_contains_itself_is_shown() -> None:
    message = Message("user", [])
    message.content.append(message)  # type: ignore[arg-type]
    assert "Message(role='user', content=[...])" == repr(message)


def test_the_body_is_at_hand_as_json_and_as_text() -> None:
    written = turnwire.convert({"messages": [{"role": "user", "content": "é" * 3}], "model": "m"}, "openai")
    assert json.loads(written.data) == written.json()
    assert written.data == written.text.encode()
    assert "ééé" in written.text
