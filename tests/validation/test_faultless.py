"""What the quick look calls faultless has no finding when every layer looks at it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.validation.meaning.documents import HI, call, chat, result
from tests.validation.meaning.test_settled import PLAIN
from tests.validation.test_limits import anthropic_with, nested

import turnwire
from turnwire.codec.counted import decoded
from turnwire.codec.limits import FREE_DEPTH
from turnwire.validation import report
from turnwire.validation.faultless import is_faultless

if TYPE_CHECKING:
    from turnwire.validation import Report

CHAT = PLAIN["openai_chat"]
TOOL = {
    "type": "function",
    "function": {"name": "weather", "parameters": {"type": "object", "required": ["day"]}},
}
CALLED = chat(HI, call("weather", arguments='{"city": "Oslo"}'), result())


def both(body: bytes, dialect: str) -> tuple[Report, Report]:
    """The report on a request, and the one that the layers make."""
    found = turnwire.validate(body, dialect, kind="request")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(report, "is_faultless", lambda *_: False)
        return found, turnwire.validate(body, dialect, kind="request")


def looks_faultless(body: bytes, dialect: str) -> bool:
    return is_faultless(decoded(body), body, dialect, "request", "jsonschema_rs")


@pytest.mark.parametrize(("dialect", "tree"), PLAIN.items())
def test_a_plain_request_is(dialect: str, tree: Any) -> None:
    body = json.dumps(tree).encode()
    assert looks_faultless(body, dialect)
    found, slow = both(body, dialect)
    assert found == slow
    assert not found.diagnostics


FAULTY: dict[str, tuple[str, bytes]] = {
    "no JSON": ("openai_chat", b'{"model": "m"'),
    "a list": ("openai_chat", b"[]"),
    "a key twice": ("openai_chat", json.dumps(CHAT).encode().replace(b"{", b'{"model": "m", ', 1)),
    "a colon in a name": ("openai_chat", json.dumps({**CHAT, "metadata": {"a:b": "c"}}).encode()),
    "an escaped colon": (
        "openai_chat",
        json.dumps(chat({"role": "user", "content": "a:b"})).encode().replace(b"a:b", b"a\\u003ab"),
    ),
    "a member that is unknown": ("openai_chat", json.dumps({**CHAT, "temprature": 1}).encode()),
    "a value that is too large": ("openai_chat", json.dumps({**CHAT, "temperature": 5}).encode()),
    "a call without a result": ("openai_chat", json.dumps(chat(HI, call("a"), HI)).encode()),
    "a line of a batch": ("openai_chat", json.dumps({"custom_id": "a", "body": CHAT}).encode()),
    "another form of the format": ("openai_responses", json.dumps(CHAT).encode()),
    "a format of another family": ("bedrock_converse", json.dumps(CHAT).encode()),
    "levels that readers refuse": ("anthropic_messages", anthropic_with(nested(49))),
}


@pytest.mark.parametrize(("dialect", "body"), FAULTY.values(), ids=FAULTY)
def test_others_are_left_to_the_layers(dialect: str, body: bytes) -> None:
    assert not looks_faultless(body, dialect)
    found, slow = both(body, dialect)
    assert found == slow


def test_levels_are_counted_up_to_the_limit() -> None:
    """The walk counts ten levels more than a value in the input of a call has."""
    last = FREE_DEPTH - 10
    assert looks_faultless(anthropic_with(nested(last)), "anthropic_messages")
    assert not looks_faultless(anthropic_with(nested(last + 1)), "anthropic_messages")


def test_replies_are_left_to_the_layers() -> None:
    body = json.dumps(CHAT).encode()
    assert not is_faultless(decoded(body), body, "openai_chat", "response", "jsonschema_rs")


def test_tools_that_the_caller_gives_are_looked_at() -> None:
    assert not turnwire.validate(CALLED, "openai_chat", kind="request").diagnostics
    found = turnwire.validate(CALLED, "openai_chat", kind="request", tools=[TOOL])
    assert [each.code for each in found.diagnostics] == ["TW314"]


ASKED: dict[str, dict[str, Any]] = {
    "fewer layers": {"layers": ("syntax",)},
    "a target": {"target": "anthropic_messages"},
    "invariants": {"invariants": True},
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_the_coverage_is_that_of_what_was_asked(asked: dict[str, Any]) -> None:
    found = turnwire.validate(CALLED, "openai_chat", kind="request", **asked)
    usual = turnwire.validate(CALLED, "openai_chat", kind="request")
    assert (found.coverage, found.diagnostics) != (usual.coverage, usual.diagnostics)
