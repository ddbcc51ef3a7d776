"""Model ids: what they are, and that text and id are the same thing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwire.catalogue.pricing import ModelId, is_model_id
from turnwire.errors import InvalidDocument

# The examples of the canonical message format, 6.3, and names with a colon of their own.
IDS = {
    "anthropic:claude-sonnet-4-6": ("anthropic", "claude-sonnet-4-6"),
    "ollama:llama-3.3-70b": ("ollama", "llama-3.3-70b"),
    "openrouter:deepseek/deepseek-v3": ("openrouter", "deepseek/deepseek-v3"),
    "ollama:llama3.2:1b": ("ollama", "llama3.2:1b"),
    "bedrock:arn:aws:x::y": ("bedrock", "arn:aws:x::y"),
    "my_own-2:é": ("my_own-2", "é"),
}
NO_IDS = ("", ":", "a:", ":b", "gpt-5", "a b:c", "a:b c", "a:b\n", "llama3.2:1b", "-a:b", "a/b:c", "é:b", "a:\x1f")


@pytest.mark.parametrize("text", IDS)
def test_an_id_is_a_provider_and_a_name(text: str) -> None:
    assert IDS[text] == (ModelId.parse(text).provider, ModelId.parse(text).name)
    assert (text, True) == (str(ModelId.parse(text)), is_model_id(text))


@pytest.mark.parametrize("text", NO_IDS)
def test_what_is_no_id(text: str) -> None:
    with pytest.raises(InvalidDocument) as refusal:
        ModelId.parse(text)
    assert ("price.model-id", False) == (refusal.value.diagnostics[0].code, is_model_id(text))


def test_no_id_is_made_that_could_not_be_read_again() -> None:
    with pytest.raises(InvalidDocument):
        ModelId("a:b", "c")


@given(st.text(), st.text())
def test_text_and_id_are_the_same(provider: str, name: str) -> None:
    if is_model_id(f"{provider}:{name}") and ":" not in provider:
        assert ModelId(provider, name) == ModelId.parse(str(ModelId(provider, name)))
    else:
        with pytest.raises(InvalidDocument):
            ModelId(provider, name)
