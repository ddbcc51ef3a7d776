"""Streams of OpenAI's Responses: events about a response, its items, and their parts; the last one has all of it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.model import OpaqueEvent
from turnwire.stream.merging import items_of, members_of, number_of, object_of, text_of
from turnwire.stream.pieces import Pieces
from turnwire.wire import ENCODER

if TYPE_CHECKING:
    from collections.abc import Mapping

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


class Item:
    """One item of the output on its way."""

    def __init__(self) -> None:
        self.members: Members = {}
        self.done: Raw | None = None
        self.said: dict[tuple[str, int], list[str]] = {}

    def say(self, name: str, part: int, piece: str) -> None:
        """Notes a piece of one of its parts."""
        self.said.setdefault((name, part), []).append(piece)

    def reply(self) -> Any:
        """The item, whole or as far as its pieces say it."""
        if self.done is not None:
            return self.done
        found: dict[str, Any] = dict(self.members)
        parts: dict[str, dict[int, Any]] = {}
        for (name, part), pieces in self.said.items():
            text = "".join(pieces)
            if name in ("arguments", "input"):
                found[name] = text
            else:
                key = "summary" if name == "summary" else "content"
                parts.setdefault(key, _parts(found.get(key)))[part] = _part(name, text)
        # The number of a part says its order; how many there are it does not, for it may be any number.
        found |= {key: [each for _, each in sorted(some.items())] for key, some in parts.items()}
        return found


def _parts(told: object) -> dict[int, Any]:
    return dict(enumerate(told)) if isinstance(told, list) else {}


def _part(name: str, text: str) -> dict[str, Any]:
    kinds = {"text": "output_text", "refusal": "refusal", "content": "reasoning_text", "summary": "summary_text"}
    part: dict[str, Any] = {"type": kinds[name], ("refusal" if name == "refusal" else "text"): text}
    return {**part, "annotations": []} if name == "text" else part


class ResponsesMerging:
    """One stream of events."""

    names_model = True

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
        if kind in _PARTS:
            return self._delta(_PARTS[kind], members)
        if "response" in members:
            return self._response(kind, object_of(members["response"]))
        if kind.startswith("response.output_item."):
            return self._item(kind, members)
        is_told_again = kind.startswith("response.") or kind in ("keepalive", "ping")
        return [] if is_told_again else [OpaqueEvent(kind, Raw(frame.data), "")]

    def _response(self, kind: str, response: Members) -> list[StreamEvent]:
        self.response |= response
        if kind not in _LAST:
            return []
        self.done = self.whole = True
        return self.pieces.break_off() if kind in _FAILED else self.pieces.end_calls()

    def _item(self, kind: str, members: Members) -> list[StreamEvent]:
        number = number_of(members.get("output_index"))
        item = self.items.setdefault(number, Item())
        told = object_of(members.get("item"))
        if kind.endswith(".done"):
            item.done = members.get("item")
            return self.pieces.end_call(0, (number, "call")) if text_of(told.get("type")) in _CALLS else []
        item.members = told
        kind = text_of(told.get("type"))
        if kind not in _CALLS:
            # A message has a block for each of its parts, and any other item has one.
            if kind != "message":
                self.pieces.block(0, (number, "thinking"))
            return []
        use_id, name = text_of(told.get("call_id")), text_of(told.get("name"))
        return self.pieces.call(0, (number, "call"), use_id, name, is_json=kind == "function_call")

    def _delta(self, name: str, members: Members) -> list[StreamEvent]:
        number, piece = number_of(members.get("output_index")), text_of(members.get("delta"))
        part = number_of(members.get("summary_index" if name == "summary" else "content_index"))
        self.items.setdefault(number, Item()).say(name, part, piece)
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
    names = ("message", "code", "param")
    return ENCODER.encode({"error": {name: members[name] for name in names if name in members}})


MERGING = ResponsesMerging
