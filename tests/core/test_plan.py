"""What a switch would cost: losses counted, capabilities compared, tokens estimated."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import turnwire
from turnwire import dialects
from turnwire.catalogue.capabilities import Capabilities
from turnwire.gateway.plan import IMAGE_TOKENS, Cost, Unmet, tokens

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Dialect

SAID = {"type": "text", "text": "abcd" * 10}


def history(*entries: dict[str, Any], **settings: Any) -> Any:
    tree = {"history": entries or [{"role": "user", "content": [SAID]}], "settings": {"model": "m", **settings}}
    return turnwire.read(tree, "turnwire", kind="request")


@pytest.fixture
def poor(monkeypatch: pytest.MonkeyPatch) -> Dialect:
    """Native JSON with few capabilities."""
    known = Capabilities(
        supports_images=False,
        supports_tools=False,
        supports_system_prompt=False,
        supports_parallel_tool_calls=False,
        supports_structured_output=False,
        max_context_tokens=50,
        max_output_tokens=10,
    )
    poor = msgspec.structs.replace(dialects.get("turnwire"), name="poor", capabilities=known)
    monkeypatch.setattr(sys.modules["turnwire.gateway.plan"], "get", lambda _: poor)
    monkeypatch.setattr(
        sys.modules["turnwire.gateway.plan"],
        "write",
        lambda document, _, **_chosen: turnwire.write(document, "turnwire"),
    )
    return poor


def test_losses_are_counted_worst_first() -> None:
    thought = {"type": "thinking", "text": "Hm.", "origin": {"dialect": "elsewhere"}}
    document = history(
        {"role": "user", "content": [SAID]},
        {"role": "assistant", "content": [thought, thought, SAID]},
        {"role": "user", "content": [SAID]},
        generation={"seed": 7, "temperature": 1.5},
    )
    expected = (
        Cost("dropped", "thinking", 2, "/history/1/content/0"),
        Cost("dropped", "generation.seed", 1, "/settings/generation/seed"),
        Cost("degraded", "generation.temperature", 1, "/settings/generation/temperature"),
        Cost("invented", "generation.max_tokens", 1, "/settings/generation/max_tokens"),
    )
    found = turnwire.plan(document, "anthropic_messages")
    assert expected == found.costs
    assert not found.clean


def test_what_is_needed_and_not_there(poor: Dialect) -> None:
    picture = {"type": "image", "source": {"kind": "url", "data": "https://example.com/a.png"}}
    calls: Any = [{"type": "tool_use", "id": each, "name": "f", "input": {}} for each in ("c_1", "c_2")]
    document = history(
        {"role": "system", "content": [SAID]},
        {"role": "user", "content": [SAID, picture]},
        {"role": "assistant", "content": calls},
        response_format={"kind": "json_schema", "schema": {"type": "object"}},
        generation={"max_tokens": 100},
    )
    found = turnwire.plan(document, "poor")
    assert poor.capabilities == found.capabilities
    booleans = {
        "supports_system_prompt": ("no_system_prompt_support", "/history/0"),
        "supports_images": ("no_vision_support", "/history/1/content/1"),
        "supports_parallel_tool_calls": ("no_parallel_tool_call_support", "/history/2"),
        "supports_tools": ("no_tool_support", "/history/2/content/0"),
        "supports_structured_output": ("no_structured_output_support", "/settings/response_format"),
    }
    expected = [
        *(Unmet(name, reason, path, needed=True, has=False) for name, (reason, path) in booleans.items()),
        Unmet("max_output_tokens", "exceeds_output_tokens", "/settings/generation/max_tokens", 100, 10),
        Unmet("max_context_tokens", "exceeds_context_window", "", found.room.tokens, 50),
    ]
    assert expected == list(found.unmet)


def test_what_is_not_needed_is_not_asked_for(poor: Dialect) -> None:
    found = turnwire.plan(history(), poor.name)
    assert (True, (), ()) == (found.clean, found.unmet, found.costs)


def test_the_model_of_the_target_counts() -> None:
    document = history(generation={"max_tokens": 64_001})
    assert turnwire.plan(document, "anthropic_messages").unmet == ()
    found = turnwire.plan(document, "anthropic_messages:claude-sonnet-4-5")
    assert ("claude-sonnet-4-5", "claude-sonnet-4-5", 200_000) == (found.model, found.family, found.room.limit)
    assert ["max_output_tokens"] == [unmet.capability for unmet in found.unmet]
    assert "m" == document.settings.model


@pytest.mark.parametrize(
    ("target", "elsewhere"),
    [
        ("anthropic", ["gpt-4.1"]),
        ("bedrock_anthropic", ["gpt-4.1"]),
        ("gemini", ["gpt-4.1"]),
        ("openai", []),
        ("responses", []),
    ],
)
def test_the_model_of_another_provider(target: str, elsewhere: list[str]) -> None:
    unmet = turnwire.plan(history(model="gpt-4.1"), target).unmet
    assert elsewhere == [each.needed for each in unmet if each.reason == "not_served"]


def test_the_room_a_document_takes() -> None:
    picture = {"type": "image", "source": {"kind": "base64", "data": "A" * 40_000}, "media_type": "image/png"}
    pages = {"type": "document", "source": {"kind": "url", "data": "https://example.com/a.pdf"}}
    found = turnwire.plan(history({"role": "user", "content": [SAID, picture, pages]}), "turnwire").room
    assert (14 + IMAGE_TOKENS, 1, None) == (found.tokens, found.not_counted, found.limit)


@pytest.mark.parametrize(("text", "expected"), [("", 0), ("abcd" * 4, 4), ("日本", 3), ("né", 1.25)])
def test_tokens(text: str, expected: float) -> None:
    assert expected == tokens(text)


def test_replies_and_errors_have_plans_too() -> None:
    reply = turnwire.read({"candidates": [{"role": "assistant", "content": [SAID]}]}, "turnwire", kind="response")
    error = turnwire.read({"message": "no", "code": "x"}, "turnwire", kind="error")
    assert turnwire.plan(reply, "turnwire").clean
    assert ("dropped", "error.code") in [
        (cost.kind, cost.feature) for cost in turnwire.plan(error, "anthropic_messages").costs
    ]


def test_a_target_that_is_not_there() -> None:
    with pytest.raises(turnwire.UnknownDialect):
        turnwire.plan(history(), "nowhere")
