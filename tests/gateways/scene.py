"""The gateways of docs/gateways.md between an upstream with a script and the official packages as clients."""

from __future__ import annotations

import functools
import json
import runpy
import sys
import tempfile
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.docs.pages import ROOT, snippets
from tests.gateways.upstream import Script, Upstream, serving
from tests.objects.packages import package

if TYPE_CHECKING:
    from collections.abc import Iterator

anthropic, openai = package("anthropic"), package("openai")

PAGE = ROOT / "docs" / "gateways.md"
CODE = {each.path: each.text for each in snippets("python") if each.page == PAGE and each.path}
PAUSE = 0.2


def events(*chunks: dict[str, Any]) -> bytes:
    """Anthropic's events."""
    return b"\n\n".join(f"event: {each['type']}\ndata: {json.dumps(each)}".encode() for each in chunks)


def chunks(*deltas: dict[str, Any], done: bool = True) -> bytes:
    """Chunks of chat completions: what stands beside `choices`, or one delta each."""
    found = [{"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "small"} | each for each in deltas]
    return b"\n\n".join([b"data: " + json.dumps(each).encode() for each in found] + [b"data: [DONE]"] * done)


def delta(reason: str | None = None, **said: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": said, "finish_reason": reason}]}


MESSAGE: dict[str, Any] = {"id": "msg_1", "type": "message", "role": "assistant", "model": "large"}
BEGUN: dict[str, Any] = {
    "content": [],
    "stop_reason": None,
    "stop_sequence": None,
    "usage": {"input_tokens": 9, "output_tokens": 1},
}
START = {"type": "message_start", "message": {**MESSAGE, **BEGUN}}
TEXT: list[dict[str, Any]] = [
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "It is "}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "raining."}},
]
CALL: list[dict[str, Any]] = [
    {"type": "content_block_stop", "index": 0},
    {"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "id": "t1", "name": "f"}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": '{"n":1}'}},
    {"type": "content_block_stop", "index": 1},
]
END: list[dict[str, Any]] = [
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 7}},
    {"type": "message_stop"},
]
WHOLE = {
    **MESSAGE,
    "content": [
        {"type": "text", "text": "It is raining."},
        {"type": "tool_use", "id": "t1", "name": "f", "input": {"n": 1}},
    ],
    "stop_reason": "tool_use",
    "stop_sequence": None,
    "usage": {"input_tokens": 9, "output_tokens": 7},
}
TOO_MANY = {"type": "error", "error": {"type": "rate_limit_error", "message": "slow down"}}
ASK: dict[str, Any] = {"model": "large", "messages": [{"role": "user", "content": "Does it rain?"}]}


@functools.cache
def page_code() -> dict[str, Any]:
    """What the code of the page defines."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in CODE.items():
            Path(folder, name).write_text(text, "utf-8")
        sys.path.insert(0, folder)
        try:
            return runpy.run_path(str(Path(folder, "remembering.py")), run_name="remembering")
        finally:
            sys.path.remove(folder)


@contextmanager
def between(script: Script, front: str, back: str, name: str = "Gateway") -> Iterator[tuple[str, Any]]:
    """The gateway's address, and the upstream behind it."""
    upstream: Any = type("Scripted", (Upstream,), {"script": script, "asked": [], "hung_up": threading.Event()})
    with serving(upstream) as address:
        said = {"front": front, "back": back, "upstream": address, "pause": PAUSE, "log_message": lambda *_: None}
        with serving(type(name, (page_code()[name],), said)) as (host, port):
            yield f"http://{host}:{port}", upstream


@contextmanager
def chat(script: Script, name: str = "Gateway") -> Iterator[tuple[Any, Any]]:
    """A client of OpenAI's before Anthropic's Messages."""
    with (
        between(script, "openai_chat", "anthropic_messages", name) as (address, upstream),
        openai.OpenAI(base_url=f"{address}/v1", api_key="k", max_retries=0, timeout=20) as client,
    ):
        yield client.chat.completions, upstream


@contextmanager
def messages(script: Script) -> Iterator[tuple[Any, Any]]:
    """A client of Anthropic's before chat completions."""
    with (
        between(script, "anthropic_messages", "openai_chat") as (address, upstream),
        anthropic.Anthropic(base_url=address, api_key="k", max_retries=0, timeout=20) as client,
    ):
        yield client.messages, upstream
