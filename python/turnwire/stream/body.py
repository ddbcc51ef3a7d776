"""The members of a reply that is written, whichever shape its format has for one."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from msgspec import Raw

from turnwire.stream.frames import Frame
from turnwire.stream.merging import items_of, members_of

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Streaming
    from turnwire.stream.merging import Members, StreamAssembler


def body_of(data: bytes, streaming: Streaming) -> Members:
    """The members of a reply; one that is the list of its chunks (Gemini's without `alt=sse`) is what they make up.

    Raises InvalidDocument for what is neither.
    """
    if data.lstrip()[:1] != b"[":
        return members_of(data)
    merging: StreamAssembler = importlib.import_module(streaming.reading).MERGING()
    for chunk in items_of(Raw(data)):
        merging.take(Frame(bytes(chunk)))
    return members_of(merging.reply())
