"""Plain requests in native JSON -> turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.json import check_raw
from turnwire.dialects.turnwire.free_json import read_history
from turnwire.lane.replies import Narrow
from turnwire.lane.turns import Answered, Called, LaneReader, Picture, Said, Turns, ordered, picture
from turnwire.model import History, Settings

if TYPE_CHECKING:
    from turnwire.lane.turns import Turn

_BRACE = ord("{")


class _Text(Narrow, tag_field="type", tag="text"):
    text: str


class _Source(Narrow):
    kind: Literal["base64"]
    data: Raw


class _Image(Narrow, tag_field="type", tag="image"):
    source: _Source
    media_type: str


class _Use(Narrow, tag_field="type", tag="tool_use"):
    id: str
    name: str
    input: Raw


class _Result(Narrow, tag_field="type", tag="tool_result"):
    tool_use_id: str
    content: list[_Text | _Image]


class _Message(Narrow):
    role: Literal["system", "user", "assistant", "tool"]
    content: list[_Text | _Image | _Use | _Result]


class PlainHistory(Narrow):
    """A history whose messages are plain; its settings may be anything that the model has."""

    history: list[_Message]
    settings: Settings | UnsetType = UNSET


def reader() -> LaneReader:
    """Make the reader of plain requests that the caller declares to be native JSON."""
    return LaneReader(msgspec.json.Decoder(PlainHistory), read_turns, _settings, _is_certain)


def _settings(wire: PlainHistory) -> Settings | None:
    settings = None if wire.settings is UNSET else wire.settings
    read_history(History([], settings), None)
    return settings


def _is_certain(_: PlainHistory) -> bool:
    """Return False: the narrow types cannot tell, because other formats have members of the same names."""
    return False


def read_turns(wire: PlainHistory) -> Turns | None:
    """The turns of a history; None where a message is not plain after all."""
    turns: list[Turn] = []
    for message in wire.history:
        content = message.content
        if not content:
            return None
        if len(content) == 1 and type(content[0]) is _Text and content[0].text and message.role != "tool":
            turns.append(Said(message.role, content[0].text))
            continue
        turn = None if message.role == "system" else _READERS[message.role](content)
        if turn is None:
            return None
        turns.append(turn)
    return ordered(turns)


def _user(content: list[Any]) -> Turn | None:
    parts: list[str | Picture] = []
    for block in content:
        part = _part(block)
        if not part:
            return None
        parts.append(part)
    return Said("user", parts)


def _part(block: Any) -> str | Picture | None:
    if type(block) is _Text:
        return block.text
    if type(block) is not _Image:
        return None
    check_raw(block.source.data)
    return picture(block.media_type, block.source.data)


def _assistant(content: list[Any]) -> Turn | None:
    first = content[0]
    text = first.text or None if type(first) is _Text else None
    called = Called(text, [], [], [])
    for block in content if text is None else content[1:]:
        if type(block) is not _Use:
            return None
        check_raw(block.input)
        if memoryview(block.input)[0] != _BRACE:
            return None
        called.ids.append(block.id)
        called.names.append(block.name)
        called.inputs.append(block.input)
    return called


def _tool(content: list[Any]) -> Turn | None:
    block = content[0]
    if len(content) != 1 or type(block) is not _Result or len(block.content) != 1:
        return None
    part = block.content[0]
    return Answered(block.tool_use_id, part.text) if type(part) is _Text and part.text else None


_READERS: dict[str, Any] = {"user": _user, "assistant": _assistant, "tool": _tool}
