"""Every real file of gpt2099 is read, written back equal, and what its code derived is derived here, or it is listed.

`deviations.json` lists what is not so, each with its reason; what it lists and is so after all is stale, and fails.
"""

from __future__ import annotations

import json
from collections import Counter
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.gpt2099 import checks
from tests.gpt2099.conftest import REAL, real_files

if TYPE_CHECKING:
    from collections.abc import Callable

CHECKS: dict[str, Callable[[Path], checks.Faults]] = {
    "original-*.txt": checks.prose,
    "docs/*.md": checks.prose,
    "a-mess/*/*response_stream.nuon": checks.stream,
    "a-mess/*/case-search-response-stream.nuon": checks.stream,
    "a-mess/*/*_aggregate.nuon": checks.older_reply,
    "a-mess/*/*streamer.nuon": checks.older_shown,
    "a-mess/threads/messages.nuon": checks.thread,
    "a-mess/threads/tools.nuon": checks.tools,
    "derived/ctx-resolve.json": checks.resolved,
    "derived/add-turn-probe.jsonl": checks.new_turns,
    "derived/prepare-request-edge.json": checks.edges,
    "derived/tools-probe.jsonl": checks.probed_tools,
    "tests/fixtures/assets/*": checks.asset,
    "tests/fixtures/providers/tools/*.json": checks.tools,
    "tests/fixtures/providers/prepare-request/*/input.json": checks.window,
    "tests/fixtures/providers/prepare-request/*/expected-*": checks.prepared,
    "tests/fixtures/providers/response-stream/*/events.jsonl": checks.stream,
    "tests/fixtures/providers/response-stream/*/expected-aggregate.json": checks.reply,
    "tests/fixtures/providers/response-stream/*/expected-streamer.jsonl": checks.shown,
    "tests/fixtures/unit/*/input.json": checks.question,
    "tests/fixtures/unit/*/expected.json": checks.answer,
}

DEVIATIONS: list[dict[str, str]] = json.loads((Path(__file__).parent / "deviations.json").read_bytes())


def name_of(path: Path) -> str:
    return path.relative_to(REAL).as_posix()


def checks_of(name: str) -> list[Callable[[Path], checks.Faults]]:
    return [check for pattern, check in CHECKS.items() if fnmatch(name, pattern)]


def listed(name: str) -> dict[str, str]:
    """What is listed of a file, with its reason."""
    return {each["what"]: each["reason"] for each in DEVIATIONS if fnmatch(name, each["file"])}


FILES = [pytest.param(path, id=name_of(path)) for path in real_files("**/*")]


@pytest.mark.parametrize("path", FILES or [REAL])
@pytest.mark.usefixtures("real")
def test_a_real_file(path: Path) -> None:
    (check,) = checks_of(name_of(path))
    found = check(path)
    allowed = listed(name_of(path))
    assert {} == {what: how for what, how in found.items() if what not in allowed}
    assert set() == set(allowed) - set(found), "stale: deviations.json lists what does not deviate any more"


def test_every_check_has_files_and_every_deviation_one(real: Path) -> None:
    names = [name_of(path) for path in real_files("**/*")]
    used = Counter(check for name in names for check in checks_of(name))
    assert set() == set(CHECKS.values()) - set(used)
    assert [] == [each for each in DEVIATIONS if not any(fnmatch(name, each["file"]) for name in names)]
    assert len(names) > len(CHECKS), f"few files in {real}"


def test_every_deviation_has_a_reason() -> None:
    said: Any = [set(each) for each in DEVIATIONS]
    assert [{"file", "what", "reason"}] * len(said) == said
    assert [] == [each for each in DEVIATIONS if len(each["reason"]) < 20]
