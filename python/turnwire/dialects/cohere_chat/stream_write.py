"""Write streams of Cohere's chat: one message, its plan, its parts and its calls, and how it ends."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.values import is_text, members_of
from turnwire.dialects.cohere_chat.constraints import FAILED, NAME, failed_words
from turnwire.documents.residue import pointer_part
from turnwire.stream.chunking import Chunking, GrowingPart, frame
from turnwire.stream.merging import items_of, object_of, text_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from turnwire.losses import Losses
    from turnwire.stream.chunking import Waits
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members

_SHOWN: Final = frozenset(("content", "tool_calls", "tool_plan", "citations"))
_TAKEN: Final = frozenset(("finish_reason", "usage"))
_ERROR: Final = frozenset(("id", "message"))
_NO_TEXT: Final = Raw(b'""')
Name = tuple[str, int]


class CohereChunking(Chunking):
    """One stream of events."""

    once: Mapping[str, str] = MappingProxyType({"id": "/id"})
    marks = ("type", "id", "function")
    waits: Waits = "all"

    def __init__(self, losses: Losses) -> None:
        super().__init__(losses)
        self.started: dict[Name, str] = {}
        """The type of each part that has begun."""
        self.open_part: Name | None = None
        """The part that goes on."""
        self.open_calls: dict[Name, None] = {}
        """The calls that have begun and not ended: one that ends is complete, and clients run it."""
        self.told: Members = {}
        self.failed: dict[str, Any] = {}
        """The delta of the last event, where the reply has failed."""

    def strands(self, body: Members) -> dict[Hashable, GrowingPart]:
        """The plan, the parts of the content, and the calls."""
        message = object_of(body.get("message"))
        found: dict[Hashable, GrowingPart] = {}
        if plan := text_of(message.get("tool_plan")):
            found["tool_plan", 0] = GrowingPart(plan, {"type": "plan"})
        for number, raw in enumerate(items_of(message.get("content"))):
            found["content", number] = _part(object_of(raw))
        for number, raw in enumerate(items_of(message.get("tool_calls"))):
            found["tool_calls", number] = _call(object_of(raw))
        return found

    def begin(self, body: Members) -> list[Frame]:
        """The message, without its content."""
        self.told = {name: raw for name, raw in object_of(body.get("message")).items() if name not in _SHOWN}
        identified = {"id": body["id"]} if "id" in body else {}
        return [_event("message-start", {**identified, "delta": {"message": self.told}})]

    def open(self, name: Name, head: Mapping[str, Any]) -> list[Frame]:
        """A part or a call begins, and the part before it ends; a plan begins with its first piece."""
        frames = self._stop()
        self.started[name], self.open_part = _word(head.get("type")), name
        place, number = name
        if place == "content":
            kind = self.started[name]
            part = {**head, kind: ""} if kind in ("text", "thinking") else head
            frames.append(_of(number, "content-start", {"content": part}))
        elif place == "tool_calls":
            self.open_calls[name] = None
            frames.append(_of(number, "tool-call-start", {"tool_calls": head}))
        return frames

    def piece(self, name: Name, piece: str) -> list[Frame]:
        """A part, the plan or the arguments of a call go on."""
        place, number = name
        if place == "tool_plan":
            return [_event("tool-plan-delta", {"delta": {"message": {"tool_plan": piece}}})]
        if place == "tool_calls":
            return [_of(number, "tool-call-delta", {"tool_calls": {"function": {"arguments": piece}}})]
        return [_of(number, "content-delta", {"content": {self.started[name]: piece}})]

    def whole_call(self, name: Name) -> list[Frame]:
        """A call ends."""
        if name not in self.open_calls:
            return []
        del self.open_calls[name]
        return [*self._stop(), _event("tool-call-end", {"index": name[1]})]

    def is_closed(self, name: Name) -> bool:
        """Whether another part has begun, or this one has ended."""
        return name in self.started and name != self.open_part

    def end(self, body: Members, *, whole: bool) -> list[Frame]:
        """The citations, why the message stops, and what it cost."""
        frames = self._stop()
        for name in [*self.open_calls] if whole else ():
            frames += self.whole_call(name)
        message = object_of(body.get("message"))
        for number, raw in enumerate(items_of(message.get("citations"))):
            frames += [_of(number, "citation-start", {"citations": raw}), _event("citation-end", {"index": number})]
        late = {name: raw for name, raw in message.items() if name not in _SHOWN and name not in self.told}
        rest = {name: raw for name, raw in body.items() if name not in ("id", "message")}
        delta: dict[str, Any] = {**rest, **({"message": late} if late else {})}
        if whole:
            return [*frames, _event("message-end", {"delta": delta})]
        if text_of(body.get("finish_reason")) in FAILED:
            self.failed = delta
        else:
            self._report_unsaid(rest, late)
        return frames

    def _report_unsaid(self, rest: Members, late: Members) -> None:
        """Report what only the last event has, which a message that breaks off does not have."""
        if "usage" in rest:
            self.losses.dropped("/usage", "completion.usage", None)
        paths = [f"/provider_raw/{NAME}/{pointer_part(name)}" for name in rest if name not in _TAKEN]
        paths += [f"/candidates/0/provider_raw/{NAME}/message/{pointer_part(name)}" for name in late]
        for path in paths:
            self.losses.dropped(path, "provider_raw", None)

    def error(self, body: bytes) -> list[Frame]:
        """Return the `message-end` of a failed reply, with the text of the error."""
        members = members_of(body)
        if not members.keys() <= _ERROR or not is_text(members.get("message")):
            return super().error(body)
        identified = {"id": members["id"]} if "id" in members else {}
        reason = text_of(self.failed.get("finish_reason"))
        error = {} if text_of(members["message"]) == failed_words(reason) else {"error": members["message"]}
        return [_event("message-end", {**identified, "delta": {**self.failed, **error}})]

    def _stop(self) -> list[Frame]:
        """The part that goes on ends; a plan has no end."""
        name, self.open_part = self.open_part, None
        return [_event("content-end", {"index": name[1]})] if name is not None and name[0] == "content" else []


def _event(kind: str, members: Mapping[str, Any]) -> Frame:
    return frame({"type": kind, **members}, kind)


def _of(number: int, kind: str, message: Mapping[str, Any]) -> Frame:
    return _event(kind, {"index": number, "delta": {"message": message}})


def _word(kind: Any) -> str:
    """Return the type of a part, as the format has it or as this module has it for the plan."""
    return kind if type(kind) is str else text_of(kind)


def _part(part: Members) -> GrowingPart:
    kind = text_of(part.get("type"))
    if kind in ("text", "thinking") and is_text(part.get(kind)):
        return GrowingPart(text_of(part.pop(kind)), part)
    return GrowingPart(head=part)


def _call(call: Members) -> GrowingPart:
    """A call begins with empty arguments, as the provider has it: clients add the pieces to them."""
    function = object_of(call.get("function"))
    text = text_of(function.get("arguments"))
    if "arguments" in function:
        function["arguments"] = _NO_TEXT
    head = {**call, "function": function} if "function" in call else call
    return GrowingPart(text, head, is_json=True, is_call=True)


CHUNKING = CohereChunking
