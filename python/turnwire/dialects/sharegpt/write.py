"""A lowered History -> a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.dialects.sharegpt.spelling import calls_of, text_of_calls, text_of_tools, tools_of
from turnwire.dialects.sharegpt.wire import NAME, ROLES, WORDS
from turnwire.documents.residue import form_of, report_foreign, report_others, restore
from turnwire.model import ABSENT, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft, Turn
    from turnwire.model import History, Settings, ToolDefinition

_CALL = frozenset(("id", "name", "input", "run_by"))
# The name of a result is reported before ids are counted, because counting notes the name of its call.
_RESULT = frozenset(("tool_use_id", "name", "content", "run_by"))
_TOOL = frozenset(("name", "description", "input_schema"))


def write_row(draft: Draft, losses: Losses) -> Any:
    """The whole row."""
    history: History = draft.document
    row: dict[str, Any] = {}
    turns = draft.turns
    if turns and turns[0].role == "system" and _is_column(turns[0]):
        first, turns = turns[0], turns[1:]
        row["system"] = _text(first)
        report_others(first.message.provider_raw, losses, first.path)
    row["conversations"] = [_write_turn(turn, losses) for turn in turns]
    if draft.settings is not None:
        _write_settings(draft.settings, draft.added.get("tool_places", ()), row, losses)
    losses.dropped_fields(history, frozenset(("history", "settings")), "", "history")
    return restore(row, history.provider_raw, losses, "") if history.provider_raw else row


def _is_column(turn: Turn) -> bool:
    return form_of(turn.message.provider_raw, NAME).get("place") == "column"


def _text(turn: Turn) -> str:
    block = turn.blocks[0] if turn.blocks else None
    return block.text if type(block) is TextBlock else ""


def _write_turn(turn: Turn, losses: Losses) -> Any:
    form = form_of(turn.message.provider_raw, NAME)
    calls = [block for block in turn.blocks if type(block) is ToolUseBlock]
    kind = "call" if calls else turn.role
    if calls:
        value = _write_calls(turn, calls, form, losses)
    elif turn.blocks and type(turn.blocks[0]) is ToolResultBlock:
        value = _write_result(turn.blocks[0], turn.place(0), losses)
    else:
        value = _text(turn)
    wire: dict[str, Any] = {"from": _word(kind, form, turn), "value": value}
    if wire["from"] is None:
        del wire["from"]
    if not value and form.get("value") == "none":
        del wire["value"]
    raw = turn.message.provider_raw
    return restore(wire, raw, losses, turn.path) if raw else wire


def _word(kind: str, form: dict[str, Any], turn: Turn) -> Any:
    """The source's own word, while it still means this kind of turn."""
    if "from" not in form:
        return WORDS[kind]
    word = form["from"]
    known = ROLES.get(word, "user") if isinstance(word, str) else "user"
    if known == "call" and kind == "assistant" and calls_of(_text(turn)) is None:
        return word  # a call that nobody can read
    return word if known == kind else WORDS[kind]


def _write_calls(turn: Turn, calls: list[ToolUseBlock], form: dict[str, Any], losses: Losses) -> str:
    for block, place in zip(calls, turn.all_places(), strict=True):
        losses.dropped_fields(block, _CALL, place, "tool_use")
        report_foreign(block.provider_raw, losses, place)
        if block.run_by == "provider":
            losses.dropped(f"{place}/run_by", "tool_use.run_by", block.run_by)
    text = form.get("text")
    read = calls_of(text) if isinstance(text, str) else None
    said = [(call.name, bytes(call.arguments)) for call in read or []]
    return str(text) if said == [(call.name, bytes(call.input)) for call in calls] else text_of_calls(calls)


def _write_result(block: ToolResultBlock, place: str, losses: Losses) -> str:
    losses.dropped_fields(block, _RESULT, place, "tool_result")
    report_foreign(block.provider_raw, losses, place)
    return "".join(inner.text for inner in block.content if type(inner) is TextBlock)


def _write_settings(settings: Settings, places: Any, row: dict[str, Any], losses: Losses) -> None:
    if settings.tools:
        for tool, place in zip(settings.tools, places, strict=True):
            losses.dropped_fields(tool, _TOOL, place, "tool")
            report_foreign(tool.provider_raw, losses, place)
            if _is_null(tool):
                losses.dropped(f"{place}/input_schema", "tool.input_schema", tool.input_schema)
        text = form_of(settings.provider_raw, NAME).get("tools")
        tools = [structs.replace(tool, input_schema=ABSENT) if _is_null(tool) else tool for tool in settings.tools]
        same = isinstance(text, str) and tools_of(text) == tools
        row["tools"] = text if same else text_of_tools(tools)
    losses.dropped_fields(settings, frozenset(("tools",)), "/settings", "settings")
    report_others(settings.provider_raw, losses, "/settings")


def _is_null(tool: ToolDefinition) -> bool:
    """Whether a tool's schema is JSON's null, which a declaration has no place for."""
    return bytes(tool.input_schema) == b"null"
