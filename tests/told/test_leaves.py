"""What the audit takes for there, and what for silent, one row each."""

from __future__ import annotations

from typing import Any

import pytest
from tests.told.leaves import silent

# What a source says, what carries it, and what was told.
THERE: dict[str, tuple[Any, Any, list[Any]]] = {
    "the same": ({"a": "some text"}, {"b": "some text"}, []),
    "in a longer text": ({"text": "One."}, {"b": "One. Two."}, []),
    "told": ({"a": "some text", "n": 7}, {}, [{"x": "some text"}, {"n": 7}]),
    "another spelling of a word": ({"finish_reason": "MAX_TOKENS"}, {"stop": "max_tokens"}, []),
    "another word for the same": ({"finish_reason": "stop"}, {}, [{"stop_reason": "end_turn"}]),
    "a word with its date": ({"type": "web_search_20250305"}, {"type": "web_search"}, []),
    "a key": ({"name": "get_weather"}, {"get_weather": {}}, []),
    "JSON in a text": ({"arguments": '{"city":"Oslo","n":1}'}, {"input": {"city": "Oslo", "n": 1}}, []),
    "a number in a text": ({"n": 5}, {"n": "5"}, []),
    "seconds and a time": ({"created": 1700000000}, {}, [{"created_at": "2023-11-14T22:13:20Z"}]),
    "base64 and its text": ({"data": "aGVsbG8gdGhlcmU="}, {"text": "hello there"}, []),
    "a data URL in two": ({"url": "data:image/png;base64,iVBORw0K"}, {"mime": "image/png", "data": "iVBORw0K"}, []),
    "a sum of counts": ({"usage": {"total_tokens": 7}}, {"usage": {"in": 3, "out": 4}}, []),
    "a flag turned around": ({"disable_parallel_tool_use": True}, {}, [{"parallel": False}]),
    "whether to think": ({"think": True}, {}, [{"reasoning": {"mode": "enabled"}}]),
    "a shape, a role, a default": ({"type": "text", "role": "user", "x": None, "y": False, "z": ""}, {}, []),
    "a name said twice": ([{"name": "get"}, {"name": "get"}], {"name": "get"}, []),
}

SILENT: dict[str, tuple[Any, Any, list[Any], list[str]]] = {
    "a text": ({"a": "some text"}, {"b": "some"}, [], ["/a"]),
    "a short text in a word": ({"name": "a"}, {"b": "bare"}, [], ["/name"]),
    "a text said twice": ([{"text": "No."}, {"text": "No."}], {"text": "No."}, [], ["/0/text", "/1/text"]),
    "an id by position": ({"id": "call_3"}, {}, [], ["/id"]),
    "a number": ({"seed": 7}, {"n": 8}, [], ["/seed"]),
    "one number for two": ({"a": 7, "b": 7}, {"a": 7}, [], ["/b"]),
    "one flag for two": ({"strict": True, "stream": True}, {}, [{"stream": True}], ["/strict"]),
    "1 is no flag": ({"strict": True}, {"n": 1}, [], ["/strict"]),
    "a total without its parts": ({"usage": {"total_tokens": 7}}, {"usage": {"in": 3}}, [], ["/usage/total_tokens"]),
    "another word": ({"finish_reason": "stop"}, {"reason": "max_tokens"}, [], ["/finish_reason"]),
    "a flag in a word": ({"cache": True}, {"cache_control": {"type": "ephemeral"}}, [], ["/cache"]),
    "a value in JSON in a text": ({"arguments": '{"n":1}'}, {"input": {}}, [], ["/arguments/n"]),
}


@pytest.mark.parametrize("name", THERE)
def test_what_is_there(name: str) -> None:
    source, carried, told = THERE[name]
    assert [] == silent(source, [carried], told)


@pytest.mark.parametrize("name", SILENT)
def test_what_is_silent(name: str) -> None:
    source, carried, told, expected = SILENT[name]
    assert expected == [leaf.pointer for leaf in silent(source, [carried], told)]
