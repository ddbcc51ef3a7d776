"""What a conversion of plain requests from one dialect to another calls."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from turnwire.codec.making import MAKING
from turnwire.dialects import full_name, get, part_of, writer_of
from turnwire.dialects.dialect import Deferred
from turnwire.documents.inputs import Standard
from turnwire.lane.turns import LaneReader, Turns
from turnwire.losses import Losses
from turnwire.lowering.draft import Draft, Lowering
from turnwire.model import History, Settings

if TYPE_CHECKING:
    from turnwire.lane.turns import Lane


class Pair(Struct, frozen=True, gc=False):
    """What a conversion from one dialect to another calls."""

    source: str
    target: str
    reader: LaneReader
    decode: Callable[[bytes], Any]
    read_turns: Callable[[Any], Turns | None]
    read_settings: Callable[[Any], Settings | None]
    is_certain: Callable[[Any], bool]
    refused: Lowering
    write_turns: Callable[[Turns, str | None], Any]
    lower: Lowering
    write: Callable[[Draft, Losses], Any]
    envelope: Standard
    members: tuple[str, ...]
    """The members of a body of the target that hold what `write_turns` returns."""


@functools.cache
def pair_of(source: str, target: str) -> Pair | None:
    """Return what converts requests of two dialects, by their names or short names; None if the lane does not.

    Raises UnknownDialect.
    """
    source, target = full_name(source), full_name(target)
    reading, writing = _lane_of(source), _lane_of(target)
    if reading is None or writing is None or writing.write_turns is None or source == target:
        return None
    with MAKING:
        reader = reading.reader()
    part, write_turns = writer_of(target, History), writing.write_turns
    return Pair(
        source,
        target,
        reader,
        reader.decoder.decode,
        reader.read_turns,
        reader.read_settings,
        reader.is_certain,
        part_of(source, "request").refused,
        write_turns.function() if isinstance(write_turns, Deferred) else write_turns,
        part.lower,
        part.write,
        part.envelope,
        writing.members,
    )


def _lane_of(dialect: str) -> Lane | None:
    part = get(dialect).request
    return None if part is None else part.lane
