"""The threads of the sessions of OpenCode, Copilot CLI, pi, droid and other agents."""

from __future__ import annotations

import json

import pytest
from msgspec import Raw
from tests.session_files.agent_threads import THREADS as OTHERS
from tests.session_files.files import FILES
from tests.session_files.test_threads import extra, facts

from turnwire.model import TextBlock, ToolUseBlock
from turnwire.sessions.files import read_session, session_bytes, session_format, summary_of

_FILES = {(form, name): text for form, name, text in FILES}
_BASH = ["user: hello", "assistant: call bash c1"]
_READ = ["user: hello", "assistant: call read_file c1"]
_DROID = ["user: hello", "assistant: call Bash c1"]

# format, file -> of each thread its kind, and its messages
THREADS: dict[tuple[str, str], list[tuple[str, list[str]]]] = {
    ("opencode", "plain"): [("main", ["user: hello", "assistant: hi"])],
    ("opencode", "reasoning"): [("main", ["user: hello", "assistant: (hm), hi"])],
    ("opencode", "call"): [("main", [*_BASH, "tool: c1=done", "assistant: two files"])],
    ("opencode", "call-in-steps"): [("main", [*_BASH, "tool: c1=done", "assistant: two files"])],
    ("opencode", "parallel-calls"): [
        ("main", ["user: hello", "assistant: both, call bash c1, call bash c2", "tool: c1=done", "tool: c2=done"])
    ],
    ("opencode", "call-failed"): [("main", [*_BASH, "tool: c1=not there"])],
    ("opencode", "call-running"): [("main", _BASH)],
    ("opencode", "empty-result"): [("main", [*_BASH, "tool: c1="])],
    ("opencode", "result-attachments"): [("main", [*_BASH, "tool: c1=doneImageBlock"])],
    ("opencode", "image"): [("main", ["user: see, ImageBlock"])],
    ("opencode", "subtask"): [("main", ["user: OpaqueBlock"])],
    ("opencode", "patch"): [("main", ["user: hello", "assistant: hi"])],
    ("opencode", "compaction"): [("main", ["user: hello", "user: ", "assistant: Summary: hello."])],
    ("opencode", "user-summary"): [("main", ["user: hello", "assistant: hi"])],
    ("opencode", "unknown-role"): [("main", ["user: hello"])],
    ("copilot_cli", "plain"): [("main", ["user: hello", "assistant: hi"])],
    ("copilot_cli", "system"): [("main", ["system: Be brief.", "user: hello", "assistant: hi"])],
    ("copilot_cli", "reasoning"): [("main", ["user: hello", "assistant: (hm), hi"])],
    ("copilot_cli", "call"): [("main", [*_READ, "tool: c1=tides", "assistant: done"])],
    ("copilot_cli", "parallel-calls"): [
        ("main", ["user: hello", "assistant: call read_file c1, call read_file c2", "tool: c1=a", "tool: c2=b"])
    ],
    ("copilot_cli", "failed"): [("main", [*_READ, "tool: c1=not there"])],
    ("copilot_cli", "failed-text"): [("main", [*_READ, "tool: c1=not there"])],
    ("copilot_cli", "no-result"): [("main", [*_READ, "tool: c1="])],
    ("copilot_cli", "free-text-call"): [("main", ["user: hello", "assistant: call apply_patch c1"])],
    ("copilot_cli", "attachments"): [("main", ["user: see, OpaqueBlock"])],
    ("copilot_cli", "hook"): [("main", ["user: hello", "assistant: hi"])],
    ("copilot_cli", "hook-alone"): [("main", ["user: hello", "assistant: hi"])],
    ("copilot_cli", "hook-last"): [("main", ["user: hello"])],
    ("copilot_cli", "turns"): [("main", [*_READ, "tool: c1=tides"])],
    ("copilot_cli", "compaction"): [
        ("main", ["user: hello", "assistant: hi", "user: Summary: hello.", "user: go on"]),
    ],
    ("copilot_cli", "subagent"): [("main", [*_READ, "tool: c1=tides"]), ("sidechain", ["assistant: seen"])],
    ("copilot_cli", "no-data"): [("main", [])],
    ("pi", "plain"): [("main", ["user: hello", "assistant: hi"])],
    ("pi", "image"): [("main", ["user: see, ImageBlock"])],
    ("pi", "thinking"): [("main", ["user: hello", "assistant: (hm), hi"])],
    ("pi", "call"): [("main", [*_BASH, "tool: c1=done", "assistant: two files"])],
    ("pi", "parallel-calls"): [
        (
            "main",
            ["user: hello", "assistant: both, call bash c1, call bash c2", "tool: c1=a", "tool: c2=bImageBlock"],
        )
    ],
    ("pi", "empty-result"): [("main", [*_BASH, "tool: c1="])],
    ("pi", "branch"): [
        ("main", ["user: hello", "assistant: hi", "user: another way"]),
        ("branch", ["user: one way"]),
    ],
    ("pi", "compaction"): [("main", ["user: hello", "assistant: hi", "user: Summary: hello.", "user: go on"])],
    ("pi", "branch-summary"): [("main", ["user: hello", "user: The other way was wrong."])],
    ("pi", "custom-message"): [("main", ["user: hello", "user: It is high."])],
    ("pi", "bash-execution"): [("main", ["user: hello", "user_interaction: bashExecution"])],
    ("pi", "roles-of-messages"): [("main", ["user: Before.", "user: Besides.", "user: More.", "user: Less."])],
    ("pi", "version-1"): [("main", ["user: hello", "assistant: hi"])],
    ("pi", "omp"): [("main", ["user: hello"])],
    ("droid", "plain"): [("main", ["user: hello", "assistant: hi"])],
    ("droid", "thinking"): [("main", ["user: hello", "assistant: (hm), hi"])],
    ("droid", "call"): [("main", [*_DROID, "tool: c1=done", "assistant: two files"])],
    ("droid", "parallel-calls"): [
        ("main", ["user: hello", "assistant: call Bash c1, call Bash c2", "tool: c1=done", "tool: c2=done"])
    ],
    ("droid", "result-and-text"): [("main", [*_DROID, "tool: c1=done", "user: and go on"])],
    ("droid", "text-and-result"): [("main", [*_DROID, "user: wait", "tool: c1=done"])],
    ("droid", "result-parts"): [("main", [*_DROID, "tool: c1=aImageBlock"])],
    ("droid", "unknown-block"): [("main", ["user: OpaqueBlock, OpaqueBlock"])],
    ("gemini_cli_jsonl", "set"): [("main", ["user: hello", "assistant: hi"])],
    ("gemini_cli_jsonl", "call"): [("main", ["user: hello", "assistant: call read_file c1", "tool: c1=done"])],
    ("gemini_cli_jsonl", "versions"): [
        (
            "main",
            [
                "user: hello",
                "assistant: hi",
                "user: again",
                "assistant: call read_file c1",
                "tool: c1=done",
                "assistant: bye",
            ],
        )
    ],
    ("gemini_cli_jsonl", "version-behind-a-notice"): [
        ("main", ["user: hello", "user_interaction: info", "assistant: hi"])
    ],
    ("gemini_cli_jsonl", "version-later"): [
        (
            "main",
            ["user: hello", "assistant: call read_file c1", "tool: c1=masked", "assistant: bye", "user: again"],
        )
    ],
    ("gemini_cli_jsonl", "rewound"): [
        ("main", ["user: hello", "assistant: hi", "user: another way"]),
        ("branch", ["user: one way", "assistant: one"]),
    ],
    ("gemini_cli_jsonl", "rewound-to-the-start"): [
        ("main", ["user: begin anew"]),
        ("branch", ["user: hello", "assistant: hi"]),
    ],
    ("gemini_cli_jsonl", "rewound-to-nothing"): [
        ("main", ["user: begin anew"]),
        ("branch", ["user: hello", "assistant: hi"]),
    ],
    ("gemini_cli_jsonl", "version-after-rewinding"): [
        ("main", ["user: hello", "assistant: hi", "user: b", "user: two"]),
        ("branch", ["user: one"]),
    ],
    ("gemini_cli_jsonl", "inline-data"): [("main", ["user: ImageBlock"])],
    ("gemini_cli_jsonl", "file"): [("main", ["user: see, DocumentBlock"])],
}
THREADS |= OTHERS
FORMS = sorted({form for form, _ in THREADS})


