"""`turnwire detect`: the best guess first, then what else a document may be."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

BOTH = '{"history": [{"role": "user"}], "toy": 1}'
FOUND = [
    (PLAIN, "a.json: turnwire request\n", ["turnwire"]),
    (BOTH, "a.json: toy request (or turnwire request)\n", ["toy", "turnwire"]),
]


@pytest.mark.parametrize(("text", "words", "names"), FOUND)
def test_what_else_it_may_be_is_said(
    text: str, words: str, names: list[str], folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    (folder / "a.json").write_text(text)
    assert words == turnwire_command("detect a.json").stdout
    found = json.loads(turnwire_command("detect --format json -q a.json").stdout)["candidates"]
    assert names == [each["dialect"] for each in found]


def test_what_is_none_is_refused_with_what_was_seen(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / "a.json").write_text('{"name": "left-pad", "version": "1.3.0"}')
    found = turnwire_command("detect a.json")
    assert (1, "") == (found.exit_code, found.stdout)
    assert "any known dialect: its members are name, version [detect.none]" in found.stderr


_ABOUT = {"sessionId": "s1", "uuid": "u1", "parentUuid": None, "timestamp": "2026-05-01T10:00:00.000Z"}
_LINE = json.dumps({"type": "user", "message": {"role": "user", "content": "Hi."}, **_ABOUT})


@pytest.mark.parametrize(("given", "number"), [("", 1), ("--format json", 1), ("--from toy", 3)])
def test_the_agent_of_a_session_file_is_said_once(
    given: str, number: int, folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    (folder / "a.jsonl").write_text(f"{_LINE}\n{_LINE}\n")
    (folder / "b.json").write_text(PLAIN)
    found = turnwire_command(f"detect {given} a.jsonl b.json")
    assert (1, number) == (found.exit_code, found.stderr.count("detect.none"))
    assert ("a session file of Claude Code" in found.stderr) == (number == 1)
    assert ("`turnwire sessions` reads" if number == 1 else "`turnwire sessions list` says") in found.stderr


def test_the_agent_of_a_packed_session_file_is_said(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    lines = f"{_LINE}\n" * 2
    (folder / "a.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    (folder / "cut.jsonl.gz").write_bytes(gzip.compress(lines.encode())[:-9])
    found = turnwire_command("detect a.jsonl.gz")
    assert (1, 1) == (found.exit_code, found.stderr.count("detect.none"))
    assert "a session file of Claude Code" in found.stderr
    assert "the packed file ends too early" in turnwire_command("detect cut.jsonl.gz").stderr


def test_the_agent_of_a_session_on_standard_input_is_said_once(turnwire_command: Callable[..., Result]) -> None:
    lines = '{"name": "left-pad"}\n' + f"{_LINE}\n" * 3
    found = turnwire_command("detect --jsonl -", input=lines)
    assert (1, 2) == (found.exit_code, found.stderr.count("detect.none"))
    assert "<stdin>:2: this is a line of a session file of Claude Code" in found.stderr


@pytest.mark.parametrize(("given", "is_said"), [("", True), ("-q", False), ("--to turnwire", False)])
def test_a_survey_of_many_documents_says_why_it_takes_long(
    given: str, *, is_said: bool, folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    (folder / "a.jsonl").write_text(f"{PLAIN}\n" * 1001)
    said = turnwire_command(f"convert {given} a.jsonl").stderr
    assert is_said == ("1000 documents so far; each is written in every dialect." in said)
