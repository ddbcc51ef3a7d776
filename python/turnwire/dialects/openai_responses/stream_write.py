"""Writing streams of the Responses API: events about a response, its items and their parts; the last one has all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import Raw, Struct

from turnwire.codec.wire import ENCODER
from turnwire.dialects.openai_responses.event_shape import IN_CALLS, IN_PARTS
from turnwire.stream.chunking import HOLE, Chunking, GrowingPart, around, frame
from turnwire.stream.frames import Frame
from turnwire.stream.merging import Members, items_of, object_of, text_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from turnwire.losses import Losses
    from turnwire.stream.chunking import Waits


class Place(NamedTuple):
    """Where a text grows: the item, the list of parts (or the member), and the part."""

    item: int
    member: str = ""
    part: int = 0


_LISTS: Final = ("summary", "content")
# "Emitted when the model response is complete", "finishes as incomplete", "fails".
_LAST: Final = frozenset(("completed", "incomplete", "failed", "cancelled"))
_INCOMPLETE: Final = Raw(b'"incomplete"')
_NOT_YET: Final = frozenset(("output", "usage", "status"))


class Sent(Struct):
    """An item that has begun in the stream."""

    item: Members
    """The item, as last seen before the reply replaced it."""
    begun_as: tuple[Raw | None, ...]
    """Its type, the id of its call and its name in `response.output_item.added`."""
    is_calling: bool
    """Whether it is a call whose input has not ended."""
    is_done: bool = False
    is_other: bool = False
    """Whether the reply has another item at its place since."""
    parts: dict[Place, str] = {}
    """The types of its parts, in the order in which they began."""
    texts: dict[Place, list[str]] = {}
    """The pieces of each part's text that were sent."""

    def as_sent(self) -> Members:
        """Return the item with the text that was sent, for an item that the reply has replaced since."""
        item = dict(self.item)
        for place, kind in self.parts.items():
            item |= _with_text(item, place, IN_PARTS[kind].member, "".join(self.texts.get(place, [])))
        return item


class PieceEvents(NamedTuple):
    """The events with the pieces of one part: their name, and their JSON around the number and the piece."""

    event: str
    before: bytes
    between: bytes
    after: bytes
    texts: list[str]
    """The pieces that were sent."""


