"""Make sure that a plain request repeats no key, without a second parse of its whole text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import UNSET

from turnwire.codec.colons import colons, has_escaped_colons
from turnwire.codec.json import check
from turnwire.codec.limits import FAST, ONLY_KEYS, STRICT
from turnwire.codec.remembering import remembered
from turnwire.codec.wire import ENCODER
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits
    from turnwire.lane.settings import Asked
    from turnwire.lane.turns import LaneReader

_QUOTE, _BACKSLASH = ord('"'), ord("\\")
_REMEMBERED: Final = 128
_NAME: Final = b'"tools":'
"""The name of the tools in each of the formats.  No string of a JSON text has it, since a quote is escaped there."""


class Taken(NamedTuple):
    """A decoded request, in the parts that the lane takes it apart into."""

    settings: Any
    """The request without its messages and its system prompt."""
    messages: Any
    prompt: Any


def check_limits(data: bytes, taken: Taken, asked: Asked, reader: LaneReader, limits: Limits) -> None:
    """Check a request that was decoded within `FAST` against other limits.

    Args:
        data: the request.
        taken: the same, decoded.
        asked: its settings.
        reader: the reader that decoded it.
        limits: how large and deep it may be, and whether it may repeat a key.

    Raises:
        InvalidDocument: the request exceeds the limits, or repeats a key that they do not let it repeat.
    """
    if limits == STRICT:
        if not _repeats_no_key(data, taken, asked, reader):
            check(data, ONLY_KEYS)
    elif limits != FAST:
        check(data, limits)


def _repeats_no_key(data: bytes, taken: Taken, asked: Asked, reader: LaneReader) -> bool:
    """Return whether a request certainly repeats no key; False if only a parser of the whole text can say so.

    Of members with the same name, a decoder keeps the last one.  So the decoded request is encoded again, and the
    colons in both texts are counted.  Each member has one behind its name, and the texts inside may have more; the
    decoded request has none that the text does not have.  If the numbers are equal, no member was left out.

    Raw JSON in the request is the text itself, in which a key may be repeated; this is parsed for repeated keys, that
    of settings and of tools once.
    """
    if reader.free_json is None or asked.text is None or has_escaped_colons(data):
        return False
    settings, messages, prompt = taken
    try:
        text = ENCODER.encode(messages if prompt is UNSET else {"prompt": prompt, "messages": messages})
    except TypeError:  # an object notes how its members were spelled
        return False
    # The name of the messages is in the settings, without messages.
    if colons(text) - (prompt is not UNSET) + colons(asked.text) != colons(data):
        return False
    free = list(filter(_has_more_than_letters, map(bytes, reader.free_json(messages))))
    try:
        if not asked.repeats_no_key:
            free.append(_without_tools(asked.text, settings))
        if free:
            check(b"[%b]" % b",".join(free), ONLY_KEYS)
    except InvalidDocument:
        return False
    asked.repeats_no_key = True
    return True


def _without_tools(text: bytes, settings: Any) -> bytes:
    """Return the text of settings without that of their tools, which was checked: many settings have the same tools.

    Raises:
        InvalidDocument: a tool repeats a key.
    """
    if settings.tools is UNSET:
        return text
    tools = ENCODER.encode(settings.tools)
    _check_tools(tools)
    return text.replace(_NAME + tools, _NAME + b"0", 1)


@remembered(_REMEMBERED)
def _check_tools(tools: bytes) -> None:
    check(tools, ONLY_KEYS)


def _has_more_than_letters(free: bytes) -> bool:
    """Return whether a piece of JSON is anything but a text without escapes, such as the base64 of a picture."""
    return free[0] != _QUOTE or _BACKSLASH in free
