"""Between gpt2099 and the other formats: what each has that the other has not, and what becomes of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire
from turnwire.systems.gpt2099.providers import prepare_request, tool_result

Json = dict[str, Any]

CALLS: list[Json] = [
    {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"at":"Oslo"}'}},
    {"id": "c2", "type": "function", "function": {"name": "walk", "arguments": "{}"}},
]


def to_gpt2099(body: Json, source: str) -> Any:
    return json.loads(turnwire.convert(body, "gpt2099", source=source, kind="request").data)


def from_gpt2099(body: Json, target: str) -> turnwire.Written:
    return turnwire.convert(body, target, source="gpt2099", kind="request")


def features(written: turnwire.Written) -> set[tuple[str, str]]:
    """What was lost, but for what every request of the target must have."""
    return {(loss.kind, loss.feature) for loss in written.losses if loss.kind != "invented"}


def test_tool_messages_become_results_in_one_message_of_the_user_with_the_names_of_their_calls() -> None:
    body = {
        "model": "m",
        "messages": [
            {"role": "assistant", "content": None, "tool_calls": CALLS},
            {"role": "tool", "tool_call_id": "c2", "content": "far"},
            {"role": "tool", "tool_call_id": "c1", "content": "rain"},
        ],
    }
    _, answer = to_gpt2099(body, "openai_chat")["messages"]
    assert (answer["role"], [(each["name"], each["tool_use_id"]) for each in answer["content"]]) == (
        "user",
        [("walk", "c2"), ("look", "c1")],
    )


def test_results_become_tool_messages_and_their_names_go_without_saying() -> None:
    result = {"type": "tool_result", "name": "look", "content": [{"type": "text", "text": "rain"}], "tool_use_id": "c1"}
    use = {"type": "tool_use", "id": "c1", "name": "look", "input": {}}
    turns = [{"role": "assistant", "content": [use]}, {"role": "user", "content": [result]}]
    written = from_gpt2099({"messages": turns, "options": {}}, "openai_chat")
    assert json.loads(written.data)["messages"][1] == {"role": "tool", "tool_call_id": "c1", "content": "rain"}
    assert features(written) == set()


def test_results_without_ids_are_paired_by_name_and_order() -> None:
    uses: list[Json] = [{"type": "tool_use", "name": name, "input": {}} for name in ("look", "walk", "look")]
    results: list[Json] = [{"type": "tool_result", "name": name, "content": []} for name in ("walk", "look", "look")]
    turns = [{"role": "assistant", "content": uses}, {"role": "user", "content": results}]
    said = json.loads(from_gpt2099({"messages": turns, "options": {}}, "openai_chat").data)["messages"]
    assert [each["id"] for each in said[0]["tool_calls"]] == ["call_1", "call_2", "call_3"]
    assert [each["tool_call_id"] for each in said[1:]] == ["call_2", "call_1", "call_3"]


@pytest.mark.parametrize(
    ("media_type", "part"),
    [
        ("image/png", {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "UmFpbi4="}}),
        (
            "application/pdf",
            {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "UmFpbi4="}},
        ),
        ("text/plain", {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Rain."}}),
    ],
)
def test_documents_by_their_media_type(media_type: str, part: Json) -> None:
    source = {"type": "base64", "media_type": media_type, "data": "UmFpbi4="}
    window = {"messages": [{"role": "user", "content": [{"type": "document", "source": source}]}], "options": {}}
    assert json.loads(from_gpt2099(window, "anthropic_messages").data)["messages"][0]["content"] == [part]
    assert (
        to_gpt2099({"max_tokens": 9, "messages": [{"role": "user", "content": [part]}]}, "anthropic_messages") == window
    )


def test_the_mark_for_the_cache_is_a_mark_of_the_last_block() -> None:
    content = [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]
    window = {"messages": [{"role": "user", "content": content, "cache": True}], "options": {}}
    (said,) = json.loads(from_gpt2099(window, "anthropic_messages").data)["messages"]
    # The same as gpt2099 itself sends.
    assert said == prepare_request(window, "anthropic")["messages"][0]
    assert to_gpt2099({"max_tokens": 9, "messages": [said]}, "anthropic_messages") == window
    assert features(from_gpt2099(window, "openai_chat")) == {("dropped", "text.cache")}


def test_system_messages_stay_where_they_are() -> None:
    turns = [{"role": role, "content": [{"type": "text", "text": role}]} for role in ("user", "system", "assistant")]
    window = {"messages": turns, "options": {}}
    written = from_gpt2099(window, "openai_chat")
    assert [each["role"] for each in json.loads(written.data)["messages"]] == ["user", "system", "assistant"]
    assert to_gpt2099(json.loads(written.data), "openai_chat") == window


def test_arguments_are_compact_where_gpt2099_sends_them_and_keep_their_text_where_they_are_converted() -> None:
    call = '{"type":"tool_use","id":"c1","name":"x","input":{ "a": "é" }}'
    text = f'{{"messages":[{{"role":"assistant","content":[{call}]}}],"options":{{}}}}'
    written = turnwire.convert(text, "openai_chat", source="gpt2099", kind="request")
    assert json.loads(written.data)["messages"][0]["tool_calls"][0]["function"]["arguments"] == '{ "a": "é" }'
    sent = prepare_request(json.loads(text), "openai")["messages"][0]
    assert (sent["content"], sent["tool_calls"][0]["function"]["arguments"]) == ("", '{"a":"é"}')


@pytest.mark.parametrize("word", ["end_turn", "max_tokens", "tool_use", "refusal", "pause_turn", "tired"])
def test_reasons_to_stop_are_the_providers_own_words(word: str) -> None:
    reply: Json = {
        "message": {"type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": word}
    }
    read = turnwire.read(reply, "gpt2099", kind="response")
    assert json.loads(turnwire.write(read, "gpt2099").data) == reply
    metadata = read.candidates[0].metadata
    assert (metadata and metadata.stop_reason) == (None if word == "tired" else word)


def test_counts_of_cached_tokens_have_another_name() -> None:
    usage = {"input_tokens": 1, "cache_creation_input_tokens": 2, "cache_read_input_tokens": 3, "output_tokens": 4}
    read = turnwire.read({"message": {"content": [], "usage": usage}}, "gpt2099", kind="response")
    counted = read.usage
    assert counted is not None
    assert (counted.cached_input_tokens, counted.cache_creation_input_tokens) == (3, 2)


def test_an_answer_of_a_server_stands_in_a_window() -> None:
    block = tool_result({"error": {"code": 1, "message": "no"}}, {"name": "files___list", "id": "c1"})
    use = {"type": "tool_use", "id": "c1", "name": "files___list", "input": {}}
    turns = [{"role": "assistant", "content": [use]}, {"role": "user", "content": [block]}]
    written = from_gpt2099({"messages": turns, "options": {"servers": ["files"]}}, "anthropic_messages")
    assert json.loads(written.data)["messages"][1]["content"] == [
        {"type": "tool_result", "tool_use_id": "c1", "content": "MCP Error (1): no", "is_error": True}
    ]
    assert features(written) == {("dropped", "settings.options")}
