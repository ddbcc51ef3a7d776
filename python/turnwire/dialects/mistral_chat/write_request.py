"""A lowered History -> a request: its messages, one function per role, and the tool calls in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Raw, UnsetType

from turnwire.codec.wire import ENCODER
from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.dialects.mistral_chat.write_content import ABSENT_CONTENT, write_content
from turnwire.dialects.mistral_chat.write_settings import write_settings
from turnwire.documents.residue import form_of, merge, report_foreign, restore
from turnwire.families.chat.write_calls import Called, arguments_of, is_plain_call
from turnwire.families.chat.write_message import Said
from turnwire.model import Message, OpaqueBlock, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import History


_HELD = frozenset(("history", "settings"))


def write_request(draft: Draft, losses: Losses) -> Any:
    """The whole body; the residue of the settings belongs to its top object."""
    history: History = draft.document
    settings, added = draft.settings, draft.added
    messages: list[Any] = []
    for turn in draft.turns:
        write_turn(turn, losses, messages)
    if "prefix" in added:
        messages[-1] = _as_prefix(messages[-1])
    wire: dict[str, Any] = {}
    model = settings.model if settings is not None else None
    if model is not None or "model" in added:
        wire["model"] = added.get("model") if model is None else model
    wire["messages"] = messages
    if settings is not None:
        write_settings(settings, draft, wire, losses)
    losses.dropped_fields(history, _HELD, "", "history")
    if history.provider_raw:
        wire = restore(wire, history.provider_raw, losses, "")
    raw = settings.provider_raw if settings is not None else None
    return restore(wire, raw, losses, "/settings") if raw else wire


def _as_prefix(message: Any) -> Any:
    """The message, to be gone on from."""
    return Raw(merge(ENCODER.encode(message), b'{"prefix":true}'))


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


_CALL = frozenset(("id", "name", "input", "input_text", "run_by"))


class Call(msgspec.Struct, gc=False, omit_defaults=True, tag_field="type", tag="function"):
    """One call of a function."""

    id: str
    function: Called
    index: int | UnsetType = UNSET


def write_calls(calls: Sequence[tuple[ToolUseBlock | OpaqueBlock, str]], losses: Losses, *, reply: bool) -> list[Any]:
    """Write the calls of an assistant; in a reply each has its position in the list."""
    written: list[Any] = []
    for position, (block, place) in enumerate(calls):
        if type(block) is OpaqueBlock:
            report_foreign(block.provider_raw, losses, place)
            losses.dropped_fields(block, frozenset(("block_type", "value", "dialect")), place, "opaque")
            written.append(block.value)
        elif type(block) is ToolUseBlock:
            index = position if reply else None
            if is_plain_call(block):
                called = Called(block.name, arguments_of(block))
                written.append(Call(block.id, called, UNSET if index is None else index))
            else:
                written.append(_write_rare(block, place, index, losses))
    return written


def _write_rare(block: ToolUseBlock, place: str, index: int | None, losses: Losses) -> Any:
    form = form_of(block.provider_raw, NAME)
    lacks = form.get("lacks", ())
    arguments: Any = arguments_of(block)
    if form.get("arguments") == "json" and block.input:
        arguments = block.input
    call: dict[str, Any] = {"function": {"name": block.name, "arguments": arguments}}
    if block.id or "id" not in lacks:
        call["id"] = block.id
    if "type" not in lacks:
        call["type"] = form.get("type", "function")
    if index is not None and "index" not in lacks:
        call["index"] = form.get("index", index)
    if type(arguments) is str and block.input and bytes(memoryview(block.input)[:1]) not in (b"{", b"["):
        # Read again, it is text: arguments are an object.
        losses.reshaped(f"{place}/input", "tool_use.input", block.input)
    _report_call(block, place, losses)
    return restore(call, block.provider_raw, losses, place) if block.provider_raw else call


def _report_call(block: ToolUseBlock, place: str, losses: Losses) -> None:
    """Report the fields of a call that its wire object does not hold."""
    if block.input and block.input_text is not None:
        losses.dropped(f"{place}/input_text", "tool_use.input_text", block.input_text)
    elif not block.input and block.input_text is None:
        # FunctionCall, "required": ["name", "arguments"]
        losses.invented(f"{place}/input", "tool_use.input", "")
    if block.run_by == "provider":
        losses.dropped(f"{place}/run_by", "tool_use.run_by", block.run_by)
    losses.dropped_fields(block, _CALL, place, "tool_use")
