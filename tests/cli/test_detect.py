"""`turnwire detect`: the vendors of a format are many, and are summed up in words; JSON names them all."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import PLAIN

import turnwire.dialects

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

VENDORS = [
    ([], "a.json: turnwire request\n"),
    (["x_chat"], "a.json: turnwire request (or x_chat)\n"),
    (["x_chat", "y_chat", "z_chat"], "a.json: turnwire request (or x_chat, or 2 more vendors of its format)\n"),
]


@pytest.mark.parametrize(("vendors", "expected"), VENDORS)
def test_vendors_are_summed_up(
    vendors: list[str],
    expected: str,
    folder: Path,
    turnwire_command: Callable[..., Result],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(turnwire.dialects.VENDORS, "turnwire", dict.fromkeys(vendors, ""))
    (folder / "a.json").write_text(PLAIN)
    assert expected == turnwire_command("detect a.json").stdout
    names = [
        each["dialect"] for each in json.loads(turnwire_command("detect --format json -q a.json").stdout)["candidates"]
    ]
    assert ["turnwire", *vendors] == names
