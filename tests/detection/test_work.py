"""What detection does grows with the number of messages at most, and not with the length of what they say."""

from __future__ import annotations

import gc
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

import turnwire
from turnwire.codec.limits import FAST
from turnwire.dialects.recognition import recognised

if TYPE_CHECKING:
    from collections.abc import Callable

TIMES, ROOM = 8, 1.25


def counted(call: Callable[[], object]) -> int:
    """The calls of functions, Python's and others, in one call that has been made before."""
    call()
    gc.collect()
    gc.disable()  # what other tests left would be finalized by calls in between
    found = 0

    def seen(_frame: object, event: str, _what: object) -> None:
        nonlocal found
        found += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        call()
    finally:
        sys.setprofile(None)
        gc.enable()
    return found


def chat(messages: int, words: int) -> dict[str, Any]:
    """A conversation with calls."""
    call = {"id": "c", "type": "function", "function": {"name": "now", "arguments": "{}"}}
    turns = [
        {"role": "user", "content": "word " * words},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": [{"type": "text", "text": "word " * words}]},
    ]
    return {"model": "gpt-4o", "messages": turns * messages, "later": 1}


SHAPES: dict[str, Callable[[int, int], dict[str, Any]]] = {
    "chat": chat,
    "messages": lambda n, words: {
        "max_tokens": 9,
        "later": 1,
        "messages": [{"role": "user", "content": [{"type": "text", "text": "word " * words}]}] * n,
    },
    "contents": lambda n, words: {"later": 1, "contents": [{"role": "user", "parts": [{"text": "word " * words}]}] * n},
    "input": lambda n, words: {"later": 1, "input": [{"role": "user", "content": "word " * words}] * n},
    "history": lambda n, words: {
        "history": [{"role": "user", "content": [{"type": "text", "text": "a " * words}]}] * n
    },
    "conversations": lambda n, words: {"conversations": [{"from": "human", "value": "word " * words}] * n},
    "other": lambda n, words: {"items": [{"text": "word " * words}] * n},
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_detection_does_not_look_through_what_is_said(shape: Callable[[int, int], dict[str, Any]]) -> None:
    short, long = (json.dumps(shape(5, words)) for words in (10, 10_000))
    assert counted(lambda: turnwire.detect(short)) == counted(lambda: turnwire.detect(long))


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_detection_grows_no_faster_than_the_messages(shape: Callable[[int, int], dict[str, Any]]) -> None:
    few, many = (json.dumps(shape(n, 5)) for n in (20, 20 * TIMES))
    assert counted(lambda: turnwire.detect(many)) <= ROOM * TIMES * counted(lambda: turnwire.detect(few))


def test_a_certain_request_is_decoded_once() -> None:
    body = json.dumps(
        {"model": "gpt-4o", "messages": [{"role": "user", "content": "word " * 10_000}], "seed": 1}
    ).encode()
    named = counted(lambda: turnwire.read(body, "openai_chat", kind="request"))
    found = recognised(body, FAST)
    assert found is not None
    assert found.is_certain
    assert counted(lambda: turnwire.read(body)) <= named + 10
