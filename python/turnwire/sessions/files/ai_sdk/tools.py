"""The calls of tools in the messages of the AI SDK, and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps
from turnwire.model import TextBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.files.media import media_block
from turnwire.sessions.files.slots import Held, opaque, text_or

if TYPE_CHECKING:
    from turnwire.model import ContentBlock
    from turnwire.sessions.files.slots import Place
    from turnwire.sessions.files.turns import Turns

_INPUTS: Final = ("input", "args", "rawInput")
"""Where the input of a call is: today, in version 4, and if it did not fit the schema of the tool."""

_FAILED: Final = frozenset({"error-text", "error-json", "execution-denied"})


def add_call(held: Held, part: dict[str, Any], place: Place, name: str) -> None:
    """Add a call of a tool."""
    block = ToolUseBlock(id=text_or(part.get("toolCallId")), name=name)
    if part.get("providerExecuted") is True:
        block.run_by = "provider"
    given = next((each for each in _INPUTS if part.get(each) is not None), None)
    if given is not None:
        block.input = Raw(dumps(part[given]))
    held.add(block, None if given is None else (*place, given))


def add_call_and_result(turns: Turns, part: dict[str, Any], place: Place, name: str) -> None:
    """Add a call of a tool and, if the part has one, its result.

    The result of a tool that the provider ran stays in the message, as `convertToModelMessages` has it.
    """
    add_call(turns.held, part, place, name)
    block = ToolResultBlock(tool_use_id=text_or(part.get("toolCallId")))
    if isinstance(part.get("errorText"), str):
        block.is_error = True
        inside = _value(block, part["errorText"], (*place, "errorText"))
    elif part.get("state") == "output-denied":
        block.is_error = True
        inside = _denied(block, part.get("approval"), (*place, "approval"))
    else:
        member = next((each for each in ("output", "result") if each in part), None)
        if member is None:
            return
        inside = _value(block, part[member], (*place, member))
    if part.get("providerExecuted") is True:
        block.run_by = "provider"
        turns.held.add(block, *inside)
    else:
        turns.result().add(block, *inside)


def add_result(held: Held, part: dict[str, Any], place: Place) -> None:
    """Add a result of a ModelMessage; in version 4 it has the value alone."""
    block = ToolResultBlock(tool_use_id=text_or(part.get("toolCallId")))
    output = part.get("output")
    if not isinstance(output, dict) or not isinstance(output.get("type"), str):
        if part.get("isError") is True:
            block.is_error = True
        member = "result" if "result" in part else "output"
        held.add(block, *_value(block, part.get(member), (*place, member)))
        return
    if output["type"] in _FAILED:
        block.is_error = True
    if output["type"] == "execution-denied":
        inside = _denied(block, output, (*place, "output"))
    elif output["type"] == "content" and isinstance(output.get("value"), list):
        inside = _contents(block, output["value"], (*place, "output", "value"))
    else:
        inside = _value(block, output.get("value"), (*place, "output", "value"))
    held.add(block, *inside)


def _value(block: ToolResultBlock, value: Any, place: Place) -> list[Place | None]:
    """Put a value into a result, a text or any other JSON; return the places of its leaves."""
    if isinstance(value, str):
        block.content = [TextBlock(text=value)]
        return [place]
    if value is None:
        return [None]
    block.structured = Raw(dumps(value))
    return [place]


def _denied(block: ToolResultBlock, about: Any, place: Place) -> list[Place | None]:
    """Put the reason why the user denied a call into its result."""
    reason = about.get("reason") if isinstance(about, dict) else None
    return _value(block, reason if isinstance(reason, str) else None, (*place, "reason"))


def _contents(block: ToolResultBlock, parts: list[Any], place: Place) -> list[Place | None]:
    places: list[Place | None] = []
    for index, part in enumerate(parts):
        if isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str):
            block.content.append(TextBlock(text=part["text"]))
            places.append((*place, index, "text"))
        else:
            block.content.append(_media(part))
            places.append(None)
    return places or [None]


def _media(part: Any) -> ContentBlock:
    """Return a file of a result: its data, or its URL."""
    kind = text_or(part.get("type")) if isinstance(part, dict) else ""
    address = part.get("url" if kind.endswith("-url") else "data") if kind in _FILES else None
    if not isinstance(address, str):
        return opaque(part, "ai_sdk")
    media_type, name = text_or(part.get("mediaType")) or None, text_or(part.get("filename")) or None
    return media_block(address, media_type, name, kind=_FILES[kind])


_FILES: Final = {
    "media": "document",
    "file-data": "document",
    "file-url": "document",
    "image-data": "image",
    "image-url": "image",
}
"""The type of a file in a result -> what it is if it tells no media type."""
