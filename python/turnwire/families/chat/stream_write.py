"""Streams of chat completions, written: chunks with a `delta` for each choice."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.families.chat.stream_calls import INPUTS
from turnwire.stream.chunking import HOLE, Chunking, GrowingPart, around, frame
from turnwire.stream.frames import Frame
from turnwire.stream.merging import items_of, number_of, object_of, says, text_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from turnwire.losses import Losses
    from turnwire.stream.chunking import Waits
    from turnwire.stream.merging import Members

_THOUGHTS: Final = ("reasoning_content", "reasoning")
_TEXTS: Final = frozenset((*_THOUGHTS, "content", "refusal"))
# "Each chunk has the same ID", "the same timestamp".
_EACH: Final = ("id", "created", "model")
_ONCE: Final[Mapping[str, str]] = MappingProxyType({"id": "/id", "created": "/created_at", "model": "/model"})
_NOT_LAST: Final = frozenset((*_EACH, "object", "choices"))
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
_OF_LISTS: Final = frozenset(("content", "thought"))
Name = tuple[int, str, int]


class ChatChunking(Chunking):
    """One stream of chunks."""

    once = _ONCE
    marks = ("type", "id", "function")
    # The format does not mark the end of a call: OpenAI's package reports `tool_calls.function.arguments.done` and
    # parses the arguments when a piece with another `index` arrives (ChoiceEventState.get_done_events).
    waits: Waits = "calls"
    shows_first = True
    has_optional_usage = True

    def __init__(self, losses: Losses) -> None:
        super().__init__(losses)
        self.each: dict[str, Any] = {}
        self.head = b""
        """The beginning of each chunk, up to the index of its choice."""
        self.begun: set[int] = set()
        self.around: dict[Name, tuple[bytes, ...]] = {}
        """The JSON of a chunk with a piece of each part, before the piece and after it."""
        self.kinds: dict[Name, str] = {}
        """Which member of each call has its input."""
        self.part: dict[int, Name] = {}
        """The last part of the content of each choice."""
        self.parts: set[Name] = set()
        self.cut: set[int] = set()
        """The choices in which a part continued after another had begun, which a chunk cannot show."""

    def strands(self, body: Members) -> dict[Hashable, GrowingPart]:
        """The texts and the calls of each choice."""
        found: dict[Hashable, GrowingPart] = {}
        for position, choice in enumerate(items_of(body.get("choices"))):
            members = object_of(choice)
            index, message = number_of(members.get("index")), object_of(members.get("message"))
            names = [name for name in _THOUGHTS if text_of(message.get(name))]
            found |= {(index, name, 0): GrowingPart(text_of(message[name])) for name in names}
            found |= self._content(position, index, message.get("content"))
            if refusal := text_of(message.get("refusal")):
                found[index, "refusal", 0] = GrowingPart(refusal)
            for number, raw in enumerate(items_of(message.get("tool_calls"))):
                found[index, "call", number] = self.call(object_of(raw))
        return found

    def call(self, call: Members) -> GrowingPart:
        """Return a call, whose input grows; one of an unknown type is complete."""
        call.pop("index", None)  # the stream says its own
        kind = next((each for each in INPUTS if each in call), "")
        if not kind:
            return GrowingPart(head=call, is_call=True)
        inside = object_of(call.pop(kind))
        text = text_of(inside.pop(INPUTS[kind], None))
        head: dict[str, Any] = {each: call.pop(each) for each in ("id", "type") if each in call}
        return GrowingPart(text, {**head, kind: {**inside, INPUTS[kind]: ""}}, call, is_call=True)

    def _content(self, position: int, index: int, content: Raw | None) -> dict[Hashable, GrowingPart]:
        """Return a text, or the parts of a list (Mistral), in which adjacent parts of one kind are joined."""
        if text := text_of(content):
            return {(index, "content", 0): GrowingPart(text)}
        found: dict[Hashable, GrowingPart] = {}
        before: object = None
        for number, raw in enumerate(items_of(content)):
            kind, strand = _part(raw)
            words = _besides_text(strand.head) if kind == "part" else kind
            if words is not None and words == before:
                self.losses.reshaped_once(f"/candidates/{position}/content", "message.content", content)
            found[index, kind, number] = strand
            before = words
        return found

    def candidate(self, name: Name) -> int:
        """Return the number of the candidate."""
        return name[0]

    def begin(self, body: Members) -> list[Frame]:
        """Write a chunk with the role, as OpenAI's first chunk."""
        self.each = {name: body[name] for name in _EACH if name in body}
        if "object" in body:
            self.each["object"] = "chat.completion.chunk"
        self.head = ENCODER.encode({**self.each, "choices": [{"finish_reason": None}]}).removesuffix(b"}]}")
        return [self._delta(0, {"content": ""})]

    def open(self, name: Name, head: Mapping[str, Any]) -> list[Frame]:
        """Begin a call, or a part of the content that is complete; a text begins with its first piece."""
        index, kind, number = name
        if kind == "call":
            self.kinds[name] = next((each for each in INPUTS if each in head), "")
            self.around.pop(name, None)
            return [self._delta(index, {"tool_calls": [{"index": number, **head}]})]
        if kind != "part":
            return []
        self.part[index] = name
        return [self._delta(index, {"content": [head]})]

    def piece(self, name: Name, piece: str) -> list[Frame]:
        """Continue a text, or the arguments of a call."""
        index, kind, number = name
        if kind in _OF_LISTS and self.part.get(index) != name:
            self._note(name)
        if piece and index in self.begun:
            beginning, end = self.around.get(name) or self._around(name)
            return [Frame(beginning + ENCODER.encode(piece) + end)]
        # Only the first part of a list may be written as a text, because a text begins the content.
        return [self._delta(index, self._grown(name, piece, in_list=bool(number) or not piece))]

    def _around(self, name: Name) -> tuple[bytes, ...]:
        """Make the JSON around the pieces of a part."""
        delta = self._grown(name, HOLE, in_list=bool(name[2]))
        found = self.around[name] = around(self._delta(name[0], delta).data)
        return found

    def _grown(self, name: Name, piece: Any, *, in_list: bool) -> Mapping[str, Any]:
        """The delta by which a part grows."""
        _, kind, number = name
        if kind == "call":
            member = self.kinds[name]
            return {"tool_calls": [{"index": number, member: {INPUTS[member]: piece}}]}
        if kind == "thought":
            return {"content": [{"type": "thinking", "thinking": [_text(piece)]}]}
        return {kind: [_text(piece)] if in_list else piece}

    def _note(self, name: Name) -> None:
        """Note the part that is continued, and whether another is before it."""
        if name in self.parts and self.part.get(name[0]) != name:
            self.cut.add(name[0])
        self.parts.add(name)
        self.part[name[0]] = name

    def rest(self, name: Name, rest: Mapping[str, Raw]) -> list[Frame]:
        """Write the members of a call besides its function, or of reasoning besides its text."""
        index, kind, number = name
        if kind == "thought":
            self._note(name)
            return [self._delta(index, {"content": [{"type": "thinking", "thinking": [], **rest}]})]
        return [self._delta(index, {"tool_calls": [{"index": number, **rest}]})]

    def end(self, body: Members, *, whole: bool) -> list[Frame]:
        """Write the other members of each message, each choice and the reply; then the usage.

        "An additional chunk will be streamed before the `data: [DONE]` message.  The `usage` field on this chunk shows
        the token usage statistics for the entire request, and the `choices` field will always be an empty array."
        (`stream_options.include_usage`)
        """
        for index in sorted(self.cut):
            self.losses.degraded(f"/candidates/{index}/content", "message.content", None)
        choices = [object_of(choice) for choice in items_of(body.get("choices"))]
        # ChatStreamChunk.system_fingerprint is a text (OpenRouter's API description), where a reply may have null.
        rest = {name: raw for name, raw in body.items() if name not in _NOT_LAST and bytes(raw) != b"null"}
        usage = {"usage": rest.pop("usage")} if "usage" in rest else {}
        if usage and not whole:
            self.losses.dropped("/usage", "completion.usage", None)
            usage = {}
        if not choices:
            usage = rest | usage
        frames = [
            each
            for number, choice in enumerate(choices, 1)
            for each in self._last(choice, rest if number == len(choices) else _NOTHING, whole=whole)
        ]
        if usage:
            frames.append(frame({**self.each, "choices": [], **usage}))
        # "data: [DONE]" is the last message of a stream.
        return [*frames, Frame(b"[DONE]")] if whole else frames

    def _last(self, choice: Members, rest: Mapping[str, Raw], *, whole: bool) -> Iterator[Frame]:
        index, message = number_of(choice.get("index")), object_of(choice.get("message"))
        delta = {name: raw for name, raw in message.items() if not _is_told(name, raw)}
        own = {name: raw for name, raw in choice.items() if name not in ("index", "message", "delta")}
        if not whole:
            own["finish_reason"] = Raw(b"null")
        if whole or delta or rest or any(map(says, own.values())) or index not in self.begun:
            yield self._delta(index, delta, own, rest)

    def _delta(
        self,
        index: int,
        delta: Mapping[str, Any],
        own: Mapping[str, Any] = _NOTHING,
        rest: Mapping[str, Raw] = _NOTHING,
    ) -> Frame:
        if index not in self.begun:
            self.begun.add(index)
            delta = {"role": "assistant", **delta}
        if not own and not rest:
            return Frame(b'%b,"index":%d,"delta":%b}]}' % (self.head, index, ENCODER.encode(delta)))
        choice = {"finish_reason": None, **own, "index": index, "delta": delta}
        return frame({**self.each, "choices": [choice], **rest})


