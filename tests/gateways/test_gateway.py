"""The gateway of docs/gateways.md, with the official packages as clients, over sockets."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.gateways.scene import (
    ASK,
    CALL,
    CODE,
    END,
    START,
    TEXT,
    TOO_MANY,
    WHOLE,
    anthropic,
    chat,
    chunks,
    delta,
    events,
    messages,
    openai,
)
from tests.gateways.upstream import Script

LINES = 60


@pytest.mark.parametrize("name", CODE)
def test_the_code_is_short(name: str) -> None:
    assert len([line for line in CODE[name].splitlines() if line.strip()]) < LINES


def test_a_chat_client_without_a_stream() -> None:
    with chat(Script(json.dumps(WHOLE).encode())) as (client, upstream):
        reply = client.create(**ASK)
    assert [{"role": "user", "content": "Does it rain?"}] == upstream.asked[0]["messages"]
    assert upstream.asked[0]["max_tokens"] > 0
    (choice,) = reply.choices
    assert ("It is raining.", "tool_calls", 16) == (
        choice.message.content,
        choice.finish_reason,
        reply.usage.total_tokens,
    )
    assert ("f", {"n": 1}) == (
        choice.message.tool_calls[0].function.name,
        json.loads(choice.message.tool_calls[0].function.arguments),
    )


@pytest.mark.parametrize("options", [{}, {"stream_options": {"include_usage": True}}], ids=["plain", "with a usage"])
def test_a_chat_client_with_a_stream(options: dict[str, Any]) -> None:
    asked, wants_usage = {**ASK, **options}, bool(options)
    with chat(Script(events(START, {"type": "ping"}, *TEXT, *CALL, *END))) as (client, _):
        found = list(client.create(**asked, stream=True))
    assert "It is raining." == "".join(each.choices[0].delta.content or "" for each in found if each.choices)
    assert ["tool_calls"] == [c.finish_reason for each in found for c in each.choices if c.finish_reason]
    assert ([16] if wants_usage else []) == [each.usage.total_tokens for each in found if each.usage]
    assert all(each.choices for each in found) is not wants_usage


def test_an_anthropic_client_with_a_stream_and_without() -> None:
    usage = {"usage": {"prompt_tokens": 9, "completion_tokens": 7, "total_tokens": 16}}
    call = {"index": 0, "id": "c1", "type": "function", "function": {"name": "f", "arguments": '{"n":1}'}}
    said = [delta(role="assistant", content=""), delta(content="It is "), delta(content="raining.")]
    stream = chunks(*said, delta(tool_calls=[call]), delta("tool_calls"), {"choices": [], **usage})
    message = {"role": "assistant", "content": "It is raining.", "tool_calls": [call]}
    whole = {"id": "c1", "object": "chat.completion", "created": 1, "model": "small", **usage}
    whole["choices"] = [{"index": 0, "message": message, "finish_reason": "tool_calls"}]
    replies = []
    with messages(Script(stream)) as (client, upstream), client.stream(**ASK, max_tokens=99) as told:
        assert "It is raining." == "".join(told.text_stream)
        replies.append(told.get_final_message())
    assert {"include_usage": True} == upstream.asked[0]["stream_options"]
    with messages(Script(json.dumps(whole).encode())) as (client, _):
        replies.append(client.create(**ASK, max_tokens=99))
    for reply in replies:
        text, use = reply.content
        assert ("It is raining.", "f", {"n": 1}) == (text.text, use.name, use.input)
        assert ("tool_use", 9, 7) == (reply.stop_reason, reply.usage.input_tokens, reply.usage.output_tokens)


def test_the_status_and_the_wait_of_an_upstreams_error_pass_on() -> None:
    refused = Script(json.dumps(TOO_MANY).encode(), 429, {"retry-after": "7"})
    for stream in (False, True):
        with chat(refused) as (client, _), pytest.raises(openai.RateLimitError, match="slow down") as told:
            client.create(**ASK, stream=stream)
        assert "7" == told.value.response.headers["retry-after"]
    body = {"error": {"message": "slow down", "type": "requests", "param": None, "code": "rate_limit_exceeded"}}
    refused = Script(json.dumps(body).encode(), 429, {"retry-after": "7"})
    with messages(refused) as (client, _), pytest.raises(anthropic.RateLimitError, match="slow down") as told:
        client.create(**ASK, max_tokens=9)
    assert "7" == told.value.response.headers["retry-after"]


@pytest.mark.parametrize("options", [{}, {"breaks_off": True}], ids=["it ends early", "its connection is cut"])
def test_an_upstream_that_breaks_off_is_an_error_of_the_client(options: dict[str, Any]) -> None:
    with chat(Script(events(START, *TEXT), **options)) as (client, _):
        said: list[Any] = []
        with pytest.raises(openai.APIError):
            said.extend(each.choices[0].delta.content for each in client.create(**ASK, stream=True))
        assert "It is raining." == "".join(filter(None, said))
    half = chunks(delta(role="assistant", content="It is"), done=False)
    with (
        messages(Script(half, **options)) as (client, _),
        pytest.raises(anthropic.APIStatusError),
        client.stream(**ASK, max_tokens=9) as told,
    ):
        told.get_final_message()


def test_an_error_in_the_upstreams_stream_is_an_error_of_the_client() -> None:
    failed = {"type": "error", "error": {"type": "overloaded_error", "message": "too busy"}}
    with chat(Script(events(START, *TEXT, failed))) as (client, _), pytest.raises(openai.APIError, match="too busy"):
        list(client.create(**ASK, stream=True))


def test_a_request_that_cannot_be_read_is_a_bad_request() -> None:
    with chat(Script(b"{}")) as (client, upstream), pytest.raises(openai.BadRequestError):
        client.create(model="m", messages=5)
    assert [] == upstream.asked


def test_an_upstream_stops_when_the_client_goes_away() -> None:
    piece = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "and on " * 999}}
    with chat(Script(events(START, *TEXT[:1], piece), goes_on=True)) as (client, upstream):
        with client.create(**ASK, stream=True) as told:
            assert "and on" in "".join(next(told).choices[0].delta.content for _ in range(3))
        assert upstream.hung_up.wait(20)
