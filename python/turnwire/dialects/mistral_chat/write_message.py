"""Turns -> messages of a request, one function per role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.dialects.mistral_chat.write_calls import write_calls
from turnwire.dialects.mistral_chat.write_content import ABSENT_CONTENT, write_content
from turnwire.documents.residue import form_of, restore
from turnwire.model import Message, OpaqueBlock, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Turn


class Said(msgspec.Struct, gc=False):
    """A message that is only text."""

    role: str
    content: str


def write_turn(turn: Turn, losses: Losses, messages: list[Any]) -> None:
    """Append the message of a turn."""
    blocks, message = turn.blocks, turn.message
    if len(blocks) == 1 and message.provider_raw is None and turn.role != "tool":
        block = blocks[0]
        if type(block) is TextBlock and block.text and block.provider_raw is None:
            if block.cache is not None or block.citations:
                losses.dropped_fields(block, _TEXT, turn.place(0), "text")
            messages.append(Said(turn.role, block.text))
            return
    _ROLES[turn.role](turn, losses, messages)


_TEXT = frozenset(("text",))


def _write_spoken(turn: Turn, losses: Losses, messages: list[Any]) -> None:
    form = form_of(turn.message.provider_raw, NAME)
    wire: dict[str, Any] = {"role": turn.role}
    if turn.role == "user" and "role" in form:
        wire = {} if form["role"] is None else {"role": form["role"]}
    _put_content(wire, write_content(turn.blocks, turn.all_places(), form, losses))
    messages.append(_with_rest(wire, turn, losses))


def _put_content(wire: dict[str, Any], content: Any) -> None:
    if content is not ABSENT_CONTENT:
        wire["content"] = content


def _with_rest(wire: dict[str, Any], turn: Turn, losses: Losses) -> Any:
    """The message with its residue; names, ids and the like are gone by a pass."""
    raw = turn.message.provider_raw
    return restore(wire, raw, losses, turn.path) if raw else wire


def _write_assistant(turn: Turn, losses: Losses, messages: list[Any]) -> None:
    form = form_of(turn.message.provider_raw, NAME)
    wire: dict[str, Any] = {"role": "assistant"}
    write_assistant_part(turn, form, wire, losses, reply=False)
    messages.append(_with_rest(wire, turn, losses))


def write_assistant_part(
    turn: Turn, form: dict[str, Any], wire: dict[str, Any], losses: Losses, *, reply: bool, model: str | None = None
) -> None:
    """Write the content of an assistant, and then its calls, into its message."""
    said, places, calls = [], [], []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if type(block) is ToolUseBlock or is_odd_call(block):
            calls.append((block, place))
        else:
            said.append(block)
            places.append(place)
    _put_content(wire, write_content(said, places, form, losses, model))
    if calls:
        wire["tool_calls"] = write_calls(calls, losses, reply=reply)  # type: ignore[arg-type]


def is_odd_call(block: Any) -> bool:
    """Return whether a block is one of the calls of its message, of an unknown structure."""
    return type(block) is OpaqueBlock and form_of(block.provider_raw, NAME).get("in") == "tool_calls"


def _write_results(turn: Turn, losses: Losses, messages: list[Any]) -> None:
    """One message for each result: `calls_in_their_place` left nothing else."""
    first = True
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if type(block) is ToolResultBlock:
            messages.append(_write_result(block, place, turn.message if first else None, turn.path, losses))
            first = False


_RESULT = frozenset(("tool_use_id", "name", "content"))


def _write_result(block: ToolResultBlock, place: str, message: Message | None, path: str, losses: Losses) -> Any:
    raw = None if message is None else message.provider_raw
    form = form_of(raw, NAME)
    wire: dict[str, Any] = {"role": "tool"}
    if block.tool_use_id or "tool_call_id" not in form.get("lacks", ()):
        wire["tool_call_id"] = block.tool_use_id
    if block.name is not None:
        wire["name"] = block.name
    places = losses.places_inside(place, len(block.content))
    _put_content(wire, write_content(block.content, places, form, losses))
    losses.dropped_fields(block, _RESULT, place, "tool_result")
    result = restore(wire, block.provider_raw, losses, place) if block.provider_raw else wire
    return restore(result, raw, losses, path) if raw else result


_ROLES: dict[str, Callable[[Turn, Losses, list[Any]], None]] = {
    "user": _write_spoken,
    "system": _write_spoken,
    "assistant": _write_assistant,
    "tool": _write_results,
}
