"""Read streams of Cohere's chat: events about one message, its parts, its plan, its calls and its citations.

"message-start, content-start, content-delta, content-end, tool-plan-delta, tool-call-start, tool-call-delta,
tool-call-end, citation-start, citation-end, message-end, debug" (V2ChatStreamResponse of cohere 7.3.1)
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from msgspec import Raw, Struct

from turnwire.codec.wire import ENCODER
from turnwire.dialects.cohere_chat.constraints import FAILED, failed_words
from turnwire.model import ErrorEvent
from turnwire.stream.merging import StreamAssembler, items_of, members_of, number_of, object_of, says, text_of
from turnwire.stream.unexpected_members import Object, Shape, keep, left_over

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.model import StreamEvent
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members


class _StartedMessage(Struct):
    content: list[Any] | None = None
    tool_calls: list[Any] | None = None
    citations: list[Any] | None = None
    tool_plan: str | None = None


class _Part(Struct):
    text: str | None = None
    thinking: str | None = None


class _Function(Struct):
    arguments: str | None = None


class _Call(Struct):
    function: _Function | None = None


class _Content(Struct, forbid_unknown_fields=True):
    content: _Part | None = None


class _Calling(Struct, forbid_unknown_fields=True):
    tool_calls: _Call | None = None


class _Planning(Struct, forbid_unknown_fields=True):
    tool_plan: str | None = None


class _Citing(Struct, forbid_unknown_fields=True):
    citations: Object | None = None


M = TypeVar("M")


class _Delta(Struct, Generic[M], forbid_unknown_fields=True):
    """What an event says: a message, of which each type of event has one member."""

    message: M | None = None


class _EndDelta(Struct):
    message: Object | None = None
    error: str | None = None


class _Start(Struct, forbid_unknown_fields=True):
    type: str
    id: str | None = None
    delta: _Delta[_StartedMessage] | None = None


class _Piece(Struct, Generic[M], forbid_unknown_fields=True):
    type: str
    index: int | None = None
    delta: _Delta[M] | None = None


class _ContentPiece(Struct, forbid_unknown_fields=True):
    type: str
    index: int | None = None
    delta: _Delta[_Content] | None = None
    logprobs: Object | None = None


class _Stop(Struct, forbid_unknown_fields=True):
    type: str
    index: int | None = None


class _End(Struct, forbid_unknown_fields=True):
    type: str
    id: str | None = None
    delta: _EndDelta | None = None


_PLACES: Final = ("type", "index")
_CALL: Final = Shape(_Piece[_Calling], _PLACES)
_STOP: Final = Shape(_Stop, _PLACES)
_SHAPES: Final[Mapping[str, Shape]] = MappingProxyType(
    {
        "message-start": Shape(_Start, ("type",)),
        "content-start": Shape(_Piece[_Content], _PLACES),
        "content-delta": Shape(_ContentPiece, _PLACES),
        "content-end": _STOP,
        "tool-plan-delta": Shape(_Piece[_Planning], _PLACES),
        "tool-call-start": _CALL,
        "tool-call-delta": _CALL,
        "tool-call-end": _STOP,
        "citation-start": Shape(_Piece[_Citing], _PLACES),
        "citation-end": _STOP,
        "message-end": Shape(_End, ("type",)),
    }
)
_ONCE: Final = frozenset(("role", "id", "finish_reason"))
_LISTS: Final = ("content", "tool_calls", "citations")
_PLAN: Final = "plan"
_NULL: Final = Raw(b"null")


class CohereAssembler(StreamAssembler):
    """One stream of events."""

    kinds = frozenset(_SHAPES)
    # `if _sse.data == "[DONE]": return` (the provider's package, raw_client.py)
    over = b"[DONE]"

    def __init__(self) -> None:
        super().__init__()
        self.top: Members = {}
        self.message: Members = {}
        self.said: dict[tuple[str, int], list[str]] = {}
        """The pieces of each part, of each call's arguments, and of the plan."""
        self.parts: dict[int, Members] = {}
        self.calls: dict[int, Members] = {}
        self.citations: dict[int, Raw] = {}
        self.logprobs: list[Raw] = []

    @property
    def failure(self) -> ErrorEvent | None:
        """The error of a reply whose finish reason is that it failed."""
        word = text_of(self.top.get("finish_reason"))
        return ErrorEvent(failed_words(word)) if word in FAILED else None

    def take(self, frame: Frame) -> list[StreamEvent]:
        """The pieces that an event shows."""
        members = members_of(frame.data)
        if "type" not in members:
            self.error = frame.data
            return []
        kind = text_of(members["type"])
        shape = _SHAPES.get(kind)
        if shape is None:
            return left_over(kind, members)
        fits, left = shape.apart(frame.data, members)
        lost = _EVENTS[kind](self, fits)
        return [*lost, *left_over(kind, left)] if left else lost

    def begin_message(self, members: Members) -> list[StreamEvent]:
        """The message begins; it is empty."""
        self.pieces.candidates.add(0)
        said = _message(members)
        odd = {name: raw for name in _LISTS if items_of(raw := said.pop(name, Raw(b"[]")))}
        plan = text_of(said.pop("tool_plan", None))
        lost = {**odd, **keep(self.message, said, _ONCE)}
        lost_top = keep(self.top, {name: members[name] for name in ("id",) if name in members}, _ONCE)
        found = [*self._more(_PLAN, 0, plan), *left_over("message-start", lost_top)]
        return [*found, *left_over("message-start", {"delta": {"message": lost}} if lost else {})]

    def begin_part(self, members: Members) -> list[StreamEvent]:
        """A part of the content begins."""
        number, part = number_of(members.get("index")), _said(members, "content")
        self.pieces.block(0, ("content", number))
        found = self._part(number, part)
        lost = keep(self.parts.setdefault(number, {}), part, frozenset(("type",)))
        return [*found, *_odd(members, {"content": lost} if lost else {})]

    def more_of_part(self, members: Members) -> list[StreamEvent]:
        """A part of the content goes on."""
        if (logprobs := members.get("logprobs")) is not None and says(logprobs):
            self.logprobs.append(logprobs)
        return self.begin_part(members) if "delta" in members else []

    def _part(self, number: int, part: Members) -> list[StreamEvent]:
        """Take the pieces out of a part."""
        found: list[StreamEvent] = []
        held = self.parts.setdefault(number, {})
        kind = text_of(held.get("type")) or text_of(part.get("type"))
        for name in ("text", "thinking"):
            if name in part and kind in ("", name):
                kind = name
                held.setdefault("type", Raw(ENCODER.encode(name)))
                found += self._more("content", number, text_of(part.pop(name)), thinking=name == "thinking")
        return found

    def _more(self, place: str, number: int, piece: str, *, thinking: bool = True) -> list[StreamEvent]:
        if not piece and place == _PLAN:
            return []
        self.said.setdefault((place, number), []).append(piece)
        tell = self.pieces.thinking if thinking else self.pieces.text
        return tell(0, (place, number), piece)

    def more_of_plan(self, members: Members) -> list[StreamEvent]:
        """The plan goes on."""
        return self._more(_PLAN, 0, text_of(_message(members).get("tool_plan")))

    def begin_call(self, members: Members) -> list[StreamEvent]:
        """A call begins, or goes on."""
        number, call = number_of(members.get("index")), _said(members, "tool_calls")
        function = _present(call.pop("function", None))
        key, is_new = ("call", number), number not in self.calls
        held = self.calls.setdefault(number, {})
        found: list[StreamEvent] = []
        if is_new:
            found += self.pieces.call(0, key, text_of(call.get("id")), text_of(function.get("name")))
        raw = function.pop("arguments", None)
        piece = text_of(raw)
        before = object_of(held.get("function"))
        lost_inside = keep(before, function, frozenset(("name",)))
        lost = {**keep(held, call, frozenset(("id", "type"))), **({"function": lost_inside} if lost_inside else {})}
        if before:
            held["function"] = Raw(ENCODER.encode(before))
        if raw is not None:
            self.said.setdefault(key, []).append(piece)
        found += self.pieces.input(0, key, piece)
        return [*found, *_odd(members, {"tool_calls": lost} if lost else {})]

    def end_call(self, members: Members) -> list[StreamEvent]:
        """A call is whole."""
        return self.pieces.end_call(0, ("call", number_of(members.get("index"))))

    def end_part(self, _: Members) -> list[StreamEvent]:
        """A part or a citation is whole, which shows nothing."""
        return []

    def cite(self, members: Members) -> list[StreamEvent]:
        """A citation, which comes whole."""
        number = number_of(members.get("index"))
        said = _message(members).get("citations")
        if said is None:
            return []
        if number in self.citations:
            number = max(self.citations) + 1
        self.citations[number] = said
        return []

    def end_message(self, members: Members) -> list[StreamEvent]:
        """The message is whole, or has failed."""
        delta = _present(members.get("delta"))
        error = delta.pop("error", None)
        found: list[StreamEvent] = []
        if lost := keep(self.message, _present(delta.pop("message", None)), _ONCE):
            found += left_over("message-end", {"delta": {"message": lost}})
        request = {"id": members["id"]} if "id" in members else {}
        found += left_over("message-end", keep(self.top, {**delta, **request}, _ONCE))
        if says(error):
            self.error = ENCODER.encode({**request, "message": error})
        self.done = True
        return found

    def reply(self) -> bytes:
        """Return the reply as it would be without a stream."""
        message: dict[str, Any] = dict(self.message)
        if pieces := self.said.get((_PLAN, 0)):
            message["tool_plan"] = "".join(pieces)
        if self.parts:
            message["content"] = [self._whole_part(number) for number in sorted(self.parts)]
        if self.calls:
            message["tool_calls"] = [self._whole_call(number) for number in sorted(self.calls)]
        if self.citations:
            message["citations"] = [self.citations[number] for number in sorted(self.citations)]
        probable = {"logprobs": self.logprobs} if self.logprobs else {}
        return ENCODER.encode({**self.top, **probable, "message": message})

    def _whole_part(self, number: int) -> dict[str, Any]:
        part: dict[str, Any] = dict(self.parts[number])
        pieces = self.said.get(("content", number))
        return part if pieces is None else {**part, text_of(part["type"]): "".join(pieces)}

    def _whole_call(self, number: int) -> dict[str, Any]:
        call: dict[str, Any] = dict(self.calls[number])
        pieces = self.said.get(("call", number))
        if pieces is not None:
            call["function"] = {**object_of(call.get("function")), "arguments": "".join(pieces)}
        return call


