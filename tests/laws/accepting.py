"""What the providers' own strict descriptions refuse of what is written, over recorded traffic."""

from __future__ import annotations

import functools
import gzip
import importlib.util
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.data import data

import turnwire

if TYPE_CHECKING:
    from collections.abc import Iterator

ENDPOINTS = {
    "anthropic.messages": "anthropic_messages",
    "gemini.generateContent": "gemini_generate",
    "mistral.chat": "mistral_chat",
    "ollama.chat": "ollama_chat",
    "openai.chat": "openai_chat",
    "openai.responses": "openai_responses",
}
TARGETS = (*ENDPOINTS.values(), "openrouter_chat")
EXCEPTIONS = json.loads(Path(__file__).with_name("accepted.json").read_text("utf-8"))
"""Rows [source or "*", target, kind, place or "*", words of the refusal, reason]; positions in a place are "*"."""
_OK = 200


class Refusal(NamedTuple):
    """One finding about a document that turnwire wrote."""

    source: str
    target: str
    kind: str
    place: str
    words: str
    item: str

    def fits(self, row: list[str]) -> bool:
        """Whether a row of `EXCEPTIONS` is about this."""
        source, target, kind, place, words, _ = row
        is_place = place in ("*", self.place)
        return source in ("*", self.source) and (target, kind) == self[1:3] and is_place and words in self.words


@functools.cache
def program() -> Any:
    """The data folder's program that checks documents."""
    spec = importlib.util.spec_from_file_location("accept_of_the_data_folder", data("tools/accept.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@functools.cache
def _checker(target: str, kind: str) -> Any:
    return program().validator(target, kind, strict=True)


def refusals(recorded: Path, *, every: int) -> Iterator[Refusal]:
    """What is refused of one in `every` recorded exchange, as a document and as a stream."""
    for endpoint, dialect in ENDPOINTS.items():
        with gzip.open(recorded / f"{endpoint}.jsonl.gz", "rt", encoding="utf-8") as lines:
            items = [json.loads(line) for line in lines]
        for item in items[::every]:
            is_openrouter = endpoint == "openai.chat" and item["provider"] == "openrouter"
            source = "openrouter_chat" if is_openrouter else dialect
            for target in TARGETS:
                if target != source:
                    yield from _of_item(source, target, item)


def _of_item(source: str, target: str, item: dict[str, Any]) -> Iterator[Refusal]:
    for kind, written in _written(source, target, item):
        for place, words in program().findings(_checker(target, kind), written):
            yield Refusal(source, target, kind, re.sub(r"/\d+(?=/|$)", "/*", place), words, item["id"])


def _written(source: str, target: str, item: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    is_good = item["status"] == _OK
    if is_good:
        envelope = {"path": item["path"]} if source == "gemini_generate" else None
        request = turnwire.read(json.dumps(item["request"]), source, kind="request", envelope=envelope)
        yield "request", json.loads(turnwire.write(request, target).data)
    if isinstance(item["response"], dict):
        kind: Any = "response" if is_good else "error"
        reply = turnwire.read(json.dumps(item["response"]), source, kind=kind)
        yield kind, json.loads(turnwire.write(reply, target).data)
    elif is_good and item["response_format"] in ("sse", "ndjson"):
        stream = b"".join(turnwire.translate([item["response"].encode()], source, target))
        for event in _events(target, stream.decode()):
            yield "stream_event", event


def _events(target: str, stream: str) -> Iterator[Any]:
    lines = stream.splitlines() if target == "ollama_chat" else program().sse_payloads(stream)
    yield from (json.loads(line) for line in lines if line.strip())
