"""A fault of ours with one document is told, and the other documents go on."""

from __future__ import annotations

import pkgutil
from typing import TYPE_CHECKING, Any

import pytest

import turnwire

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

GOOD = '{"history":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}'


def test_the_other_documents_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turnwire_command: Callable[..., Result]
) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(GOOD)
    real, calls = turnwire.write, []

    def faulty(document: Any, target: str, **_: Any) -> Any:
        calls.append(document)
        if len(calls) == 1:
            raise RuntimeError("boom")
        return real(document, target)

    monkeypatch.setattr("turnwire.cli.convert.write", faulty)
    found = turnwire_command(f"convert {tmp_path} --to turnwire -o {tmp_path / 'out'}")
    assert 2 == found.exit_code
    assert "internal fault, please report it: RuntimeError('boom')" in found.stderr
    assert ["b.json"] == [path.name for path in (tmp_path / "out").iterdir()]


# Each command, and the function of the library that it asks about a document.
COMMANDS = [
    ("convert --to turnwire", "turnwire.cli.convert.read"),
    ("convert", "turnwire.cli.survey.read"),
    ("plan --to turnwire", "turnwire.cli.plan.read"),
    ("price --table t.yaml", "turnwire.cli.price.read"),
    ("migrate", "turnwire.cli.migrate.read"),
    ("hash", "turnwire.cli.hashing.read"),
    ("validate", "turnwire.cli.validate.validated"),
    ("repair", "turnwire.cli.rewriting.mending.repair"),
    ("redact", "turnwire.cli.rewriting.blanking.redact"),
    ("detect", "turnwire.cli.detect.detected"),
    ("tools check", "turnwire.cli.tools._conversation"),
    ("tools portable", "turnwire.cli.tools._conversation"),
]


@pytest.mark.parametrize(("command", "asked"), COMMANDS)
def test_no_command_ends_at_a_fault(
    command: str, asked: str, folder: Path, monkeypatch: pytest.MonkeyPatch, turnwire_command: Callable[..., Result]
) -> None:
    (folder / "t.yaml").write_text("{pricing_version: v1, models: {}}")
    for name in ("a.json", "b.json"):
        (folder / name).write_text(GOOD)
    times = []
    real = pkgutil.resolve_name(asked)

    def faulty(*given: Any, **named: Any) -> Any:
        times.append(given)
        if len(times) == 1:
            raise RuntimeError("boom")
        return real(*given, **named)

    monkeypatch.setattr(asked, faulty)
    found = turnwire_command(f"{command} a.json b.json")
    assert 2 == found.exit_code
    assert "a.json: internal fault, please report it: RuntimeError('boom')" in found.stderr
    assert len(times) > 1


@pytest.mark.parametrize("command", [command for command, _ in COMMANDS])
def test_no_command_ends_at_bytes_that_are_no_text(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, turnwire_command: Callable[..., Result]
) -> None:
    # The quick look at a body names dialects of the real registry, of which the tests have two.
    monkeypatch.setattr("turnwire.dialects.recognition.PROBABLE", ())
    (folder / "t.yaml").write_text("{pricing_version: v1, models: {}}")
    (folder / "a.json").write_bytes(b'{"messages":[{"type\xff":"human"}]}')
    (folder / "b.json").write_text(GOOD)
    found = turnwire_command(f"{command} a.json b.json")
    assert 1 == found.exit_code
    assert ("TW101" if command in ("validate", "repair") else "json.utf8") in found.output
    assert "2 documents" in found.output
