"""The files of subagents, which stand beside the session that started them."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from tests.session_files.claude import file_of

from turnwire.cli.session_files.listing import command as list_command
from turnwire.cli.session_files.show import command as show_command

if TYPE_CHECKING:
    from pathlib import Path

SESSION = "11111111-1111-4111-8111-111111111111"
AGENT = "a1b2c3d"
FOUND = "* subagent "

# Where Claude Code writes the file of a subagent.
PLACES = (
    f"{SESSION}/subagents/agent-{AGENT}.jsonl",
    f"{SESSION}/agent-{AGENT}.jsonl",
    f"agent-{AGENT}.jsonl",
    f"{SESSION}/subagents/agent-{AGENT}.jsonl.gz",
)


def row(kind: str, content: Any, **more: Any) -> dict[str, Any]:
    return {
        "type": kind,
        "uuid": f"u{len(json.dumps(content))}",
        "parentUuid": None,
        "sessionId": SESSION,
        "timestamp": "2026-11-20T09:00:00Z",
        "message": {"role": kind, "content": content},
        **more,
    }


def session(agent: str) -> bytes:
    """A session with a call of a subagent, whose result has its id twice."""
    call = {"type": "tool_use", "id": "toolu_1", "name": "Task", "input": {"prompt": "Count the ferries."}}
    result = [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "Three."}]
    done = row("user", result, toolUseResult={"agentId": agent})
    return file_of(row("user", "How many?"), row("assistant", [call]), done, done | {"uuid": "again"})


SUBAGENT = file_of(
    row("user", "Count the ferries.", isSidechain=True, agentId=AGENT),
    row("assistant", [{"type": "text", "text": "Three."}], isSidechain=True, agentId=AGENT),
)


def written(folder: Path, place: str, agent: str = AGENT) -> Path:
    file = folder / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(SUBAGENT) if file.suffix == ".gz" else SUBAGENT)
    main = folder / f"{SESSION}.jsonl"
    main.write_bytes(session(agent))
    return main


@pytest.mark.parametrize("place", PLACES)
def test_the_file_of_a_subagent_is_named_once_at_its_result(place: str, tmp_path: Path) -> None:
    main = written(tmp_path, place)
    shown = CliRunner().invoke(show_command, [str(main)], standalone_mode=False).stdout
    before, _, after = shown.partition(f"{FOUND}{tmp_path / place}\n")
    assert before.endswith("<- Three.\n")
    assert after
    assert FOUND not in after
    page = CliRunner().invoke(show_command, [str(main), "--html", "-"], standalone_mode=False).stdout
    assert 1 == page.count(f"<pre>{tmp_path / place}</pre>")


@pytest.mark.parametrize(
    ("place", "agent"),
    [("agent-other.jsonl", AGENT), ("outside.jsonl", "../outside"), ("agent-.jsonl", ""), ("agent-ä.jsonl", "ä")],
)
def test_no_other_file_is_named(place: str, agent: str, tmp_path: Path) -> None:
    main = written(tmp_path, place, agent)
    (tmp_path / SESSION / "subagents" / "agent-..").mkdir(parents=True)
    done = CliRunner().invoke(show_command, [str(main)], standalone_mode=False)
    assert 0 == done.return_value
    assert FOUND not in done.stdout


def test_a_session_of_standard_input_has_no_files_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main = written(tmp_path, PLACES[0])
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(show_command, ["-"], input=main.read_bytes(), standalone_mode=False)
    assert "Three." in done.stdout
    assert FOUND not in done.stdout


def test_a_list_says_which_file_is_of_a_subagent(tmp_path: Path) -> None:
    written(tmp_path, PLACES[0])
    done = CliRunner().invoke(list_command, [str(tmp_path), "--format", "json"], standalone_mode=False)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(SESSION, None), (SESSION, AGENT)] == [(each["id"], each["agent"]) for each in rows]
    table = CliRunner().invoke(list_command, [str(tmp_path)], standalone_mode=False).stdout.splitlines()
    assert ["How many?" in table[1], "(subagent) Count the ferries." in table[2]] == [True, True]
