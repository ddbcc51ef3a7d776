"""The short way of plain messages: most conversations have none that a pass would change or anything be lost of.

One loop looks at them and writes them.  At the first thing that is not plain it gives up, and all goes the long way,
by the passes; that both ways give the same is law 11 (tests/laws).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import UNSET, Raw

from turnwire.anthropic import wire as w
from turnwire.anthropic.accepted import IMAGE_TYPES, NAME_LENGTH, fit
from turnwire.anthropic.wire_request import InMessage
from turnwire.model import ContentBlock, ImageBlock, Message, TextBlock, ToolResultBlock, ToolUseBlock
from turnwire.residue import is_silent

if TYPE_CHECKING:
    from collections.abc import Callable

Calls = list[ToolUseBlock | ToolResultBlock]

_BRACE, _QUOTE = ord("{"), ord('"')


def plain_messages(dialect: str, history: list[Message]) -> tuple[Any, list[Any]] | None:
    """The system prompt and the messages of a body; None where anything in them is not plain."""
    system: Any = UNSET
    messages: list[Any] = []
    calls: Calls = []
    results: list[Any] | None = None
    for message in history:
        role = message.role
        said = _result(message.content, calls) if role == "tool" else _said(message.content, role, calls)
        if (
            said is None
            or (message.provider_raw is not None and not is_silent(message.provider_raw, dialect))
            or message.metadata is not None
            or message.name is not None
            or message.id is not None
            or message.created_at is not None
            or message.session_id is not None
            or message.schema_version is not None
            or message.interaction
        ):
            return None
        if role == "tool":
            if results is None:
                results = []
                messages.append(InMessage("user", results))
            results.append(said)
        elif role != "system":
            results = None
            messages.append(InMessage(role, said))
        elif message is history[0]:
            system = said
        else:
            return None
    if calls and (_are_odd(calls) or not _are_answered(history)):
        return None
    return None if messages and messages[-1].role == "assistant" else (system, messages)


def _are_answered(history: list[Message]) -> bool:
    """Whether the results of all calls of a message come right after it, and no others."""
    waiting: set[str] = set()
    for message in history:
        if message.role == "tool":
            answered = {block.tool_use_id for block in message.content if type(block) is ToolResultBlock}
            if not answered <= waiting:
                return False
            waiting -= answered
        elif waiting:
            return False
        else:
            calls = [block.id for block in message.content if type(block) is ToolUseBlock]
            waiting = set(calls)
            if len(waiting) < len(calls):
                return False
    return not waiting


def _are_odd(calls: Calls) -> bool:
    """Whether an id or a name is not as the provider takes it, or two calls have one id."""
    used = [block.id for block in calls if type(block) is ToolUseBlock]
    if len(set(used)) < len(used):
        return True
    ids = [block.id if type(block) is ToolUseBlock else block.tool_use_id for block in calls]  # type: ignore[union-attr]
    names = [block.name for block in calls if type(block) is ToolUseBlock]
    return not fit(ids) or not fit(names) or len(max(names, key=len, default="")) > NAME_LENGTH


def _said(blocks: list[ContentBlock], role: str, calls: Calls) -> Any:
    """The content of a message of this role; None where it is not plain."""
    if len(blocks) == 1 and type(blocks[0]) is TextBlock:
        block = blocks[0]
        if block.text and not block.citations and block.cache is None and block.provider_raw is None:
            return block.text if role in _PARTS else None
        return None
    writers = _PARTS.get(role)
    if not writers or not blocks:
        return None
    parts = []
    for each in blocks:
        write = writers.get(type(each))
        part = None if write is None else write(each, calls)
        if part is None:
            return None
        parts.append(part)
    return parts


def _text(block: TextBlock, calls: Calls) -> Any:
    del calls
    if block.text and not block.citations and block.cache is None and block.provider_raw is None:
        return w.Text(block.text)
    return None


def _image(block: ImageBlock, calls: Calls) -> Any:
    del calls
    source = block.source
    if (
        source.kind == "base64"
        and block.media_type in IMAGE_TYPES
        and block.detail is None
        and block.cache is None
        and block.provider_raw is None
        and not source.content
        and source.provider_raw is None
        and _is_text(source.data)
    ):
        return w.Image(w.Base64Source(block.media_type, source.data))
    return None


def _is_text(raw: Raw) -> bool:
    text = memoryview(raw)
    return len(text) > 1 and text[0] == _QUOTE and text[-1] == _QUOTE


def _tool_use(block: ToolUseBlock, calls: Calls) -> Any:
    if (
        block.provider_raw is not None
        or block.cache is not None
        or block.run_by is not None
        or block.call_type is not None
        or block.status is not None
        or block.input_text is not None
        or block.server_name is not None
        or not block.input
        or memoryview(block.input)[0] != _BRACE
    ):
        return None
    calls.append(block)
    return w.ToolUse(block.id, block.name, block.input)


def _result(blocks: list[ContentBlock], calls: Calls) -> Any:
    """The part of a message that is one result of one text; None for any other."""
    if len(blocks) != 1:
        return None
    block = blocks[0]
    if type(block) is not ToolResultBlock or len(block.content) != 1:
        return None
    only = block.content[0]
    if (
        type(only) is not TextBlock
        or not only.text
        or only.citations
        or only.cache is not None
        or only.provider_raw is not None
        or block.provider_raw is not None
        or block.name is not None
        or block.is_error is not None
        or block.structured
        or block.run_by is not None
        or block.result_type is not None
        or block.provider_result
        or block.cache is not None
    ):
        return None
    calls.append(block)
    return w.ToolResult(block.tool_use_id, only.text)


_Writers = dict[type[ContentBlock], "Callable[[Any, Calls], Any]"]
# What each role may say on the short way.
_PARTS: Final[dict[str, _Writers]] = {
    "system": {},
    "user": {TextBlock: _text, ImageBlock: _image},
    "assistant": {TextBlock: _text, ToolUseBlock: _tool_use},
}
