"""What the command line adds to the conversion of one of many documents."""

from __future__ import annotations

import pathlib
import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from click.testing import Result


@pytest.mark.parametrize("place", ["", " -o out.jsonl", " -o out/"])
@pytest.mark.usefixtures("folder")
def test_a_line_needs_no_path(place: str, turnwire_command: Callable[..., Result]) -> None:
    def calls_in_pathlib(lines: int) -> int:
        pathlib.Path("many.jsonl").write_text(f"{PLAIN}\n" * lines)
        found = 0

        def count(frame: FrameType, event: str, _: object) -> None:
            nonlocal found
            found += event == "call" and frame.f_code.co_filename == pathlib.__file__

        before = sys.getprofile()
        sys.setprofile(count)
        try:
            done = turnwire_command(f"convert many.jsonl --from turnwire --to toy --quiet{place}")
        finally:
            sys.setprofile(before)
        assert done.exit_code == 0
        return found

    calls_in_pathlib(1)  # imports what the command needs
    assert calls_in_pathlib(2) == calls_in_pathlib(52)
