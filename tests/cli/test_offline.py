"""Bulk commands open no socket, and no file but those that are named, the configuration, and what is installed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.test_jobs import PROGRAM, one_file

ROOT = Path(__file__).parent.parent.parent
# Python imports this at the start of each process, workers included.
HOOK = """
import os, sys
_log = os.open(os.environ["AUDITED"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
def _hook(event, arguments):
    if event == "open" and isinstance(arguments[0], (str, bytes)):
        os.write(_log, b"open " + os.fsencode(os.path.abspath(arguments[0])) + b"\\n")
    elif event.partition(".")[0] in ("socket", "ftplib", "http", "smtplib", "urllib"):
        os.write(_log, event.encode() + b"\\n")
sys.addaudithook(_hook)
"""
COMMANDS = (
    "validate in.jsonl --config turnwire.toml",
    "validate in.jsonl --jobs 2 --journal j --quarantine q",
    "convert in.jsonl --to anthropic_messages -o out/ --losses losses.jsonl",
    "convert in.jsonl --to anthropic_messages -o out/ --jobs 2 --journal j",
    "repair in.jsonl --write --jobs 2 --journal j --quarantine q --manifest losses.jsonl",
    "repair in.jsonl --diff --config turnwire.toml",
    "redact in.jsonl -o out/ --jobs 2 --manifest losses.jsonl",
    "validate in.jsonl --watch",
)
INTERRUPTED = 130


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_else_is_opened(tmp_path: Path, command: str) -> None:
    work = tmp_path / "work"
    work.mkdir()
    one_file(work)
    (work / "turnwire.toml").write_text("")
    (work / "secret.json").write_text("{}")
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(HOOK)
    path = os.pathsep.join([str(tmp_path / "hook"), str(ROOT / "python"), str(ROOT / "generated" / "python")])
    environment = {**os.environ, "PYTHONPATH": path, "AUDITED": str(tmp_path / "log"), "PYTHONDONTWRITEBYTECODE": "1"}
    is_watching = "--watch" in command
    with (tmp_path / "said").open("wb") as said:
        run = subprocess.Popen(
            [*PROGRAM, *command.split()], cwd=work, env=environment, stdout=subprocess.DEVNULL, stderr=said
        )
        if is_watching:
            end_when_watching(run, tmp_path / "said")
        assert (INTERRUPTED if is_watching else 1) == run.wait(120), (tmp_path / "said").read_text()
    events = set((tmp_path / "log").read_text("utf-8").splitlines())
    installed = (ROOT, tmp_path / "hook", *map(Path, {sys.prefix, sys.base_prefix, *sys.path} - {""}))
    others = {event for event in events if not event.startswith("open ") or not is_below(event[5:], installed)}
    named = {"in.jsonl", "turnwire.toml", "j", *(["q"] if "q" in command else []), "out", "losses.jsonl"}
    opened = {Path(event[5:]) for event in others if event.startswith("open ")} - {Path(os.devnull), work}
    assert {event for event in others if not event.startswith("open ")} == set()
    assert {path for path in opened if not is_below(str(path), [work])} == set()
    assert {path.relative_to(work).parts[0] for path in opened} <= named | parts(opened)
    assert work / "in.jsonl" in opened


def end_when_watching(run: subprocess.Popen[bytes], said: Path) -> None:
    """Let a run look at its files a few times, and interrupt it."""
    deadline = time.monotonic() + 60
    while b"Ctrl-C ends" not in said.read_bytes() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)
    run.send_signal(signal.SIGINT)


def parts(opened: set[Path]) -> set[str]:
    """The temporary files of outputs."""
    return {path.name for path in opened if path.name.startswith(".turnwire-")}


def is_below(path: str, folders: object) -> bool:
    return any(Path(path).is_relative_to(folder) for folder in folders)  # type: ignore[attr-defined]
