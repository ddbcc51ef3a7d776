"""What the messages of the canonical message format state as their version: one rule for every command."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from turnwire.cli.app import app

# (what a document of the canonical message format states, whether it is a version)
STATED = (
    *(("0", True), ("2", True), ("null", True), (str(2**63 - 1), True)),
    *(("-1", False), (str(2**63), False), ("9" * 40, False), ('"1"', False), ("[]", False), ("{}", False)),
    *(("true", False), ("1.0", False), ("1e400", False)),
)


@pytest.mark.parametrize(("stated", "is_version"), STATED, ids=[stated for stated, _ in STATED])
@pytest.mark.parametrize("kind", ["request", "response"])
def test_there_is_one_rule_for_versions_of_stored_messages(stated: str, is_version: bool, kind: str) -> None:
    body = (
        '{"id":"m","session_id":"s","role":"assistant","content":[{"type":"text","text":"hi"}],'
        f'"created_at":"2026-03-01T09:00:00Z","metadata":{{}},"schema_version":{stated}}}'
    )
    arguments = ["-", "--from", "canonical", "--kind", kind]
    kept = CliRunner().invoke(app, ["convert", *arguments, "--to", "canonical"], input=body)
    assert (0, True) == (kept.exit_code, f'"schema_version":{stated}}}' in kept.stdout)
    for command in (["validate", *arguments], ["hash", *arguments], ["migrate", "-"]):
        done = CliRunner().invoke(app, command, input=body)
        assert (0 if is_version else 1, not is_version) == (done.exit_code, "[version.none]" in done.output), command
