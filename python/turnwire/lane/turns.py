"""The turns of a plain conversation, and the readers and writers that each format has for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.json import check_raw
from turnwire.codec.limits import FREE_DEPTH, MAX_DIGITS
from turnwire.errors import InvalidDocument
from turnwire.model import Settings


class Picture(Struct, gc=False):
    """A picture as base64: its media type, and the data as a JSON string."""

    media_type: str
    data: Raw


class Said(Struct, gc=False):
    """A message of the system, the user or the assistant: one text, or a list of texts and pictures."""

    role: str
    content: str | list[str | Picture]


class Called(Struct, gc=False):
    """A message of the assistant that calls functions, with the text before the calls, if any."""

    text: str | None
    ids: list[str]
    names: list[str]
    inputs: list[Raw]
    """The arguments of each call, a JSON object."""


class Answered(Struct, gc=False):
    """The result of one call, as text."""

    call_id: str
    text: str


Turn = Said | Called | Answered


class Turns(Struct, gc=False):
    """The messages of a conversation, and what its calls are called."""

    turns: list[Turn]
    ids: list[str]
    """The ids of all calls, in order; no two are alike."""
    names: list[str]
    """The names of the functions called, in the same order."""


class LaneReader(Struct, frozen=True):
    """The reader of one dialect's plain requests."""

    decoder: msgspec.json.Decoder[Any]
    """Of requests whose messages have the narrow types; their settings are those of the canonical types."""
    read_turns: Callable[[Any], Turns | None]
    """The turns of a decoded request; None where one is not plain after all."""
    read_settings: Callable[[Any], Settings | None]
    """The settings of a decoded request, by the canonical reader."""
    is_certain: Callable[[Any], bool]
    """Whether a decoded request can be of no other dialect."""
    messages: str = ""
    """The field of a decoded request that holds its messages."""
    free_json: Callable[[Any], Iterable[Raw]] | None = None
    """The raw JSON in the messages.  None where encoding a decoded request could add a member."""
    prompt: str = ""
    """The field of a decoded request that holds its system prompt, if that is not one of its messages."""


class Lane(Struct, frozen=True):
    """The two halves of a dialect's lane; a conversion calls one of each of its formats."""

    reader: Callable[[], LaneReader]
    write_turns: Callable[[Turns, str | None], Any] | None
    """Turns and the model that is asked for -> the messages as the canonical writer takes them (`Draft.plain`); None
    where a pass would have to change them.  The lane does not write a format that has none."""
    members: tuple[str, ...] = ("messages",)
    """The members of a body that hold them: one, or the system prompt's and that of the messages."""


_JSON = msgspec.json.Decoder(Raw)
# The media types that every one of the formats takes.
_PICTURES: Final = frozenset({"image/jpeg", "image/png", "image/gif", "image/webp"})
_QUOTE: Final = ord('"')
# The ids and the names that all of the formats take: of letters, digits, underscores and hyphens, and for Gemini's
# servers a letter or an underscore in front of a name.
_LONGEST: Final = 64
_NAME: Final = re.compile(r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}")
_LEGAL: Final[set[str]] = set()
"""Names of functions that were found legal: a program calls the same few again and again."""
_MOST_NAMES: Final = 1024
# A shorter text has no room for the brackets of more levels than are allowed.
_SHALLOW: Final = 2 * FREE_DEPTH


def arguments(text: str) -> Raw | None:
    """Return the arguments of a call as JSON; None if they are not an object."""
    if not text or text[0] != "{" or text[-1] != "}":
        return None
    try:
        raw = _JSON.decode(text)
        if len(text) > _SHALLOW and (len(text) > MAX_DIGITS or text.count("[") + text.count("{") > FREE_DEPTH):
            check_raw(raw)
    except (msgspec.DecodeError, InvalidDocument, RecursionError):
        return None
    return raw


def picture(media_type: str | None, data: Raw) -> Picture | None:
    """Return the picture; None if a format may not take its media type, or if its data is not text."""
    if media_type not in _PICTURES or memoryview(data)[0] != _QUOTE:
        return None
    return Picture(media_type, data)


def ordered(turns: list[Turn]) -> Turns | None:
    """The turns, where each call has an id of its own and exactly one result, right behind the turn of its call."""
    ids: list[str] = []
    names: list[str] = []
    unanswered: set[str] = set()
    turn: Any
    for turn in turns:
        kind = type(turn)
        if kind is Answered:
            if turn.call_id not in unanswered:
                return None
            unanswered.remove(turn.call_id)
        elif unanswered:
            return None
        elif kind is Called:
            unanswered.update(turn.ids)
            ids += turn.ids
            names += turn.names
    if unanswered or len(ids) != len(set(ids)) or not are_legal(ids, names):
        return None
    return Turns(turns, ids, names)


def are_legal(ids: list[str], names: list[str]) -> bool:
    """Whether all ids and names are made of the characters that each of the formats takes, and short enough for all."""
    return (not ids or _are_ids(ids)) and (_LEGAL.issuperset(names) or _are_names(set(names)))


def _are_ids(ids: list[str]) -> bool:
    letters = "".join(ids)
    if "" in ids or (len(letters) > _LONGEST and len(max(ids, key=len)) > _LONGEST):
        return False
    # An id of hyphens alone is none of a plain request.
    return letters.isascii() and letters.replace("_", "").replace("-", "").isalnum()


def _are_names(names: set[str]) -> bool:
    """Whether functions may be called so; the names are noted if they may."""
    if not all(map(_NAME.fullmatch, names)):
        return False
    if len(_LEGAL) + len(names) > _MOST_NAMES:
        _LEGAL.clear()
    _LEGAL.update(names)
    return True


def is_assistants(turn: Turn) -> bool:
    """Whether the assistant speaks or calls in a turn."""
    return type(turn) is Called or (type(turn) is Said and turn.role == "assistant")


def tools_are_plain(tools: list[Any]) -> bool:
    """Whether no writer has to change the names of the functions, nor their number."""
    names = [tool.name for tool in tools]
    return len(names) == len(set(names)) and are_legal([], names)
