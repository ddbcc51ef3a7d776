"""Plain turns -> messages of OpenAI's chat format and its vendors."""

from __future__ import annotations

from typing import Any

from msgspec import Raw, Struct

from turnwire.families.chat.media import data_url
from turnwire.lane.turns import Called, Picture, Said, Turns


class _Function(Struct, gc=False):
    name: str
    arguments: str


class _Call(Struct, tag_field="type", tag="function", gc=False):
    id: str
    function: _Function


class _Text(Struct, tag_field="type", tag="text", gc=False):
    text: str


class _Url(Struct, gc=False):
    url: Raw


class _Image(Struct, tag_field="type", tag="image_url", gc=False):
    image_url: _Url


class _Message(Struct, omit_defaults=True, gc=False):
    role: str
    content: Any = None
    tool_calls: list[_Call] | None = None


class _Result(Struct, gc=False):
    role: str
    tool_call_id: str
    content: str


# What OpenAI's servers take (turnwire.families.chat.passes).
_MOST_OF_AN_ID = 40


def write_turns(found: Turns, _model: str | None) -> list[Any] | None:
    """The messages of a request; None where a pass would have to change them."""
    if found.ids and len(max(found.ids, key=len)) > _MOST_OF_AN_ID:
        return None
    messages: list[Any] = []
    turn: Any
    for turn in found.turns:
        kind = type(turn)
        if kind is Said:
            content = turn.content
            if type(content) is not str:
                content = [_out_part(part) for part in content]
            messages.append(_Message(turn.role, content))
        elif kind is Called:
            messages.append(_Message("assistant", turn.text, _calls(turn)))
        else:
            messages.append(_Result("tool", turn.call_id, turn.text))
    return messages


def _out_part(part: str | Picture) -> Any:
    return _Text(part) if type(part) is str else _Image(_Url(data_url(part.data, part.media_type)))  # type: ignore[union-attr]


def _calls(turn: Called) -> list[_Call]:
    inputs = [str(input_, "utf8") for input_ in turn.inputs]
    return list(map(_Call, turn.ids, map(_Function, turn.names, inputs)))
