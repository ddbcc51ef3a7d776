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
from turnwire.lane.turns import Answered, Call, Called, LaneReader, Picture, Said, Turns, arguments, ordered, picture

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


class _Url(_Narrow):
    url: Raw


class _Image(_Narrow, tag_field="type", tag="image_url"):
    image_url: _Url


class _Message(_Narrow):
    role: Literal["system", "user", "assistant", "tool"]
    content: str | list[_Text | _Image] | UnsetType | None = UNSET
    tool_calls: list[_Call] | UnsetType = UNSET
    tool_call_id: str | UnsetType = UNSET


class PlainRequest(ChatRequest):
    """A request whose messages are plain; its settings may be any that the format has."""

    messages: list[_Message]  # type: ignore[assignment]


def reader(vendor: Vendor) -> LaneReader:
    """Reads plain requests of this vendor."""

    def settings(wire: PlainRequest) -> Settings:
        return read_settings(wire, vendor)

    return LaneReader(_decoder(), read_turns, settings, is_certain_if_plain)


@functools.cache
def _decoder() -> msgspec.json.Decoder[PlainRequest]:
    """One decoder for the whole family."""
    return msgspec.json.Decoder(PlainRequest)


def read_turns(wire: PlainRequest) -> Turns | None:
    """Read the turns of a request; None if a message is not plain."""
    turns: list[Turn] = []
    for message in wire.messages:
        content = message.content
        calls = message.tool_calls
        if calls is UNSET and message.tool_call_id is UNSET and type(content) is str and content:
            if message.role == "tool":
                return None
            turns.append(Said(message.role, content))
            continue
        turn = _READERS[message.role](message)
        if turn is None:
            return None
        turns.append(turn)
    return ordered(turns)


def _text_of(message: _Message) -> str | None:
    """Return the text of a content that is one text; None for any other."""
    content = message.content
    if type(content) is list and len(content) == 1 and type(content[0]) is _Text:
        return content[0].text or None
    return content or None if type(content) is str else None


def _system(message: _Message) -> Turn | None:
    text = _text_of(message)
    is_plain = message.tool_calls is UNSET and message.tool_call_id is UNSET and text is not None
    return Said("system", text) if is_plain and text is not None else None


def _user(message: _Message) -> Turn | None:
    if type(message.content) is not list or message.tool_calls is not UNSET or message.tool_call_id is not UNSET:
        return None
    parts: list[str | Picture] = []
    for part in message.content:
        found = _part(part)
        if not found:
            return None
        parts.append(found)
    if len(parts) == 1 and type(parts[0]) is str:
        return Said("user", parts[0])
    return Said("user", parts) if parts else None


def _part(part: _Text | _Image) -> str | Picture | None:
    if type(part) is _Text:
        return part.text
    source, media_type = read_url(part.image_url.url)  # type: ignore[union-attr]
    return picture(media_type, source.data)


def _assistant(message: _Message) -> Turn | None:
    if message.tool_call_id is not UNSET:
        return None
    text = _text_of(message)
    if message.tool_calls is UNSET:
        return None if text is None else Said("assistant", text)
    if not message.tool_calls or (text is None and message.content):
        return None
    calls: list[Call] = []
    for call in message.tool_calls:
        input_ = arguments(call.function.arguments)
        if input_ is None:
            return None
        calls.append(Call(call.id, call.function.name, input_))
    return Called(text, calls)


def _tool(message: _Message) -> Turn | None:
    text = _text_of(message)
    if text is None or not message.tool_call_id or message.tool_calls is not UNSET:
        return None
    return Answered(message.tool_call_id, text)


_READERS: dict[str, Any] = {"system": _system, "user": _user, "assistant": _assistant, "tool": _tool}
