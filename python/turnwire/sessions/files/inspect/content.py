"""The content of a message of Inspect: a text, or parts of several types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.model import RefusalBlock, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.files.media import media_block
from turnwire.sessions.files.slots import Held, opaque, text_or

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.sessions.files.slots import Place


def add_content(held: Held, content: Any, place: Place) -> None:
    """Add the content of a message; a part that is not known is kept as it is."""
    if not isinstance(content, list):
        held.add_text(content, place)
        return
    for index, part in enumerate(content):
        kind = text_or(part.get("type")) if isinstance(part, dict) else ""
        _PARTS.get(kind, _other)(held, part, (*place, index))


def _text(held: Held, part: dict[str, Any], place: Place) -> None:
    text = part.get("text")
    if not isinstance(text, str):
        _other(held, part, place)
    else:
        held.add(RefusalBlock(text=text) if part.get("refusal") is True else TextBlock(text=text), (*place, "text"))


def _reasoning(held: Held, part: dict[str, Any], place: Place) -> None:
    """Add reasoning; what a provider has encrypted is no text: "has been redacted" (inspect_ai, content.py)."""
    name = "summary" if part.get("redacted") is True else "reasoning"
    if isinstance(part.get(name), str):
        held.add(ThinkingBlock(text=part[name]), (*place, name))
    else:
        _other(held, part, place)


def _media(held: Held, part: dict[str, Any], place: Place) -> None:
    """Add a picture, sound, film or document: "file path or base64 encoded data URL" (inspect_ai, content.py)."""
    kind = part["type"]
    if not isinstance(part.get(kind), str):
        _other(held, part, place)
        return
    media_type = text_or(part.get("mime_type")) or _TYPES.get(text_or(part.get("format")))
    filename = text_or(part.get("filename")) or None
    held.add(media_block(part[kind], media_type, filename, kind=kind, other="file_ref"), None)


_TYPES: Final = {
    "wav": "audio/wav",
    "mp3": "audio/mpeg",
    "mp4": "video/mp4",
    "mpeg": "video/mpeg",
    "mov": "video/quicktime",
}
"""The format of a part -> its media type."""


def _provider_tool(held: Held, part: dict[str, Any], place: Place) -> None:
    """Add the call of a tool that the provider ran, and its result."""
    own = text_or(part.get("id"))
    call = ToolUseBlock(id=own, name=text_or(part.get("name")), run_by="provider")
    is_text = isinstance(part.get("arguments"), str)
    if is_text:
        call.input_text = part["arguments"]
    held.add(call, (*place, "arguments") if is_text else None)
    result = ToolResultBlock(tool_use_id=own, run_by="provider")
    if part.get("error") is not None:
        result.is_error = True
    if isinstance(part.get("result"), str):
        result.content = [TextBlock(text=part["result"])]
        held.add(result, (*place, "result"))
    else:
        held.add(result, None)


def _other(held: Held, part: Any, place: Place) -> None:  # noqa: ARG001 - as the others of the table
    held.add(opaque(part, "inspect"), None)


_PARTS: Final[dict[str, Callable[[Held, Any, Place], None]]] = {
    "text": _text,
    "reasoning": _reasoning,
    "image": _media,
    "audio": _media,
    "video": _media,
    "document": _media,
    "tool_use": _provider_tool,
}
"""The type of a part -> how it is read."""
