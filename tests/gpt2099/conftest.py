"""The files of the real gpt2099, where they are: documents, fixtures, and what its code was seen to do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REAL = Path(os.environ.get("TURNWIRE_DATA", ROOT.parent / "shared")) / "systems" / "gpt2099"


MISSING = "SKIPPED, the real files of gpt2099: no systems/gpt2099 under TURNWIRE_DATA or ../shared"


def real_files(pattern: str) -> list[Path]:
    """The real files of a pattern, sorted; none where the folder is not there."""
    return sorted(path for path in REAL.glob(pattern) if path.is_file())


@pytest.fixture(scope="session")
def real() -> Path:
    """The folder of the real files.  Without it, what needs it is skipped, and the report says what that was."""
    if not REAL.is_dir():
        pytest.skip(MISSING)
    return REAL
