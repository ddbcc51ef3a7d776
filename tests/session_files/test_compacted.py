"""New sessions of a compacted one: the program sends the summary and what follows it, and works in the same folder."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import Raw
from tests.session_files.claude import file_of
from tests.session_files.claude_files import CLAUDE
from tests.session_files.codex import line, meta, said
from tests.session_files.codex_files import CODEX

from turnwire.cli.app import app
from turnwire.model import History, ImageBlock, Message, MessageMetadata, Meta, Source, TextBlock
from turnwire.sessions.files import new_session, read_session, session_format

CLAUDE_CODE, CODEX_FORM = session_format("claude_code"), session_format("codex")
SUMMARY = "Summary: hello."
PICTURE = ImageBlock(Source(kind="base64", data=Raw(b'"aGk="')), media_type="image/png")


def compacted(*content: Any) -> History:
    marked = MessageMetadata(extra={"compaction": Raw(b"true")})
    return History(
        [
            Message("user", [TextBlock("hello")]),
            Message("assistant", [TextBlock("hi")]),
            Message("user", [*(content or [TextBlock(SUMMARY)])], metadata=marked),
            Message("user", [TextBlock("go on")]),
        ]
    )


def lines_of(history: History, name: str) -> list[dict[str, Any]]:
    return [json.loads(text) for text in new_session(history, session_format(name)).data.splitlines()]


def test_a_rollout_replaces_what_came_before() -> None:
    """Codex 0.171 sends the items of the last `replacement_history`, and those behind it."""
    found = lines_of(compacted(), "codex")
    item = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": SUMMARY}]}
    marks = [each["payload"] for each in found if each["type"] == "compacted"]
    assert [{"message": SUMMARY, "replacement_history": [item]}] == marks
    assert ["hello", "hi", "go on"] == [
        each["payload"]["content"][0]["text"] for each in found if each["type"] == "response_item"
    ]


def test_a_summary_that_is_more_than_texts_is_a_message_of_a_rollout() -> None:
    found = lines_of(compacted(TextBlock(SUMMARY), PICTURE), "codex")
    assert "compacted" not in {each["type"] for each in found}
    assert 4 == sum(each["type"] == "response_item" for each in found)


def test_a_session_of_claude_code_begins_again_at_the_summary() -> None:
    """Claude Code 2.1.197 sends what continues the last boundary, which continues nothing."""
    _, before, boundary, summary, after = lines_of(compacted(), "claude_code")
    assert ("system", "compact_boundary") == (boundary["type"], boundary["subtype"])
    assert (None, before["uuid"]) == (boundary["parentUuid"], boundary["logicalParentUuid"])
    assert (boundary["uuid"], True, SUMMARY) == (
        summary["parentUuid"],
        summary["isCompactSummary"],
        summary["message"]["content"],
    )
    assert summary["uuid"] == after["parentUuid"]
    assert "isCompactSummary" not in after


@pytest.mark.parametrize("name", ["claude_code", "codex"])
def test_the_summary_stays_one_over_both_programs(name: str) -> None:
    first = new_session(compacted(), session_format(name)).data
    other = CODEX_FORM if name == "claude_code" else CLAUDE_CODE
    there = new_session(read_session(first, session_format(name)).histories()[0], other).data
    again = new_session(read_session(there, other).histories()[0], session_format(name)).data
    assert first == again
    for data, form in ((first, session_format(name)), (there, other)):
        (history,) = read_session(data, form).histories()
        marked = [message for message in history.history if message.metadata and message.metadata.extra]
        assert [SUMMARY] == [each.content[0].text for each in marked if "compaction" in (each.metadata.extra or {})]  # type: ignore[union-attr]


def test_an_export_says_what_the_agent_did_not_send_any_more(tmp_path: Any) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(file_of(*CODEX["compacted"]))
    done = CliRunner().invoke(app, ["sessions", "export", str(path), "--to", "anthropic"])
    assert "3 messages before the last summary are written, too; the agent no longer sent them\n" in done.stderr
    assert "summary" not in CliRunner().invoke(app, ["sessions", "export", str(path)]).stderr


# a file -> the working folder and the branch of git
PLACES = [
    ("claude_code", CLAUDE["plain"], "/home/ada/project", "main"),
    ("codex", CODEX["plain"], "/p", None),
    ("codex", (meta(git={"branch": "tides"}), line("turn_context", cwd="/other"), said("user", "hi")), "/p", "tides"),
    ("codex", (said("user", "hi"),), None, None),
]


@pytest.mark.parametrize(("name", "given", "folder", "branch"), PLACES)
def test_the_folder_and_the_branch_are_those_of_the_session(
    name: str, given: tuple[Any, ...], folder: str | None, branch: str | None
) -> None:
    (history,) = read_session(file_of(*given), session_format(name)).histories()
    head, turn, *_ = lines_of(history, "codex")
    assert (folder or "/", folder or "/") == (head["payload"]["cwd"], turn["payload"]["cwd"])
    assert ({"branch": branch} if branch else None) == head["payload"].get("git")
    for each in lines_of(history, "claude_code"):
        assert (folder or "/", branch or "") == (each["cwd"], each["gitBranch"])


def test_a_folder_that_is_no_text_is_not_written() -> None:
    places = Meta(extra={"working_folder": Raw(b"5"), "git_branch": Raw(b'""')})
    history = History([Message("user", [TextBlock("hello")])], meta=places)
    head = lines_of(history, "codex")[0]["payload"]
    assert ("/", None) == (head["cwd"], head.get("git"))
