"""The threads of a session: who said what, after what, in which thread."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.session_files.claude import SESSION, file_of, uuid
from tests.session_files.files import FILES

from turnwire.model import ABSENT, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.files import read_session, session_format

if TYPE_CHECKING:
    from turnwire.model import History, Message

_FILES = {(form, name): text for form, name, text in FILES}


def facts(message: Message) -> str:
    """A message in short: `user: hello`, `assistant: hi, call Bash toolu_1`, `tool: toolu_1=done`."""
    if message.interaction is not ABSENT:
        return f"{message.role}: {json.loads(bytes(message.interaction))['type']}"
    return f"{message.role}: " + ", ".join(_fact(block) for block in message.content)


def _fact(block: object) -> str:
    if isinstance(block, TextBlock):
        return block.text
    if isinstance(block, ThinkingBlock):
        return f"({block.text or ''.join(block.summary)})"
    if isinstance(block, ToolUseBlock):
        return f"call {block.name} {block.id}"
    if isinstance(block, ToolResultBlock):
        return f"{block.tool_use_id}=" + "".join(_fact(part) for part in block.content)
    return type(block).__name__


def outline(history: History) -> list[str]:
    return [facts(message) for message in history.history]


_HELLO = ["system: You are a coding agent.", "user: hello"]

# file -> of each thread its kind, the id of the message after which it leaves another thread, and its messages
CLAUDE_CODE: dict[str, list[tuple[str, str | None, list[str]]]] = {
    "plain": [("main", None, ["user: hello", "assistant: hi"])],
    "text-blocks": [("main", None, ["user: a, ImageBlock, b"])],
    "thinking": [("main", None, ["user: hello", "assistant: (hm), hi"])],
    "call": [
        ("main", None, ["user: hello", "assistant: call Bash toolu_1", "tool: toolu_1=done", "assistant: two files"])
    ],
    "parallel-calls": [
        (
            "main",
            None,
            [
                "user: hello",
                "assistant: both, call Bash toolu_1, call Bash toolu_2",
                "tool: toolu_1=done",
                "tool: toolu_2=xImageBlock",
                "assistant: done",
            ],
        )
    ],
    "parallel-results-and-more": [
        (
            "main",
            None,
            [
                "user: hello",
                "assistant: call Bash toolu_1, call Bash toolu_2, call Bash toolu_3",
                "tool: toolu_1=one",
                "user: ImageBlock",
                "tool: toolu_2=two",
                "user: extra",
                "tool: toolu_3=three",
                "assistant: done",
            ],
        )
    ],
    "result-again": [
        (
            "main",
            None,
            [
                "user: hello",
                "assistant: call Bash toolu_1, call Bash toolu_2",
                "tool: toolu_2=two",
                "tool: toolu_1=yes",
                "assistant: done",
            ],
        ),
        ("branch", "a1", ["tool: toolu_1=no"]),
    ],
    "result-and-text": [
        ("main", None, ["user: hello", "assistant: call Bash toolu_1", "tool: toolu_1=a", "user: and go on"])
    ],
    "branch": [
        ("main", None, ["user: hello", "assistant: hi", "user: another way"]),
        ("branch", "a1", ["user: one way"]),
    ],
    "branch-at-the-start": [
        ("main", None, ["user: begin anew", "assistant: ok"]),
        ("branch", None, ["user: hello", "assistant: hi"]),
    ],
    "compaction": [
        (
            "main",
            None,
            [
                "user: hello",
                "assistant: hi",
                "user_interaction: system/compact_boundary",
                "user: Summary: hello.",
            ],
        )
    ],
    "sidechain-with-agent": [
        ("main", None, ["user: hello", "assistant: call Task toolu_1", "tool: toolu_1=seen"]),
        ("sidechain", None, ["user: look", "assistant: seen"]),
    ],
    "sidechain-of-a-result": [
        (
            "main",
            None,
            [
                "user: hello",
                "assistant: call Task toolu_1",
                "tool: toolu_1=seen",
                "assistant: call Task toolu_2",
                "tool: toolu_2=again",
            ],
        ),
        ("sidechain", None, ["user: look", "assistant: seen"]),
    ],
    "sidechain-of-old": [
        ("main", None, ["user: hello", "assistant: ok"]),
        ("sidechain", None, ["user: look", "assistant: seen"]),
    ],
    "agent-file": [("main", None, ["user: look", "assistant: seen"])],
    "agent-progress": [
        ("main", None, ["user: hello", "assistant: call Task toolu_1", "tool: toolu_1=seen"]),
        ("sidechain", None, ["user: look around"]),
    ],
    "hook-progress": [("main", None, ["user: hello", "assistant: hi"])],
    "local-command": [("main", None, ["user: hello", "assistant: hi", "user_interaction: system/local_command"])],
    "queue": [("main", None, ["user: hello", "assistant: hi", "user_interaction: queue-operation"])],
    "attachment": [("main", None, ["user: hello", "assistant: hi", "user: x"])],
    "queued-with-picture": [
        ("main", None, ["user: hello", "assistant: hi", "user: see, ImageBlock", "assistant: done"])
    ],
    "queued-without-prompt": [
        (
            "main",
            None,
            [
                "user: hello",
                "assistant: hi",
                "user_interaction: attachment/queued_command",
                "user_interaction: attachment/queued_command",
                "user_interaction: attachment/edited_text_file",
            ],
        )
    ],
    "byte-order-mark": [("main", None, ["user: hello", "assistant: hi"])],
    "no-parents": [("main", None, ["user: a", "assistant: b"])],
    "no-roles": [("main", None, ["user: a", "assistant: b"])],
    "settings": [("main", None, ["user: hello", "assistant: hi", "user_interaction: last-prompt"])],
    "later-types": [
        ("main", None, ["user: hello", "assistant: hi", "user_interaction: frame-link", "user_interaction: result"])
    ],
    "types-of-autumn": [
        (
            "main",
            None,
            [
                "user: hello",
                "assistant: hi",
                "user_interaction: content-replacement",
                "user_interaction: tag",
                "user_interaction: task-summary",
                "user_interaction: marble-origami-commit",
                "user_interaction: failed",
            ],
        )
    ],
    "two-models": [("main", None, ["user: hello", "assistant: one, two, three"])],
    "no-content": [("main", None, ["user: hello", "assistant: hi"])],
    "truncated": [("main", None, ["user: hello", "assistant: hi"])],
}
CODEX: dict[str, list[tuple[str, str | None, list[str]]]] = {
    "outputs-of-old": [
        (
            "main",
            None,
            [
                *_HELLO,
                "assistant: call exec_command call_1, call exec_command call_2",
                "tool: call_1=no such file",
                "tool: call_2=a.txt",
            ],
        )
    ],
    "sealed-summaries": [("main", None, [*_HELLO, "assistant: OpaqueBlock, OpaqueBlock, hi"])],
    "plain": [("main", None, ["system: You are a coding agent.", "user: hello", "assistant: hi"])],
    "old-instructions": [("main", None, ["system: Be brief.", "user: hello"])],
    "reasoning": [("main", None, ["system: You are a coding agent.", "user: hello", "assistant: (hm), hi"])],
    "parallel-calls": [
        (
            "main",
            None,
            [
                "system: You are a coding agent.",
                "user: hello",
                "assistant: call exec_command call_1, call exec_command call_2",
                "tool: call_1=done",
                "tool: call_2=done",
            ],
        )
    ],
    "custom-call": [
        (
            "main",
            None,
            [
                "system: You are a coding agent.",
                "user: hello",
                "assistant: call apply_patch call_1",
                "tool: call_1=Done",
            ],
        )
    ],
    "compacted": [
        (
            "main",
            None,
            [
                "system: You are a coding agent.",
                "user: hello",
                "assistant: hi",
                "user: Summary: hello.",
                "user: go on",
            ],
        )
    ],
    "rolled-back": [
        ("main", None, ["system: You are a coding agent.", "user: hello", "assistant: hi", "user: another way"]),
        ("branch", "assistant: hi", ["user: one way", "assistant: one"]),
    ],
    "rolled-back-interrupted": [
        ("main", None, ["system: You are a coding agent.", "user: hello", "assistant: hi", "user: another way"]),
        (
            "branch",
            "assistant: hi",
            [
                "user: one way",
                "assistant: call exec_command call_1",
                "user: <turn_aborted>\nThe user interrupted.\n</turn_aborted>",
            ],
        ),
    ],
    "rolled-back-to-instructions": [
        (
            "main",
            None,
            [
                "user: # AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>",
                "user: <environment_context>\n</environment_context>",
                "user: another way",
            ],
        ),
        ("branch", "user: <environment_context>\n</environment_context>", ["user: one way"]),
    ],
    "compacted-by-server": [
        (
            "main",
            None,
            [
                "system: You are a coding agent.",
                "user: hello",
                "assistant: hi",
                "user_interaction: compacted",
                "user: go on",
            ],
        )
    ],
    "agents": [
        (
            "main",
            None,
            ["system: You are a coding agent.", "user: hello", "user_interaction: inter_agent_communication"],
        )
    ],
    "half-of-a-pair": [("main", None, ["system: You are a coding agent.", "user: high \ufffd and \U0001f600"])],
    "byte-order-mark": [("main", None, ["system: You are a coding agent.", "user: hello"])],
    "early": [("main", None, ["user: hello", "assistant: call shell c1", "tool: c1=x"])],
    "mirrors": [
        (
            "main",
            None,
            [*_HELLO, "user_interaction: event_msg", "assistant: hi"],
        )
    ],
    "events-alone": [
        ("main", None, [*_HELLO, "assistant: hi, call exec_command call_1", "tool: call_1=done", "assistant: bye"])
    ],
    "interrupted": [
        (
            "main",
            None,
            [
                "system: You are a coding agent.",
                "user: hello",
                "user_interaction: event_msg",
                "assistant: I will",
                "user: <turn_aborted>",
            ],
        )
    ],
    "other-texts-in-events": [("main", None, ["system: You are a coding agent.", "user: hello", "assistant: hi"])],
}
_CASES = [("claude_code", name) for name in CLAUDE_CODE] + [("codex", name) for name in CODEX]


@pytest.mark.parametrize(("form", "name"), _CASES)
def test_the_threads_are(form: str, name: str) -> None:
    session = read_session(_FILES[form, name], session_format(form))
    expected = (CLAUDE_CODE if form == "claude_code" else CODEX)[name]
    found = []
    for thread, history in zip(session.threads, session.histories(), strict=True):
        after = None if thread.after is None else thread.after.parts[0].messages[0]
        left = None if after is None else after.id or facts(after)
        found.append((thread.kind, left, outline(history)))
    named = [(kind, uuid(left) if form == "claude_code" and left else left, said) for kind, left, said in expected]
    assert named == found


def histories(form: str, name: str) -> list[History]:
    return read_session(_FILES[form, name], session_format(form)).histories()


def extra(message: Message) -> dict[str, Any]:
    found = message.metadata.extra if message.metadata else None
    return {key: json.loads(bytes(value)) for key, value in (found or {}).items()}


def test_a_message_has_its_id_its_parent_and_its_time() -> None:
    (history,) = histories("claude_code", "call")
    assert [uuid("u1"), uuid("a1"), uuid("r1"), uuid("a2")] == [message.id for message in history.history]
    assert [None, uuid("u1"), uuid("a1"), uuid("r1")] == [extra(each).get("parent_id") for each in history.history]
    assert {"2026-02-11T20:31:53.375Z"} == {message.created_at for message in history.history}
    assert {SESSION} == {message.session_id for message in history.history}


def test_a_reply_has_its_model_and_its_usage() -> None:
    metadata = histories("claude_code", "plain")[0].history[1].metadata
    assert metadata is not None
    assert metadata.usage is not None
    assert "claude-opus-4-6" == metadata.model
    assert (3, 10, 5) == (
        metadata.usage.input_tokens,
        metadata.usage.cached_input_tokens,
        metadata.usage.output_tokens,
    )


def test_a_summary_is_marked() -> None:
    for form in ("claude_code", "codex"):
        (history,) = histories(form, "compaction" if form == "claude_code" else "compacted")
        assert ["user: Summary: hello."] == [facts(each) for each in history.history if extra(each).get("compaction")]


@pytest.mark.parametrize("name", ["agent-progress", "sidechain-of-a-result"])
def test_a_sidechain_names_the_call_that_started_it(name: str) -> None:
    session = read_session(_FILES["claude_code", name], session_format("claude_code"))
    assert [None, "toolu_1"] == [thread.call for thread in session.threads]


def test_the_models_of_codex_are_those_of_their_turns() -> None:
    (history,) = histories("codex", "models")
    models = [each.metadata.model for each in history.history if each.metadata]
    assert ["gpt-5.3-codex", "gpt-5.4"] == models


@pytest.mark.parametrize("kind", ["branches", "results"])
def test_many_children_of_one_message_take_no_more_time_each(kind: str) -> None:
    """20,000 children took minutes when each was compared with all of them."""

    def child(name: str, parent: str | None) -> dict[str, Any]:
        result = [{"type": "tool_result", "tool_use_id": f"toolu_{name}", "content": "x"}]
        message = {"role": "user", "content": "x" if kind == "branches" else result}
        return {"type": "user", "uuid": name, "parentUuid": parent, "message": message}

    children = [child(f"u{number}", "a") for number in range(20_000)]
    session = read_session(file_of(child("a", None), *children), session_format("claude_code"))
    assert len(session.threads) == (20_000 if kind == "branches" else 1)
