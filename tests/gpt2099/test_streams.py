"""What gpt2099 makes of the streams of its providers, rule by rule, and what it shows of them."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.providers import PROVIDERS, aggregate, prepare_request, streamed, tool_result

Json = dict[str, Any]

NONE = {"input_tokens": 0, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": 0}


def reply(provider: str, *events: Json) -> Json:
    ids = (f"made_{n}" for n in itertools.count(1))
    made: Json = aggregate(events, provider, new_id=lambda: next(ids))["message"]
    return made


def chunk(**delta: Any) -> Json:
    return {"model": "m", "choices": [{"index": 0, "delta": delta}]}


def called(index: int, arguments: str, name: str | None = None) -> Json:
    function = {"arguments": arguments} if name is None else {"name": name, "arguments": arguments}
    return {"index": index, "id": f"call_{index}", "function": function}


@pytest.mark.parametrize("provider", ["openai", "cerebras"])
def test_chat_keeps_all_calls_under_new_ids(provider: str) -> None:
    events = [
        chunk(role="assistant", content=""),
        chunk(content="I "),
        chunk(content="look.", tool_calls=[called(1, "", "far")]),
        chunk(tool_calls=[called(0, '{"a"', "near"), called(1, "")]),
        chunk(tool_calls=[called(0, ":1}")]),
        {"choices": [], "usage": {"prompt_tokens": 9}},
    ]
    assert reply(provider, *events) == {
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [
            {"type": "text", "text": "I look."},
            {"type": "tool_use", "id": "made_1", "name": "near", "input": {"a": 1}},
            {"type": "tool_use", "id": "made_2", "name": "far", "input": None},
        ],
        "stop_reason": "tool_use",
        "usage": NONE,
    }
    assert reply(provider, chunk(content="a"))["stop_reason"] == "end_turn"


def test_cohere_keeps_the_last_call() -> None:
    def told(kind: str, **message: Any) -> Json:
        return {"type": kind, "delta": {"message": message}}

    start = {"id": "x_1", "function": {"name": "x", "arguments": ""}}
    events = [
        told("content-delta", content={"thinking": "hm"}),
        told("content-delta", content={"text": "I look."}),
        told("tool-call-start", tool_calls=start),
        told("tool-call-delta", tool_calls={"function": {"arguments": "{}"}}),
        told("tool-call-start", tool_calls={**start, "id": "x_2"}),
        told("tool-call-delta", tool_calls={"function": {"arguments": '{"a":2}'}}),
        {"type": "message-end", "delta": {"usage": {"billed_units": {"input_tokens": 3, "output_tokens": 4}}}},
    ]
    made = reply("cohere", *events)
    assert made["content"] == [
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "x_2", "name": "x", "input": {"a": 2}},
    ]
    assert (made["model"], made["stop_reason"]) == ("cohere", "tool_use")
    assert made["usage"] == {**NONE, "input_tokens": 3, "output_tokens": 4}


def test_gemini_says_why_it_stopped_for_calls_alone() -> None:
    def told(*parts: Json) -> Json:
        counts = {"promptTokenCount": 5, "candidatesTokenCount": 6}
        return {"candidates": [{"content": {"parts": parts and list(parts)}}], "usageMetadata": counts}

    call = {"functionCall": {"name": "x", "args": {"a": 1}}}
    silent = reply("gemini", told({"text": "a"}, {"text": "b"}))
    assert ("stop_reason" in silent, silent["content"]) == (False, [{"type": "text", "text": "ab"}])
    made = reply("gemini", told(call), told({"text": "after"}))
    assert made["stop_reason"] == "tool_use"
    assert made["content"] == [
        {"type": "text", "text": "after"},
        {"type": "tool_use", "id": "made_1", "name": "x", "input": {"a": 1}},
    ]


def delta(**said: Any) -> Json:
    return {"type": "content_block_delta", "index": 0, "delta": said}


STARTED = [
    {"type": "message_start", "message": {"id": "msg_1", "model": "m", "content": [], "usage": {"input_tokens": 1}}},
    {"type": "content_block_start", "content_block": {"type": "text", "text": "", "citations": []}},
    delta(type="citations_delta", citation={"url": "https://weather.example/"}),
    delta(type="text_delta", text="Rain."),
    {"type": "content_block_start", "content_block": {"type": "tool_use", "id": "t_1", "name": "x", "input": {}}},
    delta(type="input_json_delta", partial_json=""),
    {"type": "message_delta", "delta": {"stop_reason": "max_tokens"}, "usage": {"output_tokens": 2}},
]


def test_anthropic_keeps_all_but_citations() -> None:
    assert reply("anthropic", *STARTED) == {
        "id": "msg_1",
        "model": "m",
        "content": [
            {"type": "text", "text": "Rain.", "citations": []},
            {"type": "tool_use", "id": "t_1", "name": "x", "input": {}},
        ],
        "usage": {"input_tokens": 1, "output_tokens": 2},
        "stop_reason": "max_tokens",
    }


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([*STARTED, delta(type="thinking_delta", thinking="hm")], "a delta of the type thinking_delta"),
        ([delta(type="text_delta", text="a")], "no block has begun"),
        ([*STARTED, delta(type="input_json_delta", partial_json="{")], "json"),
    ],
)
def test_streams_that_end_in_an_error(events: list[Json], words: str) -> None:
    with pytest.raises(InvalidDocument, match=words):
        reply("anthropic", *events)


FOUND = [
    {"type": "web_search_result", "title": 'A, "B"', "url": "u", "encrypted_content": "b3Bh", "page_age": None},
]

SHOWN: list[tuple[str, Json, Json | None]] = [
    ("anthropic", STARTED[0], None),
    ("anthropic", STARTED[1], {"type": "text", "content": ""}),
    ("anthropic", STARTED[2], {}),
    ("anthropic", STARTED[3], {"content": "Rain."}),
    ("anthropic", STARTED[4], {"type": "tool_use", "name": "x"}),
    ("anthropic", STARTED[5], {"content": ""}),
    (
        "anthropic",
        {"type": "content_block_start", "content_block": {"type": "web_search_tool_result", "content": FOUND}},
        {
            "type": "web_search_tool_result",
            "content": 'type,title,url,page_age\nweb_search_result,"A, ""B""",u,\n',
        },
    ),
    ("openai", chunk(content=""), None),
    ("openai", chunk(content="a"), {"type": "text", "content": "a"}),
    ("cerebras", chunk(tool_calls=[called(0, "{}", "x")]), {"type": "tool_use", "name": "x", "id": "call_0"}),
    ("cerebras", chunk(tool_calls=[called(0, "{}")]), {"content": "{}"}),
    ("cohere", {"type": "content-delta", "delta": {"message": {"content": {"thinking": "hm"}}}}, None),
    (
        "gemini",
        {"candidates": [{"content": {"parts": [{"functionCall": {"name": "x", "args": {"a": 1}}}, {"text": "b"}]}}]},
        {"type": "tool_use", "name": "x", "content": {"a": 1}},
    ),
    ("gemini", {"usageMetadata": {}}, None),
]


