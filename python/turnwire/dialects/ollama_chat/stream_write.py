"""Write streams of Ollama's chat: each line is a reply with a piece of the message, and the last one has `done`."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from turnwire.stream.chunking import Chunking, GrowingPart, frame
from turnwire.stream.merging import items_of, object_of, says, text_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from turnwire.losses import Losses
    from turnwire.stream.chunking import Waits
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members

_EACH: Final = ("model", "created_at")
_TEXTS: Final = ("thinking", "content")
_WHOLE: Final = ("tool_calls", "images")
Name = tuple[str, int]


class OllamaChunking(Chunking):
    """One stream of lines."""

    once: Mapping[str, str] = MappingProxyType({"created_at": "/created_at"})
    waits: Waits = "calls"
    keep_alive = b""
    takes_comments = False

    def __init__(self, losses: Losses) -> None:
        super().__init__(losses)
        self.each: dict[str, Any] = {}

    def strands(self, body: Members) -> dict[Hashable, GrowingPart]:
        """The thought, the text, and the calls."""
        message = object_of(body.get("message"))
        found: dict[Hashable, GrowingPart] = {
            (name, 0): GrowingPart(text) for name in _TEXTS if (text := text_of(message.get(name)))
        }
        for name in _WHOLE:
            is_call = name == "tool_calls"
            raws = enumerate(items_of(message.get(name)))
            found |= {(name, number): GrowingPart(head={"": raw}, is_call=is_call) for number, raw in raws}
        return found

    def begin(self, body: Members) -> list[Frame]:
        """Write a line without content, with the model and the time, which every line has."""
        self.each = {name: body[name] for name in _EACH if name in body}
        return [self._line({"content": ""})]

    def open(self, name: Name, head: Mapping[str, Any]) -> list[Frame]:
        """A call comes whole, and a text begins with its first piece."""
        return [self._line({"content": "", name[0]: [head[""]]})] if head else []

    def piece(self, name: Name, piece: str) -> list[Frame]:
        """The thought or the text goes on."""
        return [self._line({"content": "", name[0]: piece})]

    def end(self, body: Members, *, whole: bool) -> list[Frame]:
        """Write the last line, with the usage and all other members of the reply."""
        message = object_of(body.get("message"))
        rest = {name: raw for name, raw in message.items() if name not in (*_TEXTS, *_WHOLE) and says(raw)}
        told = {"role": "assistant", "content": "", **rest}
        if not whole:
            self.losses.dropped("/usage", "completion.usage", None)
            return [self._line(rest)] if rest.keys() - {"role"} else []
        return [frame({**self.each, **body, "message": told, "done": True})]

    def _line(self, message: Mapping[str, Any]) -> Frame:
        return frame({**self.each, "message": {"role": "assistant", **message}, "done": False})


CHUNKING = OllamaChunking
