"""Convert a request by the plain lane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from turnwire.codec.limits import FAST
from turnwire.dialects.recognition import likely
from turnwire.documents.written import Written
from turnwire.errors import InvalidDocument
from turnwire.lane.pairs import pair_of
from turnwire.lane.repeated_keys import Taken, check_limits
from turnwire.lane.settings import envelope_of, settings_of, taken_out, written
from turnwire.lane.turns import is_assistants, tools_are_plain
from turnwire.lowering.draft import ODD_TOOLS, bits_of
from turnwire.model import Settings

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits
    from turnwire.lane.pairs import Pair
    from turnwire.lane.settings import Asked
    from turnwire.lane.turns import Turns


def by_lane(data: bytes, source: str | None, target: str, model: str | None, limits: Limits = FAST) -> Written | None:
    """Convert a request as the canonical route does; None if the canonical route has to convert it.

    Without a named source, the body must certainly be of one dialect.  The canonical route reports the errors of a body
    that cannot be read, or is not within the limits.

    Raises:
        UnknownDialect: there is no dialect of such a name.
    """
    if source is not None:
        pair = pair_of(source, target)
        return None if pair is None else _converted(data, pair, model, limits, is_named=True)
    for name in likely(data):
        pair = pair_of(name, target)
        found = None if pair is None else _converted(data, pair, model, limits, is_named=False)
        if found is not None:
            return found
    return None


_NOTHING: Final = Settings()
_ODD_TOOLS = bits_of(ODD_TOOLS)


def _converted(data: bytes, pair: Pair, model: str | None, limits: Limits, *, is_named: bool) -> Written | None:
    read = _read(data, pair, model, limits, is_named=is_named)
    if read is None:
        return None
    turns, asked = read
    settings = asked.history.settings or _NOTHING
    if (asked.features & _ODD_TOOLS and not tools_are_plain(settings.tools)) or (
        settings.reasoning and _is_begun(turns)
    ):
        return None
    plain = pair.write_turns(turns, settings.model)
    if plain is None:
        return None
    body, losses, ids = written(asked, plain, pair)
    return Written(body, losses, envelope_of(asked, pair), ids)


def _read(data: bytes, pair: Pair, model: str | None, limits: Limits, *, is_named: bool) -> tuple[Turns, Asked] | None:
    """Read the turns and the settings of a plain request; None for any other."""
    if len(data) > FAST.max_bytes:
        return None
    try:
        wire = pair.decode(data)
        if not is_named and not pair.is_certain(wire):
            return None
        turns = pair.read_turns(wire)
        if turns is None:
            return None
        said = taken_out(wire, pair.reader)
        asked = settings_of(wire, pair, model)
        if limits is not FAST:
            check_limits(data, Taken(wire, *said), asked, pair.reader, limits)
    except (msgspec.DecodeError, InvalidDocument, RecursionError, ValueError):
        return None
    return turns, asked


def _is_begun(turns: Turns) -> bool:
    """Return whether there are calls, or the beginning of the reply; whether a model may reason can depend on both."""
    return bool(turns.ids) or (bool(turns.turns) and is_assistants(turns.turns[-1]))
