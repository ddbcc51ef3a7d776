"""Errors that the user saw are shown, and every session has a title."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from tests.session_files.acp_files import ACP
from tests.session_files.claude import SESSION, reply, text, user
from tests.session_files.gemini_files import GEMINI_CLI_JSONL

from turnwire.cli.app import app

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.all_dialects

TIME = "2026-03-04T10:00:00.000Z"
GEMINI: dict[str, Any] = {
    "sessionId": "g-1",
    "projectHash": "abc",
    "summary": "The tides of May",
    "messages": [
        {"id": "m1", "timestamp": TIME, "type": "user", "content": "hello"},
        {"id": "m2", "timestamp": TIME, "type": "error", "content": "[API Error: 429]"},
    ],
}
WEB: dict[str, Any] = {
    "id": "a",
    "parentId": None,
    "childrenIds": [],
    "role": "assistant",
    "model": "m",
    "content": "Hm",
}


def web(error: object) -> list[object]:
    chat = {"history": {"messages": {"a": WEB | {"error": error}}, "currentId": "a"}}
    return [[{"id": "c", "user_id": "u", "title": "T", "chat": chat}]]


# a file -> what is shown
SHOWN: dict[str, tuple[list[object], str]] = {
    "of Gemini CLI": ([GEMINI], f"error  line 3  {TIME}\n<! [API Error: 429]\n"),
    "of Gemini CLI's lines": (
        [*GEMINI_CLI_JSONL["plain"], GEMINI["messages"][1]],
        f"error  line 5  {TIME}\n<! [API Error: 429]\n",
    ),
    "of Open WebUI": (web({"content": "Ollama: 500"}), "assistant  line 2  m\n<! Ollama: 500\nHm\n"),
    "of Open WebUI's first versions": (web("no model"), "<! no model\nHm\n"),
    "of the Agent Client Protocol": (
        [*ACP["plain"], {"jsonrpc": "2.0", "id": 9, "error": {"code": -32000, "message": "log in first"}}],
        "<! log in first\n",
    ),
}


def run(path: Path, lines: list[object], *arguments: str) -> str:
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    done = CliRunner().invoke(app, ["sessions", arguments[0], str(path), *arguments[1:]])
    assert 0 == done.exit_code, done.stderr
    return done.stdout


@pytest.mark.parametrize("case", SHOWN)
def test_an_error_is_shown(case: str, tmp_path: Path) -> None:
    lines, wanted = SHOWN[case]
    assert wanted in run(tmp_path / "a.json", lines, "show")
    page = run(tmp_path / "a.json", lines, "show", "--html", "-")
    assert '<details class="error">' in page


def test_an_error_that_is_no_text_is_not_shown(tmp_path: Path) -> None:
    assert "<!" not in run(tmp_path / "a.json", web({"content": True}), "show")


def sidechain(line: dict[str, Any]) -> dict[str, Any]:
    return line | {"isSidechain": True, "agentId": "a1"}


# a file -> its title
TITLES: dict[str, tuple[list[object], str | None]] = {
    "the summary of Gemini CLI": ([GEMINI], "The tides of May"),
    "the task of a subagent": (
        [sidechain(user("u1", None, "look around")), sidechain(user("u2", "u1", "and again"))],
        "look around",
    ),
    "the prompt, and not the task": ([sidechain(user("u1", None, "look")), user("u2", None, "hello")], "hello"),
    "no line that Claude Code wrote itself": (
        [
            user("u1", None, "Caveat: The messages below were made by commands.", isMeta=True),
            user("u2", "u1", "<command-name>/model</command-name>"),
            user("u3", "u2", "Read the tide table"),
        ],
        "Read the tide table",
    ),
    "no mark of an interruption": (
        [
            user("u1", None, "[Request interrupted by user]"),
            user("u2", "u1", [{"type": "text", "text": "[Request interrupted by user for tool use]"}]),
            user("u3", "u2", "Read the tide table"),
        ],
        "Read the tide table",
    ),
    "a session without a prompt": (
        [sidechain(user("u1", None, "look")), reply("a1", None, "msg_1", text("hi"), sessionId=SESSION)],
        None,
    ),
}


@pytest.mark.parametrize("case", TITLES)
def test_the_title_of_a_session(case: str, tmp_path: Path) -> None:
    lines, title = TITLES[case]
    assert title == json.loads(run(tmp_path / "a.json", lines, "list", "--format", "json"))["title"]
