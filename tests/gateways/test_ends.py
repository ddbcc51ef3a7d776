"""How a stream ends early, as the official packages see it over a socket: an exception with the error's own words."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any

import pytest
from tests.gateways.clients import STREAMS
from tests.gateways.upstream import Script, Upstream, serving

import turnwire
from turnwire.model import (
    ErrorEvent,
    StartEvent,
    TextDeltaEvent,
    ToolUseInputDeltaEvent,
    ToolUseStartEvent,
)

if TYPE_CHECKING:
    from turnwire.model import StreamEvent

TEXT: list[StreamEvent] = [StartEvent("i", "assistant", "m"), TextDeltaEvent("It is rai")]
CALL: list[StreamEvent] = [*TEXT, ToolUseStartEvent("c1", "f", 0, 1), ToolUseInputDeltaEvent('{"a":', 0, 1)]
ENDS: dict[str, tuple[list[StreamEvent], str]] = {
    "a text breaks off": (TEXT, "the stream ended before the reply did"),
    "a call breaks off": (CALL, "the stream ended before the reply did"),
    "an error in a text": ([*TEXT, ErrorEvent("slow down", "rate_limit_error")], "slow down"),
    "an error in a call": ([*CALL, ErrorEvent("slow down", "rate_limit_error")], "slow down"),
    "nothing but an error": ([ErrorEvent("slow down", "rate_limit_error")], "slow down"),
}


def stream(events: list[StreamEvent], dialect: str) -> Script:
    writer = turnwire.stream_writer(dialect, truncation_as_error=True)
    return Script(b"".join([*map(writer.send, events), writer.close()]), 200, {"content-type": writer.content_type})


@pytest.mark.parametrize("dialect", STREAMS)
@pytest.mark.parametrize("name", ENDS)
def test_the_package_raises_it(name: str, dialect: str) -> None:
    events, words = ENDS[name]
    script = stream(events, dialect)
    upstream: Any = type("Scripted", (Upstream,), {"script": script, "asked": [], "hung_up": threading.Event()})
    found: list[Any] = []
    with serving(upstream) as (host, port), pytest.raises(Exception, match=r".") as raised:
        found.extend(STREAMS[dialect](f"http://{host}:{port}"))
    # Mistral's package has no chunk for an error: its ResponseValidationError has the words in `body`.
    assert words in str(raised.value) + str(getattr(raised.value, "body", ""))
    assert (len(events) > 1) is any("It is rai" in repr(each) for each in script.body.decode().split("\n\n"))


def test_mistrals_package_gives_the_body_of_the_error() -> None:
    script = stream([*TEXT, ErrorEvent("slow down", "rate_limit_error")], "mistral_chat")
    upstream: Any = type("Scripted", (Upstream,), {"script": script, "asked": [], "hung_up": threading.Event()})
    with serving(upstream) as (host, port), pytest.raises(Exception, match="validation") as raised:
        list(STREAMS["mistral_chat"](f"http://{host}:{port}"))
    body: Any = raised.value
    assert ("slow down", "rate_limit_error") == (
        json.loads(body.body)["data"]["message"],
        json.loads(body.body)["data"]["type"],
    )


@pytest.mark.parametrize("as_error", [True, False])
@pytest.mark.parametrize(
    "dialect", ["openai_chat", "openai_responses", "gemini_generate", "ollama_chat", "cohere_chat"]
)
def test_a_provisional_usage_is_not_that_of_the_reply(dialect: str, *, as_error: bool) -> None:
    """What Anthropic's `message_start` counts is no count of a reply that broke off."""
    begun = {"type": "message", "role": "assistant", "content": [], "usage": {"input_tokens": 9, "output_tokens": 1}}
    delta = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "It is"}}
    start = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    chunks: list[dict[str, Any]] = [
        {"type": "message_start", "message": {"id": "m", "model": "x", **begun}},
        start,
        delta,
    ]
    source = b"".join(b"event: %s\ndata: %s\n\n" % (str(c["type"]).encode(), json.dumps(c).encode()) for c in chunks)
    translation = turnwire.translate([source], "anthropic_messages", dialect, truncation_as_error=as_error)
    data = b"".join(translation)
    assert b"It is" in data
    assert not any(name in data for name in (b'_tokens":9', b'TokenCount":9', b'eval_count":9', b'"completed"'))
    assert dialect != "openai_responses" or b'"status":"incomplete"' in data
