"""The word for why a model stopped, where a format demands one and the reply says none."""

from __future__ import annotations

import msgspec
import pytest

from turnwire import read, write
from turnwire.model import Completion, Message, MessageMetadata, TextBlock, ToolUseBlock

NOTHING = msgspec.Raw(b"{}")
TEXT = TextBlock("It rains.")
CALL = ToolUseBlock("call_1", "weather", NOTHING)
SEARCH = ToolUseBlock("call_2", "web_search", NOTHING, run_by="provider")
WORDS = {
    "openai_chat": ("stop", "tool_calls"),
    "mistral_chat": ("stop", "tool_calls"),
    "anthropic_messages": ("end_turn", "tool_use"),
    "bedrock_anthropic": ("end_turn", "tool_use"),
}


@pytest.mark.parametrize("dialect", WORDS)
@pytest.mark.parametrize(
    ("message", "calls"),
    [
        (Message("assistant", [TEXT]), False),
        (Message("assistant", [TEXT, CALL]), True),
        (Message("assistant", [SEARCH, TEXT]), False),
        (Message("assistant", [CALL], metadata=MessageMetadata(status="partial")), False),
        (Message("assistant", [CALL], metadata=MessageMetadata(status="complete")), True),
    ],
    ids=("a text", "a call", "a call that the provider ran", "a call that broke off", "a whole call"),
)
def test_a_call_is_waited_for(message: Message, dialect: str, *, calls: bool) -> None:
    written = write(Completion([message]), dialect)
    body = msgspec.json.decode(written.data)
    reason = body["choices"][0]["finish_reason"] if "choices" in body else body["stop_reason"]
    assert reason == WORDS[dialect][calls]
    told = [str(loss.value) for loss in written.losses if loss.feature == "metadata.stop_reason"]
    assert told == ["tool_use" if calls else "end_turn"]


def test_a_reply_of_anthropic_that_does_not_say_why_comes_back() -> None:
    """The message of `message_start` is such a reply: "it is null in the `message_start` event" (`stop_reason`)."""
    usage = {"input_tokens": 1, "output_tokens": 1}
    body: dict[str, object] = {"id": "msg_1", "type": "message", "role": "assistant", "content": []}
    body |= {"model": "claude-sonnet-4-5", "stop_reason": None, "stop_sequence": None, "usage": usage}
    reply = read(body, "anthropic_messages", kind="response")
    written = write(reply, "anthropic_messages")
    assert (msgspec.json.decode(written.data), written.losses) == (body, ())
    reply.candidates[0].metadata = MessageMetadata(stop_reason="max_tokens")
    assert msgspec.json.decode(write(reply, "anthropic_messages").data) == {**body, "stop_reason": "max_tokens"}


def test_another_word_for_calls_is_read_and_comes_back() -> None:
    """Models of DeepSeek on Azure say `tool_call`."""
    call = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    said = {"role": "assistant", "content": None, "tool_calls": [call]}
    choice = {"index": 0, "message": said, "finish_reason": "tool_call"}
    body = {"id": "r1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    reply = read(body, "azure_chat", kind="response")
    assert msgspec.json.decode(write(reply, "anthropic_messages").data)["stop_reason"] == "tool_use"
    written = write(reply, "azure_chat")
    assert (msgspec.json.decode(written.data), written.losses) == (body, ())


def test_the_items_that_a_reply_goes_on_with_are_named_where_they_begin() -> None:
    written = write(Completion([Message("assistant", [TEXT, CALL, TEXT])]), "openai_responses")
    told = {loss.path: str(loss.value) for loss in written.losses if loss.feature == "message.id"}
    assert told == {"/candidates/0/id": "msg_0", "/candidates/0/content/2/id": "msg_2"}
