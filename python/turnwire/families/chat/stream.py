"""Read streams of chat completions: chunks with a `delta` for each choice, of OpenAI and of its vendors.

"Represents a streamed chunk of a chat completion response returned by the model" (CreateChatCompletionStreamResponse).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Raw

from turnwire.codec.wire import ENCODER
from turnwire.families.chat.chunk_shape import CHUNK, PLAIN
from turnwire.families.chat.stream_calls import Calls
from turnwire.families.chat.stream_parts import Details, Parts, Sound
from turnwire.model import ABSENT
from turnwire.stream.merging import (
    StreamAssembler,
    items_of,
    joined,
    members_of,
    object_of,
    plain_of,
    says,
    text_of,
    value_of,
)
from turnwire.stream.unexpected_members import is_other, keep, left_over

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.families.chat.chunk_shape import PlainDelta
    from turnwire.model import StreamEvent
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members
    from turnwire.stream.pieces import Pieces

_NULL: Final = Raw(b"null")
_REPLY: Final = Raw(b'"chat.completion"')
_THOUGHTS: Final = ("reasoning_content", "reasoning")
# "Each chunk has the same ID", "the same timestamp": if they differ, the first holds; Azure's first chunk is about the
# prompt, and has none.
_FIRST: Final = frozenset(("id", "created", "model"))
_NOTHING: Final = frozenset((b"null", b'""', b"0"))
# "An obfuscation string [...] to normalize payload sizes" and Mistral's `p` have no content.
_PADDING: Final = frozenset(("obfuscation", "p", "object", "choices"))
# Next to a `delta`, a `message` has the whole text so far (Perplexity).
_ONCE: Final = frozenset(("role", "finish_reason"))
_TAKEN: Final = frozenset(("delta", "message", "logprobs"))


class Choice:
    """One choice while its pieces come."""

    def __init__(self, index: int, pieces: Pieces) -> None:
        self.index, self.pieces = index, pieces
        self.said: dict[str, list[str]] = {}
        self.parts = Parts(index, pieces)
        self.calls = Calls(index, pieces)
        self.details = Details()
        self.sound = Sound()
        self.annotations: list[Raw] = []
        self.own: Members = {}
        self.message: Members = {}
        self.logprobs: list[Raw] = []

    def take(self, members: Members) -> list[StreamEvent]:
        """The pieces that a chunk shows of this choice."""
        delta = object_of(members.get("delta")) or ({} if "delta" in members else object_of(members.get("message")))
        logprobs = members.get("logprobs", ABSENT)
        probable = ABSENT
        if says(logprobs):
            self.logprobs.append(logprobs)
            probable = logprobs if says(object_of(logprobs).get("content")) else ABSENT
        own = self.own
        new = {name: raw for name, raw in members.items() if name not in _TAKEN and own.get(name) != raw}
        left: Mapping[str, Any] = keep(own, new, _ONCE) if new else new
        found = [] if "tool_calls" in delta else self.calls.begin_named()
        found += self._thoughts(delta)
        found += self._content(delta.pop("content", None), probable)
        if delta:
            found += self._said("refusal", delta, self.pieces.refusal)
            shown, lost = self._others(delta)
            found += shown
            left = {**left, "delta": lost} if lost else left
        if says(members.get("finish_reason")):
            found += self.pieces.stop(self.index)
        return found + self._left_over(left) if left else found

    def takes(self, delta: PlainDelta) -> bool:
        """Whether plain pieces go on with what has begun, and say nothing else."""
        if self.calls.named is not None or self.parts.parts or (delta.role and "role" not in self.message):
            return False
        if (delta.reasoning is not None and delta.reasoning_content is not None) or self.own.get("index") == _NULL:
            return False
        return not delta.tool_calls or all(self.calls.takes(call.index) for call in delta.tool_calls)

    def go_on(self, delta: PlainDelta) -> list[StreamEvent]:
        """The pieces of a delta that is plain."""
        found: list[StreamEvent] = []
        for name in _THOUGHTS:
            if (piece := getattr(delta, name)) is not None:
                self.said.setdefault(name, []).append(piece)
                found += self.pieces.thinking(self.index, "thinking", piece)
        if delta.content is not None:
            self.said.setdefault("content", []).append(delta.content)
            found += self.pieces.text(self.index, "content", delta.content)
        for call in delta.tool_calls or ():
            found += self.calls.go_on(call.index, call.function.arguments)
        return found

    def _others(self, delta: Members) -> tuple[list[StreamEvent], Mapping[str, Raw]]:
        """Read the pieces that are neither text nor reasoning, and return the rest of the delta."""
        calls = value_of(delta.pop("tool_calls", None))
        found = self.calls.take(calls) if isinstance(calls, list) else []
        self.calls.take_function(value_of(delta.pop("function_call", None)))
        return found, self._rest(delta)

    def _left_over(self, left: Mapping[str, Any]) -> list[StreamEvent]:
        return left_over("", {"choices": [{"index": self.index, **left}]})

    def _thoughts(self, delta: Members) -> list[StreamEvent]:
        """Read the reasoning; if a server sends it under two names, one of them is ignored."""
        found: list[StreamEvent] = []
        for name in _THOUGHTS:
            told = self._said(name, delta, self.pieces.thinking)
            found = found or told
        return found

    def _said(self, name: str, delta: Members, tell: Any) -> list[StreamEvent]:
        if name not in delta:
            return []
        piece = text_of(delta[name])
        if bytes(delta.pop(name))[:1] == b'"':
            self.said.setdefault(name, []).append(piece)
        key = "thinking" if name in _THOUGHTS else name
        told: list[StreamEvent] = tell(self.index, key, piece)
        return told

    def _content(self, raw: Raw | None, logprobs: Raw) -> list[StreamEvent]:
        content = value_of(raw)
        if isinstance(content, list):
            return self.parts.take(content, self.said.pop("content", []))
        piece = content if isinstance(content, str) else ""
        if self.parts:
            return self.parts.take([{"type": "text", "text": piece}] if piece else [], [])
        if isinstance(content, str):
            self.said.setdefault("content", []).append(piece)
        return self.pieces.text(self.index, "content", piece, logprobs)

    def _rest(self, delta: Members) -> Mapping[str, Raw]:
        """Keep the members that no piece has, and return the values that they replace."""
        if isinstance(details := value_of(delta.pop("reasoning_details", None)), list):
            self.details.take(details)
        if isinstance(audio := value_of(delta.pop("audio", None)), dict):
            self.sound.take(audio)
        found = delta.pop("annotations", None)
        self.annotations += items_of(found)
        return keep(self.message, delta, _ONCE)

    def reply(self) -> dict[str, Any]:
        """The choice as a reply without a stream has it."""
        message: dict[str, Any] = {"role": "assistant", "content": None}
        message |= {name: raw for name, raw in self.message.items() if name != "role" or says(raw)}
        message |= {name: "".join(pieces) for name, pieces in self.said.items() if any(pieces)}
        beside = {
            "content": self.parts.reply(),
            "tool_calls": self.calls.reply(),
            "function_call": self.calls.function(),
            "reasoning_details": self.details.reply(),
            "audio": self.sound.reply(),
            "annotations": self.annotations,
        }
        message |= {name: value for name, value in beside.items() if value}
        own: dict[str, Any] = {"index": self.index, **self.own, "message": message}
        if self.logprobs:
            own["logprobs"] = joined(self.logprobs)
        own.setdefault("finish_reason", None)
        return own


class ChatAssembler(StreamAssembler):
    """One stream of chunks."""

    names_model = True
    # "data: [DONE]" is the last message of a stream.
    over = b"[DONE]"

    def __init__(self) -> None:
        super().__init__()
        self.top: Members = {}
        self.same: Members = {}
        """The members of the chunk before, besides its choices: said again, they say nothing new."""
        self.choices: dict[int, Choice] = {}

    @property
    def whole(self) -> bool:
        """Return whether every choice has a finish reason."""
        if self.done:
            return True
        reasons = [choice.own.get("finish_reason") for choice in self.choices.values()]
        # Numbered choices must all be there: one that has not begun yet has not ended either.
        are_all = self.choices.keys() == set(range(len(self.choices)))
        return bool(reasons) and are_all and all(map(says, reasons))

    def take(self, frame: Frame) -> list[StreamEvent]:
        """The pieces that a chunk shows."""
        if frame.data.strip() == self.over:
            self.done = True
            named = [event for choice in self.choices.values() for event in choice.calls.begin_named()]
            return named + self.pieces.end_calls()
        members = members_of(frame.data)
        rest = {name: raw for name, raw in members.items() if name not in _PADDING}
        if rest == self.same and (plain := self._plain(frame.data)) is not None:
            return plain
        members, left = CHUNK.apart(frame.data, members)
        # Mistral's error is not in a member: its body is an object with `object: "error"`.
        if says(members.get("error")) or text_of(members.get("object")) == "error":
            self.error = frame.data
            return []
        lost = self._top(members)
        self.same = {} if lost or left else rest
        found = self._choices(members.get("choices"))
        return found + left_over("", lost) + left_over("", left) if lost or left else found

    def _plain(self, data: bytes) -> list[StreamEvent] | None:
        """The pieces of a chunk that has nothing else; None for any other chunk."""
        if (chunk := plain_of(PLAIN, data)) is None:
            return None
        said = [(self.choices.get(each.index), each.delta) for each in chunk.choices]
        if not all(choice is not None and choice.takes(delta) for choice, delta in said):
            return None
        return [event for choice, delta in said if choice is not None for event in choice.go_on(delta)]

    def _top(self, members: Members) -> Mapping[str, Raw]:
        """Keep the members besides the choices, and return the values that they replace."""
        top = self.top
        if "object" in members and "object" not in top:
            top["object"] = _REPLY
        new = {name: raw for name, raw in members.items() if name not in _PADDING and top.get(name) != raw}
        lost: Members = {}
        for name in _FIRST.intersection(new):
            before = top.get(name)
            if before is not None and bytes(before) not in _NOTHING:
                raw = new.pop(name)
                lost |= {name: raw} if is_other(before, raw) else {}
        return {**lost, **keep(top, new)} if lost or new else lost

    def _choices(self, raw: Raw | None) -> list[StreamEvent]:
        found: list[StreamEvent] = []
        for position, each in enumerate(items_of(raw)):
            members = object_of(each)
            told = value_of(members.get("index"))
            index = told if isinstance(told, int) and not isinstance(told, bool) else position
            self.pieces.candidates.add(index)
            if index not in self.choices:
                self.choices[index] = Choice(index, self.pieces)
            found += self.choices[index].take(members)
        return found

    def reply(self) -> bytes:
        """Return the reply as it would be without a stream."""
        choices = [self.choices[index].reply() for index in sorted(self.choices)]
        return ENCODER.encode({**self.top, "choices": choices})


MERGING = ChatAssembler
