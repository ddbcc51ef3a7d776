"""The Claude Agent SDK, for TypeScript and for Python, reads each message of new sessions as it was written.

The first test runs where `TURNWIRE_AGENT_SDK` names a folder in which `npm install --omit=optional
@anthropic-ai/claude-agent-sdk` was run, and node is installed; the second one where `TURNWIRE_AGENT_SDK_PYTHON` names a
Python that has the package claude-agent-sdk.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.session_files.files import FILES

from turnwire.sessions.files import new_session, read_sessions, session_format
from turnwire.sessions.files.created import as_uuid

CLAUDE_CODE = session_format("claude_code")

_READ = """
import { getSessionMessages } from "@anthropic-ai/claude-agent-sdk";
import { readdirSync } from "node:fs";
for (const name of readdirSync(process.env.CLAUDE_CONFIG_DIR + "/projects/-p")) {
  const id = name.slice(0, -".jsonl".length);
  console.log(JSON.stringify([id, (await getSessionMessages(id)).map(each => [each.uuid, each.message])]));
}
"""


_READ_IN_PYTHON = """
import json, os, pathlib
from claude_agent_sdk import get_session_messages
for file in pathlib.Path(os.environ["CLAUDE_CONFIG_DIR"], "projects", "-p").iterdir():
    print(json.dumps([file.stem, [[each.uuid, each.message] for each in get_session_messages(file.stem)]]))
"""


def test_each_message_of_each_new_session_is_read(tmp_path: Path) -> None:
    node, folder = shutil.which("node"), os.environ.get("TURNWIRE_AGENT_SDK")
    if node is None or not folder:
        pytest.skip("SKIPPED: TURNWIRE_AGENT_SDK names no folder with the package, or there is no node here")
    # The folder is where node looks for the package.
    _compare([node, "--input-type=module", "-e", _READ], tmp_path, Path(folder))


def test_each_message_of_each_new_session_is_read_in_python(tmp_path: Path) -> None:
    python = os.environ.get("TURNWIRE_AGENT_SDK_PYTHON")
    if not python:
        pytest.skip("SKIPPED: TURNWIRE_AGENT_SDK_PYTHON names no Python with the package claude-agent-sdk")
    _compare([python, "-c", _READ_IN_PYTHON], tmp_path, tmp_path)


def _compare(command: list[str], home: Path, folder: Path) -> None:
    """Write a new session for each thread of our files, and compare its messages with what a command prints of it."""
    written = _sessions()
    (home / "projects" / "-p").mkdir(parents=True)
    for name, data in written.items():
        (home / "projects" / "-p" / f"{name}.jsonl").write_bytes(data)
    environment = {**os.environ, "CLAUDE_CONFIG_DIR": str(home)}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True, timeout=300)
    assert {name: _messages(data) for name, data in written.items()} == dict(map(json.loads, run.stdout.splitlines()))


def _sessions() -> dict[str, bytes]:
    """A new session for each thread of our files, by its id."""
    found: dict[str, bytes] = {}
    for form, file, text in FILES:
        for number, session in enumerate(read_sessions(text, session_format(form))):
            for position, history in enumerate(session.histories()):
                name = as_uuid(f"{form} {file} {number} {position}")
                if data := new_session(structs.replace(history, id=name), CLAUDE_CODE).data:
                    found[name] = data
    return found


def _messages(data: bytes) -> list[Any]:
    """The messages that the package shows: those behind the last compaction."""
    lines = [json.loads(line) for line in data.splitlines()]
    begin = max((place for place, line in enumerate(lines) if line["type"] == "system"), default=-1) + 1
    return [[line["uuid"], line["message"]] for line in lines[begin:]]
