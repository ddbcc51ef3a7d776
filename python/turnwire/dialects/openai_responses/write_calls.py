"""Tool uses and results -> items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.dialects.openai_responses.kinds import CALL_TYPES, MANY_PARTS, OUTPUTS, PLAIN_OUTPUT, RAN_OUTPUTS
from turnwire.dialects.openai_responses.overlay import own_residue
from turnwire.dialects.openai_responses.wire import NAME
from turnwire.dialects.openai_responses.write_parts import feature_of, only_bare_text, write_inputs, write_part
from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.families.chat.overlay import named_in
from turnwire.model import ImageBlock, TextBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.dialects.openai_responses.kinds import Call, Output
    from turnwire.losses import Losses
    from turnwire.model import ContentBlock, ToolResultBlock

_HELD = frozenset(("id", "name", "input", "input_text", "status", "run_by"))
_OPEN = (b"{", b"[")


class FunctionCall(msgspec.Struct, gc=False, omit_defaults=True, tag_field="type", tag="function_call"):
    """A call of a function."""

    call_id: str
    name: str
    arguments: str


class Answer(msgspec.Struct, gc=False, tag_field="type", tag="function_call_output"):
    """The answer to a call of a function, as one text."""

    call_id: str
    output: str


def kind_of_call(block: ToolUseBlock) -> Call | None:
    """The type of item that a call is, where it is not a plain function call.

    A call that the provider ran is one only while it says so; tool search is run by either side.
    """
    kind = CALL_TYPES.get(block.call_type or "")
    if kind is None or kind.item == "tool_search_call":
        return kind
    return kind if (kind.run_by == "provider") is (block.run_by == "provider") else None


def write_call(block: ToolUseBlock, result: ToolResultBlock | None, place: str, losses: Losses) -> Any:
    """Write the item of a call, with its result if the provider's item holds both."""
    kind = kind_of_call(block)
    if kind is not None:
        return _write_kind(block, result, kind, place, losses)
    if block.input and block == ToolUseBlock(block.id, block.name, block.input) and _is_open(block.input):
        return FunctionCall(block.id, block.name, bytes(block.input).decode())
    call: dict[str, Any] = {"type": "function_call", "call_id": block.id, "name": block.name}
    call["arguments"] = _arguments(block, place, losses)
    if block.status is not None:
        call["status"] = block.status
    losses.dropped_fields(block, _HELD, place, "tool_use")
    return restore(call, block.provider_raw, losses, place) if block.provider_raw else call


def _is_open(raw: Raw) -> bool:
    return bytes(memoryview(raw)[:1]) in _OPEN


def _arguments(block: ToolUseBlock, place: str, losses: Losses) -> str:
    """Return the arguments as text: the JSON, or the text that was not JSON."""
    if block.input:
        if block.input_text is not None:
            losses.dropped(f"{place}/input_text", "tool_use.input_text", block.input_text)
        if not _is_open(block.input):
            # Read again, it is text: arguments are an object.
            losses.reshaped(f"{place}/input", "tool_use.input", block.input)
        return bytes(block.input).decode()
    if block.input_text is None:
        # FunctionToolCall: "required": ["type", "call_id", "name", "arguments"]
        losses.invented(f"{place}/input", "tool_use.input", "")
    return block.input_text or ""


def _write_kind(block: ToolUseBlock, result: ToolResultBlock | None, kind: Call, place: str, losses: Losses) -> Any:
    call: dict[str, Any] = {"type": kind.item, **_searched_by(block, kind.item)}
    if block.id or kind.item != "tool_search_call":
        call[kind.id] = block.id
    if kind.name is None:
        call["name"] = block.name
    elif block.name != kind.name:
        # The type of the item names the tool: read again, it has the provider's name.
        losses.degraded(f"{place}/name", "tool_use.name", block.name)
    held = _HELD | {"call_type"}
    if kind.server:
        held |= {"server_name"}
        if block.server_name is not None or "server_label" not in named_in(block.provider_raw, NAME, "lacks"):
            call["server_label"] = block.server_name or ""
    _write_input(block, kind, call, place, losses)
    if block.status is not None:
        call["status"] = block.status
    if result is not None:
        _write_own_result(result, kind, call)
    losses.dropped_fields(block, held, place, "tool_use")
    return restore(call, block.provider_raw, losses, place) if block.provider_raw else call


