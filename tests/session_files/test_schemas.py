"""New lines of Claude Code fit the public JSON Schema of its lines, which is among the optional data."""

from __future__ import annotations

import gzip
import json

import jsonschema_rs
import pytest
from tests.data import data
from tests.session_files.claude import file_of
from tests.session_files.claude_files import CLAUDE
from tests.session_files.codex_files import CODEX

from turnwire.sessions.files import Session, new_session, read_session, session_format

CLAUDE_CODE = session_format("claude_code")


@pytest.fixture(scope="module")
def schema() -> jsonschema_rs.Draft202012Validator:
    path = data("sessions/schemas") / "claude-code-v2.1.144.schema.json.gz"
    return jsonschema_rs.Draft202012Validator(json.loads(gzip.decompress(path.read_bytes())))


@pytest.mark.parametrize("name", sorted(CLAUDE.keys() - {"unknown-block", "odd-messages"}))
def test_lines_from_claude_code_fit(name: str, schema: jsonschema_rs.Draft202012Validator) -> None:
    _check(read_session(file_of(*CLAUDE[name]), CLAUDE_CODE), schema)


@pytest.mark.parametrize("name", ["plain", "developer", "compacted", "mirrors", "models", "rolled-back"])
def test_lines_from_codex_fit(name: str, schema: jsonschema_rs.Draft202012Validator) -> None:
    _check(read_session(file_of(*CODEX[name]), session_format("codex")), schema)


def _check(session: Session, schema: jsonschema_rs.Draft202012Validator) -> None:
    for history in session.histories():
        for line in new_session(history, CLAUDE_CODE).data.splitlines():
            assert [] == [(error.message, error.instance_path) for error in schema.iter_errors(json.loads(line))]
