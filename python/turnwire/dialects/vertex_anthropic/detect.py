"""The detectors of the platform's documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.families.anthropic import detect as own
from turnwire.families.gemini import detect as google

if TYPE_CHECKING:
    from turnwire.codec.members import Members

VERSION: Final = "vertex-2023-10-16"


def looks_like_error(members: Members) -> int:
    """Both shapes have a dialect that they are the only ones of."""
    return min(max(own.looks_like_error(members), google.looks_like_error(members)), 1)