def _part(raw: Raw) -> tuple[str, GrowingPart]:
    """Return a part of a list, and whether it is a text, reasoning, or complete."""
    part = object_of(raw)
    if part.keys() == {"type", "text"}:
        return "content", GrowingPart(text_of(part["text"]))
    thoughts = [object_of(each) for each in items_of(part.get("thinking"))]
    if thoughts and all(each.keys() == {"type", "text"} for each in thoughts):
        rest = {name: raw for name, raw in part.items() if name not in ("type", "thinking")}
        return "thought", GrowingPart("".join(text_of(each["text"]) for each in thoughts), rest=rest)
    return "part", GrowingPart(head=part)


def _besides_text(part: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the members of a text besides its words, by which adjacent texts are joined; None if it is not a text."""
    is_text = text_of(part.get("type")) == "text" and bytes(part.get("text", b""))[:1] == b'"'
    return {name: raw for name, raw in part.items() if name != "text"} if is_text else None


def _text(piece: str) -> dict[str, str]:
    return {"type": "text", "text": piece}


def _is_told(name: str, raw: Raw) -> bool:
    """Return whether a member of a message grows, or is already in the first chunk."""
    if name in _TEXTS or name == "tool_calls" or not says(raw):
        return True
    return name == "role" and text_of(raw) == "assistant"


CHUNKING = ChatChunking
