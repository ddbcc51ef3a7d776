"""Keep-alive events and comments, which carry no content.

"There may also be a number of ping events dispersed throughout the response" (Anthropic); "Authors can include a
comment line (one starting with a ':' character) every 15 seconds or so" (HTML standard, 9.2.7).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.model import OpaqueEvent

if TYPE_CHECKING:
    from collections.abc import Collection

COMMENT_TYPE: Final = ":"
"""The type of the opaque event for a comment, whose value is the comment's text."""


def comment(text: bytes) -> OpaqueEvent:
    """The event for a comment line of a stream."""
    return OpaqueEvent(COMMENT_TYPE, Raw(ENCODER.encode(text.decode("utf-8", "replace"))), "")


def is_keep_alive(event: OpaqueEvent, pings: Collection[str]) -> bool:
    """Whether an opaque event is a comment or one of `pings`, the keep-alive events of the format it came from."""
    return event.event_type in pings or (
        event.event_type == COMMENT_TYPE and bytes(memoryview(event.value)[:1]) == b'"'
    )
