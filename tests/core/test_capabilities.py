"""Declarations are honest: what a dialect says it holds is held, and what it says it does not hold is told as lost."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest

import turnwire
from turnwire.catalogue.capabilities import UNDECLARED, Capabilities
from turnwire.catalogue.models import FAMILIES, family_of
from turnwire.dialects import get, names

USER = {"role": "user", "content": [{"type": "text", "text": "Hi."}]}
TOOL = {"name": "f", "description": "Does it.", "input_schema": {"type": "object", "properties": {}}}
CALLS = [{"type": "tool_use", "id": f"callno00{n}", "name": "f", "input": {"n": n}} for n in (1, 2)]
RESULTS = [
    {"role": "tool", "content": [{"type": "tool_result", "tool_use_id": f"callno00{n}", "content": USER["content"]}]}
    for n in (1, 2)
]
SCHEMA = {"kind": "json_schema", "name": "answer", "schema": {"type": "object"}}
CACHED = {"role": "user", "content": [{"type": "text", "text": "Hi.", "cache": {"kind": "ephemeral"}}]}
SAID = {"role": "assistant", "content": [{"type": "text", "text": "Yes?"}]}
SYSTEM = {"role": "system", "content": [{"type": "text", "text": "Be brief."}]}


def image(media_type: str) -> dict[str, Any]:
    source = {"kind": "base64", "data": "iVBORw0KGgo="}
    return {"role": "user", "content": [{"type": "image", "source": source, "media_type": media_type}]}


PROBES: dict[str, tuple[list[dict[str, Any]], dict[str, Any], str]] = {
    "supports_images": ([image("image/png")], {}, r"image|image\.source|message"),
    "supports_tools": (
        [USER],
        {"tools": [TOOL]},
        r"tool|settings|history\.settings|settings\.tools|tool\.(name|input_schema|description)",
    ),
    "supports_system_prompt": ([SYSTEM, USER], {}, r"message|message\.role|text|system\..*"),
    "supports_structured_output": (
        [USER],
        {"response_format": SCHEMA},
        r"settings|history\.settings|settings\.response_format|response_format|response_format\.(kind|schema)",
    ),
    "supports_parallel_tool_calls": (
        [USER, {"role": "assistant", "content": CALLS}, *RESULTS],
        {"tools": [TOOL]},
        r"tool_use|tool_use\.(name|input)|message|message\.(role|content)",
    ),
    "supports_prompt_caching": ([CACHED], {}, r"text\.cache"),
    "supports_system_messages_in_list": ([USER, SAID, SYSTEM, USER], {}, r"message|message\.role|text|system\..*"),
}
"""A document that needs the capability, and the features whose loss means that it is not there."""

DECLARING = [name for name in names() if get(name).capabilities != UNDECLARED]
ACCEPTED = [(name, kind) for name in names() for kind in get(name).capabilities.accepted_image_media_types or ()]


def is_held(name: str, entries: list[dict[str, Any]], settings: dict[str, Any], feature: str) -> bool:
    document = {"history": entries, "settings": {"model": "m", "generation": {"max_tokens": 64}, **settings}}
    written = turnwire.write(turnwire.read(document, "turnwire", kind="request"), name)
    # A picture that is there with less meaning is seen all the same; and a message may be marked, and not its block.
    kinds = {"dropped"} if feature.startswith(("image", r"text\.cache")) else {"dropped", "degraded", "reshaped"}
    return not any(re.fullmatch(feature, loss.feature) and loss.kind in kinds for loss in written.losses)


@pytest.mark.parametrize("capability", PROBES)
@pytest.mark.parametrize("name", DECLARING)
def test_what_is_declared_is_true(name: str, capability: str) -> None:
    declared = getattr(get(name).capabilities, capability)
    assert declared in (None, is_held(name, *PROBES[capability]))


@pytest.mark.parametrize(("name", "media_type"), ACCEPTED)
def test_accepted_pictures_are_written(name: str, media_type: str) -> None:
    assert is_held(name, [image(media_type)], {}, r"image|image\.(source|media_type)")


@pytest.mark.parametrize("name", DECLARING)
def test_reasoning_goes_back_to_its_maker(name: str) -> None:
    declared = get(name).capabilities.supports_thinking
    # What a format stores for its makers goes back to them, too.
    origins = [{"dialect": maker} for maker in (name, *sorted(get(name).keeps))]
    thoughts = [
        {"type": "thinking", **said, "origin": origin}
        for origin in origins
        for said in (
            {"text": "Hm.", "signature": "c2lnbmVk"},
            {"text": "Hm."},
            {"text": "", "encrypted": "c2VjcmV0"},
        )
    ]
    held = [
        is_held(
            name,
            [USER, {"role": "assistant", "content": [thought, *SAID["content"]]}, USER],
            {},
            r"thinking|thinking\..*",
        )
        for thought in thoughts
    ]
    assert declared in (None, any(held))


def test_every_dialect_declares_something() -> None:
    assert DECLARING == list(names())


def test_narrowing() -> None:
    one = Capabilities(supports_images=True, max_context_tokens=100, accepted_image_media_types=("a", "b"))
    other = Capabilities(
        supports_images=False, supports_tools=True, max_context_tokens=200, accepted_image_media_types=("b", "c")
    )
    expected = Capabilities(
        supports_images=False, supports_tools=True, max_context_tokens=100, accepted_image_media_types=("b",)
    )
    assert expected == one.narrowed(other) == other.narrowed(one)


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("claude-sonnet-4-5", "claude-sonnet-4-5"),
        ("anthropic/claude-sonnet-4-5-20250929", "claude-sonnet-4-5"),
        ("us.anthropic.claude-opus-4-8-v1:0", "claude-opus-4-8"),
        ("models/gemini-2.5-pro", "gemini-2.5-pro"),
        ("gpt-5-mini", "gpt-5"),
        ("gpt-5.4-mini-2026-03-05", "gpt-5.4-mini"),
        ("gpt-50", "gpt"),
        ("grok-50", None),
        ("somebody/new-model", None),
        ("", None),
        (None, None),
    ],
)
def test_families(model: str | None, expected: str | None) -> None:
    found = family_of(model)
    assert expected == (found and found.prefix)


def test_every_family_says_where_it_was_read() -> None:
    assert [] == [
        each.prefix for each in FAMILIES if not each.source or not re.fullmatch(r"\d{4}-\d\d-\d\d", each.read)
    ]
    assert len(FAMILIES) == len({each.prefix for each in FAMILIES})


def test_a_family_is_plain_json() -> None:
    assert json.loads(msgspec.json.encode(FAMILIES[0]))["prefix"] == FAMILIES[0].prefix


@pytest.mark.parametrize("name", names())
def test_what_is_declared_of_streams_is_what_the_dialect_has(name: str) -> None:
    try:
        turnwire.stream_reader(name)
        has_streams = True
    except turnwire.UnknownDialect:
        has_streams = False
    assert has_streams == get(name).declared.supports_streaming
    assert has_streams or not get(name).declared.supports_streaming_tool_calls
