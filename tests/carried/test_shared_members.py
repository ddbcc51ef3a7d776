"""Members without a canonical field go along to every format that documents them in the same meaning."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Raw

import turnwire
from turnwire.lowering.sharing import moved, same

CHAT = {"model": "m", "messages": [{"role": "user", "content": "Hello."}]}
RESPONSES = {"model": "m", "input": "Hello."}
KEEP = {"type": "ephemeral"}
# What a source says, and where it stands in a target; None where the target has no such member.
SETTINGS: list[tuple[str, dict[str, Any], str, dict[str, Any] | None]] = [
    ("openai_chat", {"verbosity": "low"}, "openai_responses", {"text": {"verbosity": "low"}}),
    ("openai_responses", {"text": {"verbosity": "low"}}, "openai_chat", {"verbosity": "low"}),
    ("openai_responses", {"text": {"verbosity": "low"}}, "azure_chat", {"verbosity": "low"}),
    ("openai_chat", {"verbosity": "low"}, "azure_chat", {"verbosity": "low"}),
    ("openai_chat", {"verbosity": "low"}, "groq_chat", None),
    ("openai_chat", {"safety_identifier": "s"}, "openai_responses", {"safety_identifier": "s"}),
    ("openai_responses", {"safety_identifier": "s"}, "openai_chat", {"safety_identifier": "s"}),
    ("openai_responses", {"safety_identifier": "s"}, "openrouter_chat", None),
    ("openai_chat", {"prompt_cache_retention": "24h"}, "openai_responses", {"prompt_cache_retention": "24h"}),
    ("openai_chat", {"prompt_cache_key": "k"}, "mistral_chat", {"prompt_cache_key": "k"}),
    ("mistral_chat", {"prompt_cache_key": "k"}, "openai_responses", {"prompt_cache_key": "k"}),
    ("openai_responses", {"prompt_cache_key": "k"}, "mistral_chat", {"prompt_cache_key": "k"}),
    ("openai_responses", {"prompt_cache_key": "k"}, "openrouter_chat", {"prompt_cache_key": "k"}),
    ("openrouter_chat", {"prompt_cache_key": "k"}, "openai_chat", {"prompt_cache_key": "k"}),
    ("openai_chat", {"provider": {"order": ["a"]}}, "openrouter_chat", {"provider": {"order": ["a"]}}),
    ("openai_chat", {"provider": {"order": ["a"]}}, "azure_chat", None),
    ("openai_chat", {"web_search_options": {}}, "openrouter_chat", {"web_search_options": {}}),
    ("anthropic_messages", {"cache_control": KEEP}, "openrouter_chat", {"cache_control": KEEP}),
    ("anthropic_messages", {"cache_control": KEEP}, "openai_chat", None),
]


def wire(source: str, members: dict[str, Any]) -> dict[str, Any]:
    more = {"max_tokens": 9} if source == "anthropic_messages" else {}
    return {**(RESPONSES if source == "openai_responses" else CHAT), **more, **members}


@pytest.mark.parametrize(("source", "members", "target", "expected"), SETTINGS)
def test_settings(source: str, members: dict[str, Any], target: str, expected: dict[str, Any] | None) -> None:
    written = turnwire.convert(wire(source, members), target, source=source, kind="request")
    plain = turnwire.convert(wire(source, {}), target, source=source, kind="request")
    assert {**json.loads(plain.data), **(expected or {})} == json.loads(written.data)
    told: list[Any] = [loss.value for loss in written.losses if loss.feature == "provider_raw"]
    assert ([] if expected else [members]) == told


# OpenAI itself has no `provider`.
# Nor does OpenRouter's `cache_control` come back from there.
THERE_AND_BACK = [row[:3] for row in SETTINGS if row[3] and not row[1].keys() & {"provider", "cache_control"}]


@pytest.mark.parametrize(("source", "members", "target"), THERE_AND_BACK)
def test_settings_come_back(source: str, members: dict[str, Any], target: str) -> None:
    there = turnwire.convert(wire(source, members), target, source=source, kind="request")
    back = turnwire.convert(there.data, source, source=target, kind="request")
    assert members.items() <= json.loads(back.data).items()


@pytest.mark.parametrize("target", ["openai_responses", "azure_chat", "openrouter_chat", "openai_chat"])
@pytest.mark.parametrize("source", ["openai_chat", "openai_responses", "azure_chat"])
def test_the_developer_stays_the_developer(source: str, target: str) -> None:
    said = {"role": "developer", "content": "Be brief."}
    body = wire(source, {"input" if source == "openai_responses" else "messages": [said, *CHAT["messages"]]})
    written = turnwire.convert(body, target, source=source, kind="request")
    made = json.loads(written.data)
    assert said == made["input" if target == "openai_responses" else "messages"][0]
    assert () == written.losses


def test_an_edit_of_the_role_wins() -> None:
    body = wire("openai_chat", {"messages": [{"role": "developer", "content": "Be brief."}]})
    document: Any = turnwire.read(body, "openai_chat", kind="request")
    document.history[0].role = "user"
    made = json.loads(turnwire.write(document, "openai_responses").data)
    assert [{"role": "user", "content": "Be brief."}] == made["input"]


def reply(**members: Any) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": "Hi."}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 9}
    return {
        "id": "r",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [choice],
        "usage": usage,
    } | members


@pytest.mark.parametrize("target", ["azure_chat", "openrouter_chat", "groq_chat", "deepseek_chat"])
def test_replies_keep_their_fingerprint(target: str) -> None:
    written = turnwire.convert(reply(system_fingerprint="fp"), target, source="openai_chat", kind="response")
    assert json.loads(written.data)["system_fingerprint"] == "fp"
    assert () == written.losses


@pytest.mark.parametrize("target", ["azure_chat", "openrouter_chat", "openai_responses", "mistral_chat"])
def test_a_total_that_is_no_sum_goes_along(target: str) -> None:
    written = turnwire.convert(reply(), target, source="openai_chat", kind="response")
    assert json.loads(written.data)["usage"]["total_tokens"] == 9
    assert not [loss for loss in written.losses if loss.kind == "dropped"]


def test_a_total_is_the_sum_again_after_an_edit() -> None:
    document: Any = turnwire.read(reply(), "openai_chat", kind="response")
    document.usage.output_tokens = 40
    assert json.loads(turnwire.write(document, "azure_chat").data)["usage"]["total_tokens"] == 43


@pytest.mark.parametrize("cost", [0.25, {"total_cost": 0.25}])
def test_a_cost_is_a_number(cost: object) -> None:
    usage = {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7, "cost": cost}
    written = turnwire.convert(reply(usage=usage), "openrouter_chat", source="openai_chat", kind="response")
    assert json.loads(written.data)["usage"]["cost"] == 0.25
    found: list[Any] = [(loss.kind, loss.feature, loss.value) for loss in written.losses if loss.kind != "dropped"]
    assert [("reshaped", "usage.cost_usd", 0.25)] == found


def test_what_stands_in_one_reply_alone_is_told() -> None:
    written = turnwire.convert(reply(x_groq={"id": "q"}), "openrouter_chat", source="openai_chat", kind="response")
    told: list[Any] = [(loss.path, loss.value) for loss in written.losses]
    assert [("/provider_raw/openai_chat", {"x_groq": {"id": "q"}})] == told


TIERS = [
    ("anthropic_messages", "openai_chat", "request", "standard_only", "default"),
    ("openai_chat", "anthropic_messages", "request", "default", "standard_only"),
    ("openai_responses", "gemini_generate", "request", "default", "standard"),
    ("openai_chat", "groq_chat", "request", "default", "on_demand"),
    ("openai_chat", "gemini_generate", "request", "fast", "priority"),
    ("openai_chat", "anthropic_messages", "response", "default", "standard"),
    ("openai_chat", "mistral_chat", "response", "default", "standard"),
    ("openai_chat", "mistral_chat", "response", "priority", "priority"),
]


@pytest.mark.parametrize(("source", "target", "kind", "word", "expected"), TIERS)
def test_a_class_of_service_has_the_words_of_the_target(
    source: str, target: str, kind: Any, word: str, expected: str
) -> None:
    if kind == "response":
        body: dict[str, Any] = reply(service_tier=word)
    else:
        body = wire(source, {"service_tier": word}) | ({"max_tokens": 9} if source == "anthropic_messages" else {})
    written = turnwire.convert(body, target, source=source, kind=kind)
    made = json.loads(written.data)
    held = made["usage"] if kind == "response" else made
    assert held.get("service_tier", held.get("serviceTier")) == expected
    told = {loss.kind for loss in written.losses if loss.path.endswith("/service_tier")}
    assert (set() if word == expected else {"reshaped"}) == told


@pytest.mark.parametrize(
    ("raw", "names", "expected"),
    [
        ({"a": b'{"k":1,"x":2}'}, same("k"), {"a": b'{"x":2}', "t": b'{"k":1}'}),
        ({"a": b'{"n":{"k":1}}'}, same("n/k"), {"a": b"{}", "t": b'{"n":{"k":1}}'}),
        ({"a": b'{"n":{"k":1,"x":2}}'}, {"n/k": "k"}, {"a": b'{"n":{"x":2}}', "t": b'{"k":1}'}),
        ({"a": b'{"k":1}', "t": b'{"k":2}'}, same("k"), {"a": b'{"k":1}', "t": b'{"k":2}'}),
        ({"a": b'{"k":1}', "t": b'{"y":2}'}, same("k"), {"a": b"{}", "t": b'{"y":2,"k":1}'}),
        ({"a": b'{"k":1}', "t": b'{"n":3}'}, {"k": "n/k"}, {"a": b'{"k":1}', "t": b'{"n":3}'}),
        ({"a": b'{"k":null}'}, same("k"), {"a": b'{"k":null}'}),
        ({"a": b'{"n":3}'}, same("n/k"), {"a": b'{"n":3}'}),
        ({"a": b"5"}, same("k"), {"a": b"5"}),
        ({"b": b'{"k":1}'}, same("k"), {"b": b'{"k":1}'}),
        ({"a": b'{"k":1}', "t": b"5"}, same("k"), {"a": b'{"k":1}', "t": b"5"}),
    ],
)
def test_members_are_moved(raw: dict[str, bytes], names: dict[str, str], expected: dict[str, bytes]) -> None:
    found = moved({name: Raw(text) for name, text in raw.items()}, {"a": names}, "t")
    assert expected == {name: bytes(text) for name, text in found.items()}
