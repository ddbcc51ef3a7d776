"""Streams of OpenAI's Responses: events about a response, its items, and their parts; the last one has all of it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.dialects.openai_responses.event_shape import EVENT
from turnwire.model import ABSENT, OpaqueEvent
from turnwire.stream.leftovers import is_other, keep, left_over, other
from turnwire.stream.merging import items_of, members_of, number_of, object_of, text_of
from turnwire.stream.pieces import Pieces
from turnwire.wire import ENCODER

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.model import StreamEvent
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members

# "Emitted when the model response is complete", "finishes as incomplete", "fails".
_LAST: Final = frozenset(("response.completed", "response.incomplete", "response.failed", "response.cancelled"))
_FAILED: Final = frozenset(("response.failed", "response.cancelled"))
_PARTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "response.output_text.delta": "text",
        "response.refusal.delta": "refusal",
        "response.reasoning_text.delta": "content",
        "response.reasoning_summary_text.delta": "summary",
        "response.function_call_arguments.delta": "arguments",
        "response.custom_tool_call_input.delta": "input",
    }
)
_CALLS: Final = frozenset(("function_call", "custom_tool_call"))
_TEXTS: Final = frozenset(("arguments", "input", "code"))
"""The parts that are a member of their item."""
_RUN: Final[Mapping[str, str]] = MappingProxyType(
    {"response.mcp_call_arguments.delta": "arguments", "response.code_interpreter_call_code.delta": "code"}
)
"""The pieces of what the provider runs: they are in the item, and no events of their own."""
# "Emitted when a content part is done", "when text content is finalized": these say again what pieces or items say, or
# that somebody is busy.
_AGAIN: Final = frozenset(
    (
        "response.content_part.added",
        "response.content_part.done",
        "response.reasoning_part.added",
        "response.reasoning_part.done",
        "response.reasoning_summary_part.added",
        "response.reasoning_summary_part.done",
        "response.output_text.done",
        "response.refusal.done",
        "response.reasoning_text.done",
        "response.reasoning_summary_text.done",
        "response.function_call_arguments.done",
        "response.custom_tool_call_input.done",
        "response.mcp_call_arguments.done",
        "response.code_interpreter_call_code.done",
        "response.code_interpreter_call.completed",
        "response.code_interpreter_call.in_progress",
        "response.code_interpreter_call.interpreting",
        "response.compaction.compacting",
        "response.file_search_call.completed",
        "response.file_search_call.in_progress",
        "response.file_search_call.searching",
        "response.image_generation_call.completed",
        "response.image_generation_call.generating",
        "response.image_generation_call.in_progress",
        "response.mcp_call.completed",
        "response.mcp_call.failed",
        "response.mcp_call.in_progress",
        "response.mcp_list_tools.completed",
        "response.mcp_list_tools.failed",
        "response.mcp_list_tools.in_progress",
        "response.shell_call_command.added",
        "response.shell_call_command.delta",
        "response.shell_call_command.done",
        "response.web_search_call.completed",
        "response.web_search_call.in_progress",
        "response.web_search_call.searching",
        "keepalive",
        "ping",
    )
)
_ANNOTATED: Final = "response.output_text.annotation.added"
_RESPONSE: Final = frozenset(("response.created", "response.in_progress", "response.queued"))
_ITEMS: Final = frozenset(("response.output_item.added", "response.output_item.done"))
_KNOWN: Final = _LAST | _RESPONSE | _ITEMS | _AGAIN | {*_PARTS, *_RUN, _ANNOTATED}
_PLACES: Final = frozenset(("output_index", "content_index", "summary_index"))


_TEXT: Final = Raw(b'"a text"')
_OF_EVENTS: Final = ("type", "sequence_number")


class Item:
    """One item of the output on its way."""

    def __init__(self) -> None:
        self.members: Members = {}
        self.done: Raw | None = None
        self.said: dict[tuple[str, int], list[str]] = {}
        self.annotations: dict[int, list[Raw]] = {}

    def say(self, name: str, part: int, piece: str) -> Members:
        """Notes a piece of one of its parts, and gives what gives way to it."""
        said = self.said.setdefault((name, part), [])
        is_first = not said and name in _TEXTS
        said.append(piece)
        return {name: self.members.pop(name)} if is_first and is_other(self.members.get(name, ABSENT), _TEXT) else {}

    def reply(self) -> Any:
        """The item, whole or as far as its pieces say it."""
        if self.done is not None:
            return self.done
        found: dict[str, Any] = dict(self.members)
        parts: dict[str, dict[int, Any]] = {}
        for (name, part), pieces in self.said.items():
            text = "".join(pieces)
            if name in _TEXTS:
                found[name] = text
            else:
                key = "summary" if name == "summary" else "content"
                some = parts.setdefault(key, dict(enumerate(items_of(self.members.get(key)))))
                some[part] = _part(name, text, object_of(some.get(part)), self.annotations.get(part, []))
        # The number of a part says its order; how many there are it does not, for it may be any number.
        found |= {key: [each for _, each in sorted(some.items())] for key, some in parts.items()}
        return found


def _part(name: str, text: str, told: Members, annotations: list[Raw]) -> dict[str, Any]:
    kinds = {"text": "output_text", "refusal": "refusal", "content": "reasoning_text", "summary": "summary_text"}
    part: dict[str, Any] = {**told, "type": kinds[name], ("refusal" if name == "refusal" else "text"): text}
    return {**part, "annotations": annotations} if name == "text" else part


class ResponsesMerging:
    """One stream of events."""

    names_model = True
    kinds = _KNOWN | {"error"}

    def __init__(self) -> None:
        self.done = self.whole = False
        self.error: bytes | None = None
        self.response: Members = {}
        self.items: dict[int, Item] = {}
        self.pieces = Pieces()

    def take(self, frame: Frame) -> list[StreamEvent]:
        """The pieces that an event shows."""
        if frame.data.strip() == b"[DONE]":
            self.done = True
            return self.pieces.end_calls()
        members = members_of(frame.data)
        kind = text_of(members.get("type")) or frame.event
        if kind == "error" or (not kind and "error" in members):
            self.error = _error_body(members)
            return []
        if kind not in _KNOWN and "response" not in members:
            return [OpaqueEvent(kind, Raw(frame.data), "")]
        members, left = EVENT.apart(frame.data, members)
        if left and not _PLACES.intersection(left).issubset(members):
            return [OpaqueEvent(kind, Raw(frame.data), "")]  # whose it is, is not said
        found = self._known(kind, members)
        return found + left_over(kind, left) if left else found

    def _known(self, kind: str, members: Members) -> list[StreamEvent]:
        if kind in _PARTS:
            return self._delta(kind, _PARTS[kind], members)
        if "response" in members:
            return self._response(kind, object_of(members["response"]))
        if kind in _ITEMS and "item" in members:
            return self._item(kind, members)
        if kind in _RUN:
            number = number_of(members.get("output_index"))
            return self._say(kind, number, _RUN[kind], 0, text_of(members.get("delta")))
        if kind == _ANNOTATED and "annotation" in members:
            item = self.items.setdefault(number_of(members.get("output_index")), Item())
            item.annotations.setdefault(number_of(members.get("content_index")), []).append(members["annotation"])
        return []

    def _response(self, kind: str, response: Members) -> list[StreamEvent]:
        lost = keep(self.response, response)
        found = left_over("response.created", {"response": lost} if lost else lost)
        if kind not in _LAST:
            return found
        self.done = self.whole = True
        ended = self.pieces.break_off() if kind in _FAILED else self.pieces.end_calls()
        return [*ended, *found, *self._told_otherwise()]

    def _told_otherwise(self) -> Iterator[StreamEvent]:
        """What items say that the output of the last event, which holds, has in another type."""
        output = items_of(self.response.get("output"))
        for number, now in zip(sorted(self.items), output, strict=False):
            item = self.items[number]
            lost = other(item.done or Raw(ENCODER.encode(item.members)), now)
            if lost is not None:
                yield from left_over("response.output_item.done", {"output_index": number, "item": lost})

    def _item(self, kind: str, members: Members) -> list[StreamEvent]:
        number = number_of(members.get("output_index"))
        item = self.items.setdefault(number, Item())
        told = object_of(members["item"])
        if kind.endswith(".done"):
            item.done = members["item"]
            lost = keep(item.members, told)
            found = left_over(kind, {"output_index": number, "item": lost} if lost else lost)
            is_call = text_of(told.get("type")) in _CALLS
            return [*self.pieces.end_call(0, (number, "call")), *found] if is_call else found
        item.members = told
        kind = text_of(told.get("type"))
        if kind not in _CALLS:
            # A message has a block for each of its parts, and any other item has one.
            if kind != "message":
                self.pieces.block(0, (number, "thinking"))
            return []
        use_id, name = text_of(told.get("call_id")), text_of(told.get("name"))
        return self.pieces.call(0, (number, "call"), use_id, name, is_json=kind == "function_call")

    def _say(self, kind: str, number: int, name: str, part: int, piece: str) -> list[StreamEvent]:
        if (item := self.items.get(number)) is None:
            item = self.items[number] = Item()
        lost = item.say(name, part, piece)
        return left_over(kind, {"output_index": number, "item": lost}) if lost else []

    def _delta(self, kind: str, name: str, members: Members) -> list[StreamEvent]:
        if "delta" not in members:
            return []
        number, piece = number_of(members.get("output_index")), text_of(members.get("delta"))
        part = number_of(members.get("summary_index" if name == "summary" else "content_index"))
        found = self._say(kind, number, name, part, piece)
        return found + self._shown(name, number, part, piece)

    def _shown(self, name: str, number: int, part: int, piece: str) -> list[StreamEvent]:
        if name in ("arguments", "input"):
            return self.pieces.input(0, (number, "call"), piece)
        if name in ("content", "summary"):
            return self.pieces.thinking(0, (number, "thinking"), piece)
        tell = self.pieces.text if name == "text" else self.pieces.refusal
        return tell(0, (number, part), piece)

    def reply(self) -> bytes:
        """The response, as it is without a stream; the output of one that has none yet is what its items say."""
        found: dict[str, Any] = {"object": "response", **self.response}
        output = self.response.get("output")
        if not items_of(output):
            found["output"] = [self.items[number].reply() for number in sorted(self.items)]
        return ENCODER.encode(found)


def _error_body(members: Members) -> bytes:
    """ResponseErrorEvent has the members of an error by themselves, other bodies have them under `error`."""
    if "error" in members:
        return ENCODER.encode({"error": members["error"]})
    return ENCODER.encode({"error": {name: raw for name, raw in members.items() if name not in _OF_EVENTS}})


MERGING = ResponsesMerging
