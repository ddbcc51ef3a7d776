"""Plain requests of the Responses API -> turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from turnwire.dialects.openai_responses.read_settings import read_settings
from turnwire.dialects.openai_responses.wire_request import ResponsesRequest
from turnwire.families.chat.media import read_url
from turnwire.lane.turns import (
    Answered,
    Called,
    LaneReader,
    Picture,
    Said,
    Turns,
    arguments,
    is_assistants,
    ordered,
    picture,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.lane.turns import Turn


class _Narrow(Struct, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """The base of the types that refuse unknown members."""


class _Text(_Narrow, tag_field="type", tag="input_text"):
    text: str


class _Image(_Narrow, tag_field="type", tag="input_image"):
    image_url: Raw


class _Output(_Narrow, tag_field="type", tag="output_text"):
    text: str


class _Item(_Narrow):
    type: Literal["message", "function_call", "function_call_output"] | UnsetType = UNSET
    role: Literal["system", "user", "assistant"] | UnsetType = UNSET
    content: str | list[_Text | _Image | _Output] | UnsetType = UNSET
    call_id: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    arguments: str | UnsetType = UNSET
    output: str | list[_Text | _Image] | UnsetType = UNSET


class PlainRequest(ResponsesRequest, kw_only=True):
    """A request whose items are plain; its settings may be any of the format."""

    input: str | list[_Item]  # type: ignore[assignment]


def reader() -> LaneReader:
    """Return the reader of plain requests."""
    decoder = msgspec.json.Decoder(PlainRequest)
    return LaneReader(decoder, read_turns, read_settings, _is_certain, "input", _free_json, "instructions")


def _is_certain(wire: PlainRequest) -> bool:
    """Return whether the request has a list of items; each of them has what an item of its type has, if it is plain."""
    return type(wire.input) is list


def _free_json(items: str | list[_Item]) -> Iterator[Raw]:
    """Return the addresses of pictures."""
    for item in items if type(items) is list else ():
        for content in (item.content, item.output):
            if type(content) is list:
                yield from [part.image_url for part in content if type(part) is _Image]


def read_turns(wire: PlainRequest) -> Turns | None:
    """Return the turns of a request; None if an item is not plain."""
    turns: list[Turn] = []
    if wire.instructions is not UNSET:
        if not wire.instructions:
            return None
        turns.append(Said("system", wire.instructions))
    if isinstance(wire.input, str):
        if not wire.input:
            return None
        turns.append(Said("user", wire.input))
        return Turns(turns, [], [])
    for item in wire.input:
        read = _READERS[item.type]
        if not read(item, turns):
            return None
    return ordered(turns)


def _is_message(item: _Item) -> bool:
    return item.call_id is item.name is item.arguments is item.output is UNSET


def _message(item: _Item, turns: list[Turn]) -> bool:
    content, role = item.content, item.role
    if not content or role is UNSET or not _is_message(item):
        return False
    if role == "assistant":
        text = content if type(content) is str else _only(content, _Output)
        if not text or (turns and is_assistants(turns[-1])):
            return False
        turns.append(Said(role, text))
        return True
    if type(content) is str:
        turns.append(Said(role, content))
        return True
    if role == "system":
        text = _only(content, _Text)
        turns.append(Said(role, text or ""))
        return bool(text)
    parts = [_part(part) for part in content]
    if not all(parts):
        return False
    turns.append(Said(role, parts[0] if len(parts) == 1 and type(parts[0]) is str else parts))  # type: ignore[arg-type]
    return True


def _only(content: Any, kind: Any) -> str | None:
    """Return the text of a content that is one part of this type."""
    text: str | None = content[0].text if len(content) == 1 and type(content[0]) is kind else None
    return text


def _part(part: Any) -> str | Picture | None:
    if type(part) is _Text:
        return part.text
    if type(part) is not _Image:
        return None
    source, media_type = read_url(part.image_url)
    return picture(media_type, source.data)


def _call(item: _Item, turns: list[Turn]) -> bool:
    if type(item.arguments) is not str or not item.call_id or not item.name:
        return False
    input_ = arguments(item.arguments)
    if input_ is None or item.role is not UNSET or item.content is not UNSET or item.output is not UNSET:
        return False
    last = turns[-1] if turns else None
    if type(last) is Called:
        last.ids.append(item.call_id)
        last.names.append(item.name)
        last.inputs.append(input_)
    elif type(last) is Said and last.role == "assistant":
        turns[-1] = Called(last.content, [item.call_id], [item.name], [input_])  # type: ignore[arg-type]
    else:
        turns.append(Called(None, [item.call_id], [item.name], [input_]))
    return True


def _output(item: _Item, turns: list[Turn]) -> bool:
    output = item.output
    text = output if type(output) is str else None if output is UNSET else _only(output, _Text)
    if not text or not item.call_id or item.role is not UNSET or item.content is not UNSET:
        return False
    if item.name is not UNSET or item.arguments is not UNSET:
        return False
    turns.append(Answered(item.call_id, text))
    return True


_READERS = {UNSET: _message, "message": _message, "function_call": _call, "function_call_output": _output}
