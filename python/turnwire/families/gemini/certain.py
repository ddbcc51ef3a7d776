"""Whether a decoded request is certainly one of generateContent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

if TYPE_CHECKING:
    from turnwire.families.gemini.wire_request import Body


def is_certain(body: Body) -> bool:
    """With contents that have parts, which no other format has under this name."""
    contents = body.contents
    if type(contents) is not list or not contents:
        return False
    return all(not isinstance(turn, str) and turn.parts is not UNSET for turn in contents)