def _write_input(block: ToolUseBlock, kind: Call, call: dict[str, Any], place: str, losses: Losses) -> None:
    """Write the input in the spelling of the item; report one that is read back as another."""
    if kind.input is None:
        losses.dropped_fields(block, frozenset(ToolUseBlock.__struct_fields__) - _INPUTS, place, "tool_use")
    elif kind.spelling == "arguments":
        call[kind.input] = _arguments(block, place, losses)
    elif block.input and kind.spelling == "json":
        call[kind.input] = block.input
        if block.input_text is not None:
            losses.dropped(f"{place}/input_text", "tool_use.input_text", block.input_text)
    elif block.input:
        losses.reshaped(f"{place}/input", "tool_use.input", block.input)
        call[kind.input] = bytes(block.input).decode()
    elif block.input_text is not None:
        call[kind.input] = block.input_text
        if kind.spelling == "json":
            losses.reshaped(f"{place}/input_text", "tool_use.input_text", block.input_text)


_INPUTS = frozenset(("input", "input_text"))


def _searched_by(block: ToolUseBlock | ToolResultBlock, item: str) -> dict[str, str]:
    """Who searches for tools, where an item that does not tell would be read to be another's.

    Of ToolSearchCall.execution: "Whether tool search was executed by the server or by the client.".
    """
    if item not in _UNTOLD:
        return {}
    told = bytes(own_residue(block.provider_raw).get("execution", b"")) in (b'"server"', b'"client"')
    if block.run_by == _UNTOLD[item] and not told:
        return {}
    return {"execution": "client" if block.run_by is None else "server"}


_UNTOLD = {"tool_search_call": None, "tool_search_output": "provider"}


def _write_own_result(result: ToolResultBlock, kind: Call, call: dict[str, Any]) -> None:
    """Write the result into the item of the call; `layout.holds` has checked that it fits."""
    if is_own_error(result, kind):
        call[kind.error or ""] = result.provider_result
    elif result.provider_result:
        call[kind.result or ""] = result.provider_result
    else:
        call[kind.result or ""] = "".join(block.text for block in result.content if type(block) is TextBlock)


_RESULT = frozenset(("tool_use_id", "content"))
_RAN = frozenset(("run_by", "result_type"))


def write_output(block: ToolResultBlock, word: str, place: str, losses: Losses) -> Any:
    """Write the item that answers a call; `word` is its type."""
    if word == PLAIN_OUTPUT and block.provider_raw is None and _is_only_content(block):
        text = only_bare_text(block.content)
        if text is not None:
            return Answer(block.tool_use_id, text)
    form = form_of(block.provider_raw, NAME)
    if str(form.get("type")) in OUTPUTS:
        word = form["type"]
    kind = OUTPUTS[word]
    if kind.structured is not None and not block.structured and block.content and block.run_by is None:
        kind = OUTPUTS[PLAIN_OUTPUT]
    item: dict[str, Any] = {"type": kind.item, **_searched_by(block, kind.item)}
    if block.tool_use_id or kind.item != "tool_search_output":
        item[kind.id] = block.tool_use_id
    held = _RESULT | _RAN if block.run_by == "provider" and block.result_type == kind.item else _RESULT
    if kind.structured is not None:
        held = (held | {"structured"}) - {"content"}
        if block.structured:
            item[kind.structured] = block.structured
    else:
        item[kind.content or ""] = _content(block, kind, form, place, losses)
    losses.dropped_fields(block, held, place, "tool_result")
    return restore(item, block.provider_raw, losses, place) if block.provider_raw else item


