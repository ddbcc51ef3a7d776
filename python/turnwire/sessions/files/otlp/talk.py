"""The messages of a span, as they are collected, with the place of each of their values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.json import dumps
from turnwire.model import AudioBlock, Message, TextBlock, ThinkingBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.files.slots import JSON_INSIDE, Held, opaque

if TYPE_CHECKING:
    from turnwire.model import ContentBlock
    from turnwire.sessions.files.otlp.values import Value
    from turnwire.sessions.files.slots import Place

NAME: Final = "otlp"

# The roles of the conventions, and those of frameworks that write their own words into them.
ROLES: Final = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "model": "assistant",
    "tool": "tool",
    "function": "tool",
}


class Talk:
    """The messages of a span.

    Attributes:
        messages: the messages.
        places: the place of each of their values in the span; None for one that stays there.
        reasons: for each message the word for why it ended, if the span tells it.
    """

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.places: list[Place | None] = []
        self.reasons: list[str | None] = []

    def say(self, role: str, held: Held, reason: str | None = None, name: str | None = None) -> None:
        """Add a message; one of an unknown role is the user's."""
        word: Any = ROLES.get(role.lower(), "user")
        message = Message(role="user" if word == "tool" else word, content=held.blocks, name=name)
        self._add(message, held.places, reason)

    def result(self, call: str, held: Held, name: str | None = None) -> None:
        """Add a message with the result of a call; `name` is that of the tool."""
        block = ToolResultBlock(tool_use_id=call, name=name, content=held.blocks)
        self._add(Message(role="tool", content=[block]), held.places or [None], None)

    def answer(self, call: str, value: Value | None) -> None:
        """Add a message with a result that may be any JSON: a text is text, other JSON is structured."""
        held = Held()
        texts = None if value is None else _texts_of(value)
        if texts is not None:
            for each in texts:
                add_text(held, each)
            self.result(call, held)
            return
        block = ToolResultBlock(tool_use_id=call)
        place: Place | None = None
        if value is not None and value.plain is not None:
            block.structured = Raw(dumps(value.plain))
            place = _place_of(value)
        self._add(Message(role="tool", content=[block]), [place], None)

    def _add(self, message: Message, places: list[Place | None], reason: str | None) -> None:
        self.messages.append(message)
        self.places += places
        self.reasons.append(reason)


def _texts_of(value: Value) -> list[Value] | None:
    """Return the texts that a result is: one, or a list of parts that are texts; None for any other value."""
    if value.text is not None:
        return [value]
    found = [each.first("content", "text") for each in value.items if each.word("type") == "text"]
    texts = [each for each in found if each is not None and each.text is not None]
    return texts if value.items and len(texts) == len(value.items) else None


def add_text(held: Held, value: Value | None) -> None:
    """Add a text; any other value is kept as it is."""
    if value is None or value.plain is None or value.text == "":
        return
    if value.text is None:
        held.add(opaque(value.plain, NAME), None)
    else:
        held.add(TextBlock(text=value.text), value.place)


def add_thought(held: Held, value: Value | None) -> None:
    """Add the text of reasoning."""
    if value is not None and value.text is not None:
        held.add(ThinkingBlock(text=value.text), value.place)


def add_call(held: Held, name: str | None, call: str | None, arguments: Value | None) -> None:
    """Add a call of a tool; its arguments are JSON, or a text of JSON, or free text."""
    block = ToolUseBlock(id=call or "", name=name or "")
    place: Place | None = None
    if arguments is not None and arguments.plain is not None:
        inside = arguments.inside()
        place = _place_of(arguments) if inside is arguments else (*arguments.place, JSON_INSIDE)
        if inside.text is not None:
            block.input_text = inside.text
        else:
            block.input = Raw(dumps(inside.plain) if arguments.text is None else arguments.text.strip().encode())
    held.add(block, place)


def _place_of(value: Value) -> Place | None:
    """Return the place of a value that can be written there as JSON has it, which OTLP's typed values cannot."""
    return value.place if value.text is not None or JSON_INSIDE in value.place else None


def add_part(held: Held, block: ContentBlock) -> None:
    """Add a block that the span keeps."""
    held.add(block, None)


def with_transcript(block: ContentBlock, transcript: str | None) -> ContentBlock:
    """Return a block; sound has the text that was spoken."""
    if isinstance(block, AudioBlock):
        block.transcript = transcript
    return block
