"""New lines of Codex fit the JSON Schema that Codex itself makes of the types with which it reads a rollout.

It runs where `TURNWIRE_CODEX` names the program, such as `node_modules/.bin/codex` after `npm install @openai/codex`.
"""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest
from tests.session_files.files import FILES

from turnwire.sessions.files import new_session, read_sessions, session_format

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CODEX = session_format("codex")

_OF_CODEX = {"sealed-summaries", "ghost-snapshot", "odd-contents", "unknown-item"}
"""Files of Codex itself with items that version 0.171 does not know; they are kept."""


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Any:
    program = os.environ.get("TURNWIRE_CODEX")
    if not program:
        pytest.skip("SKIPPED: TURNWIRE_CODEX names no program of Codex")
    folder: Path = tmp_path_factory.mktemp("codex")
    command = [program, "app-server", "generate-internal-json-schema", "--out", str(folder)]
    subprocess.run(command, env={**os.environ, "CODEX_HOME": str(folder)}, capture_output=True, check=True, timeout=120)
    return jsonschema_rs.validator_for(json.loads((folder / "RolloutLine.json").read_bytes()))


@pytest.mark.parametrize("form", sorted({form for form, _, _ in FILES}))
def test_new_lines_fit(form: str, schema: Any) -> None:
    lines = list(_lines(form))
    assert lines
    assert [] == [(name, line) for name, line in lines if not schema.is_valid(json.loads(line))]


def _lines(form: str) -> Iterator[tuple[str, bytes]]:
    """The new lines of each of our files of a format, with the name of the file."""
    for each, name, file in FILES:
        if each != form or (form == "codex" and name in _OF_CODEX):
            continue
        for session in read_sessions(file, session_format(form)):
            for history in session.histories():
                yield from ((name, line) for line in new_session(history, CODEX).data.splitlines())
