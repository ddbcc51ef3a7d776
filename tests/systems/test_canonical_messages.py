"""One call makes messages of the canonical format of any log; they pass all invariants."""

from __future__ import annotations

import gzip
import itertools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import turnwire
from turnwire.dialects import get, names
from turnwire.documents.ids import Ulids, seeded
from turnwire.model import RoutingDecisionRecord
from turnwire.systems.canonical.messages import canonical_messages
from turnwire.testing.wires import wire_documents

if TYPE_CHECKING:
    from turnwire.systems.canonical.messages import CanonicalMessages

ROOT = Path(__file__).parents[2]
EXAMPLES = [p for p in sorted((ROOT / "examples").rglob("*.json")) if "error" not in p.name]


def made(body: Any, dialect: str, **about: Any) -> CanonicalMessages:
    ulids = Ulids(lambda: 1_790_000_000_000, seeded("messages"))
    return canonical_messages(body, dialect, session_id="sess_7", ulids=ulids, **about)


def broken(found: CanonicalMessages) -> list[tuple[str, str | None]]:
    """Which errors `turnwire validate --invariants` finds in the messages."""
    report = turnwire.validate(found.data, "canonical", invariants=True)
    return [(each.code, each.pointer) for each in report.diagnostics if each.severity == "error"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_examples_become_messages_that_pass(path: Path) -> None:
    found = made(path.read_bytes(), path.parent.name)
    assert [] == broken(found)
    assert found.messages


CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
CALLING: dict[str, Any] = {"role": "assistant", "tool_calls": [CALL]}
LOGS: list[tuple[str, list[dict[str, Any]], list[tuple[str, list[str]]], list[tuple[str, str]]]] = [
    (
        "the provider's ids",
        [
            {
                "role": "assistant",
                "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
            },
            {"role": "tool", "tool_call_id": "call_1", "content": "Rain."},
        ],
        [("assistant", ["tool_use"]), ("tool", ["tool_result"])],
        [],
    ),
    (
        "a result without its call",
        [{"role": "tool", "tool_call_id": "call_9", "content": "Rain."}],
        [("user", ["text"])],
        [("degraded", "/history/0/content/0")],
    ),
    (
        "a second result of one call",
        [
            {
                "role": "assistant",
                "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
            },
            {"role": "tool", "tool_call_id": "call_1", "content": "Rain."},
            {"role": "tool", "tool_call_id": "call_1", "content": "Snow."},
        ],
        [("assistant", ["tool_use"]), ("tool", ["tool_result"]), ("user", ["text"])],
        [("degraded", "/history/2/content/0")],
    ),
    (
        "a call that was interrupted",
        [CALLING, {"role": "user", "content": "Stop."}],
        [("assistant", ["tool_use"]), ("user", ["text"])],
        [],
    ),
    (
        "one of two calls that was interrupted",
        [
            CALLING | {"tool_calls": [CALL, CALL | {"id": "call_2"}]},
            {"role": "tool", "tool_call_id": "call_2", "content": "Rain."},
            {"role": "user", "content": "Stop."},
        ],
        [("assistant", ["tool_use", "tool_use"]), ("tool", ["tool_result"]), ("user", ["text"])],
        [],
    ),
    (
        "an empty answer",
        [{"role": "assistant", "content": None}],
        [("assistant", ["text"])],
        [("invented", "/history/0/content")],
    ),
]


@pytest.mark.parametrize(("messages", "wanted", "told"), [each[1:] for each in LOGS], ids=[each[0] for each in LOGS])
def test_what_becomes_of_a_log(
    messages: list[dict[str, Any]], wanted: list[tuple[str, list[str]]], told: list[tuple[str, str]]
) -> None:
    found = made({"model": "gpt-4.1", "messages": messages}, "openai_chat")
    assert [] == broken(found)
    kinds = [[str(block.__struct_config__.tag) for block in each.content] for each in found.messages]
    assert wanted == list(zip([each.role for each in found.messages], kinds, strict=True))
    about = ("metadata", "settings", "provider_raw")
    assert told == [(loss.kind, loss.path) for loss in found.losses if not any(word in loss.path for word in about)]


def test_calls_and_reasoning_in_a_result_without_its_call_are_dropped() -> None:
    odd = [{"type": "thinking", "thinking": "Hm"}, {"type": "tool_use", "id": "x", "name": "y", "input": {}}]
    for rest, wanted in (([], [""]), ([{"type": "text", "text": "Rain."}], ["Rain."])):
        result = {"type": "tool_result", "tool_use_id": "toolu_9", "content": [*odd, *rest]}
        body = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": [result]}]}
        found = made(body, "anthropic_messages")
        assert [] == broken(found)
        assert [wanted] == [[getattr(block, "text", None) for block in each.content] for each in found.messages]
        dropped = [loss.path for loss in found.losses if loss.kind == "dropped" and loss.path.startswith("/history")]
        assert [f"/history/0/content/0/content/{n}" for n in (0, 1)] == dropped


def test_results_among_the_words_of_a_user_are_messages_of_their_own() -> None:
    call = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}
    search = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "rain"}}
    results = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "Rain."}
    turns = [
        {"role": "user", "content": "Weather?"},
        {"role": "assistant", "content": [search, results, call]},
        {"role": "user", "content": [result, {"type": "text", "text": "And now?"}]},
    ]
    found = made({"model": "claude-sonnet-4-5", "max_tokens": 9, "messages": turns}, "anthropic_messages")
    assert [] == broken(found)
    assert ["user", "assistant", "tool", "assistant", "tool", "user"] == [each.role for each in found.messages]
    answered = [each.content[0] for each in found.messages if each.role == "tool"]
    called = [block for each in found.messages if each.role == "assistant" for block in each.content]
    assert [getattr(block, "id", None) for block in called] == [getattr(each, "tool_use_id", None) for each in answered]


