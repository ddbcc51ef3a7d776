"""The detectors of the platform's documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.families.anthropic import detect

if TYPE_CHECKING:
    from turnwire.codec.members import Members

VERSION: Final = "bedrock-2023-05-31"


def looks_like_error(members: Members) -> int:
    """A message and nothing that others have, or Anthropic's shape, of which that is the better guess."""
    if members.keys() & {"originalStatusCode", "resourceName"} and "message" in members:
        return 20 if members.has_only(("message", "originalStatusCode", "resourceName")) else 1
    return 1 if "message" in members else min(detect.looks_like_error(members), 1)
