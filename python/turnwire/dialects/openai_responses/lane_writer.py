"""Plain turns -> items of the Responses API."""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct

from turnwire.families.chat.media import data_url
from turnwire.lane.turns import Answered, Called, Picture, Said, Turns


class _Text(Struct, tag_field="type", tag="input_text", gc=False):
    text: str


class _Image(Struct, tag_field="type", tag="input_image", gc=False):
    image_url: Raw


class _Message(Struct, gc=False):
    role: str
    content: Any


class _Call(Struct, tag_field="type", tag="function_call", gc=False):
    call_id: str
    name: str
    arguments: str


class _Result(Struct, tag_field="type", tag="function_call_output", gc=False):
    call_id: str
    output: str


def write_turns(found: Turns, _model: str | None) -> list[Any] | None:
    """Return the items of a request; None if two turns of the assistant would become one."""
    items: list[Any] = []
    follows = False
    turn: Any
    for turn in found.turns:
        kind = type(turn)
        if kind is Answered:
            items.append(_Result(turn.call_id, turn.text))
            follows = False
            continue
        speaks = kind is Called or turn.role == "assistant"
        if follows and speaks:
            return None
        follows = speaks
        if kind is Said:
            content = turn.content
            if type(content) is not str:
                content = [_out_part(part) for part in content]
            items.append(_Message(turn.role, content))
        else:
            _add_calls(items, turn)
    return items


def _add_calls(items: list[Any], turn: Called) -> None:
    if turn.text is not None:
        items.append(_Message("assistant", turn.text))
    items += map(_Call, turn.ids, turn.names, [str(input_, "utf8") for input_ in turn.inputs])


def _out_part(part: str | Picture) -> Any:
    return _Text(part) if type(part) is str else _Image(data_url(part.data, part.media_type))  # type: ignore[union-attr]
