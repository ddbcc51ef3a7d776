"""Each invariant of the canonical message format, kept and broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.data import data

import turnwire
from turnwire.model import Completion, ErrorReply, History
from turnwire.validation import invariants
from turnwire.validation.meaning.canonical import RULES
from turnwire.validation.meaning.canonical.messages import MESSAGE_RULES, parent_is_the_use
from turnwire.validation.meaning.canonical.messages import RULES as OF_MESSAGES
from turnwire.validation.meaning.canonical.sessions import RULES as OF_SESSIONS
from turnwire.validation.meaning.canonical.sessions import SESSION_RULES
from turnwire.validation.meaning.canonical.tools import inputs_fit_their_tools, schemas_are_portable

ROOT = Path(__file__).parent.parent.parent
CALL, OTHER = "tu_01HZ0000000000000000000100", "tu_01HZ0000000000000000000101"
KNOWN = {
    "model": "anthropic:claude-sonnet-4-6",
    "provider": "anthropic",
    "routing": {"mode": "default", "chosen_model": "anthropic:claude-sonnet-4-6", "reason": "the default"},
    "usage": {"input_tokens": 8, "output_tokens": 42},
}
TEXT = {"type": "text", "text": "Hi."}
PICTURE = {"type": "image", "source": {"kind": "base64", "data": "aGk="}, "media_type": "image/png"}


def user(*content: Any) -> dict[str, Any]:
    """A message of the user."""
    return {"role": "user", "content": list(content)}


def answer(*content: Any, **about: Any) -> dict[str, Any]:
    """A complete answer, of which everything is known but what `about` takes away."""
    said = {name: value for name, value in {**KNOWN, **about}.items() if value is not None}
    return {"role": "assistant", "content": list(content), "metadata": said}


def call(tool_use_id: str = CALL, **more: Any) -> dict[str, Any]:
    """A tool use."""
    return {"type": "tool_use", "id": tool_use_id, "name": "look", "input": {}, **more}


def given(tool_use_id: str = CALL, **more: Any) -> dict[str, Any]:
    """The result of a tool use."""
    return {"type": "tool_result", "tool_use_id": tool_use_id, "content": [TEXT], **more}


def result(*content: Any, parent: str | None = CALL) -> dict[str, Any]:
    """A message of a tool."""
    about = {"metadata": {"parent_tool_use_id": parent}} if parent else {}
    return {"role": "tool", "content": list(content), **about}


TABLE: dict[str, tuple[list[dict[str, Any]], list[tuple[str, str]]]] = {
    "a whole session": ([user(TEXT, PICTURE), answer(TEXT, call()), result(given()), answer(TEXT)], []),
    "a system message that is still empty": ([{"role": "system"}], []),
    "an interaction is no message": ([{"role": "user_interaction", "interaction": {"clicked": 1}}], []),
    "nothing said": (
        [{"role": "user"}, answer(), result()],
        [("content-empty", f"/history/{n}") for n in range(3)],
    ),
    "half an answer": ([{"role": "assistant", "metadata": {"status": "partial"}}], []),
    "an answer that was cancelled": ([{"role": "assistant", "metadata": {"status": "cancelled"}}], []),
    "a call by the user": ([user(call())], [("role-content", "/history/0/content/0")]),
    "a result by the user": (
        [answer(call()), user(TEXT, given())],
        [("role-content", "/history/1/content/1")],
    ),
    "a result by the assistant": (
        [answer(call(), given())],
        [("role-content", "/history/0/content/1")],
    ),
    "a result of a tool that the provider ran": (
        [answer(call("srvtoolu_1", run_by="provider"), given("srvtoolu_1", run_by="provider"))],
        [],
    ),
    "a picture in the system prompt": (
        [{"role": "system", "content": [TEXT, PICTURE]}],
        [("role-content", "/history/0/content/1")],
    ),
    "a block that nobody knows": (
        [user({"type": "opaque", "block_type": "hologram", "value": {"type": "hologram"}, "dialect": "x_chat"})],
        [],
    ),
    "two results in one message": (
        [answer(call(), call(OTHER)), result(given(), given(OTHER))],
        [("one-result", "/history/1")],
    ),
    "a text of a tool": ([result(TEXT)], [("role-content", "/history/0/content/0")]),
    "nobody's answer": (
        [answer(TEXT, model=None, provider=None, routing=None, usage=None)],
        [(name, "/history/0/metadata") for name in ("model", "provider", "routing", "usage")],
    ),
    "a result without its parent": (
        [answer(call()), result(given(), parent=None)],
        [("parent-tool-use-id", "/history/1")],
    ),
    "a result with another parent": (
        [answer(call(), call(OTHER)), result(given(), parent=OTHER)],
        [("parent-mismatch", "/history/1/metadata/parent_tool_use_id")],
    ),
    "a result of another session": (
        [{**answer(call()), "session_id": "sess_1"}, {**result(given()), "session_id": "sess_2"}],
        [("foreign-result", "/history/1/content/0/tool_use_id")],
    ),
    "two messages with one id": (
        [{**user(TEXT), "id": CALL[3:]}, {**answer(TEXT), "id": CALL[3:]}],
        [("repeated-message-id", "/history/1/id")],
    ),
    "an id of a provider": (
        [answer(call("call_1")), result(given("call_1"), parent="call_1")],
        [("tool-id", "/history/0/content/0/id")],
    ),
    "an id that is longer than any ULID": (
        [answer(call(CALL + "0"))],
        [("tool-id", "/history/0/content/0/id")],
    ),
    "a result of nothing": ([result(given())], [("orphan-result", "/history/0/content/0/tool_use_id")]),
    "a retry with the same id": (
        [answer(call()), result(given()), answer(call()), result(given())],
        [
            ("repeated-tool-id", "/history/2/content/0/id"),
            ("answered-twice", "/history/3/content/0/tool_use_id"),
        ],
    ),
}

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
TOOLS = [{"name": "look", "input_schema": SCHEMA}, {"name": "far", "input_schema": {"$ref": "https://example.com/s"}}]

INPUTS: dict[str, tuple[dict[str, Any], list[str]]] = {
    "one that fits": ({"input": {"city": "Oslo"}}, []),
    "one that lacks a member": ({"input": {}}, ["/history/0/content/0/input"]),
    "one with a member of another type": ({"input": {"city": 1}}, ["/history/0/content/0/input/city"]),
    "text for a tool that takes JSON": ({"input": None, "input_text": "Oslo"}, ["/history/0/content/0/input_text"]),
    "none told yet": ({"input": None}, []),
    "of a tool that nobody defines": ({"name": "unknown"}, []),
    "of a tool whose schema stands elsewhere": ({"name": "far"}, ["/history/0/content/0/input"]),
}


@pytest.mark.parametrize("name", INPUTS)
@pytest.mark.parametrize("status", ["complete", "partial"])
def test_inputs_fit_their_tools(name: str, status: str) -> None:
    said, expected = INPUTS[name]
    use = {key: value for key, value in call(**said).items() if value is not None}
    tree = {"history": [answer(use, status=status)], "settings": {"tools": TOOLS}}
    found = [each for each in invariants(turnwire.read(tree, "turnwire", kind="request")) if each.name != "tool-schema"]
    assert [each.pointer for each in found] == (expected if status == "complete" else [])
    assert {each.code for each in found} <= {"TW362"}


PORTABLE: list[tuple[str, list[str]]] = [
    ('{"type":"object","properties":{"not":{"type":"string"}}}', []),
    ('{"$schema":"x"}', ["/$schema"]),
    ('{"anyOf":[]}', ["/anyOf"]),
    ('{"additionalProperties":{}}', ["/additionalProperties"]),
    ('{"type":"text"}', ["/type"]),
    ("true", [""]),
]


@pytest.mark.parametrize(("schema", "expected"), PORTABLE)
def test_schemas_of_tools(schema: str, expected: list[str]) -> None:
    tree = f'{{"history":[],"settings":{{"tools":[{{"name":"a"}},{{"name":"a","input_schema":{schema}}}]}}}}'
    found = invariants(turnwire.read(tree, "turnwire", kind="request"))
    place = "/settings/tools/1/input_schema"
    assert [(each.code, each.pointer) for each in found] == [("TW363", place + pointer) for pointer in expected]


def test_a_schema_that_says_something_twice_is_a_finding() -> None:
    tree = '{"history":[],"settings":{"tools":[{"name":"a","input_schema":{"type":"object","type":"array"}}]}}'
    found = invariants(turnwire.read(tree, "turnwire", kind="request"))
    assert [each.code for each in found] == ["json.duplicate-key"]


UNASKED: dict[str, list[dict[str, Any]]] = {
    "an id of a provider": [answer(call("call_1"))],
    "a repeated id": [answer(call()), answer(call())],
    "a result of nothing": [result(given())],
    "a second result": [answer(call()), result(given()), result(given())],
    "nothing said": [{"role": "user", "metadata": {}}],
}


@pytest.mark.parametrize("name", UNASKED)
@pytest.mark.parametrize("status", ["complete", "partial", "cancelled", "error"])
def test_only_complete_messages_are_asked(name: str, status: str) -> None:
    """5.1.5: "Validation runs only at `status: COMPLETE`."; the system's code leaves out only partial messages."""
    history = json.loads(json.dumps(UNASKED[name]))
    history[-1]["metadata"]["status"] = status
    found = invariants(turnwire.read({"history": history}, "turnwire", kind="request"))
    assert bool(found) == (status == "complete")


