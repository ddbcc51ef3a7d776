"""The four large formats: every pair at four sizes, requests and replies, by the public API, dialect and kind named.

`python -m benchmarks.large` prints the tables of docs/speed.md: the ratios to the floor, the lowest of some looks.
The settings of a request are the same each time, as those of one program are, and turnwire remembers them
(turnwire.lane.settings); with `--new-settings`, each conversion is the first one with its settings.
`--peers` adds the converters of other projects, where they are installed (`pip install turnwire[peers]`).
"""

from __future__ import annotations

import argparse
import functools
import importlib
import itertools
import json
import sys
from typing import TYPE_CHECKING, Any

import turnwire
from benchmarks.inputs import conversation, encoded, picture, pictures, stretched, words
from benchmarks.ratio import Row, floor_of, lowest
from turnwire.lane.settings import REMEMBERED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from turnwire.dialects.dialect import Kind

    Make = Callable[[bytes, str, str, Kind], Callable[[], object]]

FORMATS = ("openai_chat", "anthropic_messages", "openai_responses", "gemini_generate")
SIZES = ("2 KB", "15 KB", "800 KB", "5 MB")
KINDS: tuple[Kind, ...] = ("request", "response")
# Size -> the words of the text, the calls, and the words of an argument of each call.
SHAPES = {"2 KB": (120, 3, 12), "15 KB": (1_200, 15, 20), "800 KB": (60_000, 500, 120), "5 MB": (500_000, 1_000, 300)}
ALLOWED = {"2 KB": 4.0, "15 KB": 2.1, "800 KB": 1.45, "5 MB": 0.7}
TO_GEMINI = {"2 KB": 5.0, "15 KB": 2.6, "800 KB": 1.7, "5 MB": 0.7}
SECONDS = 0.6
SMALL_PICTURE = 300


def reply(text: int, calls: int, argument: int) -> dict[str, Any]:
    """A reply of OpenAI's chat format, with all members that its server sends."""
    message: dict[str, Any] = {"role": "assistant", "content": words(text, 1), "refusal": None, "annotations": []}
    message["tool_calls"] = [
        {
            "id": f"call_{n:08d}",
            "type": "function",
            "function": {"name": "search", "arguments": json.dumps({"query": words(argument, n), "limit": n})},
        }
        for n in range(calls)
    ]
    return {
        "id": "chatcmpl-C1a2b3",
        "object": "chat.completion",
        "created": 1760000000,
        "model": "gpt-4.1-2025-04-14",
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": "tool_calls"}],
        "usage": {"prompt_tokens": 310, "completion_tokens": 140, "total_tokens": 450},
        "service_tier": "default",
        "system_fingerprint": None,
    }


def small() -> dict[str, Any]:
    """A chat request of about 2 KB: ten messages of few words each, with calls and a picture, and a tool."""
    document = conversation(10)
    for seed, message in enumerate(document["messages"]):
        message["content"] = words(12, seed)
    shown = {"type": "image_url", "image_url": {"url": picture(SMALL_PICTURE, 1)}}
    asked = document["messages"][1]
    asked["content"] = [{"type": "text", "text": asked["content"]}, shown]
    schema = {"type": "object", "properties": {"field_0": {"type": "string"}}, "required": ["field_0"]}
    document["tools"] = [{"type": "function", "function": {"name": "search_documents", "parameters": schema}}]
    return document


def request(size: str) -> dict[str, Any]:
    """A chat request of a size."""
    if size == "2 KB":
        return small()
    if size == "5 MB":
        return pictures()
    return conversation(24) if size == "15 KB" else stretched(conversation(500), 800_000)


@functools.cache
def body_of(size: str, dialect: str, kind: Kind) -> bytes:
    """The body of a size in a format."""
    first = encoded(request(size) if kind == "request" else reply(*SHAPES[size]))
    return first if dialect == FORMATS[0] else _convert(first, FORMATS[0], dialect, kind).data


def _convert(body: bytes, source: str, target: str, kind: Kind) -> turnwire.Written:
    return turnwire.convert(body, target, source=source, kind=kind)


def rows(kinds: Sequence[Kind] = KINDS, make: Make | None = None) -> Iterator[Row]:
    """Ratios to the floor of the source's own bytes; `make` makes what is measured, a conversion if it is None."""
    for kind, size, source in itertools.product(kinds, SIZES, FORMATS):
        body = body_of(size, source, kind)
        targets = [target for target in FORMATS if target != source]
        candidates = [(make or _conversion)(body, source, target, kind) for target in targets]
        for target, ratio in zip(targets, lowest(floor_of(body), candidates, SECONDS), strict=True):
            allowed = (TO_GEMINI if target == "gemini_generate" else ALLOWED)[size]
            yield Row(f"{kind}, {source} to {target}, {size}", ratio, allowed)


def _conversion(body: bytes, source: str, target: str, kind: Kind) -> Callable[[], object]:
    return lambda: _convert(body, source, target, kind)


def _first_conversion(body: bytes, source: str, target: str, kind: Kind) -> Callable[[], object]:
    def convert() -> object:
        REMEMBERED.clear()
        return _convert(body, source, target, kind)

    return convert


def table(kind: Kind, found: dict[str, float]) -> Iterator[str]:
    """A table in Markdown: a line for each pair, a column for each size."""
    yield f"| {kind}s, from | to | " + " | ".join(SIZES) + " |"
    yield "|---" * (len(SIZES) + 2) + "|"
    for source, target in itertools.permutations(FORMATS, 2):
        cells = [f"{found[f'{kind}, {source} to {target}, {size}']:.2f}" for size in SIZES]
        yield f"| {source} | {target} | " + " | ".join(cells) + " |"


def main(arguments: list[str]) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.large", description=__doc__)
    parser.add_argument("--peers", action="store_true", help="add the converters of other projects that are installed")
    parser.add_argument("--new-settings", action="store_true", help="requests alone, none with settings of another one")
    wanted = parser.parse_args(arguments)
    kinds = KINDS[:1] if wanted.new_settings else KINDS
    found = {row.name: row.ratio for row in rows(kinds, _first_conversion if wanted.new_settings else None)}
    for kind in kinds:
        print("\n".join(table(kind, found)), end="\n\n", flush=True)
    if wanted.peers:
        print("\n".join(importlib.import_module("benchmarks.peers").table()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
