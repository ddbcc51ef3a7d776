"""Plain turns -> the system prompt and the messages of Anthropic's Messages API."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from turnwire.catalogue.models import rules_of
from turnwire.families.anthropic.lane_types import Base64, Image, PlainMessage, Result, Text, Use
from turnwire.lane.turns import Answered, Called, Picture, Said, Turn, Turns, is_assistants


def write_turns(found: Turns, model: str | None) -> tuple[str | UnsetType, list[Any]] | None:
    """The system prompt and the messages of a body; None where a pass would have to change them."""
    turns = found.turns
    if turns and is_assistants(turns[-1]) and not (rules_of(model, "anthropic").prefill and _ends_in_words(turns[-1])):
        return None
    system: str | UnsetType = UNSET
    first = turns[0] if turns else None
    if type(first) is Said and first.role == "system":
        if type(first.content) is not str or first.content.isspace():
            return None
        system = first.content
        turns = turns[1:]
    messages = _messages(turns)
    return None if messages is None else (system, messages)


def _messages(turns: list[Turn]) -> list[Any] | None:
    messages: list[Any] = []
    results: list[Any] | None = None
    turn: Any
    for turn in turns:
        kind = type(turn)
        if kind is Answered:
            if results is None:
                results = []
                messages.append(PlainMessage("user", results))
            results.append(Result(turn.call_id, turn.text))
            continue
        results = None
        message = _called(turn) if kind is Called else _said(turn)
        if message is None:
            return None
        messages.append(message)
    return messages


def _ends_in_words(turn: Turn) -> bool:
    """Whether a message ends in something else than white space."""
    return type(turn) is not Said or (type(turn.content) is str and not turn.content[-1:].isspace())


def _said(turn: Said) -> Any:
    role: Any = turn.role
    content = turn.content
    if role == "system":
        return None
    if type(content) is str:
        return None if content.isspace() else PlainMessage(role, content)
    parts: list[Any] = []
    for part in content:
        if type(part) is Picture:
            parts.append(Image(Base64("base64", part.media_type, part.data)))
        elif part.isspace():  # type: ignore[union-attr]
            return None
        else:
            parts.append(Text(part))  # type: ignore[arg-type]
    return PlainMessage(role, parts)


def _called(turn: Called) -> Any:
    uses: list[Any] = list(map(Use, turn.ids, turn.names, turn.inputs))
    if turn.text is None:
        return PlainMessage("assistant", uses)
    return None if turn.text.isspace() else PlainMessage("assistant", [Text(turn.text), *uses])
