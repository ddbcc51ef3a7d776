"""Bare lists, lines of batches, rows for fine-tuning and of preferences: read, and written as they came."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.docs.pages import ROOT

import turnwire
from turnwire.dialects.wrapping import PLACES
from turnwire.errors import InvalidDocument

ASKED, SAID = {"role": "user", "content": "Which river is longer?"}, {"role": "assistant", "content": "The Rhine."}
CHAT = {"model": "gpt-4o", "messages": [ASKED]}
CLAUDE = {"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [ASKED]}
REPLY = {
    "id": "c",
    "object": "chat.completion",
    "created": 1,
    "model": "gpt-4o",
    "choices": [{"index": 0, "message": SAID, "finish_reason": "stop"}],
}
MESSAGE = {
    "id": "m",
    "type": "message",
    "role": "assistant",
    "model": "claude-sonnet-4-5",
    "content": [{"type": "text", "text": "The Rhine."}],
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
REFUSED = {"error": {"message": "no", "type": "t", "param": None, "code": None}}
TURNS = [{"from": "human", "value": "Which river?"}, {"from": "gpt", "value": "The Rhine."}]
TOOL = {"type": "function", "function": {"name": "now", "parameters": {}}}
ITEMS = [
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi"}]},
    {"type": "function_call", "call_id": "c", "name": "now", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "c", "output": "noon"},
]


def line(**more: Any) -> dict[str, Any]:
    """A line of a batch."""
    return {"custom_id": "a-1", **more}


def post(url: str, body: dict[str, Any]) -> dict[str, Any]:
    """A line of a batch of OpenAI's."""
    return line(method="POST", url=url, body=body)


def answered(status: int, body: dict[str, Any]) -> dict[str, Any]:
    """A line of the results of such a batch."""
    return line(id="r", response={"status_code": status, "request_id": "q", "body": body}, error=None)


