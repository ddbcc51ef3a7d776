"""A session that is written for another agent, and read again."""

from __future__ import annotations

import gzip
import json
from typing import Any

import msgspec
import pytest
from msgspec import Raw
from tests.data import data
from tests.session_files import claude, codex
from tests.session_files.claude import SESSION, file_of
from tests.session_files.claude_files import CLAUDE
from tests.session_files.codex_files import CODEX
from tests.session_files.test_threads import outline

import turnwire
from turnwire.dialects import part_of
from turnwire.model import (
    DocumentBlock,
    History,
    ImageBlock,
    Message,
    RefusalBlock,
    Source,
    TextBlock,
    ThinkingBlock,
    ToolResultBlock,
    ToolUseBlock,
    VideoBlock,
)
from turnwire.sessions.files import new_session, read_session, recognise, session_format
from turnwire.sessions.files.created import LEFT_TO_THE_AGENT, as_uuid, is_left_to_the_agent

CLAUDE_CODE, CODEX_FORM = session_format("claude_code"), session_format("codex")

# What Codex has no place for, or writes otherwise: reasoning without its own seal, and blocks of Anthropic's tools.
_OTHERWISE = {"thinking", "unknown-block", "tool-reference", "odd-messages", "text-blocks"}


def conversation(history: History) -> list[str]:
    """The messages of the user, the assistant and the tools."""
    return [said for said in outline(history) if not said.startswith(("user_interaction", "system"))]


@pytest.mark.parametrize("name", sorted(CLAUDE.keys() - _OTHERWISE))
def test_a_session_of_claude_code_goes_to_codex_and_comes_back(name: str) -> None:
    history = read_session(file_of(*CLAUDE[name]), CLAUDE_CODE).histories()[0]
    there = read_session(new_session(history, CODEX_FORM).data, CODEX_FORM).histories()[0]
    back = read_session(new_session(there, CLAUDE_CODE).data, CLAUDE_CODE).histories()[0]
    assert conversation(history) == conversation(there)
    assert conversation(history) == conversation(back)


@pytest.mark.parametrize("name", ["plain", "call", "parallel-calls", "developer", "mirrors", "compacted"])
def test_a_session_of_codex_goes_to_claude_code(name: str) -> None:
    history = read_session(file_of(*CODEX[name]), CODEX_FORM).histories()[0]
    made = new_session(history, CLAUDE_CODE)
    there = read_session(made.data, CLAUDE_CODE).histories()[0]
    assert conversation(history) == conversation(made.ids.restore(there))
    dropped: list[Any] = [loss.value for loss in made.losses if loss.feature == "message.role"]
    assert "You are a coding agent." in [value["content"][0]["text"] for value in dropped]


def test_what_a_new_file_does_not_hold_is_reported() -> None:
    history = turnwire.read(
        {
            "model": "gpt-4.1",
            "temperature": 0.5,
            "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "hi", "name": "mira"}],
        },
        "openai_chat",
        kind="request",
    )
    losses = {(loss.kind, loss.path, loss.dialect) for loss in new_session(history, CLAUDE_CODE).losses}
    assert {
        ("dropped", "/history/0", "claude_code"),
        ("dropped", "/history/1/name", "claude_code"),
        ("dropped", "/settings/generation", "claude_code"),
    } == losses
    lines = [json.loads(line) for line in new_session(history, CODEX_FORM).data.splitlines()]
    assert "gpt-4.1" == next(line["payload"]["model"] for line in lines if line["type"] == "turn_context")


def test_what_a_trajectory_does_not_hold_of_results_and_reasoning_is_reported() -> None:
    result = ToolResultBlock(tool_use_id="c", content=[TextBlock(text="a", provider_raw={"x": Raw(b'{"id":1}')})])
    thought = ThinkingBlock(text="Look.", summary=["A look."])
    history = History(history=[Message(role="assistant", content=[thought]), Message(role="tool", content=[result])])
    found = new_session(history, session_format("atif")).losses
    losses: dict[tuple[str, str], Any] = {(loss.path, loss.feature): loss.value for loss in found}
    assert {"x": {"id": 1}} == losses["/history/1/content/0/content/0/provider_raw", "text.provider_raw"]
    assert ["A look."] == losses["/history/0/content/0/summary", "thinking.summary"]


# name -> items between two prompts, and the contents of the lines that are written for these items
NOTHING_SAID: dict[str, tuple[list[Any], list[Any]]] = {
    "compaction": ([codex.item("compaction", encrypted_content="sealed")], []),
    "ghost": ([codex.item("ghost_snapshot", ghost_commit={"id": "c0ffee", "parent": None})], []),
    "unknown": ([codex.item("tide_report", level=3)], []),
    "image": (
        [codex.item("image_generation_call", id="ig_1", status="completed", revised_prompt="a tide", result="aGk=")],
        [[("tool_use", None)], [("tool_result", "")]],
    ),
}


@pytest.mark.parametrize("name", NOTHING_SAID)
def test_what_claude_code_has_no_place_for_leaves_no_empty_content(name: str) -> None:
    items, contents = NOTHING_SAID[name]
    file = file_of(codex.meta(), codex.said("user", "one"), *items, codex.said("user", "two"))
    made = new_session(read_session(file, CODEX_FORM).histories()[0], CLAUDE_CODE)
    lines: list[Any] = [json.loads(line)["message"]["content"] for line in made.data.splitlines()]
    assert ["one", *contents, "two"] == [
        line if isinstance(line, str) else [(block["type"], block.get("content")) for block in line] for line in lines
    ]
    assert any(loss.kind == "dropped" and loss.path.startswith("/history/2/content/") for loss in made.losses)


