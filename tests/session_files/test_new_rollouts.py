"""What a rollout of Codex takes, where the Responses API takes more: messages of the system, media, results."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import Raw
from tests.session_files import codex
from tests.session_files.claude import file_of
from tests.session_files.claude_files import CLAUDE
from tests.session_files.codex_files import CODEX
from tests.session_files.test_threads import outline

import turnwire
from turnwire.model import (
    Citation,
    DocumentBlock,
    History,
    ImageBlock,
    Message,
    Source,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from turnwire.sessions.files import new_session, read_session, session_format

if TYPE_CHECKING:
    from turnwire.model import ContentBlock

FORM = session_format("codex")
ASKED = Message("user", [TextBlock("hello")])
PICTURE = ImageBlock(Source(kind="base64", data=Raw(b'"aGk="')), media_type="image/png")


def items(history: History) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in new_session(history, FORM).data.splitlines()]
    return [line["payload"] for line in lines if line["type"] == "response_item"]


def prompt(history: History) -> Any:
    head = json.loads(new_session(history, FORM).data.splitlines()[0])
    return head["payload"]["base_instructions"]


def said(history: History) -> list[tuple[str, str]]:
    return [(item["role"], "".join(part.get("text", "*") for part in item["content"])) for item in items(history)]


# the messages of the system at the beginning and the end -> the instructions, and the messages of the developer
PROMPTS: dict[str, tuple[list[ContentBlock], list[ContentBlock], Any, list[str]]] = {
    "one at the beginning": ([TextBlock("a")], [], {"text": "a"}, []),
    "one of two texts": ([TextBlock("a"), TextBlock("b")], [], {"text": "a\n\nb"}, []),
    "one at the end": ([], [TextBlock("b")], None, ["b"]),
    "two": ([TextBlock("a")], [TextBlock("b")], {"text": "a"}, ["b"]),
}


@pytest.mark.parametrize("case", PROMPTS)
def test_the_prompt_of_the_system_is_the_instructions(case: str) -> None:
    """Codex sends its instructions and messages of the developer, and leaves out messages of the system."""
    first, last, instructions, developers = PROMPTS[case]
    system = [Message("system", blocks) for blocks in (first, last)]
    history = History([*system[: bool(first)], ASKED, *system[1 : 1 + bool(last)]])
    assert instructions == prompt(history)
    assert [("user", "hello"), *(("developer", text) for text in developers)] == said(history)


def test_the_instructions_of_a_rollout_come_back() -> None:
    (history,) = read_session(file_of(*CODEX["call"]), FORM).histories()
    assert {"text": "You are a coding agent."} == prompt(history)
    (again,) = read_session(new_session(history, FORM).data, FORM).histories()
    assert [(each.role, each.content) for each in history.history] == [
        (each.role, each.content) for each in again.history
    ]


# role -> the events of a message with the texts `a` and `b`, as Codex itself writes them
EVENTS = {"user": [("user_message", "ab")], "assistant": [("agent_message", "a"), ("agent_message", "b")]}


@pytest.mark.parametrize("role", EVENTS)
def test_the_events_of_a_message_with_several_texts(role: Any) -> None:
    history = History([ASKED, Message(role, [TextBlock("a"), TextBlock("b")])])
    lines = [json.loads(line)["payload"] for line in new_session(history, FORM).data.splitlines()]
    assert EVENTS[role] == [(line["type"], line["message"]) for line in lines if "message" in line][1:]
    (again,) = read_session(new_session(history, FORM).data, FORM).histories()
    assert [["hello"], ["a", "b"]] == [[text.text for text in each.content] for each in again.history]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("form", "lines", "shown"),
    [
        ("claude_code", CLAUDE["commands-of-the-user"], ["<div> or <span>?", "hi"]),
        (
            "codex",
            (codex.said("user", "<environment_context></environment_context>"), *CODEX["plain"]),
            ["hello", "hi"],
        ),
    ],
    ids=["claude_code", "codex"],
)
def test_what_an_agent_wrote_as_the_user_is_an_item_and_not_shown(form: str, lines: Any, shown: list[str]) -> None:
    (history,) = read_session(file_of(*lines), session_format(form)).histories()
    written = new_session(history, FORM).data
    events = [json.loads(line)["payload"] for line in written.splitlines() if b'"event_msg"' in line]
    assert shown == [event["message"] for event in events]
    (again,) = read_session(written, FORM).histories()
    assert outline(history) == outline(again)
    assert len(outline(history)) > len(shown)


def test_citations_are_dropped_and_reported() -> None:
    """Codex stores a text without annotations."""
    cited = TextBlock("high tide", citations=[Citation(kind="web", url="https://tide.test", span_start=0, span_end=4)])
    found = new_session(History([ASKED, Message("assistant", [cited, TextBlock("low")])]), FORM)
    assert b"tide.test" not in found.data
    assert b"annotations" not in found.data
    (lost,) = [loss for loss in found.losses if "citation" in loss.feature]
    assert ("dropped", "/history/1/content/0/citations", "text.citations") == (lost.kind, lost.path, lost.feature)


# content of a result -> its output
RESULTS: dict[str, tuple[list[ContentBlock], Any]] = {
    "a text": ([TextBlock("done")], "done"),
    "an empty text": ([TextBlock("")], ""),
    "nothing": ([], ""),
}


@pytest.mark.parametrize("case", RESULTS)
def test_a_result_of_one_text_is_a_text(case: str) -> None:
    content, output = RESULTS[case]
    call, result = ToolUseBlock("c1", "ls", Raw(b"{}")), ToolResultBlock("c1", content=content)
    found = items(History([ASKED, Message("assistant", [call]), Message("tool", [result])]))
    assert [{"type": "function_call_output", "call_id": "c1", "output": output}] == found[2:]


# block -> its parts, and the kind of the loss
MEDIA: dict[str, tuple[ContentBlock, list[str], list[str]]] = {
    "a picture": (PICTURE, ["*"], []),
    "a picture at an address": (
        ImageBlock(Source(kind="url", data=Raw(b'"https://x.test/a"'))),
        ["[image: https://x.test/a]"],
        ["degraded"],
    ),
    "a picture in a store of files": (ImageBlock(Source(kind="file_id", data=Raw(b'"file-1"'))), [], ["dropped"]),
    "a document that is text": (
        DocumentBlock(Source(kind="text", data=Raw(b'"high"')), title="Tides"),
        ["Tides\n\nhigh"],
        ["reshaped"],
    ),
    "a file of text as base64": (
        DocumentBlock(Source(kind="base64", data=Raw(b'"aGk="')), media_type="text/csv", filename="a.csv"),
        ["a.csv\n\nhi"],
        ["dropped", "reshaped", "reshaped"],
    ),
    "a file of other than UTF-8": (
        DocumentBlock(Source(kind="base64", data=Raw(b'"/w=="')), media_type="text/csv", filename="a.csv"),
        ["[document: a.csv]"],
        ["degraded"],
    ),
    "a file that is text": (
        DocumentBlock(Source(kind="text", data=Raw(b'"high"')), filename="a.txt"),
        ["a.txt\n\nhigh"],
        ["reshaped", "reshaped"],
    ),
}


@pytest.mark.parametrize("case", MEDIA)
def test_parts_are_texts_and_pictures_with_data(case: str) -> None:
    block, parts, losses = MEDIA[case]
    history = History([Message("user", [TextBlock("see"), block])])
    (item,) = items(history)
    assert ["see", *parts] == [part.get("text", "*") for part in item["content"]]
    assert losses == [loss.kind for loss in new_session(history, FORM).losses]


def test_the_output_of_a_shell_is_that_of_a_function() -> None:
    (history,) = read_session(file_of(*CODEX["shell-call"]), FORM).histories()
    assert {"type": "function_call_output", "call_id": "call_1", "output": "done"} == items(history)[-1]


def test_the_output_of_a_shell_keeps_unknown_members() -> None:
    output = codex.item("function_call_output", call_id="call_1", output="done", tide=3)
    (history,) = read_session(file_of(*CODEX["shell-call"][:-1], output), FORM).histories()
    assert 3 == items(history)[-1]["tide"]


def test_a_turn_begins_where_another_model_answers() -> None:
    lines = (codex.meta(), codex.turn("a"), codex.said("user", "1"), codex.said("assistant", "2"))
    more = (codex.turn("b"), codex.said("user", "3"), codex.said("assistant", "4"))
    (history,) = read_session(file_of(*lines, *more), FORM).histories()
    made = [json.loads(line) for line in new_session(history, FORM).data.splitlines()]
    assert ["a", "b"] == [line["payload"]["model"] for line in made if line["type"] == "turn_context"]


def test_a_search_for_tools_has_the_members_that_codex_needs() -> None:
    """Codex 0.171 leaves out a line of these types that has no `execution`, or no `arguments` or no `status`."""
    body: dict[str, Any] = {
        "model": "gpt-5.4",
        "input": [
            {"role": "user", "content": "hello"},
            {"type": "tool_search_call", "id": "a", "arguments": {"query": "f"}},
            {"type": "tool_search_output", "id": "b", "tools": [], "status": "incomplete"},
            {"type": "tool_search_output", "call_id": "c", "execution": "client", "tools": []},
            {"type": "tool_search_call", "call_id": "d"},
        ],
    }
    found = items(turnwire.read(body, "openai_responses", kind="request"))
    assert [{"query": "f"}, {}] == [item["arguments"] for item in found if item["type"] == "tool_search_call"]
    assert [("server", None), ("server", "incomplete"), ("client", "completed"), ("server", None)] == [
        (item["execution"], item.get("status")) for item in found[1:]
    ]


def test_a_text_that_is_no_string_has_no_event() -> None:
    broken = codex.item("message", role="user", content=[{"type": "input_text", "text": [5]}])
    (history,) = read_session(file_of(*CODEX["call"][:2], broken), FORM).histories()
    assert {"type": "input_text", "text": [5]} in items(history)[0]["content"]
