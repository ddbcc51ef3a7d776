"""A row -> a conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from turnwire.codec.wire import NOTHING
from turnwire.dialects.sharegpt.spelling import calls_of, text_of_calls, text_of_tools, tools_of
from turnwire.dialects.sharegpt.wire import NAME, ROLES, WORDS
from turnwire.documents.residue import residue
from turnwire.lowering.positional_call_ids import Positions
from turnwire.model import History, Message, Settings, TextBlock, ToolResultBlock, ToolUseBlock

if TYPE_CHECKING:
    from turnwire.dialects.sharegpt.wire import Row, Turn
    from turnwire.documents.inputs import Envelope


def read_row(row: Row, _: Envelope | None) -> History:
    """Read a conversation, with the column of the system prompt before it."""
    messages: list[Message] = []
    if row.system is not UNSET:
        blocks: Any = [TextBlock(row.system)] if row.system else []
        messages.append(Message("system", blocks, provider_raw=residue(NAME, form={"place": "column"})))
    positions = Positions()
    messages += [_read_turn(turn, positions) for turn in row.conversations]
    overlay: dict[str, Any] = dict(row.unknown.fields)
    settings = None
    if row.tools is not UNSET:
        tools = tools_of(row.tools)
        if tools is None:
            overlay["tools"] = row.tools
        else:
            form = {} if text_of_tools(tools) == row.tools else {"tools": row.tools}
            settings = Settings(tools=tools, provider_raw=residue(NAME, form=form))
    return History(messages, settings, provider_raw=residue(NAME, overlay))


def _read_turn(turn: Turn, positions: Positions) -> Message:
    word = turn.who
    value = turn.value
    known = ROLES.get(word) if isinstance(word, str) else None
    form: dict[str, Any] = {}
    if known is None or WORDS[known] != word:
        form["from"] = None if word is UNSET else word
    if value is UNSET:
        form["value"] = "none"
        value = ""
    message = Message("user")
    if known == "call":
        _read_calls(value, message, positions, form)
    elif known == "tool":
        blocks: Any = [TextBlock(value)] if value else []
        message.role, message.content = "tool", [ToolResultBlock(positions.of_result(None), None, blocks)]
    else:
        role: Any = known or "user"
        message.role, message.content = role, [TextBlock(value)] if value else []
    if form or turn.unknown is not NOTHING:
        rest = {**turn.unknown.fields, **({} if known else _told(form))}
        message.provider_raw = residue(NAME, rest, form=form)
    return message


def _told(form: dict[str, Any]) -> dict[str, str]:
    """Return an unknown word as residue, so that other formats report it."""
    word = form["from"]
    return {"from": word} if isinstance(word, str) and word else {}


def _read_calls(value: str, message: Message, positions: Positions, form: dict[str, Any]) -> None:
    message.role = "assistant"
    calls = calls_of(value)
    if calls is None:
        message.content = [TextBlock(value)] if value else []
        form.setdefault("from", "function_call")
        return
    uses = [ToolUseBlock(positions.of_call(call.name), call.name, call.arguments) for call in calls]
    message.content = [*uses]
    if text_of_calls(uses) != value:
        form["text"] = value
