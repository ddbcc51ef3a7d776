"""The threads of files that are one JSON document."""

from __future__ import annotations

import json

import pytest
from atif import Trajectory
from tests.session_files.document_files import ATIF
from tests.session_files.files import FILES
from tests.session_files.test_threads import extra, facts

from turnwire.errors import InvalidDocument
from turnwire.sessions.files import (
    new_session,
    read_session,
    read_sessions,
    recognise,
    recognise_document,
    session_bytes,
    session_format,
)

_FILES = {(form, name): text for form, name, text in FILES}
_DIFF = '{"type":"diff","path":"/a","oldText":"a","newText":"b"}'

# format, file -> of each thread its kind, the id of the message after which it leaves another one, and its messages
THREADS: dict[tuple[str, str], list[tuple[str, str | None, list[str]]]] = {
    ("atif", "plain"): [("main", None, ["user: hello", "assistant: hi"])],
    ("atif", "system"): [("main", None, ["system: Be brief.", "user: hello"])],
    ("atif", "parts"): [("main", None, ["user: a, b"])],
    ("atif", "reasoning"): [("main", None, ["user: hello", "assistant: (hm), hi"])],
    ("atif", "two-calls"): [
        ("main", None, ["user: hello", "assistant: both, call shell c1, call shell c2", "tool: c1=1", "tool: c2=2"])
    ],
    ("atif", "result-unnamed"): [
        (
            "main",
            None,
            [
                "user: hello",
                "assistant: call shell c1",
                "tool: c1=done",
                "assistant: call shell c1",
                "tool: =a",
                "tool: =b",
            ],
        )
    ],
    ("atif", "result-without-call"): [
        ("main", None, ["user: hello", "assistant: call shell c1", "tool: c1=done", "tool: =something happened"])
    ],
    ("atif", "subagents"): [
        ("main", None, ["user: hello", "assistant: call shell c1", "tool: c1=seen", "assistant: done"]),
        ("sidechain", None, ["user: look", "assistant: seen"]),
        ("sidechain", None, ["user: hello"]),
    ],
    ("atif", "subagent-inside"): [("main", None, ["user: hello"]), ("sidechain", None, ["user: hello"])],
    ("gemini_cli", "plain"): [("main", None, ["user: hello", "assistant: hi"])],
    ("gemini_cli", "thoughts"): [("main", None, ["user: hello", "assistant: (read), hi"])],
    ("gemini_cli", "info"): [("main", None, ["user_interaction: info", "user: hello"])],
    ("gemini_cli", "call"): [("main", None, ["user: hello", "assistant: hi, call read_file c1", "tool: c1=done"])],
    ("gemini_cli", "call-failed"): [
        ("main", None, ["user: hello", "assistant: hi, call read_file c1", "tool: c1=no such file"])
    ],
    ("gemini_cli", "call-json"): [
        (
            "main",
            None,
            [
                "user: hello",
                "assistant: hi, call read_file c1",
                'tool: c1={"content":[{"type":"text","text":"a"}],"size":1.5}',
            ],
        )
    ],
    ("gemini_cli", "call-json-output"): [
        ("main", None, ["user: hello", "assistant: hi, call read_file c1", 'tool: c1={"lines":[1,null]}'])
    ],
    ("gemini_cli", "call-nothing"): [("main", None, ["user: hello", "assistant: hi, call read_file c1", "tool: c1="])],
    ("gemini_cli", "call-output-and-more"): [
        ("main", None, ["user: hello", "assistant: hi, call read_file c1", 'tool: c1={"output":"a","error":"b"}'])
    ],
    ("gemini_cli", "call-response-of-text"): [
        ("main", None, ["user: hello", "assistant: hi, call read_file c1", "tool: c1=a"])
    ],
    ("gemini_cli", "call-picture"): [
        ("main", None, ["user: hello", "assistant: hi, call read_file c1", "tool: c1=seenImageBlockOpaqueBlock"])
    ],
    ("gemini_cli", "call-without-result"): [("main", None, ["user: hello", "assistant: hi, call read_file c1"])],
    ("claude_ai", "plain"): [("main", None, ["user: hello", "assistant: hi"])],
    ("claude_ai", "old"): [("main", None, ["user: hello"])],
    ("claude_ai", "search"): [
        ("main", None, ["user: hello", "assistant: call web_search t1", "tool: t1=y", "assistant: hi"])
    ],
    ("claude_ai", "search-without-ids"): [
        ("main", None, ["user: hello", "assistant: call web_search call-0", "tool: call-0=y", "assistant: hi"])
    ],
    ("claude_ai", "attachment"): [("main", None, ["user: DocumentBlock, see"])],
    ("claude_ai", "branch"): [
        ("main", None, ["user: hello", "assistant: hi", "user: one way"]),
        ("branch", "a1", ["user: another way"]),
    ],
    ("ai_sdk", "plain"): [("main", None, ["user: hello", "assistant: hi"])],
    ("ai_sdk", "chat"): [("main", None, ["user: hello", "assistant: hi"])],
    ("ai_sdk", "reasoning"): [("main", None, ["user: hello", "assistant: (hm), hi"])],
    ("ai_sdk", "image"): [("main", None, ["user: ImageBlock, ?"])],
    ("ai_sdk", "call"): [
        ("main", None, ["user: hello", "assistant: so, call tides c1", "tool: c1=high", "assistant: hi"])
    ],
    ("ai_sdk", "parallel-calls"): [
        (
            "main",
            None,
            ["user: hello", "assistant: call tides c1, call tides c2", "tool: c1=a", "tool: c2=b", "assistant: hi"],
        )
    ],
    ("ai_sdk", "call-unanswered"): [("main", None, ["user: hello", "assistant: call tides c1"])],
    ("ai_sdk", "call-failed"): [("main", None, ["user: hello", "assistant: call tides c1", "tool: c1=no port"])],
    ("ai_sdk", "call-denied"): [("main", None, ["user: hello", "assistant: call tides c1", "tool: c1=not now"])],
    ("ai_sdk", "call-by-provider"): [("main", None, ["user: hello", "assistant: call tides c1, c1=high, hi"])],
    ("ai_sdk", "dynamic"): [("main", None, ["user: hello", "assistant: call mcp-tides c1", "tool: c1=high"])],
    ("ai_sdk", "v4"): [
        ("main", None, ["user: hello", "assistant: (hm), call tides c1", "tool: c1=high", "assistant: hi"])
    ],
    ("ai_sdk", "v4-call"): [
        ("main", None, ["user: hello", "assistant: (hm), call tides c1", "tool: c1=", "assistant: hi"])
    ],
    ("ai_sdk", "v4-attachment"): [("main", None, ["user: see, ImageBlock", "assistant: hi"])],
    ("ai_sdk", "model"): [
        ("main", None, ["user: hello", "assistant: call tides c1", "tool: c1=high", "assistant: hi"])
    ],
    ("ai_sdk", "model-denied"): [("main", None, ["user: hello", "assistant: call tides c1", "tool: c1=not now"])],
    ("ai_sdk", "model-content"): [
        (
            "main",
            None,
            [
                "user: hello",
                "assistant: call tides c1",
                "tool: c1=aImageBlockImageBlockImageBlockDocumentBlockDocumentBlockOpaqueBlockOpaqueBlock",
            ],
        )
    ],
    ("ai_sdk", "model-files"): [
        ("main", None, ["user: ImageBlock, ImageBlock, AudioBlock, OpaqueBlock", "assistant: call tides c1"])
    ],
    ("open_webui", "plain"): [("main", None, ["user: hello", "assistant: hi"])],
    ("open_webui", "alone"): [("main", None, ["user: hello", "assistant: hi"])],
    ("open_webui", "system"): [("main", None, ["system: Be brief.", "user: hello"])],
    ("open_webui", "branch"): [
        ("main", None, ["user: hello", "assistant: one"]),
        ("branch", "u1", ["assistant: two"]),
    ],
    ("open_webui", "edited"): [
        ("main", None, ["user: hello there"]),
        ("branch", None, ["user: hello", "assistant: hi"]),
    ],
    ("open_webui", "children-first"): [("main", None, ["user: hello", "assistant: hi"])],
    ("open_webui", "current-id"): [("main", None, ["user: hello"])],
    ("open_webui", "image"): [("main", None, ["user: ImageBlock, hello"])],
    ("open_webui", "file"): [("main", None, ["user: DocumentBlock, hello"])],
    ("open_webui", "collection"): [("main", None, ["user: OpaqueBlock, hello"])],
    ("open_webui", "parts"): [("main", None, ["user: hello", "assistant: hi, OpaqueBlock, OpaqueBlock"])],
    ("open_webui", "reasoning"): [("main", None, ["user: hello", "assistant: (hm), hi"])],
    ("open_webui", "calls"): [
        (
            "main",
            None,
            [
                "user: hello",
                "assistant: (hm\n1 < 2), I look.\n, call tides c1, call tides c2",
                "tool: c1=high",
                "tool: c2=low",
                "assistant: High in Oslo.\n",
            ],
        )
    ],
    ("open_webui", "call-unanswered"): [("main", None, ["user: hello", "assistant: call tides c1"])],
    ("open_webui", "call-of-objects"): [
        ("main", None, ["user: hello", "assistant: call tides call-0", 'tool: call-0={"high": true}', "assistant: hi"])
    ],
    ("open_webui", "call-with-result-inside"): [
        ("main", None, ["user: hello", "assistant: call tides c1", "tool: c1=high", "assistant: hi"])
    ],
    ("open_webui", "details-of-the-user"): [
        ("main", None, ['user: <details type="reasoning" done="true">x</details>'])
    ],
    ("inspect", "plain"): [("main", None, ["user: hello", "assistant: hi"])],
    ("inspect", "no-samples"): [("main", None, [])],
    ("inspect", "system"): [("main", None, ["system: Be brief.", "user: hello"])],
    ("inspect", "call"): [("main", None, ["user: hello", "assistant: so, call tides c1", "tool: c1=high"])],
    ("inspect", "result-parts"): [
        ("main", None, ["user: hello", "assistant: so, call tides c1", "tool: c1=aImageBlock"])
    ],
    ("inspect", "reasoning"): [("main", None, ["user: hello", "assistant: (hm), hi"])],
    ("inspect", "redacted"): [("main", None, ["user: hello", "assistant: (planned), hi"])],
    ("inspect", "call-failed"): [("main", None, ["user: hello", "assistant: so, call tides c1", "tool: c1=too slow"])],
    ("inspect", "refusal"): [("main", None, ["user: hello", "assistant: RefusalBlock"])],
    ("inspect", "image"): [("main", None, ["user: ImageBlock"])],
    ("inspect", "audio"): [("main", None, ["user: AudioBlock"])],
    ("inspect", "video"): [("main", None, ["user: VideoBlock"])],
    ("inspect", "document"): [("main", None, ["user: DocumentBlock"])],
    ("inspect", "provider-tool"): [("main", None, ["user: hello", "assistant: call search w1, w1=found, hi"])],
    ("hugging_face_traces", "plain"): [("main", None, ["user: hello", "assistant: hi"])],
    ("hugging_face_traces", "header-only"): [("main", None, [])],
    ("hugging_face_traces", "system"): [("main", None, ["system: Be brief.", "user: hello"])],
    ("hugging_face_traces", "reasoning"): [("main", None, ["user: hello", "assistant: (hm), hi"])],
    ("hugging_face_traces", "call"): [
        ("main", None, ["user: hello", "assistant: so, call tides c1", "tool: c1=high", "assistant: hi"])
    ],
    ("hugging_face_traces", "parallel-calls"): [
        ("main", None, ["user: hello", "assistant: so, call tides c1, call tides c2", "tool: c1=a", "tool: c2=b"])
    ],
    ("hugging_face_traces", "empty-result"): [
        ("main", None, ["user: hello", "assistant: so, call tides c1", "tool: c1="])
    ],
    ("hugging_face_traces", "unknown-role"): [("main", None, ["user: hello"])],
    ("acp", "plain"): [("main", None, ["user: hello", "assistant: hi"])],
    ("acp", "chunks"): [("main", None, ["user: hello", "assistant: good morning"])],
    ("acp", "chunks-apart"): [("main", None, ["user: hello", "assistant: good , morning"])],
    ("acp", "chunks-of-two-turns"): [
        ("main", None, ["user: hello", "assistant: hi", "user: again", "assistant: hi again"])
    ],
    ("acp", "chunk-of-a-picture"): [("main", None, ["user: hello", "assistant: a, ImageBlock, b"])],
    ("acp", "thoughts"): [("main", None, ["user: hello", "assistant: (hm), hi"])],
    ("acp", "loaded"): [("main", None, ["user: hello", "assistant: hi"])],
    ("acp", "call"): [
        ("main", None, ["user: hello", "assistant: so, call read c1", "tool: c1=tides", "assistant: done"])
    ],
    ("acp", "call-in-steps"): [("main", None, ["user: hello", "assistant: call read c1", "tool: c1="])],
    ("acp", "call-at-once"): [
        ("main", None, ["user: hello", "assistant: call read c1", "tool: c1=tides", "assistant: done"])
    ],
    ("acp", "call-with-name"): [("main", None, ["user: hello", "assistant: call read_file c1", "tool: c1=tides"])],
    ("acp", "parallel-calls"): [
        (
            "main",
            None,
            ["user: hello", "assistant: call read c1, call read c2", "tool: c1=a", "tool: c2=b", "assistant: done"],
        )
    ],
    ("acp", "diff"): [("main", None, ["user: hello", "assistant: call edit c1", f"tool: c1={_DIFF}"])],
    ("acp", "terminal-and-output"): [
        ("main", None, ["user: hello", "assistant: call read c1", 'tool: c1=OpaqueBlock{"exit":0}'])
    ],
    ("acp", "media"): [("main", None, ["user: ImageBlock, AudioBlock, DocumentBlock, DocumentBlock, DocumentBlock"])],
    ("acp", "two-sessions"): [
        ("main", None, ["user: hello", "assistant: hi"]),
        ("sidechain", None, ["user: other", "assistant: yes"]),
    ],
    ("chatgpt", "plain"): [("main", None, ["user: hello", "assistant: hi"])],
    ("chatgpt", "image"): [("main", None, ["user: hello", "user: ImageBlock, what is it?"])],
    ("chatgpt", "audio"): [("main", None, ["user: hello", "user: AudioBlock, spoken"])],
    ("chatgpt", "python"): [("main", None, ["user: hello", "assistant: call python m0", "tool: m0=2", "assistant: 2"])],
    ("chatgpt", "thoughts"): [
        ("main", None, ["user: hello", "assistant: (hm)", "assistant: (Thought for 3s)", "assistant: hi"])
    ],
    ("chatgpt", "branch"): [
        ("main", None, ["user: hello", "assistant: one"]),
        ("branch", "u1", ["assistant: two"]),
    ],
    ("chatgpt", "edited"): [
        ("main", None, ["user: hello there"]),
        ("branch", None, ["user: hello", "assistant: hi"]),
    ],
    ("chatgpt", "children-first"): [("main", None, ["user: hello", "assistant: hi"])],
    ("chatgpt", "instructions"): [("main", None, ["user: Ada, brief", "user: hello"])],
}


