"""Read streams of Ollama's chat: each line is a reply with a piece of the message, and the last one has `done`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw, Struct

from turnwire.codec.wire import ENCODER
from turnwire.stream.merging import StreamAssembler, items_of, members_of, object_of, says, text_of, value_of
from turnwire.stream.unexpected_members import Shape, keep, left_over

if TYPE_CHECKING:
    from turnwire.model import StreamEvent
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members

_SAID: Final = ("thinking", "content")
_ONCE: Final = frozenset(("role", "done_reason"))


class _Message(Struct):
    content: str | None = None
    thinking: str | None = None
    tool_calls: list[Any] | None = None
    images: list[Any] | None = None


class _Line(Struct):
    message: _Message | None = None
    created_at: str | None = None
    logprobs: list[Any] | None = None
    done: bool | None = None


_LINE: Final = Shape(_Line)


class OllamaAssembler(StreamAssembler):
    """One stream of lines."""

    names_model = True

    def __init__(self) -> None:
        super().__init__()
        self.top: Members = {}
        self.message: Members = {}
        self.said: dict[str, list[str]] = {}
        self.lists: dict[str, list[Raw]] = {}
        self.calls = 0

    def take(self, frame: Frame) -> list[StreamEvent]:
        """The pieces that a line shows."""
        members, left = _LINE.apart(frame.data, members_of(frame.data))
        if says(members.get("error")):
            self.error = frame.data
            return []
        self.pieces.candidates.add(0)
        message = object_of(members.pop("message", None))
        self._lists(members, ("logprobs",))
        if value_of(members.get("done")) is True:
            self.done = True
        # Each line has its own time; the reply began with the first.
        if "created_at" in self.top:
            members.pop("created_at", None)
        lost = keep(self.top, members, _ONCE)
        found = self._message(message)
        return found + left_over("", lost) + left_over("", left) if lost or left else found

    def _lists(self, members: Members, names: tuple[str, ...]) -> None:
        """Takes out lists, which go on from line to line."""
        for name in names:
            if (raw := members.get(name)) and bytes(raw)[:1] == b"[":
                self.lists.setdefault(name, []).extend(items_of(members.pop(name)))

    def _message(self, message: Members) -> list[StreamEvent]:
        found: list[StreamEvent] = []
        for name in _SAID:
            if bytes(raw := message.get(name, Raw(b"null")))[:1] == b'"':
                piece = text_of(raw)
                self.said.setdefault(name, []).append(piece)
                del message[name]
                tell = self.pieces.thinking if name == "thinking" else self.pieces.text
                found += tell(0, name, piece)
        before = len(self.lists.get("tool_calls", ()))
        self._lists(message, ("tool_calls", "images"))
        for raw in self.lists.get("tool_calls", [])[before:]:
            found += self._call(object_of(object_of(raw).get("function")), text_of(object_of(raw).get("id")))
        lost = keep(self.message, message, _ONCE)
        return found + left_over("", {"message": lost}) if lost else found

    def _call(self, function: Members, told: str) -> list[StreamEvent]:
        self.calls += 1
        key = ("call", self.calls)
        arguments: Any = function.get("arguments")
        piece = "" if arguments is None else bytes(arguments).decode("utf-8", "replace")
        return [
            *self.pieces.call(0, key, told or f"call_{self.calls}", text_of(function.get("name"))),
            *self.pieces.input(0, key, piece),
            *self.pieces.end_call(0, key),
        ]

    def reply(self) -> bytes:
        """Return the reply as it would be without a stream."""
        message: dict[str, Any] = {"role": "assistant", "content": "", **self.message}
        message |= {name: "".join(pieces) for name, pieces in self.said.items()}
        message |= {name: self.lists[name] for name in ("tool_calls", "images") if name in self.lists}
        probable = {"logprobs": self.lists["logprobs"]} if "logprobs" in self.lists else {}
        return ENCODER.encode({**self.top, **probable, "message": message})


MERGING = OllamaAssembler
