"""Plain turns -> the system prompt and the contents of Gemini's generateContent."""

from __future__ import annotations

import re
from typing import Any, Final

from msgspec import UNSET, Raw, Struct, UnsetType

from turnwire.catalogue.models import rules_of
from turnwire.families.gemini.calls import COUNTED
from turnwire.families.gemini.constraints import is_base64
from turnwire.families.gemini.lane_types import Blob, System
from turnwire.families.gemini.payload import response_of
from turnwire.lane.turns import Answered, Called, Picture, Said, Turn, Turns

_COUNTED: Final = re.compile(rf"^{COUNTED.pattern}$", re.MULTILINE)


class _Content(Struct, gc=False):
    role: str
    parts: list[Any]


class _Text(Struct, gc=False):
    text: str


class _Call(Struct, gc=False):
    id: str
    name: str
    args: Raw


class _Calling(Struct, rename="camel", gc=False):
    function_call: _Call


class _Response(Struct, gc=False):
    id: str
    name: str
    response: Any


class _Responding(Struct, rename="camel", gc=False):
    function_response: _Response


class _Showing(Struct, rename="camel", gc=False):
    inline_data: Blob


def write_turns(found: Turns, model: str | None) -> tuple[System | UnsetType, list[Any]] | None:
    """The system prompt and the contents of a body; None where a pass would have to change them."""
    turns = found.turns
    if found.ids and (
        _COUNTED.search("\n".join(found.ids)) or (_is_in_a_step(turns) and rules_of(model, "google").signed_calls)
    ):
        return None
    system: Any = UNSET
    first = turns[0] if turns else None
    if type(first) is Said and first.role == "system":
        system = System([_Text(first.content)])  # type: ignore[list-item, arg-type]
        turns = turns[1:]
    contents = _contents(turns, dict(zip(found.ids, found.names, strict=True)))
    return None if contents is None else (system, contents)


def _contents(turns: list[Turn], names: dict[str, str]) -> list[Any] | None:
    contents: list[Any] = []
    results: list[Any] | None = None
    turn: Any
    for turn in turns:
        kind = type(turn)
        if kind is Answered:
            if results is None:
                results = []
                contents.append(_Content("user", results))
            call_id = turn.call_id
            results.append(_Responding(_Response(call_id, names[call_id], response_of(turn.text))))
            continue
        results = None
        content = _called(turn) if kind is Called else _said(turn)
        if content is None:
            return None
        contents.append(content)
    return contents


def _is_in_a_step(turns: list[Turn]) -> bool:
    """Whether the assistant has called functions since the user's last message; some models require signatures then."""
    for turn in reversed(turns):
        if type(turn) is Called:
            return True
        if type(turn) is Said and turn.role == "user":
            return False
    return False


def _called(turn: Called) -> _Content:
    calls: list[Any] = list(map(_Calling, map(_Call, turn.ids, turn.names, turn.inputs)))
    return _Content("model", calls if turn.text is None else [_Text(turn.text), *calls])


def _said(turn: Said) -> _Content | None:
    content = turn.content
    if turn.role == "system":
        return None
    role = "user" if turn.role == "user" else "model"
    if type(content) is str:
        return _Content(role, [_Text(content)])
    parts: list[Any] = []
    for part in content:
        if type(part) is not Picture:
            parts.append(_Text(part))  # type: ignore[arg-type]
        elif is_base64(part.data):
            parts.append(_Showing(Blob(part.media_type, part.data)))
        else:
            return None  # a pass mends base64 in lines, and drops what is none
    return _Content(role, parts)
