"""Plain turns -> the system prompt and the contents of Gemini's generateContent."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from turnwire.catalogue.models import rules_of
from turnwire.families.gemini.calls import COUNTED
from turnwire.families.gemini.constraints import is_base64
from turnwire.families.gemini.lane_types import Blob, Call, Content, Part, Response, System
from turnwire.families.gemini.payload import Payload, write_payload
from turnwire.lane.turns import Answered, Called, Picture, Said, Turn, Turns


def write_turns(found: Turns, model: str | None) -> tuple[System | UnsetType, list[Any]] | None:
    """The system prompt and the contents of a body; None where a pass would have to change them."""
    turns = found.turns
    if any(COUNTED.fullmatch(each) for each in found.ids) or (
        _is_in_a_step(turns) and rules_of(model, "google").signed_calls
    ):
        return None
    system: System | UnsetType = UNSET
    first = turns[0] if turns else None
    if type(first) is Said and first.role == "system":
        system = System([Part(first.content)])  # type: ignore[arg-type]
        turns = turns[1:]
    names = dict(zip(found.ids, found.names, strict=True))
    contents: list[Any] = []
    results: list[Part] | None = None
    for turn in turns:
        if type(turn) is Answered:
            if results is None:
                results = []
                contents.append(Content("user", results))
            results.append(_answered(turn, names))
            continue
        results = None
        content = _called(turn) if type(turn) is Called else _said(turn)  # type: ignore[arg-type]
        if content is None:
            return None
        contents.append(content)
    return system, contents


def _is_in_a_step(turns: list[Turn]) -> bool:
    """Whether the assistant has called functions since the user's last message; some models require signatures then."""
    for turn in reversed(turns):
        if type(turn) is Called:
            return True
        if type(turn) is Said and turn.role == "user":
            return False
    return False


def _answered(turn: Answered, names: dict[str, str]) -> Part:
    response = write_payload(Payload(turn.text))
    return Part(function_response=Response(turn.call_id, names[turn.call_id], response))


def _called(turn: Called) -> Content:
    calls = [
        Part(function_call=Call(id=call_id, name=name, args=input_))
        for call_id, name, input_ in zip(turn.ids, turn.names, turn.inputs, strict=True)
    ]
    return Content("model", calls if turn.text is None else [Part(turn.text), *calls])


def _said(turn: Said) -> Content | None:
    content = turn.content
    if turn.role == "system":
        return None
    role: Any = "user" if turn.role == "user" else "model"
    if type(content) is str:
        return Content(role, [Part(content)])
    if any(type(part) is Picture and not is_base64(part.data) for part in content):
        return None  # a pass mends base64 in lines, and drops what is none
    return Content(role, [_out_part(part) for part in content])


def _out_part(part: str | Picture) -> Part:
    return Part(part) if type(part) is str else Part(inline_data=Blob(part.media_type, part.data))  # type: ignore[union-attr]