@pytest.mark.parametrize(("provider", "event", "expected"), SHOWN)
def test_what_is_shown(provider: str, event: Json, expected: Json | None) -> None:
    assert expected == streamed(event, provider)


WORDS = [
    *(
        "type",
        "delta",
        "message",
        "content",
        "text",
        "tool_calls",
        "function",
        "arguments",
        "index",
        "choices",
        "usage",
    ),
    *("candidates", "parts", "functionCall", "content_block", "content_block_start", "content_block_delta", "role"),
    *("message_start", "message_delta", "tool-call-start", "message-end", "tool_use", "tool_result", "document"),
    *("source", "media_type", "data", "name", "id", "input", "tool_use_id", "messages", "options", "search", "result"),
    *("error", "code", "inputSchema", "properties", "items", "cache", "system", "text_delta", "partial_json"),
]
LEAF = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([*WORDS, "", "e30=", "text/plain"])


def objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    return st.dictionaries(st.sampled_from(WORDS), inner, max_size=5)


ANY = st.recursive(LEAF, lambda inner: st.lists(inner, max_size=3) | objects(inner), max_leaves=12)


def crash_of(call: Any, *arguments: Any, **named: Any) -> str | None:
    """What a call ends in that is neither an answer nor a refusal."""
    try:
        call(*arguments, **named)
    except InvalidDocument:
        return None
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a defect
        return repr(error)
    return None


@given(events=st.lists(ANY, max_size=4), window=ANY, tools=st.lists(ANY, max_size=2))
def test_whatever_comes_is_taken_or_refused(events: Any, window: Any, tools: Any) -> None:
    crashes = [crash_of(tool_result, window, {"name": "x"}), crash_of(tool_result, {"result": {}}, window)]
    for provider in PROVIDERS:
        crashes.append(crash_of(aggregate, events, provider, new_id=lambda: "x"))
        crashes.append(crash_of(prepare_request, {"messages": events, "options": {}}, provider, tools=tools))
        crashes.append(crash_of(prepare_request, window, provider))
        crashes += [crash_of(streamed, event, provider) for event in events]
    assert [] == [crash for crash in crashes if crash is not None]