def test_what_the_caller_knows_is_in_the_answers() -> None:
    routing = RoutingDecisionRecord("manual", "openrouter:deepseek/deepseek-v3", "the user chose it")
    body = {"model": "deepseek/deepseek-v3", "messages": [{"role": "assistant", "content": "Hi."}]}
    found = made(body, "openrouter_chat", routing=routing)
    (message,) = found.messages
    about: Any = message.metadata
    assert ("openrouter:deepseek/deepseek-v3", "openrouter", routing) == (about.model, about.provider, about.routing)
    assert ("sess_7", "2026-09-21T14:13:20Z") == (message.session_id, message.created_at)
    assert ["metadata.usage"] == [loss.feature for loss in found.losses if loss.kind == "invented"]
    unknown = made({"messages": [{"role": "assistant", "content": "Hi."}]}, "openai_chat")
    assert ("invented", "metadata.model") in [(loss.kind, loss.feature) for loss in unknown.losses]
    given_model: Any = made({"messages": [{"role": "assistant", "content": "Hi."}]}, "openai_chat", model="gpt-5")
    assert "openai:gpt-5" == given_model.messages[0].metadata.model


def test_nothing_is_invented_for_a_message_that_is_not_whole() -> None:
    said = {"id": "01JNA4QX000000000000000001", "session_id": "sess_7", "role": "assistant", "content": []}
    about = {"created_at": "2026-03-01T09:00:00Z", "metadata": {"status": "partial"}}
    found = made(json.dumps([{**said, **about}]), "canonical")
    assert [] == broken(found)
    assert [] == [loss for loss in found.losses if loss.kind == "invented"]
    assert [] == found.messages[0].content
    named = made(
        json.dumps([{**said, **about, "metadata": {"status": "partial", "model": "m", "provider": "p"}}]), "canonical"
    )
    assert "p:m" == json.loads(named.data)[0]["metadata"]["model"]


def test_messages_with_ids_keep_them_and_what_comes_twice_does_not_stay() -> None:
    ids = ["01JNA4QX000000000000000001", "01JNA4QX000000000000000002"]
    turns = [{"role": "user", "content": [{"type": "text", "text": "Hi."}], "id": each} for each in ids]
    kept = made({"history": turns}, "turnwire")
    assert (ids, []) == ([each.id for each in kept.messages], [loss.path for loss in kept.losses])
    again = made({"history": [turns[0], turns[0]]}, "turnwire")
    assert [] == broken(again)
    assert {"/history/0/id", "/history/1/id"} == {loss.path for loss in again.losses}


@pytest.mark.parametrize(
    ("dialect", "body", "code"),
    [
        ("openai_chat", {"error": {"message": "no", "type": "x"}}, "canonical.error"),
        ("openai_chat", {"model": "m", "messages": []}, "canonical.empty"),
        ("turnwire", {"history": [{"role": "user_interaction"}]}, "canonical.empty"),
        ("openai_chat", [], None),
    ],
)
def test_what_is_no_log_is_refused(dialect: str, body: Any, code: str | None) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refusal:
        made(json.dumps(body), dialect)
    assert code in (None, refusal.value.diagnostics[0].code)


REFUSED = "canonical.empty"
FAULTS_OF_THE_LOG = {"TW315", "TW316"}
"""What a drawn log has itself, and keeps: data that is not base64 or of its type."""


@pytest.mark.parametrize("name", [name for name in names() if get(name).request])
@given(st.data())
def test_any_request_passes(name: str, drawn: st.DataObject) -> None:
    body = drawn.draw(wire_documents(name, "request"))
    try:
        found = made(body, name, kind="request")
    except turnwire.InvalidDocument as refusal:
        assert REFUSED == refusal.diagnostics[0].code  # noqa: PT017 - most pass
        return
    assert [] == [each for each in broken(found) if each[0] not in FAULTS_OF_THE_LOG]


ENDPOINTS = {
    "anthropic.messages": "anthropic_messages",
    "gemini.generateContent": "gemini_generate",
    "mistral.chat": "mistral_chat",
    "ollama.chat": "ollama_chat",
    "openai.chat": "openai_chat",
    "openai.responses": "openai_responses",
}


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_recorded_requests_and_replies_pass(endpoint: str, recorded: Path) -> None:
    with gzip.open(recorded / f"{endpoint}.jsonl.gz") as lines:
        items = [json.loads(line) for line in itertools.islice(lines, 0, None, 15)]
    bodies = [each["request"] for each in items]
    bodies += [each["response"] for each in items if each["status"] == 200]
    found = {}
    for number, body in enumerate(body for body in bodies if isinstance(body, dict)):
        try:
            found[number] = broken(made(json.dumps(body), ENDPOINTS[endpoint]))
        except turnwire.InvalidDocument as refusal:
            assert REFUSED == refusal.diagnostics[0].code  # noqa: PT017 - all others pass
    assert len(found) > 5
    assert {} == {number: codes for number, codes in found.items() if codes}
