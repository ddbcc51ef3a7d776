"""Convert a reply by the plain lane."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec

from turnwire.codec.limits import FAST
from turnwire.codec.making import MAKING
from turnwire.codec.wire import ENCODER
from turnwire.dialects import get
from turnwire.dialects.dialect import Deferred
from turnwire.documents.written import Written
from turnwire.errors import InvalidDocument
from turnwire.lane.replies import NotPlain, check_unshared
from turnwire.losses import Losses
from turnwire.model import ThinkingBlock

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from turnwire.lane.replies import ReplyLane, ReplyReader
    from turnwire.lowering.sharing import Shared
    from turnwire.model import Completion


@functools.cache
def reader_of(dialect: str) -> ReplyReader | None:
    """Return the lane's reader of a dialect's replies; None if it has none."""
    lane = _lane_of(dialect)
    with MAKING:
        return None if lane is None else lane.reader()


@functools.cache
def writer_for(source: str, target: str) -> tuple[Callable[[Completion, Losses], Any], Shared | None] | None:
    """Return the lane's writer of a dialect's replies, and the members shared with the source; None if it has none."""
    lane = _lane_of(target)
    if lane is None or lane.write is None or source == target:
        return None
    return lane.write.function() if isinstance(lane.write, Deferred) else lane.write, lane.shared.get(source)


def _lane_of(dialect: str) -> ReplyLane | None:
    part = get(dialect).response
    return None if part is None else part.reply_lane


def reply_by_lane(data: bytes, source: str, target: str, model: str | None) -> Written | None:
    """Convert a reply as the canonical route does; None if the canonical route has to convert it."""
    reader, writer = reader_of(source), writer_for(source, target)
    if reader is None or writer is None or len(data) > FAST.max_bytes:
        return None
    write, shared = writer
    losses = Losses(target)
    try:
        reply = reader.read(reader.decode(data))
        if model is not None:
            _name_model(reply, model)
        if shared is not None:
            check_unshared(reply, shared, source, target)
        data = ENCODER.encode(write(reply, losses))
    except (NotPlain, msgspec.DecodeError, InvalidDocument, RecursionError, ValueError):
        return None
    return Written(data, losses.told(reply))


def _name_model(reply: Completion, model: str) -> None:
    """Set the model that the caller names.  Raises NotPlain for a thought, which names its own model."""
    if any(type(block) is ThinkingBlock for block in reply.candidates[0].content):
        raise NotPlain
    reply.model = model
