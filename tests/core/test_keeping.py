"""What a caller may choose about a conversion, and that a target's model can be named everywhere."""

import json

import msgspec
import pytest

import turnwire
from turnwire import Keeping

CHAT = {"model": "gpt-4.1", "messages": [{"role": "user", "content": "hi"}], "max_completion_tokens": 9}
REPLY = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "model": "gpt-4.1",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "hello"}, "finish_reason": "stop"}],
}


@pytest.mark.parametrize(("field", "word"), [("reasoning", "calls"), ("hosted_tools", "native"), ("reasoning", "")])
def test_an_unknown_word_is_refused_with_the_words_that_exist(field: str, word: str) -> None:
    with pytest.raises(ValueError, match=f"{field} must be one of .*text, drop"):
        msgspec.structs.replace(Keeping(), **{field: word})


@pytest.mark.parametrize("target", ["anthropic_messages", "openai_chat", "openai_responses", "ollama_chat"])
def test_the_output_names_the_model_that_the_caller_names(target: str) -> None:
    written = turnwire.convert(CHAT, target, source="openai_chat", kind="request", model="another")
    assert "another" == json.loads(written.data)["model"]
    assert b"gpt-4.1" not in written.data


def test_a_model_in_a_path_is_the_one_that_the_caller_names() -> None:
    written = turnwire.convert(CHAT, "gemini_generate", source="openai_chat", kind="request", model="gemini-x")
    assert "gemini-x" in written.envelope["path"]


def test_a_document_without_settings_gets_the_model() -> None:
    document = turnwire.read({"messages": [{"role": "user", "content": "hi"}]}, "openai_chat", kind="request")
    assert "m" == json.loads(turnwire.write(document, "openai_chat", model="m").data)["model"]


def test_a_reply_names_the_model_that_the_caller_names() -> None:
    written = turnwire.convert(REPLY, "anthropic_messages", source="openai_chat", kind="response", model="alias")
    assert "alias" == json.loads(written.data)["model"]


def test_naming_a_model_does_not_change_the_callers_document() -> None:
    document = turnwire.read(CHAT, "openai_chat", kind="request")
    before = turnwire.write(document, "turnwire").data
    turnwire.write(document, "openai_chat", model="another")
    assert before == turnwire.write(document, "turnwire").data


def test_an_error_names_no_model() -> None:
    error = {"error": {"message": "no", "type": "server_error", "param": None, "code": None}}
    assert (
        turnwire.convert(error, "openai_chat", source="openai_chat", kind="error", model="m").data
        == turnwire.convert(error, "openai_chat", source="openai_chat", kind="error").data
    )
