"""Make sure that a plain request repeats no key, without a second parse of its whole text if it is long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.codec.colons import colons, has_escaped_colons
from turnwire.codec.json import check
from turnwire.codec.limits import FAST, ONLY_KEYS, STRICT
from turnwire.codec.wire import ENCODER
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits
    from turnwire.lane.turns import LaneReader

SHORT: Final = 8 * 1024
"""A parser is faster with a text of fewer bytes.  With one of 15 KB it takes 1.1 to 1.6 times as long."""
_QUOTE: Final = ord('"')


def check_limits(data: bytes, wire: Any, reader: LaneReader, limits: Limits) -> None:
    """Check a request that was decoded within `FAST` against other limits.

    Args:
        data: the request.
        wire: the same request, decoded.
        reader: the reader that decoded it.
        limits: how large and deep it may be, and whether it may repeat a key.

    Raises:
        InvalidDocument: the request exceeds the limits, or repeats a key that they do not let it repeat.
    """
    if limits == STRICT:
        if len(data) < SHORT or not _repeats_no_key(data, wire, reader):
            check(data, ONLY_KEYS)
    elif limits != FAST:
        check(data, limits)


def _repeats_no_key(data: bytes, wire: Any, reader: LaneReader) -> bool:
    """Return whether a request certainly repeats no key; False if only a parser of the whole text can say so.

    Of members with the same name, a decoder keeps the last one.  So the decoded request is encoded again, and the
    colons in both texts are counted.  Each member has one behind its name, and the texts inside may have more; the
    decoded request has none that the text does not have.  If the numbers are equal, no member was left out.

    Raw JSON in the request is the text itself, in which a key may be repeated; this is parsed for repeated keys.
    """
    if reader.free_json is None or has_escaped_colons(data):
        return False
    try:
        messages = ENCODER.encode(getattr(wire, reader.messages))
        settings = ENCODER.encode(structs.replace(wire, **{reader.messages: []}))
    except TypeError:  # an object notes how its members were spelled
        return False
    if colons(messages) + colons(settings) != colons(data):
        return False
    free = filter(_has_more_than_letters, map(bytes, reader.free_json(wire)))
    try:
        check(b"[%b]" % b",".join((settings, *free)), ONLY_KEYS)
    except InvalidDocument:
        return False
    return True


def _has_more_than_letters(free: bytes) -> bool:
    """Return whether a piece of JSON is anything but a text without escapes, such as the base64 of a picture."""
    return free[0] != _QUOTE or b"\\" in free