@pytest.mark.parametrize(("form", "name"), THREADS)
def test_the_threads_are(form: str, name: str) -> None:
    session = read_session(_FILES[form, name], session_format(form))
    found = [
        (
            thread.kind,
            None if thread.after is None else thread.after.parts[0].messages[0].id,
            [facts(message) for message in history.history],
        )
        for thread, history in zip(session.threads, session.histories(), strict=True)
    ]
    assert THREADS[form, name] == found


def test_a_file_of_two_conversations_is_two_sessions() -> None:
    for form, ids in (("claude_ai", ["cl-1", "cl-2"]), ("chatgpt", ["gpt-1", "gpt-2"])):
        sessions = read_sessions(_FILES[form, "two"], session_format(form))
        assert ids == [session.id for session in sessions]
        assert ["Greeting", "Greeting"] == [session.title for session in sessions]


def test_a_subagent_of_a_trajectory_names_the_call_that_started_it() -> None:
    _, first, second = read_session(_FILES["atif", "subagents"], session_format("atif")).threads
    assert [("t-2", "c1"), ("subagent-2", None)] == [(first.agent, first.call), (second.agent, second.call)]


def test_a_sample_is_a_session() -> None:
    sessions = read_sessions(_FILES["inspect", "two"], session_format("inspect"))
    assert ["s-1", "s-2"] == [session.id for session in sessions]
    sessions = read_sessions(_FILES["inspect", "no-uuid"], session_format("inspect"))
    assert ["a-2", "7-1"] == [session.id for session in sessions]