WRAPPED: dict[str, tuple[Any, str]] = {
    "messages": ([ASKED, SAID], "openai_chat request"),
    "messages of Anthropic's": (
        [{"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "now", "input": {}}]}],
        "anthropic_messages request",
    ),
    "items": (ITEMS, "openai_responses request"),
    "contents": ([{"role": "user", "parts": [{"text": "Hi"}]}], "gemini_generate request"),
    "turns": (TURNS, "sharegpt request"),
    "one message": (ASKED, "openai_chat request"),
    "one message of Anthropic's": (
        {"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "now", "input": {}}]},
        "anthropic_messages request",
    ),
    "one content": ({"role": "user", "parts": [{"text": "Hi"}]}, "gemini_generate request"),
    "one row in a list": ([{"id": "1", "conversations": TURNS}], "sharegpt request"),
    "one request in a list": ([{**CHAT, "seed": 1}], "openai_chat request"),
    "a line of chat": (post("/v1/chat/completions", CHAT), "openai_chat request"),
    "a line of responses": (post("/v1/responses", {"model": "gpt-4o", "input": "Hi"}), "openai_responses request"),
    "a result of chat": (answered(200, REPLY), "openai_chat response"),
    "a failed result of chat": (answered(400, REFUSED), "openai_chat error"),
    "a line of messages": (line(params=CLAUDE), "anthropic_messages request"),
    "a result of messages": (line(result={"type": "succeeded", "message": MESSAGE}), "anthropic_messages response"),
    "a failed result of messages": (
        line(result={"type": "errored", "error": {"type": "error", "error": {"type": "api_error", "message": "no"}}}),
        "anthropic_messages error",
    ),
    "an expired line of messages": (line(result={"type": "expired"}), "anthropic_messages error"),
    "a canceled line of messages": (line(result={"type": "canceled"}), "anthropic_messages error"),
    # `stop` is the name that other formats have for `stop_sequences`.
    "messages with a wrong name, and a system prompt": (
        {**CLAUDE, "system": "Be brief.", "stop": ["."]},
        "anthropic_messages request",
    ),
    "messages with a wrong name, and a tool": (
        {**CLAUDE, "tools": [{"name": "now", "input_schema": {}}], "stop": ["."]},
        "anthropic_messages request",
    ),
    "a Claude behind a server of OpenAI's format": ({**CLAUDE, "stop": ["."]}, "openai_chat request"),
    "an expired line of chat": (
        line(id="x", response=None, error={"code": "batch_expired", "message": "late"}),
        "openai_chat error",
    ),
    "a line of contents": (
        {"key": "k", "request": {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}},
        "gemini_generate request",
    ),
    "a row for fine-tuning": (
        {"messages": [ASKED, {**SAID, "weight": 0}], "tools": [TOOL], "parallel_tool_calls": False},
        "openai_chat request",
    ),
    "a row of preferences": (
        {
            "input": {"messages": [ASKED], "tools": [], "parallel_tool_calls": True},
            "preferred_output": [SAID],
            "non_preferred_output": [{**SAID, "content": "The Elbe."}],
        },
        "openai_chat request",
    ),
}
CASES = [pytest.param(*each, id=name) for name, each in WRAPPED.items()]


@pytest.mark.parametrize(("body", "what"), CASES)
def test_it_is_detected_and_comes_back(body: Any, what: str) -> None:
    text = json.dumps(body)
    dialect, kind = turnwire.detect(text)[0]
    assert what == f"{dialect} {kind}"
    written = turnwire.write(turnwire.read(text), dialect)
    assert body == json.loads(written.data)
    assert () == written.losses


@pytest.mark.parametrize(("body", "what"), CASES)
def test_it_is_read_where_its_dialect_is_named(body: Any, what: str) -> None:
    text, (dialect, _) = json.dumps(body), what.split()
    assert turnwire.read(text) == turnwire.read(text, dialect)


@pytest.mark.parametrize(("body", "what"), CASES)
def test_what_stands_around_it_is_told_elsewhere_and_kept_in_native_json(body: Any, what: str) -> None:
    text, (dialect, kind) = json.dumps(body), what.split()
    native = turnwire.convert(text, "turnwire")
    assert body == json.loads(turnwire.convert(native.data, dialect, source="turnwire").data)
    target = "anthropic_messages" if dialect != "anthropic_messages" else "openai_chat"
    told = json.dumps([loss.value for loss in turnwire.convert(text, target).losses], default=str)
    for word in ("custom_id", "preferred_output"):
        assert (word in text) == (word in told), kind


def test_a_bare_list_comes_back_from_the_vendors_of_its_format() -> None:
    for dialect in ("deepseek_chat", "mistral_chat", "openrouter_chat", "ollama_chat", "huggingface_messages"):
        assert [ASKED] == json.loads(turnwire.convert(json.dumps([ASKED]), dialect, source=dialect).data)


def test_a_bare_list_that_got_more_is_an_object() -> None:
    document = turnwire.read(json.dumps([ASKED]), "openai_chat")
    written = turnwire.write(document, "openai_chat", model="gpt-4o")
    assert {"model": "gpt-4o", "messages": [ASKED]} == json.loads(written.data)


def test_an_envelope_goes_along() -> None:
    envelope = {"path": "/v1/batches"}
    text = json.dumps(line(params=CLAUDE))
    written = turnwire.write(turnwire.read(text, "anthropic_messages", envelope=envelope), "anthropic_messages")
    assert json.loads(text) == json.loads(written.data)
    assert "/v1/batches" == written.envelope["path"]
    assert {"path", "headers"} == written.envelope.keys()


REFUSALS = [
    (post("/v1/chat/completions", {**CHAT, "messages": 5}), "/body/messages"),
    ([ASKED, 5], "/1"),
]


@pytest.mark.parametrize(("body", "pointer"), REFUSALS)
def test_a_refusal_points_into_the_whole(body: Any, pointer: str) -> None:
    with pytest.raises(InvalidDocument) as refused:
        turnwire.read(json.dumps(body), "openai_chat", kind="request")
    assert pointer == refused.value.diagnostics[0].pointer


def test_several_documents_in_a_list_are_refused_with_their_number() -> None:
    with pytest.raises(InvalidDocument, match=r"a list of 2 documents.*\[detect\.many\]"):
        turnwire.read(json.dumps([{"conversations": TURNS}] * 2))


@pytest.mark.parametrize(("count", "named"), [(1, "1 request "), (2, "2 requests ")])
def test_a_whole_batch_is_no_single_document(count: int, named: str) -> None:
    whole = {"requests": [line(params=CLAUDE)] * count}
    with pytest.raises(InvalidDocument, match=rf"a batch of {named}.*\[detect\.many\]"):
        turnwire.read(whole)


@pytest.mark.parametrize("around", [5, {"/elsewhere": {"custom_id": "a"}}, {"/body": 5}, {}])
def test_a_wrapper_that_was_edited_into_none_is_refused(around: Any) -> None:
    native = json.loads(turnwire.convert(json.dumps(line(params=CLAUDE)), "turnwire").data)
    native["provider_raw"]["anthropic_messages"]["$envelope"]["$around"] = around
    with pytest.raises(InvalidDocument, match=r"does not hold a known wrapper \[model\.residue\]"):
        turnwire.convert(json.dumps(native), "anthropic_messages", source="turnwire")


def test_the_page_names_each_place_of_a_body() -> None:
    page = (ROOT / "docs" / "archives.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("|")]
    for steps, sign in PLACES:
        assert any(f"`{'.'.join(steps)}`" in row for row in rows)
        assert any(f"`{sign}`" in row for row in rows)
