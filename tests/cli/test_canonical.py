"""`turnwire canonical`: messages of a session on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

pytestmark = pytest.mark.all_dialects

ROOT = Path(__file__).parents[2]
LOG = ROOT / "examples" / "openai_chat" / "parallel_tools.request.json"


def test_a_log_becomes_messages_that_pass(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    made = turnwire_command(f"canonical {LOG} --session sess_7 --provider acme")
    assert 0 == made.exit_code
    messages = json.loads(made.stdout)
    assert {"sess_7"} == {each["session_id"] for each in messages}
    assert {"acme"} == {each["metadata"]["provider"] for each in messages if each["role"] == "assistant"}
    assert "invented metadata.usage" in made.stderr
    assert "2 of these in the document" in made.stderr
    (folder / "made.json").write_text(made.stdout)
    assert 0 == turnwire_command("validate made.json --invariants").exit_code


def test_a_log_with_an_interrupted_call_becomes_messages_that_pass(
    folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    stopped = [{"role": "assistant", "tool_calls": [call]}, {"role": "user", "content": "stop"}]
    (folder / "log.json").write_text(json.dumps({"model": "gpt-4.1", "messages": stopped}))
    (folder / "made.json").write_text(turnwire_command("canonical log.json").stdout)
    checked = turnwire_command("validate made.json --invariants")
    assert (0, True) == (checked.exit_code, "warning[TW301]" in checked.output)


def test_quiet_and_json(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    assert folder.is_dir()
    assert "" == turnwire_command(f"canonical -q {LOG}").stderr
    told = json.loads(turnwire_command(f"canonical --format json {LOG}").stderr.splitlines()[0])
    assert "invented" in {loss["kind"] for loss in told["losses"]}


@pytest.mark.parametrize(
    ("body", "arguments", "code"),
    [
        ('{"error": {"message": "no", "type": "x"}}', "--from openai", "canonical.error"),
        ('{"model": "m", "messages": []}', "--from openai", "canonical.empty"),
        ("{", "", "json.truncated"),
    ],
)
def test_what_is_refused(
    folder: Path, turnwire_command: Callable[..., Result], body: str, arguments: str, code: str
) -> None:
    (folder / "log.json").write_text(body)
    done = turnwire_command(f"canonical log.json {arguments}")
    assert (1, "") == (done.exit_code, done.stdout)
    assert code in done.stderr