def test_a_message_without_content_is_no_line_of_claude_code() -> None:
    history = turnwire.History([turnwire.Message("user", [TextBlock("hi")]), turnwire.Message("assistant")])
    made = new_session(history, CLAUDE_CODE)
    assert ["hi"] == [json.loads(line)["message"]["content"] for line in made.data.splitlines()]
    losses: list[Any] = [(loss.kind, loss.path, loss.value) for loss in made.losses]
    assert [("dropped", "/history/1/role", "assistant")] == losses


def test_new_lines_continue_one_another() -> None:
    history = read_session(file_of(*CLAUDE["call"]), CLAUDE_CODE).histories()[0]
    lines: list[Any] = [json.loads(line) for line in new_session(history, CLAUDE_CODE).data.splitlines()]
    assert [None, *(line["uuid"] for line in lines[:-1])] == [line["parentUuid"] for line in lines]
    assert {SESSION} == {line["sessionId"] for line in lines}


def test_ids_are_made_of_what_they_stand_for() -> None:
    assert SESSION == as_uuid(SESSION)
    assert as_uuid("a") == as_uuid("a")
    assert as_uuid("a") != as_uuid("b")


def test_each_rule_that_is_left_to_the_agent_exists() -> None:
    passes = [
        each for name in ("anthropic_messages", "openai_responses") for each in part_of(name, "request").lower.passes
    ]
    left = {each.rule.__qualname__.partition(".")[0] for each in passes if is_left_to_the_agent(each)}
    assert LEFT_TO_THE_AGENT == left


def test_recorded_sessions_of_claude_code_go_to_codex_and_come_back() -> None:
    paths = sorted((data("sessions") / "claude_code").rglob("*.jsonl*"))
    assert paths
    for path in paths:
        text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        assert recognise(text.split(b"\n")) is CLAUDE_CODE
        history = read_session(text, CLAUDE_CODE).histories()[0]
        there = read_session(new_session(history, CODEX_FORM).data, CODEX_FORM).histories()[0]
        back = read_session(new_session(there, CLAUDE_CODE).data, CLAUDE_CODE).histories()[0]
        plain = [said for said in _without_thoughts(history) if said]
        assert plain == [said for said in _without_thoughts(there) if said], path
        assert plain == [said for said in _without_thoughts(back) if said], path


def _without_thoughts(history: History) -> list[str]:
    """The conversation without reasoning, which only its own provider takes."""
    for message in history.history:
        message.content = [block for block in message.content if "Thinking" not in type(block).__name__]
    return conversation(history)


# ContentItem and FunctionCallOutputContentItem have these variants (openai/codex, codex-rs/protocol/src/models.rs).
_READ_BY_CODEX = {"input_text", "input_image", "output_text"}


def _parts(line: dict[str, Any]) -> list[dict[str, Any]]:
    found = line["payload"].get("content") or line["payload"].get("output")
    return found if isinstance(found, list) else []


def test_a_rollout_has_only_parts_that_codex_reads() -> None:
    source = Source(kind="base64", data=Raw(b'"aGk="'))
    document = DocumentBlock(source=source, media_type="application/pdf", filename="tides.pdf")
    picture = ImageBlock(source=source, media_type="image/png")
    history = turnwire.History(
        [
            turnwire.Message("user", [TextBlock("see"), document, picture, VideoBlock(source=source)]),
            turnwire.Message("assistant", [RefusalBlock("no"), ToolUseBlock("c1", "tides", Raw(b"{}"))]),
            turnwire.Message("tool", [ToolResultBlock("c1", content=[TextBlock("high"), document])]),
        ]
    )
    made = new_session(history, CODEX_FORM)
    lines = [json.loads(line) for line in made.data.splitlines()]
    items = [line for line in lines if line["type"] == "response_item"]
    assert _READ_BY_CODEX >= {part["type"] for line in items for part in _parts(line)}
    there = read_session(made.data, CODEX_FORM).histories()[0]
    assert [
        "user: see, [document: tides.pdf], ImageBlock",
        "assistant: no, call tides c1",
        "tool: c1=high[document: tides.pdf]",
    ] == conversation(there)
    assert {
        ("degraded", "/history/0/content/1"),
        ("dropped", "/history/0/content/3"),
        ("degraded", "/history/1/content/0"),
        ("degraded", "/history/2/content/0/content/1"),
    } <= {(loss.kind, loss.path) for loss in made.losses}


@pytest.mark.parametrize("target", ["codex", "claude_code", "atif"])
@pytest.mark.parametrize("number", ["1e400", "-1e400", "9" * 5000], ids=["1e400", "-1e400", "5000 digits"])
def test_a_number_that_python_does_not_hold_is_written_or_reported(number: str, target: str) -> None:
    lines = (
        claude.user("u1", None, "hello", tide="NUMBER"),
        claude.reply("a1", "u1", "msg_1", claude.call("toolu_1", level="NUMBER")),
        claude.reply("a2", "a1", "msg_2", {**claude.text("hi"), "level": "NUMBER"}),
    )
    data = file_of(*lines).replace(b'"NUMBER"', number.encode())
    (history,) = read_session(data, CLAUDE_CODE).histories()
    made = new_session(history, session_format(target))
    told = made.data + msgspec.json.encode([loss.value for loss in made.losses])
    assert 3 <= told.count(number.encode())