def _message(members: Members) -> Members:
    """Return what the delta of an event says of the message."""
    return _present(_present(members.get("delta")).get("message"))


def _said(members: Members, name: str) -> Members:
    """Return what the delta of an event says of one member of the message."""
    return _present(_message(members).get(name))


def _present(raw: Raw | None) -> Members:
    """Return the members of an object without nulls, which say nothing."""
    return {name: each for name, each in object_of(raw).items() if each != _NULL}


def _odd(members: Members, message: Mapping[str, Any]) -> list[StreamEvent]:
    """Return the event for values that an event has replaced."""
    place: dict[str, Any] = {name: members[name] for name in _PLACES if name in members}
    return left_over(text_of(members["type"]), {**place, "delta": {"message": message}} if message else {})


_EVENTS: Final[Mapping[str, Callable[[CohereAssembler, Members], list[StreamEvent]]]] = MappingProxyType(
    {
        "message-start": CohereAssembler.begin_message,
        "content-start": CohereAssembler.begin_part,
        "content-delta": CohereAssembler.more_of_part,
        "content-end": CohereAssembler.end_part,
        "tool-plan-delta": CohereAssembler.more_of_plan,
        "tool-call-start": CohereAssembler.begin_call,
        "tool-call-delta": CohereAssembler.begin_call,
        "tool-call-end": CohereAssembler.end_call,
        "citation-start": CohereAssembler.cite,
        "citation-end": CohereAssembler.end_part,
        "message-end": CohereAssembler.end_message,
    }
)


MERGING = CohereAssembler
