"""Convert a request by the plain lane."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import structs

from turnwire.codec.limits import FAST
from turnwire.codec.wire import ENCODER
from turnwire.dialects import get, part_of, writer_of
from turnwire.dialects.dialect import Deferred
from turnwire.dialects.recognition import likely
from turnwire.dialects.write_errors import check_numbers
from turnwire.documents.envelope import given_back
from turnwire.documents.records import leave_out_records
from turnwire.documents.written import Written, changed
from turnwire.errors import InvalidDocument
from turnwire.lane.turns import tools_are_plain
from turnwire.losses import Losses
from turnwire.lowering.as_read import mark_refused
from turnwire.lowering.draft import ODD_TOOLS, Draft, bits_of, features_of_settings, lowered
from turnwire.model import History, Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.lane.turns import LaneReader, Turns


@functools.cache
def reader_of(dialect: str) -> LaneReader | None:
    """Return the lane's reader of a dialect's requests; None if it has none."""
    part = get(dialect).request
    lane = None if part is None else part.lane
    return None if lane is None else lane.reader()


@functools.cache
def writer_of_turns(dialect: str) -> Callable[[Turns, str | None], Any] | None:
    """Return the lane's writer of a dialect's messages; None if it has none."""
    part = get(dialect).request
    lane = None if part is None else part.lane
    if lane is None:
        return None
    return lane.write_turns.function() if isinstance(lane.write_turns, Deferred) else lane.write_turns


def by_lane(data: bytes, source: str | None, target: str, model: str | None) -> Written | None:
    """Convert a request as the canonical route does; None if the canonical route has to convert it.

    Without a named source, the body must certainly be of one dialect.  The canonical route reports the errors of a body
    that cannot be read.
    """
    if source is not None:
        return _converted(data, source, target, model, is_named=True)
    for name in likely(data):
        written = _converted(data, name, target, model, is_named=False)
        if written is not None:
            return written
    return None


_NOTHING: Final = Settings()
_ODD_TOOLS: Final = bits_of(ODD_TOOLS)


def _converted(data: bytes, source: str, target: str, model: str | None, *, is_named: bool) -> Written | None:
    reader, write_turns = reader_of(source), writer_of_turns(target)
    if reader is None or write_turns is None or source == target or len(data) > FAST.max_bytes:
        return None
    try:
        wire = reader.decoder.decode(data)
        if not is_named and not reader.is_certain(wire):
            return None
        turns = reader.read_turns(wire)
        if turns is None:
            return None
        history = History([], reader.read_settings(wire))
        check_numbers(history)
    except (msgspec.DecodeError, InvalidDocument, RecursionError, ValueError):
        return None
    features = _mark(history, source, model)
    settings = history.settings or _NOTHING
    if features & _ODD_TOOLS and not tools_are_plain(settings.tools):
        return None
    if settings.reasoning is not None and turns.ids:
        return None  # whether a model may reason can depend on its calls
    plain = write_turns(turns, settings.model)
    return None if plain is None else _written(history, features, plain, target)


def _mark(history: History, source: str, model: str | None) -> int:
    """Make the marks of reading, set the model that the caller names, and return the features of the settings."""
    features = features_of_settings(history.settings)
    is_changed = mark_refused(history, source, part_of(source, "request").refused, features)
    if model is not None:
        history.settings = structs.replace(history.settings or Settings(), model=model)
        is_changed = True
    return features_of_settings(history.settings) if is_changed else features


def _written(history: History, features: int, plain: object, target: str) -> Written:
    """The body, with settings that have gone through the target's passes."""
    part = writer_of(target, History)
    losses = Losses(target)
    draft = Draft(history, [], features, history.settings, [], {}, plain)
    wire = part.write(lowered(draft, part.lower, losses), losses)
    data = wire if type(wire) is bytes else ENCODER.encode(wire)
    if losses.found:
        leave_out_records(losses, history)
    return Written(data, losses.told(history), given_back(history, target, part.envelope), changed(losses))
