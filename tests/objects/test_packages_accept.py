"""The official packages' own types take what we write: all recorded traffic, converted to each of them.

What comes back to its own dialect is refused only where the recording itself is: other vendors, betas, new words.
For conversions, exceptions stand in exceptions.json with their reason; one that nothing needs any more fails, which
only a run over everything can see.
TURNWIRE_OBJECTS=all runs over everything; otherwise over a sample.
"""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest
from tests.objects.packages import DIALECTS, validate

import turnwire
from turnwire.dialects import names

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind = Literal["request", "response"]

ENDPOINTS = {
    "openai.chat": "openai_chat",
    "openai.responses": "openai_responses",
    "anthropic.messages": "anthropic_messages",
    "gemini.generateContent": "gemini_generate",
    "mistral.chat": "mistral_chat",
    "ollama.chat": "ollama_chat",
}
ALL = os.environ.get("TURNWIRE_OBJECTS") == "all"
PER_ENDPOINT = 40
EXCEPTIONS: list[dict[str, str]] = json.loads(Path(__file__).with_name("exceptions.json").read_text("utf-8"))
PAIRS = [
    pytest.param(endpoint, target, kind, id=f"{kind}-{endpoint}-{target}")
    for endpoint, source in ENDPOINTS.items()
    for target in DIALECTS
    for kind in ("response", "request")
    if {source, target} <= set(names())
]


def recorded_bodies(folder: Path, endpoint: str, kind: Kind) -> Iterator[tuple[str, Any]]:
    """Bodies of pairs that the provider answered with 200."""
    with gzip.open(folder / f"{endpoint}.jsonl.gz", "rt", encoding="utf-8") as lines:
        items = [json.loads(line) for line in lines]
    for item in items[:: 1 if ALL else max(1, len(items) // PER_ENDPOINT)]:
        if item["status"] != 200 or (kind == "response" and item["response_format"] != "json"):
            continue
        if isinstance(item[kind], dict):
            yield item["id"], item[kind]


def refusals(folder: Path, endpoint: str, target: str, kind: Kind) -> dict[str, list[str]]:
    """What the target's package says of each document that it refuses: places and words."""
    found = {}
    for name, body in recorded_bodies(folder, endpoint, kind):
        source = ENDPOINTS[endpoint]
        words = said_of(target, kind, turnwire.convert(body, target, source=source, kind=kind).data)
        if words and not (source == target and words == said_of(target, kind, json.dumps(body).encode())):
            found[name] = words
    return found


def said_of(dialect: str, kind: Kind, data: bytes) -> list[str]:
    """What the package says against a document."""
    try:
        validate(dialect, kind, data)
    except (ValueError, AttributeError) as error:
        return said(error)
    return []


def said(error: Exception) -> list[str]:
    """Each refusal as `place: words`, positions in lists left out."""
    errors = getattr(error, "errors", None)
    if not callable(errors):
        return [str(error)]
    return [
        "/".join("*" if isinstance(step, int) else step for step in each["loc"]) + f": {each['msg']}"
        for each in errors()
    ]


def applies(exception: dict[str, str], endpoint: str, target: str, kind: Kind) -> bool:
    """Whether an exception is about this pair; `source` may be left out, `*` is any target."""
    return (
        exception["target"] == target
        and exception["kind"] == kind
        and exception.get("source", ENDPOINTS[endpoint]) == ENDPOINTS[endpoint]
    )


@pytest.mark.parametrize(("endpoint", "target", "kind"), PAIRS)
def test_the_package_takes_what_is_written(recorded: Path, endpoint: str, target: str, kind: Kind) -> None:
    known = [each for each in EXCEPTIONS if applies(each, endpoint, target, kind)]
    found = refusals(recorded, endpoint, target, kind)
    unknown = {
        name: words
        for name, words in found.items()
        if not any(each["says"] in word for each in known for word in words)
    }
    assert unknown == {}


@pytest.mark.skipif(not ALL, reason="TURNWIRE_OBJECTS=all is not set: whether an exception is stale needs everything")
def test_no_exception_is_stale(recorded: Path) -> None:
    met = [
        (each["target"], each["kind"], each["says"])
        for each in EXCEPTIONS
        for endpoint in ENDPOINTS
        if applies(each, endpoint, each["target"], _kind(each))
        and {each["target"], ENDPOINTS[endpoint]} <= set(names())
        and any(
            each["says"] in word
            for words in refusals(recorded, endpoint, each["target"], _kind(each)).values()
            for word in words
        )
    ]
    wanted = {(e["target"], e["kind"], e["says"]) for e in EXCEPTIONS if e["target"] in names()}
    assert wanted - set(met) == set()


def _kind(exception: dict[str, str]) -> Kind:
    return "request" if exception["kind"] == "request" else "response"


def test_every_exception_has_a_reason() -> None:
    assert [] == [each for each in EXCEPTIONS if not each.get("reason")]
