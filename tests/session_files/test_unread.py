"""Session files of programs that turnwire knows by name, and does not read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from tests.session_files.files import FILES

from turnwire.cli.app import app
from turnwire.sessions.files.unread import program_of

if TYPE_CHECKING:
    from pathlib import Path

_LINE: dict[str, Any] = {"uuid": "a", "parentUuid": None, "sessionId": "s", "cwd": "/p", "version": "0.6.0"}

UNREAD: dict[str, tuple[object, ...]] = {
    "Qwen Code": (
        {**_LINE, "type": "system", "subtype": "ui_telemetry", "systemPayload": {"uiEvent": {}}},
        {**_LINE, "type": "user", "message": {"role": "user", "parts": [{"text": "hello"}]}},
    ),
    "Kimi CLI": (
        {"role": "user", "content": "hello"},
        {"role": "_checkpoint", "id": 0},
        {"role": "assistant", "content": [{"type": "text", "text": "hi"}]},
    ),
    "Kimi CLI ": (
        {"type": "metadata", "protocol_version": "1.2"},
        {"timestamp": 1767261600.1, "message": {"type": "TurnBegin", "payload": {"user_input": "hello"}}},
    ),
    "`codex exec --json`": (
        {"type": "thread.started", "thread_id": "t"},
        {"type": "item.completed", "item": {"id": "item_0", "type": "agent_message", "text": "hi"}},
    ),
    "Claude Code's list of prompts": ({"display": "hello", "pastedContents": {}, "timestamp": 1, "project": "/p"},),
    "Codex's list of prompts": ({"session_id": "s", "ts": 1, "text": "hello"},),
    "Amp": ({"v": 3, "id": "T-1", "created": 1, "messages": [{"role": "user", "content": []}]},),
    "Cline": ([{"ts": 1, "type": "say", "say": "text", "text": "hello"}],),
    "Gemini CLI's list of prompts": ([{"sessionId": "s", "messageId": 0, "type": "user", "message": "hello"}],),
}


_DOCUMENTS = ("Amp", "Cline", "Gemini CLI's list of prompts")


@pytest.mark.parametrize(("name", "spaces"), [*((name, None) for name in UNREAD), *((name, 2) for name in _DOCUMENTS)])
def test_the_program_is_named(name: str, spaces: int | None, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("\n".join(json.dumps(each, indent=spaces) for each in UNREAD[name]) + "\n")
    for command in (["show"], ["export"], ["convert", "--to", "codex"]):
        done = CliRunner().invoke(app, ["sessions", *command, str(path)])
        assert (1, "") == (done.exit_code, done.stdout)
        assert f"files of {name.strip()} are not read [session.unread]" in done.stderr
    done = CliRunner().invoke(app, ["sessions", "list", str(tmp_path)])
    assert (0, f"1 other file: files of {name.strip()} are not read\n") == (done.exit_code, done.stderr)


@pytest.mark.parametrize(("form", "name", "text"), FILES)
def test_a_file_that_is_read_is_none_of_them(form: str, name: str, text: bytes) -> None:
    assert program_of(text) is None, (form, name)