def test_a_failed_result_is_an_error() -> None:
    for form, name in (
        ("inspect", "call-failed"),
        ("ai_sdk", "call-failed"),
        ("ai_sdk", "model-error"),
        ("gemini_cli", "call-failed"),
    ):
        (history,) = read_session(_FILES[form, name], session_format(form)).histories()
        assert [True] == [getattr(block, "is_error", None) for block in history.history[2].content]


def test_the_copy_of_a_branch_in_open_webui_is_kept() -> None:
    form = session_format("open_webui")
    histories = read_session(_FILES["open_webui", "plain"], form).histories()
    histories[0].history[1].content[0].text = "good day"  # type: ignore[union-attr]
    (chat,) = json.loads(session_bytes(histories, form))
    assert "good day" == chat["chat"]["history"]["messages"]["a1"]["content"]
    assert "hi" == chat["chat"]["messages"][1]["content"]


_FOREIGN = [
    [{"role": "user", "content": "hello"}, {"role": "assistant", "content": [{"type": "text", "text": "hi"}]}],
    [{"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "tides", "input": {}}]}],
    [{"role": "assistant", "content": None, "tool_calls": [{"id": "c", "type": "function", "function": {}}]}],
    [{"role": "user", "content": [{"type": "image", "source": {"type": "url", "url": "https://x.test"}}]}],
    [{"role": "user", "content": [{"type": "file", "file": {"file_id": "f"}}]}],
    [{"role": "user", "parts": [{"text": "hello"}]}],
    [{"role": "user", "parts": [{"type": "text", "content": "hello"}]}],
    [{"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hello"}]}],
    [],
    [5, "a", None],
    [[]],
]


