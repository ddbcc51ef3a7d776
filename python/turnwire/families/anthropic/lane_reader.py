"""Plain bodies of Anthropic's Messages API -> turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.json import check_raw
from turnwire.families.anthropic.detect import is_certain
from turnwire.families.anthropic.lane_types import Image, PlainMessage, Result, Text, Use
from turnwire.families.anthropic.read_settings import read_settings
from turnwire.families.anthropic.wire_request import Body
from turnwire.lane.turns import Answered, Called, LaneReader, Picture, Said, Turns, ordered, picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.lane.turns import Turn
    from turnwire.model import Settings

_BRACE = ord("{")


class PlainBody(Body, kw_only=True):
    """A body whose messages are plain; its settings may be anything that the format has."""

    messages: list[PlainMessage]  # type: ignore[assignment]
    system: str | list[Text | Image] | UnsetType = UNSET  # type: ignore[assignment]


def reader(dialect: str) -> LaneReader:
    """Reads plain bodies of this dialect."""

    def settings(wire: PlainBody) -> Settings:
        return read_settings(wire, dialect)

    decoder = msgspec.json.Decoder(PlainBody)
    return LaneReader(decoder, read_turns, settings, is_certain, "messages", _free_json, "system")


def _free_json(messages: list[PlainMessage]) -> Iterator[Raw]:
    for message in messages:
        if type(message.content) is list:
            for block in message.content:
                if type(block) is Use:
                    yield block.input
                elif type(block) is Image:
                    yield block.source.data


def read_turns(wire: PlainBody) -> Turns | None:
    """The turns of a body; None where a message is not plain after all."""
    turns: list[Turn] = []
    if wire.system is not UNSET:
        text = _text_of(wire.system)
        if not text:
            return None
        turns.append(Said("system", text))
    for message in wire.messages:
        content = message.content
        if not content:
            return None
        if type(content) is str:
            turns.append(Said(message.role, content))
        elif not (_assistant if message.role == "assistant" else _user)(content, turns):  # type: ignore[arg-type]
            return None
    return ordered(turns)


def _text_of(content: Any) -> str | None:
    """The text of a content that is one text; None for any other."""
    if type(content) is str:
        return content
    return content[0].text if len(content) == 1 and type(content[0]) is Text else None


def _assistant(content: list[Any], turns: list[Turn]) -> bool:
    text: str | None = None
    called = Called(None, [], [], [])
    for block in content:
        if type(block) is Use:
            raw = block.input
            check_raw(raw)
            if memoryview(raw)[0] != _BRACE:
                return False
            called.ids.append(block.id)
            called.names.append(block.name)
            called.inputs.append(raw)
        elif type(block) is Text and text is None and not called.ids and block.text:
            text = block.text
        else:
            return False
    called.text = text
    turns.append(called if called.ids else Said("assistant", text))  # type: ignore[arg-type]
    return True


def _user(content: list[Any], turns: list[Turn]) -> bool:
    parts: list[str | Picture] = []
    for block in content:
        kind = type(block)
        if kind is Result:
            text = _text_of(block.content)
            if parts or not text:
                return False
            turns.append(Answered(block.tool_use_id, text))
        else:
            part = _part(block)
            if not part:
                return False
            parts.append(part)
    if parts:
        turns.append(Said("user", parts[0] if len(parts) == 1 and type(parts[0]) is str else parts))
    return True


def _part(block: Any) -> str | Picture | None:
    if type(block) is Text:
        return block.text
    if type(block) is not Image:
        return None
    data = block.source.data
    check_raw(data)
    return picture(block.source.media_type, data)
