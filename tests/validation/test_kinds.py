"""A document whose dialect is named is checked, though its members do not look like that dialect."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.validation.meaning.documents import HI, anthropic

import turnwire
from turnwire.validation.kinds import kind_by_members

if TYPE_CHECKING:
    from turnwire.validation.rules import LayerName

REPLY = {"id": "msg_1", "role": "assistant", "content": "Hi.", "model": "m", "usage": None}

# What other formats call a setting: the request, and the findings with their places.
OTHERS: dict[str, tuple[str, Any, list[tuple[str, str]]]] = {
    "stop": ("anthropic_messages", anthropic(HI, stop=["."]), [("TW203", "/stop")]),
    "a form of the answer": ("claude", anthropic(HI, response_format={}), [("TW203", "/response_format")]),
    "no conversation": (
        "anthropic_messages",
        {"messages": 5, "n": 1},
        [("TW202", ""), ("TW202", ""), ("TW201", "/messages"), ("TW203", "/n")],
    ),
}


@pytest.mark.parametrize(("dialect", "tree", "found"), OTHERS.values(), ids=OTHERS)
def test_what_another_format_has_is_a_finding(dialect: str, tree: Any, found: list[tuple[str, str]]) -> None:
    report = turnwire.validate(json.dumps(tree).encode(), dialect)
    assert (report.dialect, report.kind) == ("anthropic_messages", "request")
    assert sorted((each.code, each.pointer) for each in report.diagnostics) == sorted(found)


@pytest.mark.parametrize("tree", [{}, {"zzz": 1}, 5, {"stop": "."}])
def test_what_has_no_member_of_a_kind_is_refused(tree: Any) -> None:
    (found,) = turnwire.validate(json.dumps(tree).encode(), "anthropic_messages").diagnostics
    assert found.code == "TW110"


KINDS: dict[str, tuple[Any, str | None]] = {
    "a request": (anthropic(HI), "request"),
    "a reply": (REPLY, "response"),
    "an error": ({"type": "error", "error": {}}, "error"),
    "as many of two kinds": ({"model": "m"}, None),
    "nothing": ({}, None),
    "a list": ([HI], None),
}


@pytest.mark.parametrize(("tree", "kind"), KINDS.values(), ids=KINDS)
def test_the_kind_whose_members_are_demanded(tree: Any, kind: str | None) -> None:
    assert kind_by_members(tree, "anthropic_messages") == kind


CONVERSE = {"toolSpec": {"name": "f", "inputSchema": {"json": {"type": "object"}}}}
NAMED: dict[str, tuple[str, Any, list[str]]] = {
    "Converse with tools and texts": (
        "bedrock_converse",
        {"messages": [HI], "tools": [CONVERSE]},
        ["/messages/0/content", "/tools"],
    ),
    "Converse without messages": ("bedrock_converse", {"system": [{"text": "x"}], "tools": [CONVERSE]}, ["/tools"]),
}


@pytest.mark.parametrize(("dialect", "tree", "places"), NAMED.values(), ids=NAMED)
def test_a_request_of_a_named_dialect_needs_no_kind(dialect: str, tree: Any, places: list[str]) -> None:
    report = turnwire.validate(tree, dialect)
    assert (report.kind, [each.pointer for each in report.diagnostics]) == ("request", places)


REPLY_OF_CHAT = {"id": "x", "object": "chat.completion", "created": 1, "model": "m"}
DELTA = {"index": 0, "delta": {"content": "Hi."}, "finish_reason": "stop"}
# What is too broken to be recognised: the dialect that is meant, and the places of the findings.
COHERE = {"model": "command-a-03-2025", "messages": [HI]}
BROKEN: dict[str, tuple[Any, str, list[str]]] = {
    "a message of Cohere without a role": (
        {**COHERE, "messages": [{"content": "Hi."}], "safety_mode": "OFF"},
        "cohere_chat",
        ["/messages/0"],
    ),
    "Cohere with messages that are a text": (
        {**COHERE, "messages": "Hi.", "citation_options": {}},
        "cohere_chat",
        ["/messages"],
    ),
    "Cohere with settings of Anthropic": (
        {**COHERE, "system": "Be brief.", "max_tokens": 9, "p": 0.5},
        "cohere_chat",
        ["/system"],
    ),
    "Cohere with a tool of Anthropic": (
        {**COHERE, "tools": [{"name": "f", "input_schema": {}}], "k": 5},
        "cohere_chat",
        ["/tools/0", "/tools/0/name", "/tools/0/input_schema"],
    ),
    "a message without a role": ({"model": "m", "messages": [HI, {"content": "Hm."}]}, "openai_chat", ["/messages/1"]),
    "messages that are a text": ({"model": "m", "messages": "Hi."}, "openai_chat", ["/messages"]),
    "no name of a model": ({"model": None, "messages": [HI]}, "openai_chat", ["/model"]),
    "a piece of a stream in a reply": (
        {**REPLY_OF_CHAT, "choices": [DELTA]},
        "openai_chat",
        ["/choices/0", "/choices/0/delta"],
    ),
    "a message of another format": (
        {"contents": [{"role": "user", "content": "Hi."}]},
        "gemini_generate",
        ["/contents/0", "/contents/0/content"],
    ),
}


@pytest.mark.parametrize(("tree", "dialect", "places"), BROKEN.values(), ids=BROKEN)
def test_what_is_too_broken_to_be_recognised_is_checked(tree: Any, dialect: str, places: list[str]) -> None:
    report = turnwire.validate(tree)
    assert (report.dialect, [each.pointer for each in report.diagnostics]) == (dialect, places)


UNKNOWN: dict[str, Any] = {
    "a piece of a stream": {**REPLY_OF_CHAT, "object": "chat.completion.chunk", "choices": [DELTA]},
    "texts for people": {"messages": {"hello": "Hello."}},
    "a request for vectors": {"model": "text-embedding-3-small", "input": ["Hi.", "Hello."]},
    "a table of contents": {"contents": [{"title": "One"}]},
    "a session of an agent": {"model": "m", "messages": 5, "sessionId": "s", "projectHash": "p"},
}


@pytest.mark.parametrize("tree", UNKNOWN.values(), ids=UNKNOWN)
def test_what_is_of_no_format_is_taken_for_none(tree: Any) -> None:
    report = turnwire.validate(tree)
    assert (report.dialect, [each.code for each in report.diagnostics]) == (None, ["TW110"])


def test_what_is_too_broken_is_repaired() -> None:
    done = turnwire.repair({"model": "m", "messages": HI})
    assert json.loads(done.data) == {"model": "m", "messages": [HI]}


BEGUN = {"role": "assistant", "content": "The", "prefix": True}
PREFIXES: dict[str, tuple[dict[str, Any], str]] = {
    "of no model that is known": ({"model": "m", "messages": [HI, BEGUN]}, "mistral_chat"),
    "of DeepSeek": ({"model": "deepseek-chat", "messages": [HI, BEGUN]}, "deepseek_chat"),
    "of DeepSeek, with its reasoning": (
        {"model": "deepseek-reasoner", "messages": [HI, {**BEGUN, "reasoning_content": "Hm."}]},
        "deepseek_chat",
    ),
}


@pytest.mark.parametrize(("tree", "dialect"), PREFIXES.values(), ids=PREFIXES)
def test_whose_beginning_of_a_reply_it_is(tree: dict[str, Any], dialect: str) -> None:
    report = turnwire.validate(tree)
    assert (report.dialect, report.diagnostics) == (dialect, ())


MEANING: tuple[LayerName, ...] = ("meaning",)
NEAR: dict[str, tuple[Any, str | None]] = {
    "a request of several formats": (
        {"model": "m", "max_tokens": 5, "messages": [HI], "temprature": 1},
        "ollama_chat or anthropic_messages",
    ),
    "a row of a data set": ({"messages": [HI]}, "huggingface_messages or ollama_chat"),
    "a list": ([{"role": "user", "content": 5}], "huggingface_messages, ollama_chat or openai_responses"),
    "nothing is wrong": ({"model": "m", "max_tokens": 5, "messages": [HI]}, None),
    "no other": (anthropic(HI, system="Be brief.", temprature=1), None),
}


def schema_reason(report: turnwire.Report) -> str | None:
    (part,) = [each for each in report.coverage if each.layer == "schema"]
    return part.reason


@pytest.mark.parametrize(("tree", "others"), NEAR.values(), ids=NEAR)
def test_formats_that_fit_nearly_as_well_are_named(tree: Any, others: str | None) -> None:
    body = json.dumps(tree).encode()
    wanted = others and f"it was taken for openai_chat, and may be {others}: name the dialect"
    assert schema_reason(turnwire.validate(body)) == wanted
    assert schema_reason(turnwire.validate(body, layers=MEANING)) == "not asked for"
    assert schema_reason(turnwire.validate(body, "openai_chat")) is None
