"""Tool uses -> tool calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, UnsetType

from turnwire.dialects.mistral_chat.wire import NAME
from turnwire.documents.residue import form_of, report_foreign, restore
from turnwire.families.chat.write_calls import arguments_of, is_plain_call
from turnwire.model import OpaqueBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.losses import Losses

_HELD = frozenset(("id", "name", "input", "input_text", "run_by"))


class Called(msgspec.Struct, gc=False):
    """The function called."""

    name: str
    arguments: str


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
    _report(block, place, losses)
    return restore(call, block.provider_raw, losses, place) if block.provider_raw else call


def _report(block: ToolUseBlock, place: str, losses: Losses) -> None:
    """Report the fields of a call that its wire object does not hold."""
    if block.input and block.input_text is not None:
        losses.dropped(f"{place}/input_text", "tool_use.input_text", block.input_text)
    elif not block.input and block.input_text is None:
        # FunctionCall, "required": ["name", "arguments"]
        losses.invented(f"{place}/input", "tool_use.input", "")
    if block.run_by == "provider":
        losses.dropped(f"{place}/run_by", "tool_use.run_by", block.run_by)
    losses.dropped_fields(block, _HELD, place, "tool_use")
