"""Arguments of a wrong type are refused with a sentence about the argument."""

from __future__ import annotations

from typing import Any

import pytest

import turnwire

BODY = {"messages": [{"role": "user", "content": "Hi"}]}
WRONG: list[tuple[str, dict[str, Any]]] = [
    ("keeping is a turnwire.Keeping", {"keeping": "text"}),
    ("keeping is a turnwire.Keeping", {"keeping": {"reasoning": "text"}}),
    ("model is the name of a model", {"model": 5}),
]


@pytest.mark.parametrize(("said", "given"), WRONG)
def test_an_argument_of_a_wrong_type_is_refused(said: str, given: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=said):
        turnwire.convert(BODY, "anthropic_messages", source="openai_chat", **given)
    with pytest.raises(TypeError, match=said):
        turnwire.write(turnwire.read(BODY, "openai_chat"), "openai_chat", **given)


@pytest.mark.parametrize("chunks", [b"data: {}", "data: {}", bytearray(b"data: {}")])
def test_one_text_is_no_stream(chunks: Any) -> None:
    with pytest.raises(TypeError, match="give an iterable of chunks, not one text"):
        turnwire.translate(chunks, "openai_chat", "anthropic_messages")


def test_a_stream_refuses_a_word_for_a_keeping() -> None:
    wrong: Any = "text"
    with pytest.raises(TypeError, match="keeping is a"):
        turnwire.translate([], "openai_chat", "anthropic_messages", keeping=wrong)
