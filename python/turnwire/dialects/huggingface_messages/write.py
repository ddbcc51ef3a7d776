"""A lowered History -> a row: its messages, tools and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.dialects.huggingface_messages.media import ROLES, THOUGHTS, WORDS, key_for
from turnwire.dialects.huggingface_messages.read import SHAPES
from turnwire.dialects.huggingface_messages.wire import NAME, Function, Tool
from turnwire.documents.json_text import spelled
from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.documents.roles import meaning
from turnwire.lowering.generic_tools import written_tools
from turnwire.lowering.origins import report_any_origin
from turnwire.lowering.writing import finished, report_source
from turnwire.model import OpaqueBlock, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import ContentBlock, History, Reasoning, Settings, ToolDefinition


def write_row(draft: Draft, losses: Losses) -> Any:
    """The whole row, or the bare list that it was."""
    history: History = draft.document
    raw = history.provider_raw
    form = form_of(raw, NAME)
    images: Images = []
    if form.get("root") == "list":
        losses.dropped_fields(history, frozenset(("history",)), "", "history")
        report_others(raw, losses, "")
        return [write_message(turn, images, losses) for turn in draft.turns]
    row: dict[str, Any] = _columns(draft.turns, form, images, losses)
    if images:
        row["images"] = images
    if draft.settings is not None:
        _write_settings(draft.settings, history, row, losses)
    losses.dropped_fields(history, frozenset(("history", "settings")), "", "history")
    return restore(row, raw, losses, "") if raw else row


def _columns(turns: list[Turn], form: dict[str, Any], images: Images, losses: Losses) -> dict[str, list[Any]]:
    """Write the messages in their original columns; an added message is in the column of the one before it."""
    shape = tuple(each) if isinstance(each := form.get("columns"), list) else ()
    names = shape if shape in SHAPES else SHAPES[0]
    columns: dict[str, list[Any]] = {name: [] for name in names}
    at = 0
    for turn in turns:
        name = form_of(turn.message.provider_raw, NAME).get("column")
        if name in names:
            at = max(at, names.index(name))
        columns[names[at]].append(write_message(turn, images, losses))
    return columns


def _write_settings(settings: Settings, history: History, row: dict[str, Any], losses: Losses) -> None:
    # A tool that a provider runs means nothing to a template.
    if tools := written_tools(settings.tools, _write_function, losses):
        row["tools"] = spelled(tools, "tools", history.provider_raw, NAME)
    if settings.reasoning is not None:
        _write_reasoning(settings.reasoning, row, losses)
    losses.dropped_fields(settings, frozenset(("tools", "reasoning")), "/settings", "settings")
    report_foreign(settings.provider_raw, losses, "/settings")


def _write_reasoning(reasoning: Reasoning, row: dict[str, Any], losses: Losses) -> None:
    """`enable_thinking` and `reasoning_effort` are what the templates that think ask for (dataset_formats.md)."""
    extra: dict[str, Any] = {}
    if reasoning.mode in ("enabled", "disabled"):
        extra["enable_thinking"] = reasoning.mode == "enabled"
    elif reasoning.mode is not None:
        losses.dropped("/settings/reasoning/mode", "reasoning.mode", reasoning.mode)
    if reasoning.effort is not None:
        extra["reasoning_effort"] = reasoning.effort
    if extra:
        row["chat_template_kwargs"] = extra
    losses.dropped_fields(reasoning, frozenset(("mode", "effort")), "/settings/reasoning", "reasoning")
    report_foreign(reasoning.provider_raw, losses, "/settings/reasoning")


_HELD = frozenset(("name", "description", "input_schema", "output_schema"))


def _write_function(tool: ToolDefinition, place: str, losses: Losses) -> Any:
    function = Function(name=tool.name)
    if tool.description is not None:
        function.description = tool.description
    for field, key in (("input_schema", "parameters"), ("output_schema", "returned")):
        schema = getattr(tool, field)
        if bytes(schema) == b"null":
            losses.dropped(f"{place}/{field}", f"tool.{field}", None)
        else:
            setattr(function, key, schema)
    losses.dropped_fields(tool, _HELD, place, "tool")
    is_bare = form_of(tool.provider_raw, NAME).get("shape") == "bare"
    wire: Any = function if is_bare else Tool(function=function)
    return restore(wire, tool.provider_raw, losses, place) if tool.provider_raw else wire


Images = list[Raw]
"""The column `images`, as it grows."""


def write_message(turn: Turn, images: Images, losses: Losses) -> Any:
    """One message."""
    form = form_of(turn.message.provider_raw, NAME)
    said: dict[str, Any] = {}
    word = form.get("role", turn.role)
    if meaning(word, ROLES) != turn.role:
        word = turn.role
    if word is not None:
        said["role"] = word
    if turn.blocks and type(turn.blocks[0]) is ToolResultBlock:
        _write_result(turn, turn.blocks[0], said, form, images, losses)
    else:
        _write_spoken(turn, said, form, images, losses)
    raw = turn.message.provider_raw
    return restore(said, raw, losses, turn.path) if raw else said


def _write_result(
    turn: Turn, block: ToolResultBlock, said: dict[str, Any], form: dict[str, Any], images: Images, losses: Losses
) -> None:
    place = turn.place(0)
    if block.tool_use_id or "id" in form:
        said["tool_call_id"] = block.tool_use_id
    if block.name is not None:
        said["name"] = block.name
    if turn.message.name is not None:
        losses.dropped(f"{turn.path}/name", "message.name", turn.message.name)
    places = losses.places_inside(place, len(block.content))
    _write_content(block.content, places, said, form, images, losses)
    losses.dropped_fields(block, frozenset(("tool_use_id", "name", "content", "run_by")), place, "tool_result")
    report_foreign(block.provider_raw, losses, place)


def _write_spoken(turn: Turn, said: dict[str, Any], form: dict[str, Any], images: Images, losses: Losses) -> None:
    if turn.message.name is not None:
        said["name"] = turn.message.name
    content: list[tuple[ContentBlock, str]] = []
    calls: list[Any] = []
    for block, place in zip(turn.blocks, turn.all_places(), strict=True):
        if type(block) is ThinkingBlock:
            _write_thought(block, place, said, losses)
        elif type(block) is ToolUseBlock:
            calls.append(_write_call(block, place, losses))
        else:
            content.append((block, place))
    how = form if calls or "calls" not in form else {**form, "calls": None}
    if calls and not content and "content" not in form:
        how = {"content": "absent"}
    _write_content([block for block, _ in content], [place for _, place in content], said, how, images, losses)
    if calls or form.get("calls") == "none":
        said["tool_calls"] = calls


def _write_content(
    blocks: Sequence[ContentBlock],
    places: Sequence[str],
    said: dict[str, Any],
    form: dict[str, Any],
    images: Images,
    losses: Losses,
) -> None:
    """The content: one plain text is a string, nothing is the empty string, everything else a list."""
    parts = [_write_part(block, place, images, losses) for block, place in zip(blocks, places, strict=True)]
    parts = [part for part in parts if part is not None]
    spelled = form.get("content")
    if not parts:
        if spelled != "absent":
            said["content"] = [] if spelled == "list" else ""
        return
    first = blocks[0]
    is_text = len(blocks) == 1 and type(first) is TextBlock and first.text and not first.provider_raw
    said["content"] = first.text if is_text and spelled != "list" else parts  # type: ignore[union-attr]


def _write_part(block: ContentBlock, place: str, images: Images, losses: Losses) -> Any:
    if type(block) is TextBlock:
        return finished({"type": "text", "text": block.text}, block, frozenset(("text",)), place, losses)
    if type(block) is OpaqueBlock:
        losses.dropped_fields(block, frozenset(("block_type", "value", "dialect")), place, "opaque")
        report_foreign(block.provider_raw, losses, place)
        return block.value
    if type(block) in WORDS:
        return _write_media(block, place, images, losses)
    losses.dropped(place, str(block.__struct_config__.tag), block)
    return None


def _write_media(block: Any, place: str, images: Images, losses: Losses) -> Any:
    form = form_of(block.provider_raw, NAME)
    word = WORDS[type(block)]
    in_column = form.get("in") == "images" and word == "image"
    found = key_for(block, word if in_column or form.get("key") == word else None)
    if found is None:
        losses.dropped(place, word, block)
        return None
    key, value = found
    part: dict[str, Any] = {"type": word}
    if in_column and key == word:
        images.append(value)
    else:
        part[key] = value
    held = frozenset(("source", "media_type"))
    if block.media_type is not None and bytes(memoryview(value)[:6]) != b'"data:':
        held = frozenset(("source",))
    report_source(block.source, place, losses)
    return finished(part, block, held, place, losses)


def _write_thought(block: ThinkingBlock, place: str, said: dict[str, Any], losses: Losses) -> None:
    """The text stays readable; the opaque state goes nowhere."""
    report_any_origin(block, place, losses)
    key = form_of(block.provider_raw, NAME).get("key")
    said[key if key in THOUGHTS else THOUGHTS[0]] = block.text
    losses.dropped_fields(block, frozenset(("text", "origin")), place, "thinking")
    report_others(block.provider_raw, losses, place)


_CALL = frozenset(("id", "name", "input", "input_text", "run_by"))


def _write_call(block: ToolUseBlock, place: str, losses: Losses) -> Any:
    form = form_of(block.provider_raw, NAME)
    call: dict[str, Any] = {}
    if block.id or "id" in form:
        call["id"] = block.id
    kind = form.get("type", "function")
    if kind is not None:
        call["type"] = kind
    function: dict[str, Any] = {} if not block.name and form.get("lacks") == "name" else {"name": block.name}
    if block.input:
        is_text = form.get("arguments") == "text" or bytes(memoryview(block.input)[:1]) == b'"'
        function["arguments"] = Raw(ENCODER.encode(bytes(block.input).decode())) if is_text else block.input
    elif block.input_text is not None:
        function["arguments"] = block.input_text
    if form.get("shape") == "flat":
        call |= function
    else:
        call["function"] = function
    return finished(call, block, _CALL, place, losses)
