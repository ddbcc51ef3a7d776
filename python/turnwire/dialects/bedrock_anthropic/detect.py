"""What tells the platform's documents apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.anthropic import detect

if TYPE_CHECKING:
    from turnwire.dialect import Members

VERSION: Final = "bedrock-2023-05-31"


def looks_like_error(members: Members) -> int:
    """A message and nothing that others have, or Anthropic's shape, of which that is the better guess."""
    if "message" in members and members.keys() <= {"message", "originalStatusCode", "resourceName"}:
        return 20
    return min(detect.looks_like_error(members), 1)