@pytest.mark.parametrize(("form", "name"), THREADS)
def test_the_threads_are(form: str, name: str) -> None:
    session = read_session(_FILES[form, name], session_format(form))
    found = [
        (thread.kind, [facts(message) for message in history.history])
        for thread, history in zip(session.threads, session.histories(), strict=True)
    ]
    assert THREADS[form, name] == found


@pytest.mark.parametrize("form", FORMS)
def test_an_edit_is_written_at_its_place(form: str) -> None:
    found = session_format(form)
    histories = read_session(_FILES[form, "call"], found).histories()
    said = histories[0].history
    asked, call = said[0].content[0], said[1].content[0]
    assert isinstance(asked, TextBlock)
    assert isinstance(call, ToolUseBlock)
    asked.text = "good day"
    call.input = Raw(b'{"command":"pwd"}')
    again = read_session(session_bytes(histories, found), found).histories()[0].history
    assert "user: good day" == facts(again[0])
    edited = again[1].content[0]
    assert isinstance(edited, ToolUseBlock)
    assert b'{"command":"pwd"}' == bytes(edited.input)
    assert [facts(message) for message in said[2:]] == [facts(message) for message in again[2:]]


@pytest.mark.parametrize(
    ("form", "name"),
    [
        ("opencode", "call-failed"),
        ("copilot_cli", "failed"),
        ("pi", "failed"),
        ("droid", "failed"),
        ("letta_code", "failed"),
        ("cursor", "failed"),
        ("hermes", "denied"),
        ("openhands", "failed"),
        ("openhands", "rejected"),
        ("openhands", "agent-error"),
        ("openhands", "over-acp-failed"),
    ],
)
def test_a_failed_result_is_an_error(form: str, name: str) -> None:
    (history,) = read_session(_FILES[form, name], session_format(form)).histories()
    assert [True] == [getattr(block, "is_error", None) for block in history.history[2].content]


