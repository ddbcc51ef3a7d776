"""Convert a request by the plain lane."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct, structs

from turnwire.codec.limits import FAST
from turnwire.codec.making import MAKING
from turnwire.codec.wire import ENCODER
from turnwire.dialects import full_name, get, part_of, writer_of
from turnwire.dialects.dialect import Deferred
from turnwire.dialects.recognition import likely
from turnwire.dialects.write_errors import check_numbers
from turnwire.documents.envelope import given_back
from turnwire.documents.inputs import Standard
from turnwire.documents.records import leave_out_records
from turnwire.documents.written import Written, changed
from turnwire.errors import InvalidDocument
from turnwire.lane.repeated_keys import check_limits
from turnwire.lane.turns import LaneReader, Turns, is_assistants, tools_are_plain
from turnwire.losses import Losses
from turnwire.lowering.as_read import mark_refused
from turnwire.lowering.draft import ODD_NUMBERS, ODD_TOOLS, Draft, Lowering, bits_of, lowered
from turnwire.lowering.features import features_of_settings
from turnwire.model import History, Settings

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits
    from turnwire.lane.turns import Lane


class _Pair(Struct, frozen=True, gc=False):
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


@functools.cache
def _pair(source: str, target: str) -> _Pair | None:
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
    return _Pair(
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
    )


def _lane_of(dialect: str) -> Lane | None:
    part = get(dialect).request
    return None if part is None else part.lane


def by_lane(data: bytes, source: str | None, target: str, model: str | None, limits: Limits = FAST) -> Written | None:
    """Convert a request as the canonical route does; None if the canonical route has to convert it.

    Without a named source, the body must certainly be of one dialect.  The canonical route reports the errors of a body
    that cannot be read, or is not within the limits.

    Raises:
        UnknownDialect: there is no dialect of such a name.
    """
    if source is not None:
        pair = _pair(source, target)
        return None if pair is None else _converted(data, pair, model, limits, is_named=True)
    for name in likely(data):
        pair = _pair(name, target)
        written = None if pair is None else _converted(data, pair, model, limits, is_named=False)
        if written is not None:
            return written
    return None


_NOTHING: Final = Settings()
_ODD_TOOLS, _ODD_NUMBERS = bits_of(ODD_TOOLS), bits_of(ODD_NUMBERS)


def _converted(data: bytes, pair: _Pair, model: str | None, limits: Limits, *, is_named: bool) -> Written | None:
    if len(data) > FAST.max_bytes:
        return None
    try:
        wire = pair.decode(data)
        if not is_named and not pair.is_certain(wire):
            return None
        turns = pair.read_turns(wire)
        if turns is None:
            return None
        check_limits(data, wire, pair.reader, limits)
        settings = pair.read_settings(wire)
        history = History([], settings)
        features = features_of_settings(settings)
        if features & _ODD_NUMBERS:
            check_numbers(history)
    except (msgspec.DecodeError, InvalidDocument, RecursionError, ValueError):
        return None
    if model is not None or pair.refused.rules_for(features, None if settings is None else settings.model):
        features = _mark(history, pair, model, features)
        settings = history.settings
    settings = settings or _NOTHING
    if (features & _ODD_TOOLS and not tools_are_plain(settings.tools)) or (settings.reasoning and _is_begun(turns)):
        return None
    plain = pair.write_turns(turns, settings.model)
    return None if plain is None else _written(history, features, plain, pair)


def _is_begun(turns: Turns) -> bool:
    """Return whether there are calls, or the beginning of the reply; whether a model may reason can depend on both."""
    return bool(turns.ids) or (bool(turns.turns) and is_assistants(turns.turns[-1]))


def _mark(history: History, pair: _Pair, model: str | None, features: int) -> int:
    """Make the marks of reading, set the model that the caller names, and return the features of the settings."""
    is_changed = mark_refused(history, pair.source, pair.refused, features)
    if model is not None:
        history.settings = structs.replace(history.settings or Settings(), model=model)
        is_changed = True
    return features_of_settings(history.settings) if is_changed else features


def _written(history: History, features: int, plain: object, pair: _Pair) -> Written:
    """The body, with settings that have gone through the target's passes."""
    losses = Losses(pair.target)
    draft = Draft(history, [], features, history.settings, [], {}, plain)
    wire = pair.write(lowered(draft, pair.lower, losses), losses)
    data = wire if type(wire) is bytes else ENCODER.encode(wire)
    envelope = given_back(history, pair.target, pair.envelope) if callable(pair.envelope) else pair.envelope
    if not losses.found:
        return Written(data, (), envelope)
    leave_out_records(losses, history)
    return Written(data, losses.told(history), envelope, changed(losses))
