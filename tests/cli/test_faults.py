"""A fault of ours with one document is told, and the other documents go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import turnwire

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from click.testing import Result

GOOD = '{"history":[{"role":"user","content":[{"type":"text","text":"hi"}]}]}'


def test_the_other_documents_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turnwire_command: Callable[..., Result]
) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text(GOOD)
    real, calls = turnwire.write, []

    def faulty(document: Any, target: str) -> Any:
        calls.append(document)
        if len(calls) == 1:
            raise RuntimeError("boom")
        return real(document, target)

    monkeypatch.setattr("turnwire.cli.convert.write", faulty)
    found = turnwire_command(f"convert {tmp_path} --to turnwire -o {tmp_path / 'out'}")
    assert 2 == found.exit_code
    assert "internal fault, please report it: RuntimeError('boom')" in found.stderr
    assert ["b.json"] == [path.name for path in (tmp_path / "out").iterdir()]
