"""Reading streams of the Responses API: events of a response, its items and their parts; the last one repeats all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.dialects.openai_responses.event_shape import EVENT, GROWING, IN_CALLS, IN_PARTS, PIECE
from turnwire.dialects.openai_responses.kinds import CALLS
from turnwire.dialects.openai_responses.stream_items import LISTS, Item, text_in
from turnwire.model import ErrorEvent, OpaqueEvent
from turnwire.stream.merging import StreamAssembler, items_of, members_of, number_of, object_of, plain_of, text_of
from turnwire.stream.unexpected_members import keep, left_over, other

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.openai_responses.event_shape import Growing
    from turnwire.model import StreamEvent
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members

# "Emitted when the model response is complete", "finishes as incomplete", "fails".
_LAST: Final = frozenset(("response.completed", "response.incomplete", "response.failed", "response.cancelled"))
_FAILED: Final = frozenset(("response.failed", "response.cancelled"))
_DELTAS: Final = {f"{each.event}.delta": each for each in GROWING}
_RUN: Final = frozenset(name for name, of in _DELTAS.items() if of.is_run)
# "Emitted when text content is finalized": what the pieces say, once more, or more than they say.
_FINAL: Final = {f"{each.event}.done": each for each in GROWING}
_PARTS_DONE: Final = frozenset(
    ("response.content_part.done", "response.reasoning_part.done", "response.reasoning_summary_part.done")
)
_PARTS_ADDED: Final = frozenset(
    ("response.content_part.added", "response.reasoning_part.added", "response.reasoning_summary_part.added")
)
_BUSY: Final = frozenset(
    f"response.{item}.{state}"
    for item, states in (
        ("code_interpreter_call", ("in_progress", "interpreting", "completed")),
        ("compaction", ("compacting",)),
        ("file_search_call", ("in_progress", "searching", "completed")),
        ("image_generation_call", ("in_progress", "generating", "completed")),
        ("mcp_call", ("in_progress", "completed", "failed")),
        ("mcp_list_tools", ("in_progress", "completed", "failed")),
        ("web_search_call", ("in_progress", "searching", "completed")),
    )
    for state in states
)
_ANNOTATED: Final = "response.output_text.annotation.added"
_RESPONSE: Final = frozenset(("response.created", "response.in_progress", "response.queued"))
_ITEMS: Final = frozenset(("response.output_item.added", "response.output_item.done"))
_SAID_AGAIN: Final = _PARTS_DONE | _PARTS_ADDED | {*_FINAL}
_KNOWN: Final = _LAST | _RESPONSE | _ITEMS | _BUSY | _SAID_AGAIN | {*_DELTAS, _ANNOTATED}
_INPUTS: Final = frozenset(each.name for each in IN_CALLS.values())
_PLACES: Final = frozenset(("output_index", "content_index", "summary_index"))

_ONCE: Final = frozenset(("role",))
_NULL: Final = Raw(b"null")
_OF_EVENTS: Final = ("type", "sequence_number")


class ResponsesAssembler(StreamAssembler):
    """One stream of events."""

    names_model = True
    kinds = _KNOWN | {"error", "keepalive", "ping"}
    pings = frozenset(("keepalive", "ping"))
    # Servers that speak chat completions too end these streams in the same way.
    over = b"[DONE]"
    whole: bool = False
    failure: ErrorEvent | None = None

    def __init__(self) -> None:
        super().__init__()
        self.response: Members = {}
        self.items: dict[int, Item] = {}

    def take(self, frame: Frame) -> list[StreamEvent]:
        """Return the stream events of one event of the API."""
        if (plain := self._plain(frame.data)) is not None:
            return plain
        if frame.data.strip() == self.over:
            self.done = True
            return self.pieces.end_calls()
        members = members_of(frame.data)
        kind = text_of(members.get("type")) or frame.event
        if kind == "error" or (not kind and "error" in members):
            self.error = _error_body(members)
            return []
        if kind in self.pings or (kind not in _KNOWN and "response" not in members):
            return [OpaqueEvent(kind, Raw(frame.data), "")]
        members, left = EVENT.apart(frame.data, members)
        if left and not _PLACES.intersection(left).issubset(members):
            return [OpaqueEvent(kind, Raw(frame.data), "")]  # whose it is, is not said
        found = self._known(kind, members)
        return found + left_over(kind, left) if left else found

    def _plain(self, data: bytes) -> list[StreamEvent] | None:
        """Read a piece of a text or of an input, which nearly every event is; None for any other event."""
        event = plain_of(PIECE, data)
        if event is None or event.logprobs or (of := _DELTAS.get(event.type)) is None:
            return None
        number, name, part = event.output_index or 0, of.name, 0
        if of.counter:
            part = getattr(event, of.counter) or 0
        item = self.items.get(number)
        if item is None or not item.goes_on(name, part, event.delta):
            return self._more(event.type, of, number, part, event.delta)
        return [] if event.type in _RUN else self._shown(name, number, part, event.delta)

    def _known(self, kind: str, members: Members) -> list[StreamEvent]:
        if kind in _DELTAS:
            return self._delta(kind, _DELTAS[kind], members)
        if "response" in members:
            return self._response(kind, object_of(members["response"]))
        if kind in _ITEMS and "item" in members:
            return self._item(kind, members)
        if kind == _ANNOTATED and "annotation" in members:
            item = self.items.setdefault(number_of(members.get("output_index")), Item())
            part = number_of(members.get("content_index"))
            item.lists.setdefault(("annotations", part), []).append(members["annotation"])
        return self._again(kind, members) if kind in _SAID_AGAIN else []

    def _again(self, kind: str, members: Members) -> list[StreamEvent]:
        """Read a whole text, which is in the event or in its part."""
        part = object_of(members.get("part"))
        if kind in _PARTS_ADDED:
            # The pieces that follow may say it once more, or go on behind it.
            says_more = text_in(part) or any(items_of(part.get(name)) for name in LISTS)
            return left_over(kind, members) if says_more else []
        if kind in _FINAL:
            text = _FINAL[kind]
            return self._whole(kind, text, text_of(members.get(text.member)), members, members)
        found = IN_PARTS.get(text_of(part.get("type")))
        return left_over(kind, members) if found is None else self._whole(kind, found, text_in(part), part, members)

    def _whole(self, kind: str, of: Growing, text: str, beside: Members, members: Members) -> list[StreamEvent]:
        """Add the rest of a whole text that its pieces did not have; report a text that differs from its pieces."""
        number, part, name = number_of(members.get("output_index")), number_of(members.get(of.counter)), of.name
        item = self.items.get(number, Item())
        more = item.beyond(name, part, text) if text else ""
        lists = {} if item.done else {each: told for each in LISTS if (told := items_of(beside.get(each)))}
        if lists and name == "text":
            self.items[number] = item
            gone = [each for list_of, told in lists.items() for each in item.lay(list_of, part, told)]
        else:
            gone = [each for told in lists.values() for each in told]  # which no other text has
        is_named_otherwise = "name" in members and members["name"] != item.members.get("name")
        if more is None or gone or is_named_otherwise:
            return left_over(kind, members)
        return self._more(kind, of, number, part, more) if more else []

    def _response(self, kind: str, response: Members) -> list[StreamEvent]:
        self.pieces.candidates.add(0)
        lost = keep(self.response, response, _ONCE)
        found = left_over("response.created", {"response": lost} if lost else lost)
        if kind not in _LAST:
            return found
        self.done = self.whole = True
        if kind == "response.failed":
            error = object_of(self.response.get("error"))
            self.failure = ErrorEvent(
                text_of(error.get("message")) or "the response failed", code=text_of(error.get("code")) or None
            )
        ended = self.pieces.break_off() if kind in _FAILED else [*self._unsaid_inputs(), *self.pieces.end_calls()]
        return [*ended, *found, *self._told_otherwise()]

    def _unsaid_inputs(self) -> Iterator[StreamEvent]:
        """Return the inputs of calls that only the last event has."""
        for number, item, now in self._held():
            yield from self._unsaid_input(number, item, object_of(now))

    def _held(self) -> list[tuple[int, Item, Raw]]:
        """Return the items, each with its counterpart in the output of the last event."""
        output = items_of(self.response.get("output"))
        return [(number, self.items[number], now) for number, now in zip(sorted(self.items), output, strict=False)]

    def _told_otherwise(self) -> Iterator[StreamEvent]:
        """Report members of items that have another type in the last event."""
        for number, item, now in self._held():
            lost = other(item.done or Raw(ENCODER.encode(item.members)), now, _ONCE)
            if lost is not None:
                yield from left_over("response.output_item.done", {"output_index": number, "item": lost})

    def _item(self, kind: str, members: Members) -> list[StreamEvent]:
        number = number_of(members.get("output_index"))
        item = self.items.setdefault(number, Item())
        told = object_of(members["item"])
        if kind.endswith(".done"):
            unsaid = self._unsaid_input(number, item, told)
            item.end(members["item"])
            lost = item.lost(members["item"])
            found = left_over(kind, {"output_index": number, "item": lost} if lost else lost)
            self._reserve_result(number, told)
            is_call = text_of(told.get("type")) in IN_CALLS
            return [*unsaid, *self.pieces.end_call(0, (number, "call")), *found] if is_call else found
        item.begin(told)
        kind = text_of(told.get("type"))
        if kind not in IN_CALLS:
            # A message has a block for each of its parts, and any other item has one.
            if kind != "message":
                self.pieces.block(0, (number, "thinking"))
            return []
        use_id, name = text_of(told.get("call_id")), text_of(told.get("name"))
        return self.pieces.call(0, (number, "call"), use_id, name, is_json=kind == "function_call")

    def _reserve_result(self, number: int, told: Members) -> None:
        """Reserve two blocks for an item with the result of its own call, so that later blocks come after both."""
        kind = CALLS.get(text_of(told.get("type")))
        keys = () if kind is None else (kind.result, kind.error)
        if any(key is not None and told.get(key, _NULL) != _NULL for key in keys):
            self.pieces.block(0, (number, "result"))

    def _unsaid_input(self, number: int, item: Item, told: Members) -> list[StreamEvent]:
        """Return the input of a whole call beyond its pieces; without it, a client would run the call with no input."""
        if item.done is not None:
            return []  # said when the item was done; to join the pieces at each repetition would take its time
        call = IN_CALLS.get(text_of(told.get("type")))
        if call is None:
            return []
        whole, said = text_of(told.get(call.member)), "".join(item.said.get((call.name, 0), ()))
        return self.pieces.input(0, (number, "call"), whole.removeprefix(said)) if whole.startswith(said) else []

    def _say(self, kind: str, number: int, name: str, part: int, piece: str) -> list[StreamEvent]:
        if (item := self.items.get(number)) is None:
            item = self.items[number] = Item()
        lost = item.say(name, part, piece)
        return left_over(kind, {"output_index": number, "item": lost}) if lost else []

    def _delta(self, kind: str, of: Growing, members: Members) -> list[StreamEvent]:
        if "delta" not in members:
            return []
        number, part = number_of(members.get("output_index")), number_of(members.get(of.counter))
        found = self._more(kind, of, number, part, text_of(members.get("delta")))
        if probable := items_of(members.get("logprobs")):
            self.items[number].lists.setdefault(("logprobs", part), []).extend(probable)
        return found

    def _more(self, kind: str, of: Growing, number: int, part: int, piece: str) -> list[StreamEvent]:
        found = self._say(kind, number, of.name, part, piece)
        return found if of.is_run else found + self._shown(of.name, number, part, piece)

    def _shown(self, name: str, number: int, part: int, piece: str) -> list[StreamEvent]:
        if name == "text":
            return self.pieces.text(0, (number, part), piece)
        if name in _INPUTS:
            return self.pieces.input(0, (number, "call"), piece)
        if name == "refusal":
            return self.pieces.refusal(0, (number, part, name), piece)
        return self.pieces.thinking(0, (number, "thinking"), piece, part if name == "summary" else None)

    def reply(self) -> bytes:
        """Return the response as it is without a stream; without a last event, the output is made of the items."""
        found: dict[str, Any] = {"object": "response", **self.response}
        output = self.response.get("output")
        if not items_of(output):
            found["output"] = [self.items[number].reply(is_broken=self.pieces.broken) for number in sorted(self.items)]
        return ENCODER.encode(found)


def _error_body(members: Members) -> bytes:
    """Return the error object: ResponseErrorEvent has its members at the top, other bodies under `error`."""
    if "error" in members:
        return ENCODER.encode({"error": members["error"]})
    return ENCODER.encode({"error": {name: raw for name, raw in members.items() if name not in _OF_EVENTS}})


MERGING = ResponsesAssembler
