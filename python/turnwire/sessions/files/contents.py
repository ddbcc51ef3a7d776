"""The content of a message as several agents write it: a text, or a list of blocks like those of Anthropic's API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps
from turnwire.model import ImageBlock, Message, Source, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.files.members import record_of
from turnwire.sessions.files.slots import JSON_INSIDE, Held, data_of, opaque, text_or

if TYPE_CHECKING:
    from turnwire.model import ContentBlock, SourceKind
    from turnwire.sessions.files.line import Line
    from turnwire.sessions.files.slots import Place

# The type of a call -> the member with its input.
_CALLS: Final = {"tool_use": "input", "toolCall": "arguments"}
_RESULT: Final = "tool_result"


class Contents:
    """The messages of a line: one with its texts and calls, and one for each tool result.

    Attributes:
        line: the line.
        messages: the messages.
        places: the place of each of their values in the line; None for one that the line keeps.
    """

    def __init__(self, line: Line, form: str) -> None:
        self.messages: list[Message] = []
        self.places: list[Place | None] = []
        self.line = line
        self._form = form

    def read(self, content: Any, place: Place) -> None:
        """Add the messages of a content; one without blocks is a message without content."""
        held = Held()
        for index, part in enumerate(content) if isinstance(content, list) else ():
            if isinstance(part, dict) and part.get("type") == _RESULT:
                self._say(held)
                held = Held()
                self._results(part, (*place, index))
            else:
                self.add(held, part, (*place, index))
        if not isinstance(content, list):
            self.add(held, content, place)
        if held.blocks or not self.messages:
            self.say(held)

    def _say(self, held: Held) -> None:
        if held.blocks:
            self.say(held)

    def say(self, held: Held) -> None:
        """Add a message of the line's speaker."""
        role: Any = "user" if self.line.speaker == "tool" else self.line.speaker
        self._put(Message(role=role, content=held.blocks), held.places)

    def result(self, call: str, content: Any, place: Place, *, is_error: bool | None) -> None:
        """Add a message with the result of a call."""
        held = Held()
        for index, part in enumerate(content) if isinstance(content, list) else ():
            self.add(held, part, (*place, index))
        if not isinstance(content, list):
            self.add(held, content, place)
        self.answer(call, held, is_error=is_error)

    def answer(self, call: str, held: Held, *, is_error: bool | None) -> None:
        """Add a message with the result of a call, given its blocks."""
        block = ToolResultBlock(tool_use_id=call, content=held.blocks, is_error=is_error)
        self._put(Message(role="tool", content=[block]), held.places or [None])

    def _results(self, part: dict[str, Any], place: Place) -> None:
        is_error = part.get("is_error")
        known = is_error if isinstance(is_error, bool) else None
        self.result(text_or(part.get("tool_use_id")), part.get("content"), (*place, "content"), is_error=known)

    def _put(self, message: Message, places: list[Place | None]) -> None:
        message.session_id, message.created_at = self.line.session, self.line.time
        if not self.messages:
            message.id = self.line.id
        self.messages.append(message)
        self.places += places

    def add(self, held: Held, part: Any, place: Place) -> None:
        """Add a text or a block; one that is not known is kept as it is."""
        if part is None or held.add_text(part, place) or part == "":
            return
        kind = text_or(part.get("type")) if isinstance(part, dict) else None
        if kind == "text" and isinstance(part.get("text"), str):
            held.add(TextBlock(text=part["text"]), (*place, "text"))
        elif kind == "thinking" and isinstance(part.get("thinking"), str):
            held.add(ThinkingBlock(text=part["thinking"]), (*place, "thinking"))
        elif kind in _CALLS:
            add_call(held, text_or(part.get("id")), text_or(part.get("name")), part, (*place, _CALLS[kind]))
        else:
            held.add(_image(part) or opaque(part, self._form), None)


def add_call(held: Held, call: str, name: str, record: dict[str, Any], place: Place) -> None:
    """Add a call; its input is the member of the record that the place ends with: JSON, or free text.

    Args:
        held: the message.
        call: the id of the call.
        name: the name of the tool.
        record: what has the input.
        place: the place of the input in the line.
    """
    block = ToolUseBlock(id=call, name=name)
    if place[-1] not in record:
        held.add(block, None)
        return
    given = record[place[-1]]
    if isinstance(given, str):
        block.input_text = given
    else:
        block.input = Raw(dumps(given))
    held.add(block, place)


def add_spelled_call(held: Held, block: ToolUseBlock, given: Any, place: Place) -> None:
    """Add a call whose input is a text with JSON, which keeps its spelling; any other text is free text.

    Args:
        held: the message.
        block: the call, without its input.
        given: the input; JSON that is no text is taken as it is, and null is none.
        place: the place of the input in the line.
    """
    if given is None:
        held.add(block, None)
    elif not isinstance(given, str):
        block.input = Raw(dumps(given))
        held.add(block, place)
    elif record_of(given.encode())[0] is not None:
        block.input = Raw(given.strip().encode())
        held.add(block, (*place, JSON_INSIDE))
    else:
        block.input_text = given
        held.add(block, place)


def _image(part: Any) -> ContentBlock | None:
    """Return a picture in Anthropic's form, or in pi's, which has its data at its side."""
    if not isinstance(part, dict) or part.get("type") != "image":
        return None
    source = part.get("source")
    inside = source if isinstance(source, dict) else part
    media_type = inside.get("media_type", inside.get("mimeType"))
    kind: SourceKind = "url" if inside.get("type") == "url" else "base64"
    data = inside.get("url") if kind == "url" else inside.get("data")
    if not isinstance(data, str):
        return None
    return ImageBlock(source=Source(kind=kind, data=data_of(data)), media_type=text_or(media_type) or None)