@pytest.mark.parametrize("messages", _FOREIGN, ids=range(len(_FOREIGN)))
def test_messages_of_providers_are_no_session_file(messages: list[object]) -> None:
    for document in (messages, {"messages": messages}, [{"messages": messages}]):
        assert recognise_document(json.dumps(document).encode()) is None


def test_a_message_that_is_a_list_is_refused() -> None:
    documents: list[object] = [[[]], {"messages": [[]]}, [{"messages": [{"role": "user"}, [1]]}]]
    for document in documents:
        with pytest.raises(InvalidDocument, match="the messages of a conversation are objects"):
            read_sessions(json.dumps(document).encode(), session_format("ai_sdk"))


def test_the_first_message_of_the_model_context_protocol_is_no_session() -> None:
    started = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}}
    assert recognise([json.dumps(started).encode()]) is None


def test_a_parent_is_the_message_before() -> None:
    (history,) = read_session(_FILES["chatgpt", "python"], session_format("chatgpt")).histories()
    assert [None, "u1", "m0", "m1"] == [extra(message).get("parent_id") for message in history.history]


@pytest.mark.parametrize("name", sorted(ATIF.keys() - {"image", "audio", "unknown-part", "odd-calls", "result-parts"}))
def test_a_trajectory_is_written_anew(name: str) -> None:
    form = session_format("atif")
    history, *_ = read_sessions(_FILES["atif", name], form)[0].histories()
    made = new_session(history, form)
    (again,) = read_session(made.data, form).histories()
    said = [facts(message) for message in history.history if message.content]
    assert [each for each in said if not each.endswith("=")] == [
        facts(message) for message in again.history if message.content and not facts(message).endswith("=")
    ]


def test_what_a_trajectory_does_not_hold_is_reported() -> None:
    form = session_format("atif")
    (history,) = read_session(_FILES["claude_code", "text-blocks"], session_format("claude_code")).histories()
    losses = {(loss.kind, loss.path) for loss in new_session(history, form).losses}
    assert {("dropped", "/history/0/content/1"), ("dropped", "/history/0/provider_raw")} <= losses


@pytest.mark.parametrize(("form", "name", "text"), FILES, ids=[f"{form}-{name}" for form, name, _ in FILES])
def test_a_new_trajectory_passes_the_models_of_its_package(form: str, name: str, text: bytes) -> None:  # noqa: ARG001
    for session in read_sessions(text, session_format(form)):
        for history in session.histories():
            found = Trajectory.model_validate_json(new_session(history, session_format("atif")).data)
            assert len(found.steps) <= len(history.history) + 1
