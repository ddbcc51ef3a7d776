"""A lowered History -> a request: its messages, one function per role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.dialects.cohere_chat.constraints import NAME
from turnwire.dialects.cohere_chat.write_content import ABSENT_CONTENT, write_calls, write_content, write_plan
from turnwire.dialects.cohere_chat.write_settings import write_settings
from turnwire.documents.residue import form_of, report_others, restore
from turnwire.model import OpaqueBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import ContentBlock, History

_HELD = frozenset(("history", "settings"))
_RESULT = frozenset(("tool_use_id", "content", "run_by"))


def write_request(draft: Draft, losses: Losses) -> Any:
    """The whole body; the residue of the settings belongs to its top object."""
    history: History = draft.document
    settings = draft.settings
    model = draft.added.get("model", None if settings is None else settings.model)
    wire: dict[str, Any] = {} if model is None else {"model": model}
    wire["messages"] = [write_turn(turn, losses) for turn in draft.turns]
    if settings is not None:
        write_settings(settings, draft, wire, losses)
    losses.dropped_fields(history, _HELD, "", "history")
    if settings is not None and settings.provider_raw:
        wire = restore(wire, settings.provider_raw, losses, "/settings")
    return restore(wire, history.provider_raw, losses, "") if history.provider_raw else wire


def write_turn(turn: Turn, losses: Losses) -> Any:
    """The message of a turn."""
    form = form_of(turn.message.provider_raw, NAME)
    role: str | None = turn.role
    if role == "user" and "role" in form:
        role = form["role"]
    wire: dict[str, Any] = {} if role is None else {"role": role}
    if turn.role == "assistant":
        write_assistant(turn, form, wire, losses, reply=False)
    elif turn.role == "tool" and turn.blocks and type(turn.blocks[0]) is ToolResultBlock:
        _write_result(turn.blocks[0], turn, form, wire, losses)
    else:
        put_content(wire, write_content(turn.blocks, turn.all_places(), form.get("content"), losses))
    raw = turn.message.provider_raw
    return restore(wire, raw, losses, turn.path) if raw else wire


def put_content(wire: dict[str, Any], content: Any) -> None:
    """Put a content into its message, unless the message has none."""
    if content is not ABSENT_CONTENT:
        wire["content"] = content


def write_assistant(turn: Turn, form: dict[str, Any], wire: dict[str, Any], losses: Losses, *, reply: bool) -> None:
    """Write the plan of an assistant, its content and its calls into its message."""
    said: list[Any] = []
    places: list[str] = []
    calls: list[tuple[Any, str]] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if is_plan(block) and "tool_plan" not in wire:
            wire["tool_plan"] = write_plan(block, place, losses)  # type: ignore[arg-type]
        elif type(block) is ToolUseBlock or is_odd_call(block):
            calls.append((block, place))
        else:
            said.append(block)
            places.append(place)
    nothing, bare = ("absent" if calls or reply else "text"), ("parts" if reply else "text")
    put_content(wire, write_content(said, places, form.get("content"), losses, nothing=nothing, bare=bare))
    if calls:
        wire["tool_calls"] = write_calls(calls, losses)


def is_plan(block: ContentBlock) -> bool:
    """Return whether a thought is the plan of a message, which has a place of its own."""
    return type(block) is ThinkingBlock and bool(block.text) and form_of(block.provider_raw, NAME).get("in") == "plan"


def is_odd_call(block: ContentBlock) -> bool:
    """Return whether a block is one of the calls of its message, of an unknown structure."""
    return type(block) is OpaqueBlock and form_of(block.provider_raw, NAME).get("in") == "tool_calls"


def _write_result(
    block: ToolResultBlock, turn: Turn, form: dict[str, Any], wire: dict[str, Any], losses: Losses
) -> None:
    place = turn.place(0)
    if block.tool_use_id or "tool_call_id" not in form.get("lacks", ()):
        wire["tool_call_id"] = block.tool_use_id
    places = losses.places_inside(place, len(block.content))
    put_content(wire, write_content(block.content, places, form.get("content"), losses))
    losses.dropped_fields(block, _RESULT, place, "tool_result")
    report_others(block.provider_raw, losses, place)
