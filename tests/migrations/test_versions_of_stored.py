"""What the messages of the canonical message format state as their version: one rule for every command."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import turnwire
from turnwire.cli.app import app
from turnwire.dialects import get, names

# (what a document of the canonical message format states, the exit code of what goes by versions)
STATED = (
    *(("0", 0), ("2", 0), ("null", 0), (str(2**63 - 1), 0)),
    *(("-1", 1), (str(2**63), 1), ("9" * 40, 1), ('"1"', 1), ("[]", 1), ("{}", 1)),
    *(("true", 1), ("1.0", 1), ("1e400", 1)),
)


@pytest.mark.parametrize(("stated", "code"), STATED, ids=[stated for stated, _ in STATED])
@pytest.mark.parametrize("kind", ["request", "response"])
def test_there_is_one_rule_for_versions_of_stored_messages(stated: str, code: int, kind: str) -> None:
    body = (
        '{"id":"m","session_id":"s","role":"assistant","content":[{"type":"text","text":"hi"}],'
        f'"created_at":"2026-03-01T09:00:00Z","metadata":{{}},"schema_version":{stated}}}'
    )
    arguments = ["-", "--from", "canonical", "--kind", kind]
    kept = CliRunner().invoke(app, ["convert", *arguments, "--to", "canonical"], input=body)
    assert (0, True) == (kept.exit_code, f'"schema_version":{stated}}}' in kept.stdout)
    for command, name in (("validate", "TW213"), ("hash", "version.none"), ("migrate", "version.none")):
        done = CliRunner().invoke(app, [command, *(arguments if command != "migrate" else "-")], input=body)
        assert (code, code == 1) == (done.exit_code, f"[{name}]" in done.output), command


@pytest.mark.parametrize("dialect", ["openai_chat", "anthropic_messages", "gemini_generate"])
def test_in_a_format_without_versions_it_is_a_key_that_nobody_knows(dialect: str) -> None:
    said = {"role": "user", "content": [{"type": "text", "text": "hi"}]}
    body = turnwire.write(turnwire.read({"history": [said]}, "turnwire", kind="request"), dialect).data
    told = body.replace(b'"role":"user"', b'"role":"user","schema_version":"x"')
    codes = {found.code for found in turnwire.validate(told, dialect, kind="request").diagnostics}
    assert (True, False) == (told != body, "version.none" in codes)


def test_the_formats_that_have_versions_say_so() -> None:
    assert ["canonical", "turnwire"] == [name for name in names() if get(name).versioned]