def is_answer(block: ToolResultBlock) -> bool:
    """Return whether a result is an item of its own; results of most provider-run calls are in the call's item."""
    return block.run_by != "provider" or block.result_type in RAN_OUTPUTS


def _is_only_content(block: ToolResultBlock) -> bool:
    return block == type(block)(block.tool_use_id, None, block.content)


def _content(block: ToolResultBlock, kind: Output, form: dict[str, Any], place: str, losses: Losses) -> Any:
    places = losses.places_inside(place, len(block.content))
    spelling = form.get("content")
    odd = spelling == "parts" or (spelling == "text" and not any(type(each) is ImageBlock for each in block.content))
    if kind.item == "computer_call_output" and not odd:
        return _screenshot(block, places, losses)
    content = spell_content(block.content, places, spelling, losses)
    if kind.item in MANY_PARTS or type(content) is str or spelling == "parts":
        return content
    # These answers are one text.
    return _texts(block, places, losses)


def _texts(block: ToolResultBlock, places: list[str], losses: Losses) -> str:
    said = ""
    for inner, place in zip(block.content, places, strict=True):
        if type(inner) is TextBlock:
            losses.reshaped(place, "text", inner)
            report_others(inner.provider_raw, losses, place)
            said += inner.text
        else:
            losses.dropped(place, feature_of(inner), inner)
    return said


def _screenshot(block: ToolResultBlock, places: list[str], losses: Losses) -> Any:
    """Write the picture of a computer call: ComputerCallOutputItemParam.output is one picture."""
    found: Any = None
    for inner, place in zip(block.content, places, strict=True):
        if found is not None or type(inner) is not ImageBlock:
            losses.dropped(place, feature_of(inner), inner)
        else:
            found = write_part(inner, place, losses)
    if found is None:
        return {"type": "computer_screenshot"}
    members = msgspec.json.decode(ENCODER.encode(found), type=dict[str, Raw])
    return {**members, "type": "computer_screenshot"}


_WITHOUT = {"parts": list[Any](), "null": None}


def spell_content(blocks: Sequence[ContentBlock], places: Sequence[str], form: str | None, losses: Losses) -> Any:
    """Write a content in the spelling of its source while that fits; one text is a string by default."""
    if not blocks:
        return _WITHOUT.get(str(form), "")
    text = None if form == "parts" else only_bare_text(blocks)
    return text or write_inputs(blocks, places, losses) or ""


def is_own_error(result: ToolResultBlock, kind: Call | None) -> bool:
    """Return whether a result is an error that the item of the call has a member for."""
    return kind is not None and kind.error is not None and result.is_error is True and bool(result.provider_result)


def report_result(result: ToolResultBlock, call: ToolUseBlock, place: str, losses: Losses) -> None:
    """Report the fields of a result that the item of its call has no place for, or reads back as another."""
    held = _RESULT | _RAN | {"provider_result"}
    is_error = is_own_error(result, kind_of_call(call))
    losses.dropped_fields(result, held | {"is_error"} if is_error else held, place, "tool_result")
    # McpToolCall.output is a text, the others are what the provider gave.
    is_text = call.call_type == "mcp_call"
    if result.provider_result and result.content:
        losses.dropped(f"{place}/content", "tool_result.content", result.content)
    elif result.content and not is_text:
        losses.reshaped(f"{place}/content", "tool_result.content", result.content)
    if not result.provider_result:
        for inner, where in zip(result.content, losses.places_inside(place, len(result.content)), strict=True):
            report_others(inner.provider_raw, losses, where)
    if is_text and not is_error and bytes(memoryview(result.provider_result)[:1]) == b'"':
        losses.reshaped(f"{place}/provider_result", "tool_result.provider_result", result.provider_result)
    report_foreign(result.provider_raw, losses, place)
