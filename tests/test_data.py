"""What is not in the repository is skipped by name; in CI it fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.data import data


def test_what_is_there_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tests.data.DATA", tmp_path)
    (tmp_path / "systems" / "glm").mkdir(parents=True)
    assert tmp_path / "systems/glm" == data("systems/glm")


@pytest.mark.parametrize("ci", [None, "", "0", "false", "False"])
def test_at_a_desk_its_absence_skips(ci: str | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tests.data.DATA", tmp_path)
    if ci is None:
        monkeypatch.delenv("CI", raising=False)
    else:
        monkeypatch.setenv("CI", ci)
    with pytest.raises(pytest.skip.Exception, match="there is no corpus under TURNWIRE_DATA"):
        data("corpus")


@pytest.mark.parametrize("ci", ["true", "1", "yes"])
def test_in_ci_its_absence_fails(ci: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tests.data.DATA", tmp_path)
    monkeypatch.setenv("CI", ci)
    with pytest.raises(pytest.fail.Exception, match="there is no corpus under TURNWIRE_DATA"):
        data("corpus")


def test_nothing_else_looks_for_the_folder() -> None:
    root = Path(__file__).parent
    asked = "get(" + '"TURNWIRE_DATA'
    found = [path for path in sorted(root.rglob("*.py")) if asked in path.read_text("utf-8")]
    assert ["data.py"] == [path.relative_to(root).as_posix() for path in found]
