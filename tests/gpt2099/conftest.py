"""The files of the real gpt2099, where they are: documents, fixtures, and what its code was seen to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.data import DATA, data

if TYPE_CHECKING:
    from pathlib import Path

REAL = DATA / "systems" / "gpt2099"


def real_files(pattern: str) -> list[Path]:
    """The real files of a pattern, sorted; none where the folder is not there."""
    return sorted(path for path in REAL.glob(pattern) if path.is_file())


@pytest.fixture(scope="session")
def real() -> Path:
    """The folder of the real files.  Without it, what needs it is skipped, and the report says what that was."""
    return data("systems/gpt2099")
