"""`turnwire.read` takes the objects of the official packages, and `as_object` makes them."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from tests.objects.packages import made_by_package, package

import turnwire
from turnwire.documents.sdk_objects import as_json, as_object

CHAT: dict[str, Any] = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1700000000,
    "model": "m",
    "choices": [
        {
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {
                "role": "assistant",
                "content": None,
                "reasoning_content": "the package does not know this key",
                "tool_calls": [
                    {"id": "call_1", "type": "function", "function": {"name": "run", "arguments": '{ "n" : 1.0 }'}}
                ],
            },
        }
    ],
    "usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7},
}
MESSAGE: dict[str, Any] = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "m",
    "content": [
        {"type": "thinking", "thinking": "Hm.", "signature": "AA=="},
        {"type": "tool_use", "id": "toolu_1", "name": "run", "input": {"n": 1}},
        {"type": "hologram", "x": [1]},
    ],
    "stop_reason": "tool_use",
    "stop_sequence": None,
    "usage": {"input_tokens": 3, "output_tokens": 4},
}
RESPONSE: dict[str, Any] = {
    "id": "resp_1",
    "object": "response",
    "created_at": 1700000000,
    "status": "completed",
    "model": "m",
    "output": [
        {"id": "rs_1", "type": "reasoning", "summary": [], "encrypted_content": "AA=="},
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": "Hi.", "annotations": []}],
        },
    ],
    "tomorrow": {"x": 1},
}
GEMINI: dict[str, Any] = {
    "candidates": [
        {
            "content": {"parts": [{"text": "Hi.", "thoughtSignature": "+/+/AA=="}], "role": "model"},
            "finishReason": "STOP",
        }
    ],
    "createTime": "2026-06-25T12:34:56.123456Z",
    "modelVersion": "m",
}
MISTRAL: dict[str, Any] = {
    "id": "1",
    "object": "chat.completion",
    "created": 1700000000,
    "model": "m",
    "choices": [
        {
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {
                "role": "assistant",
                "content": "",
                "tool_calls": [{"id": "123456789", "function": {"name": "run", "arguments": "{}"}, "index": 0}],
            },
        }
    ],
    "usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7},
}
OLLAMA: dict[str, Any] = {
    "model": "m",
    "created_at": "2026-06-25T12:34:56.123456789Z",
    "message": {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"function": {"name": "run", "arguments": {"n": 1}}}],
    },
    "done": True,
    "done_reason": "stop",
    "eval_count": 4,
}
OPENROUTER: dict[str, Any] = {
    "id": "gen-1",
    "object": "chat.completion",
    "created": 1700000000,
    "model": "m",
    "system_fingerprint": None,
    "choices": [
        {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Hi", "reasoning": "Hm."}}
    ],
    "usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7},
}
REPLIES = {
    "openrouter_chat": OPENROUTER,
    "openai_chat": CHAT,
    "anthropic_messages": MESSAGE,
    "openai_responses": RESPONSE,
    "gemini_generate": GEMINI,
    "mistral_chat": MISTRAL,
    "ollama_chat": OLLAMA,
}


@pytest.mark.parametrize("dialect", REPLIES)
def test_an_object_made_from_the_wire_gives_the_wire_back(dialect: str) -> None:
    reply = REPLIES[dialect]
    assert reply == json.loads(as_json(made_by_package(dialect, reply)))


def test_read_takes_a_reply() -> None:
    assert turnwire.read(CHAT) == turnwire.read(made_by_package("openai_chat", CHAT))
    assert turnwire.read(MESSAGE) == turnwire.read(made_by_package("anthropic_messages", MESSAGE))


def test_a_request_may_hold_objects_and_what_was_not_given() -> None:
    reply = made_by_package("anthropic_messages", MESSAGE)
    asked = {
        "model": "m",
        "max_tokens": 9,
        "temperature": package("anthropic").NOT_GIVEN,
        "top_p": package("anthropic").omit,
        "messages": ({"role": "user", "content": "Hi."}, {"role": "assistant", "content": reply.content}),
    }
    plain = {
        "model": "m",
        "max_tokens": 9,
        "messages": [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": MESSAGE["content"]}],
    }
    assert plain == json.loads(as_json(asked))
    assert turnwire.read(plain, "anthropic_messages") == turnwire.read(asked, "anthropic_messages")


def test_a_list_of_turns_is_a_request() -> None:
    message = made_by_package("openai_chat", CHAT).choices[0].message
    user = {"role": "user", "content": "Hi."}
    wire = CHAT["choices"][0]["message"]
    assert {"messages": [user, wire]} == json.loads(as_json([user, message]))
    assert {"messages": [wire]} == json.loads(as_json(message))
    types = package("google.genai.types")
    content = types.Content(role="user", parts=[types.Part.from_bytes(data=b"\xff\xfe", mime_type="image/png")])
    parts = [{"inlineData": {"data": base64.b64encode(b"\xff\xfe").decode(), "mimeType": "image/png"}}]
    assert {"contents": [{"role": "user", "parts": parts}]} == json.loads(as_json([content]))
    output = made_by_package("openai_responses", RESPONSE).output
    assert {"input": RESPONSE["output"]} == json.loads(as_json(output))


def test_what_an_object_is_by_its_class_is_told() -> None:
    models = package("mistralai.client.models")
    asked = {"model": "m", "messages": [models.UserMessage(content="Hi.")]}
    assert {"model": "m", "messages": [{"content": "Hi.", "role": "user"}]} == json.loads(as_json(asked))


def test_what_a_package_puts_beside_a_reply_is_not_told() -> None:
    types = package("google.genai.types")
    reply = types.GenerateContentResponse.model_validate(GEMINI)
    reply.sdk_http_response = types.HttpResponse(headers={"x": "y"})
    reply.parsed = {"n": 1}
    assert GEMINI == json.loads(as_json(reply))


def test_a_list_of_the_chunks_of_a_stream_is_one_reply() -> None:
    types = package("google.genai.types")
    wire = [{"candidates": [{"content": {"parts": [{"text": text}]}, "index": 0}]} for text in ("Good mor", "ning.")]
    chunks: Any = [types.GenerateContentResponse.model_validate(each) for each in wire]
    reply: Any = turnwire.read(chunks)
    assert ["Good morning."] == [block.text for block in reply.candidates[0].content]
    assert wire == json.loads(turnwire.write(reply, "gemini_generate").data)


def test_ollamas_pictures_are_texts() -> None:
    ollama = package("ollama")
    message = ollama.Message(role="user", content="?", images=[ollama.Image(value=b"\xff\xfe")])
    wire = {"role": "user", "content": "?", "images": [base64.b64encode(b"\xff\xfe").decode()]}
    assert {"model": "m", "messages": [wire]} == json.loads(as_json({"model": "m", "messages": [message]}))


def test_langchain_messages_say_their_type() -> None:
    messages = package("langchain_core.messages")
    given = [messages.HumanMessage("Hi."), messages.AIMessage("Hello.", id="1")]
    wire = [{"content": "Hi.", "type": "human"}, {"content": "Hello.", "type": "ai", "id": "1"}]
    assert {"messages": wire} == json.loads(as_json(given))


def test_as_object_makes_what_the_caller_imported() -> None:
    message = package("anthropic.types").Message
    written = turnwire.convert(CHAT, "anthropic_messages")
    made = as_object(written, message)
    assert isinstance(made, message)
    assert [("tool_use", {"n": 1.0})] == [(b.type, b.input) for b in made.content if b.type == "tool_use"]
    assert json.loads(written.data) == as_object(written, dict)


def test_as_object_says_why_not() -> None:
    message = package("anthropic.types").Message
    with pytest.raises(turnwire.InvalidDocument) as refusal:
        as_object(b'{"id": 1}', message)
    assert ("object.refused", "/id") in [(each.code, each.pointer) for each in refusal.value.diagnostics]
    with pytest.raises(TypeError):
        as_object(b"{}", int)