class ResponsesChunking(Chunking):
    """Writes one stream of events."""

    retells = True
    marks = ("type", "id", "name")
    # Each event says which item it is about (`output_index`), and OpenAI's package finds it by that: several items may
    # be on their way (ResponseStreamState.accumulate_event).
    waits: Waits = "nothing"

    def __init__(self, losses: Losses) -> None:
        super().__init__(losses)
        self.items: list[Members] = []
        self.sent: dict[int, Sent] = {}
        """The items that have begun."""
        self.begun: list[int] = []
        """Those that have not ended, in the order in which they began."""
        self.around: dict[Place, PieceEvents] = {}
        self.count = 0
        self.has_failed = False
        """Whether the last event says by itself that the response failed."""

    def strands(self, body: Members) -> dict[Hashable, GrowingPart]:
        """Return the parts and call inputs that are sent in pieces; other items are sent whole."""
        self.items = [object_of(raw) for raw in items_of(body.get("output"))]
        self.around.clear()
        for number, sent in self.sent.items():
            sent.is_other = number >= len(self.items) or _what(self.items[number]) != sent.begun_as
            if not sent.is_other:
                sent.item = self.items[number]
        found: dict[Hashable, GrowingPart] = {}
        for number, item in enumerate(self.items):
            found |= dict(_strands(number, item)) or {Place(number): GrowingPart(head=item)}
        return found

    def begin(self, body: Members) -> list[Frame]:
        """Write the response without its output."""
        early = {name: raw for name, raw in body.items() if name not in _NOT_YET}
        response = {**early, "status": "in_progress", "output": []}
        return [self._event(f"response.{kind}", {"response": response}) for kind in ("created", "in_progress")]

    def open(self, name: Place, head: Mapping[str, Any]) -> list[Frame]:
        """Begin an item, or a part of one."""
        if self.is_closed(name):
            return []  # the end says it
        frames = [] if name.item in self.sent else [*self._close_whole(), *self._added(name.item)]
        kind = text_of(head.get("type"))
        if name.member in _LISTS and kind in IN_PARTS:
            self.sent[name.item].parts[name] = kind
            part = IN_PARTS[kind]
            frames.append(self._about(name, f"{part.about_part}.added", {part.counter: name.part, "part": head}))
        return frames

    def piece(self, name: Place, piece: str) -> list[Frame]:
        """Write a piece of a text, or of the input of a call."""
        told = self.around.get(name) or self._around(name)
        told.texts.append(piece)
        number, self.count = self.count, self.count + 1
        said = (told.before, number, told.between, ENCODER.encode(piece), told.after)
        return [Frame(b"%b%d%b%b%b" % said, told.event)]

    def _around(self, name: Place) -> PieceEvents:
        """Make the JSON around the pieces of a part, which is the same until the reply is compared again."""
        texts: list[str] = []
        if name.member in _LISTS:
            texts = self.sent[name.item].texts.setdefault(name, texts)
            kind, said = self._text(name, "delta", {"delta": HOLE})
        else:
            call = IN_CALLS[text_of(self.items[name.item].get("type"))]
            kind, said = f"{call.event}.delta", {"delta": HOLE}
        chunk = {"type": kind, "sequence_number": HOLE, **self._with_item(name, said)}
        before, between, after = around(ENCODER.encode(chunk))
        found = self.around[name] = PieceEvents(kind, before, between, after, texts)
        return found

    def whole_call(self, name: Place) -> list[Frame]:
        """Note that the call is whole; its last events are written when the next item begins."""
        if name.item in self.sent:
            self.sent[name.item].is_calling = False
        return []

    def is_closed(self, name: Place) -> bool:
        """Return whether the item has ended, or the reply has another item at its place."""
        sent = self.sent.get(name.item)
        return sent is not None and (sent.is_done or sent.is_other)

    def end(self, body: Members, *, whole: bool) -> list[Frame]:
        """Write the whole response."""
        # "response.output_item.done" is "emitted when an output item is marked done": a call in it is a whole one.
        if not whole:
            self._leave_incomplete()
        frames = self._close_whole(but_calls=not whole)
        if whole:
            status = text_of(body.get("status"))
            kind = status if status in _LAST else "completed"
            frames.append(self._event(f"response.{kind}", {"response": body}))
        elif text_of(body.get("status")) == "failed" and object_of(body.get("error")):
            self.has_failed = True
            frames.append(self._event("response.failed", {"response": body}))
        elif "usage" in body:
            self.losses.dropped("/usage", "completion.usage", None)
        return frames

    def error(self, body: bytes) -> list[Frame]:
        """An `error` event has the members of the error; under `error` it has those that the event has no place for.

        None where `response.failed` has the error.
        """
        if self.has_failed:
            return []
        raw = object_of(Raw(body)).get("error", Raw(b"null"))
        told = {"message": None, "code": None, "param": None} | {
            name: value for name, value in object_of(raw).items() if name in ("message", "code", "param")
        }
        return [self._event("error", {**told, "error": raw})]

    def _added(self, number: int) -> list[Frame]:
        item: dict[str, Any] = dict(self.items[number])
        kind = text_of(item.get("type"))
        if "status" in item:
            item["status"] = "in_progress"
        for name in _LISTS:
            if items_of(item.get(name)):
                item[name] = []
        if kind in IN_CALLS:
            item[IN_CALLS[kind].member] = ""
        self.begun.append(number)
        self.sent[number] = Sent(self.items[number], _what(self.items[number]), kind in IN_CALLS)
        return [self._event("response.output_item.added", {"output_index": number, "item": item})]

    def _close_whole(self, *, but_calls: bool = True) -> list[Frame]:
        """Write the events that end the begun items, except calls whose input has not ended."""
        waiting = {number for number in self.begun if but_calls and self.sent[number].is_calling}
        ready = [number for number in self.begun if number not in waiting]
        self.begun = [number for number in self.begun if number in waiting]
        return [each for number in ready for each in self._done(number)]

    def _leave_incomplete(self) -> None:
        """Mark a message that broke off as incomplete: "one of `in_progress`, `completed`, or `incomplete`"."""
        for item in [self.items[number] for number in self.begun if not self.sent[number].is_other]:
            is_message = text_of(item.get("type")) == "message" and items_of(item.get("content"))
            if is_message and text_of(item.get("status")) == "completed":
                item["status"] = _INCOMPLETE

    def _done(self, number: int) -> list[Frame]:
        """Write the events that end an item and its parts."""
        sent = self.sent[number]
        sent.is_done = True
        item = sent.as_sent() if sent.is_other else self.items[number]
        parts = {name: items_of(item.get(name)) for name in _LISTS}
        frames = [each for place in sent.parts for each in self._part_done(place, parts[place.member])]
        if (kind := text_of(item.get("type"))) in IN_CALLS:
            call = IN_CALLS[kind]
            frames.append(self._about(Place(number), f"{call.event}.done", {call.member: item.get(call.member)}))
        return [*frames, self._event("response.output_item.done", {"output_index": number, "item": item})]

    def _part_done(self, name: Place, parts: list[Raw]) -> list[Frame]:
        if name.part >= len(parts):
            return []
        part = IN_PARTS[self.sent[name.item].parts[name]]
        said = object_of(parts[name.part])
        return [
            self._about(name, *self._text(name, "done", {part.member: said.get(part.member)})),
            self._about(name, f"{part.about_part}.done", {part.counter: name.part, "part": said}),
        ]

    def _text(self, name: Place, kind: str, said: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
        """Return the name of an event about a text, and its members besides those of the item."""
        part = IN_PARTS[self.sent[name.item].parts[name]]
        probable: dict[str, Any] = {"logprobs": []} if part.event == "response.output_text" else {}
        return f"{part.event}.{kind}", {part.counter: name.part, **said, **probable}

    def _about(self, name: Place, kind: str, said: Mapping[str, Any]) -> Frame:
        return self._event(kind, self._with_item(name, said))

    def _with_item(self, name: Place, said: Mapping[str, Any]) -> dict[str, Any]:
        item = self.sent[name.item].item
        return {"item_id": item.get("id") or item.get("call_id") or "", "output_index": name.item, **said}

    def _event(self, kind: str, said: Mapping[str, Any]) -> Frame:
        self.count += 1
        return frame({"type": kind, "sequence_number": self.count - 1, **said}, kind)


def _what(item: Members) -> tuple[Raw | None, ...]:
    """Return what identifies an item at its place: its type, the id of the call and the name."""
    return item.get("type"), item.get("call_id"), item.get("name")


def _with_text(item: Members, place: Place, member: str, text: str) -> Members:
    """Return the list of parts with this text in the part at a place; None if there is no such part."""
    parts = items_of(item.get(place.member))
    if place.part >= len(parts):
        return {}
    parts[place.part] = Raw(ENCODER.encode({**object_of(parts[place.part]), member: text}))
    return {place.member: Raw(ENCODER.encode(parts))}


def _strands(number: int, item: Members) -> Iterator[tuple[Place, GrowingPart]]:
    if (kind := text_of(item.get("type"))) in IN_CALLS:
        member = IN_CALLS[kind].member
        yield Place(number, member), GrowingPart(text_of(item.get(member)), {**item, member: ""}, is_call=True)
    if kind not in ("message", "reasoning"):
        return
    for name in _LISTS:
        for place, raw in enumerate(items_of(item.get(name))):
            part = object_of(raw)
            if (kind := text_of(part.get("type"))) in IN_PARTS:
                text = IN_PARTS[kind].member
                yield Place(number, name, place), GrowingPart(text_of(part.get(text)), {**part, text: ""})
            else:
                yield Place(number, name, place), GrowingPart(head=part)


CHUNKING = ResponsesChunking