def test_a_summary_is_marked() -> None:
    for form in ("opencode", "copilot_cli", "pi", "hermes"):
        name = "compacted" if form == "hermes" else "compaction"
        (history,) = read_session(_FILES[form, name], session_format(form)).histories()
        assert 1 == len([each for each in history.history if extra(each).get("compaction")]), form


@pytest.mark.parametrize(
    ("form", "name", "title"),
    [
        ("claude_code", "titles", "My greeting"),
        ("pi", "session-info", "Tides"),
        ("droid", "plain", "Tides"),
        ("gemini_cli_jsonl", "summary-told", "A greeting"),
        ("cursor", "queries", "one"),
        ("hermes", "plain", "Tides"),
    ],
)
def test_the_title_is(form: str, name: str, title: str) -> None:
    assert title == read_session(_FILES[form, name], session_format(form)).title


def test_a_reply_of_pi_has_its_usage() -> None:
    (history,) = read_session(_FILES["pi", "plain"], session_format("pi")).histories()
    metadata = history.history[1].metadata
    assert metadata is not None
    assert metadata.usage is not None
    usage = metadata.usage
    assert ("claude-sonnet-5", "anthropic", "end_turn") == (metadata.model, metadata.provider, metadata.stop_reason)
    assert (10, 5, 2, 20) == (
        usage.input_tokens,
        usage.cached_input_tokens,
        usage.cache_creation_input_tokens,
        usage.output_tokens,
    )


def test_the_models_of_copilot_are_those_of_their_turns() -> None:
    (history,) = read_session(_FILES["copilot_cli", "model-change"], session_format("copilot_cli")).histories()
    assert ["gpt-5", "claude-opus-5"] == [
        each.metadata.model for each in history.history if each.metadata and each.metadata.model
    ]


def test_a_prompt_that_its_hook_repeats_is_counted_once() -> None:
    form = session_format("copilot_cli")
    for name in ("hook", "hook-alone"):
        lines = form.lines(enumerate(_FILES["copilot_cli", name].split(b"\n"), 1))
        assert {"user": 1, "assistant": 1} == summary_of(lines, form).messages


def test_an_export_without_messages_is_one() -> None:
    document = {"info": {"id": "ses_1"}, "messages": []}
    assert [] == read_session(json.dumps(document).encode(), session_format("opencode")).histories()[0].history


# A file of Cursor -> the time of the first message
TIMES = {
    "query": "2026-05-08T18:05:00+05:30",
    "query-of-midnight": "2026-05-08T00:05:00+00:00",
    "query-of-odd-time": None,
    "query-of-no-month": None,
    "plain": None,
}


@pytest.mark.parametrize("name", TIMES)
def test_a_message_of_cursor_has_the_time_that_is_written_before_it(name: str) -> None:
    (history,) = read_session(_FILES["cursor", name], session_format("cursor")).histories()
    assert TIMES[name] == history.history[0].created_at


def test_what_the_user_asked_cursor_is_the_title_of_the_list() -> None:
    form = session_format("cursor")
    for name, title in {"query": "When is high water?", "query-without-end": "When is", "plain": "hello"}.items():
        lines = form.lines(enumerate(_FILES["cursor", name].split(b"\n"), 1))
        assert title == summary_of(lines, form).title


def test_what_follows_the_message_that_a_conversation_is_at_is_a_branch() -> None:
    session = read_session(_FILES["chatgpt", "current-has-a-reply"], session_format("chatgpt"))
    found = [(thread.kind, thread.after and thread.after.parts[0].line.id) for thread in session.threads]
    assert [("main", None), ("branch", "u1")] == found
