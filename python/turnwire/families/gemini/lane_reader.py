"""Plain bodies of Gemini's generateContent -> turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.json import check_raw
from turnwire.families.gemini.calls import COUNTED
from turnwire.families.gemini.detect import is_certain
from turnwire.families.gemini.lane_types import Content, Part, System
from turnwire.families.gemini.payload import text_of_result
from turnwire.families.gemini.read_settings import read_settings
from turnwire.families.gemini.reading import Reading, is_ambiguous
from turnwire.families.gemini.wire_request import Body
from turnwire.lane.turns import Answered, Called, LaneReader, Picture, Said, Turns, ordered, picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.lane.turns import Turn
    from turnwire.model import Settings

_BRACE = ord("{")


class PlainBody(Body, kw_only=True):
    """A body whose contents are plain; its settings may be anything that the format has."""

    contents: list[Content]  # type: ignore[assignment]
    system_instruction: System | UnsetType = UNSET  # type: ignore[assignment]


def reader(dialect: str) -> LaneReader:
    """Reads plain bodies of this dialect."""

    def settings(wire: PlainBody) -> Settings | None:
        return read_settings(wire, Reading(dialect, is_ambiguous), {})

    decoder = msgspec.json.Decoder(PlainBody)
    return LaneReader(decoder, read_turns, settings, is_certain, "contents", _free_json, "system_instruction")


def _free_json(contents: list[Content]) -> Iterator[Raw]:
    for content in contents:
        for part in content.parts:
            if part.function_call is not UNSET:
                yield part.function_call.args
            elif part.function_response is not UNSET:
                yield part.function_response.response
            elif part.inline_data is not UNSET:
                yield part.inline_data.data


def read_turns(wire: PlainBody) -> Turns | None:
    """The turns of a body; None where a part is not plain after all."""
    turns: list[Turn] = []
    if wire.system_instruction is not UNSET:
        parts = wire.system_instruction.parts
        if len(parts) != 1 or not parts[0].text or parts[0] != Part(parts[0].text):
            return None
        turns.append(Said("system", parts[0].text))
    names: dict[str, str] = {}
    for content in wire.contents:
        parts = content.parts
        if not parts or not (_model(parts, turns, names) if content.role == "model" else _user(parts, turns, names)):
            return None
    return ordered(turns)


def _model(parts: list[Part], turns: list[Turn], names: dict[str, str]) -> bool:
    text: str | None = None
    turn = Called(None, [], [], [])
    for part in parts:
        called = part.function_call
        if called is not UNSET:
            if not (part.text is part.function_response is part.inline_data is UNSET) or not called.id:
                return False
            check_raw(called.args)
            if memoryview(called.args)[0] != _BRACE or COUNTED.fullmatch(called.id):
                return False
            names[called.id] = called.name
            turn.ids.append(called.id)
            turn.names.append(called.name)
            turn.inputs.append(called.args)
        elif text is None and not turn.ids and part.text and part.function_response is part.inline_data is UNSET:
            text = part.text
        else:
            return False
    turn.text = text
    turns.append(turn if turn.ids else Said("assistant", text))  # type: ignore[arg-type]
    return True


def _user(parts: list[Part], turns: list[Turn], names: dict[str, str]) -> bool:
    said: list[str | Picture] = []
    for part in parts:
        response = part.function_response
        if response is not UNSET:
            text = text_of_result(response.response)
            if said or not text or names.get(response.id) != response.name:
                return False
            if not (part.text is part.function_call is part.inline_data is UNSET):
                return False
            turns.append(Answered(response.id, text))
        else:
            found = _part(part)
            if not found:
                return False
            said.append(found)
    if said:
        turns.append(Said("user", said[0] if len(said) == 1 and type(said[0]) is str else said))
    return True


def _part(part: Part) -> str | Picture | None:
    if part.text is not UNSET:
        return part.text if part.function_call is part.inline_data is UNSET else None
    blob = part.inline_data
    if blob is UNSET or part.function_call is not UNSET:
        return None
    check_raw(blob.data)
    return picture(blob.mime_type, blob.data)
