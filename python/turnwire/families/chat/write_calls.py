"""Tool uses -> tool calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwire.documents.residue import form_of, report_foreign, report_own, restore
from turnwire.families.chat.write_content import write_cache
from turnwire.lowering.rewrite_blocks import was_illegal_in_source
from turnwire.model import OpaqueBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.families.chat.vendor import Vendor
    from turnwire.losses import Losses

_HELD = frozenset(("id", "name", "input", "input_text", "cache", "run_by"))


class Called(msgspec.Struct, gc=False):
    """The function called."""

    name: str
    arguments: str


class Call(msgspec.Struct, gc=False, tag_field="type", tag="function"):
    """One call of a function."""

    id: str
    function: Called


def write_calls(
    calls: list[tuple[ToolUseBlock | OpaqueBlock, str]], message: dict[str, Any], losses: Losses, vendor: Vendor
) -> None:
    """Put the calls of an assistant into its message."""
    written: list[Any] = []
    for block, place in calls:
        if type(block) is OpaqueBlock:
            report_foreign(block.provider_raw, losses, place)
            written.append(block.value)
        elif type(block) is ToolUseBlock:
            if (
                form_of(block.provider_raw, losses.dialect).get("key") == "function_call"
                and "function_call" not in message
            ):
                message["function_call"] = _write_function_call(block, place, losses)
            else:
                written.append(write_call(block, place, losses, vendor))
    if written:
        message["tool_calls"] = written


def write_call(block: ToolUseBlock, place: str, losses: Losses, vendor: Vendor) -> Any:
    """One tool call."""
    if is_plain_call(block):
        return Call(block.id, Called(block.name, arguments_of(block)))
    return _write_rare_call(block, place, losses, vendor)


def is_plain_call(block: ToolUseBlock) -> bool:
    """Return whether a call has only an id, a name, and an object as its input."""
    return (
        block.input_text is None
        and block.id != ""
        and bytes(memoryview(block.input)[:1]) in (b"{", b"[")
        and block == ToolUseBlock(block.id, block.name, block.input)
    )


def arguments_of(block: ToolUseBlock) -> str:
    """Return the arguments as text: the exact text of the JSON, or the text that was not JSON."""
    if block.input:
        return bytes(block.input).decode()
    return block.input_text or ""


def _called(block: ToolUseBlock, losses: Losses) -> Any:
    """Return the function called, without arguments where the source had none and there are none since."""
    if (
        not block.input
        and block.input_text is None
        and was_illegal_in_source(block.provider_raw, losses.dialect, "input")
    ):
        return {"name": block.name}
    return Called(block.name, arguments_of(block))


def _write_rare_call(block: ToolUseBlock, place: str, losses: Losses, vendor: Vendor) -> Any:
    held = _HELD
    call: dict[str, Any] = {"id": block.id}
    if not block.id and not was_illegal_in_source(block.provider_raw, losses.dialect, "id"):
        # ChatCompletionMessageToolCall requires `id`: "The ID of the tool call."
        losses.invented(f"{place}/id", "tool_use.id", "")
    if block.call_type == "custom":
        held = held | {"call_type"}
        call |= {"type": "custom", "custom": {"name": block.name, "input": arguments_of(block)}}
    else:
        call |= {"type": "function", "function": _called(block, losses)}
    mark = write_cache(block, place, losses, vendor, marked=True)
    if mark is not None:
        call["cache_control"] = mark
    report_call(block, held, place, losses)
    return restore(call, block.provider_raw, losses, place) if block.provider_raw else call


def report_call(block: ToolUseBlock, held: frozenset[str], place: str, losses: Losses) -> None:
    """Report the fields of a call that its wire object does not hold."""
    if block.input and block.input_text is not None:
        losses.dropped(f"{place}/input_text", "tool_use.input_text", block.input_text)
    elif block.input and ("call_type" in held or bytes(memoryview(block.input)[:1]) not in (b"{", b"[")):
        # It will be read as text: arguments are an object, and the input of a custom tool is text.
        losses.reshaped(f"{place}/input", "tool_use.input", block.input)
    if block.run_by == "provider":
        losses.dropped(f"{place}/run_by", "tool_use.run_by", block.run_by)
    losses.dropped_fields(block, held, place, "tool_use")


def _write_function_call(block: ToolUseBlock, place: str, losses: Losses) -> Any:
    if block.id:
        losses.dropped(f"{place}/id", "tool_use.id", block.id)
    report_call(block, _HELD - {"cache"}, place, losses)
    called = _called(block, losses)
    report_own(block.provider_raw, losses, place, looked_at=("function_call",))
    wire = restore({"function_call": called}, block.provider_raw or {}, losses, place)
    return msgspec.json.decode(wire, type=dict[str, msgspec.Raw])["function_call"] if type(wire) is not dict else called
