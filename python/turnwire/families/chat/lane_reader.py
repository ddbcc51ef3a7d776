"""Plain requests of OpenAI's chat format and its vendors -> turns."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from turnwire.families.chat.certain import is_certain_if_plain
from turnwire.families.chat.media import read_url
from turnwire.families.chat.read_settings import read_settings
from turnwire.families.chat.wire_request import ChatRequest
from turnwire.lane.turns import Answered, Called, LaneReader, Picture, Said, Turns, arguments, ordered, picture

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.lane.turns import Turn
    from turnwire.model import Settings


class _Narrow(Struct, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The base of the types that refuse unknown members."""


class _Function(_Narrow):
    name: str
    arguments: str


class _Call(_Narrow):
    type: Literal["function"]
    id: str
    function: _Function


class _Text(_Narrow, tag_field="type", tag="text"):
    text: str


class _OnlyText(_Narrow):
    # Without a union, a decoder takes an object that has no tag.
    type: Literal["text"]
    text: str


class _Url(_Narrow):
    url: Raw


class _Image(_Narrow, tag_field="type", tag="image_url"):
    image_url: _Url


class _System(_Narrow, tag_field="role", tag="system"):
    content: str | list[_OnlyText]


class _User(_Narrow, tag_field="role", tag="user"):
    content: str | list[_Text | _Image]


class _Assistant(_Narrow, tag_field="role", tag="assistant"):
    content: str | list[_OnlyText] | UnsetType | None = UNSET
    tool_calls: list[_Call] | UnsetType = UNSET


class _Tool(_Narrow, tag_field="role", tag="tool"):
    tool_call_id: str
    content: str | list[_OnlyText]


_ROLES: dict[type, str] = {_System: "system", _User: "user", _Assistant: "assistant"}


class PlainRequest(ChatRequest):
    """A request whose messages are plain; its settings may be any that the format has."""

    messages: list[_System | _User | _Assistant | _Tool]  # type: ignore[assignment]


def reader(vendor: Vendor) -> LaneReader:
    """Reads plain requests of this vendor."""

    def settings(wire: PlainRequest) -> Settings:
        return read_settings(wire, vendor)

    return LaneReader(_decoder(), read_turns, settings, _is_certain, "messages", _free_json)


@functools.cache
def _decoder() -> msgspec.json.Decoder[PlainRequest]:
    """One decoder for the whole family."""
    return msgspec.json.Decoder(PlainRequest)


def _is_certain(wire: PlainRequest) -> bool:
    return is_certain_if_plain(wire, _is_marked)


def _is_marked(message: Any) -> bool:
    """Return whether a message has members that only this format has."""
    if type(message) is _Tool or (type(message) is _Assistant and message.tool_calls is not UNSET):
        return True
    return type(message.content) is list and any(type(part) is _Image for part in message.content)


def _free_json(messages: list[Any]) -> list[Raw]:
    contents = [each.content for each in messages if type(each) is _User and type(each.content) is list]
    return [part.image_url.url for content in contents for part in content if type(part) is _Image]


def read_turns(wire: PlainRequest) -> Turns | None:
    """Read the turns of a request; None if a message is not plain."""
    turns: list[Turn] = []
    message: Any
    for message in wire.messages:
        kind, content = type(message), message.content
        if type(content) is not str:
            content = _content(message)
        if kind is _Assistant and message.tool_calls is not UNSET:
            turn = _called(message, content)
            if turn is None:
                return None
            turns.append(turn)
        elif not content:
            return None
        elif kind is _Tool:
            turns.append(Answered(message.tool_call_id, content))
        else:
            turns.append(Said(_ROLES[kind], content))
    return ordered(turns)


def _content(message: Any) -> str | list[str | Picture] | None:
    """Return the one text of a list, or the texts and pictures of the user; None for any other content."""
    content = message.content
    if not content:
        return None
    if len(content) == 1 and type(content[0]) is not _Image:
        return content[0].text  # type: ignore[no-any-return]
    if type(message) is not _User:
        return None
    parts = [_part(part) for part in content]
    return parts if all(parts) else None  # type: ignore[return-value]


def _part(part: _Text | _Image) -> str | Picture | None:
    if type(part) is _Text:
        return part.text
    source, media_type = read_url(part.image_url.url)  # type: ignore[union-attr]
    return picture(media_type, source.data)


def _called(message: _Assistant, text: str | None) -> Called | None:
    if not message.tool_calls or (not text and type(message.content) is list and message.content):
        return None
    ids: list[str] = []
    names: list[str] = []
    inputs: list[Raw] = []
    for call in message.tool_calls:
        input_ = arguments(call.function.arguments)
        if input_ is None:
            return None
        ids.append(call.id)
        names.append(call.function.name)
        inputs.append(input_)
    return Called(text or None, ids, names, inputs)