def test_a_result_may_answer_a_cancelled_message() -> None:
    history = [answer(call(), status="cancelled"), result(given())]
    assert invariants(turnwire.read({"history": history}, "turnwire", kind="request")) == ()


@pytest.mark.parametrize("name", TABLE)
def test_what_is_broken(name: str) -> None:
    history, expected = TABLE[name]
    document = turnwire.read({"history": history}, "turnwire", kind="request")
    found = invariants(document)
    assert expected == [(each.name, each.pointer) for each in found]
    assert all(each.hint and each.severity == "error" for each in found)


def test_every_rule_is_broken_somewhere() -> None:
    rules = {code for _, expected in TABLE.values() for code, _ in expected}
    assert rules == {rule.name for rule in (*OF_MESSAGES, *OF_SESSIONS)}


def test_the_page_has_every_code() -> None:
    page = (ROOT / "docs" / "invariants.md").read_text("utf-8")
    listed = {tuple(line.split("`")[1:4:2]) for line in page.splitlines() if line.startswith("| `TW")}
    assert listed == {(rule.code, rule.name) for rule in RULES}


@pytest.mark.parametrize(
    "rule",
    [*MESSAGE_RULES, parent_is_the_use, *SESSION_RULES, inputs_fit_their_tools, schemas_are_portable],
    ids=lambda rule: rule.__name__,
)
def test_a_rule_quotes_its_sentence(rule: Any) -> None:
    assert str(rule.__doc__).startswith(("4.", "5."))


def test_a_reply_is_asked_for_its_messages() -> None:
    reply = turnwire.read({"candidates": [answer(TEXT, usage=None)]}, "turnwire", kind="response")
    assert isinstance(reply, Completion)
    assert [("usage", "/candidates/0/metadata")] == [(each.name, each.pointer) for each in invariants(reply)]


def test_an_error_has_no_messages() -> None:
    assert invariants(ErrorReply("Too long.")) == ()


def test_validate_asks_only_when_told_to() -> None:
    data = json.dumps({"history": [user()]})
    assert turnwire.validate(data, "turnwire").valid
    report = turnwire.validate(data, "turnwire", invariants=True)
    assert ["TW350"] == [each.code for each in report.diagnostics]


def test_the_recorded_session() -> None:
    """What the real code found in its worked session: nothing."""
    recorded = json.loads(data("systems/canonical/worked-session.json").read_bytes())
    document = turnwire.read({"history": recorded["messages"]}, "turnwire", kind="request")
    assert isinstance(document, History)
    found: dict[str | None, list[str]] = {message.id: [] for message in document.history}
    for each in invariants(document):
        place = int((each.pointer or "").split("/")[2])
        found[document.history[place].id].append(each.code)
    assert recorded["validation"] == found
