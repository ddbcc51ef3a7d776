"""Reading streams of Gemini: each chunk is a reply, and chunk_fold.py puts them together."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType, field

from turnwire.codec.wire import ENCODER
from turnwire.families.gemini.chunk_fold import Growing, Text
from turnwire.families.gemini.partial_calls import Call, follows, goes_on, is_piece, put_together, values_of
from turnwire.families.gemini.read_response import FAILED
from turnwire.families.gemini.spelling import both
from turnwire.model import ABSENT, ErrorEvent
from turnwire.stream.merging import StreamAssembler, items_of, members_of, number_of, object_of, plain_of, says, text_of
from turnwire.stream.unexpected_members import Object, Shape, keep, left_over, other

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from turnwire.model import StreamEvent
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members


class _Content(Struct):
    role: str | None = None
    parts: list[Any] | None = None


class _Candidate(Struct):
    index: int | None = None
    content: _Content | None = None
    finish_reason: str | None = field(default=None, name="finishReason")
    finish_reason_too: str | None = field(default=None, name="finish_reason")


class _Usage(Struct, rename="camel"):
    prompt_token_count: int | None = None
    candidates_token_count: int | None = None
    total_token_count: int | None = None
    thoughts_token_count: int | None = None
    cached_content_token_count: int | None = None
    tool_use_prompt_token_count: int | None = None
    prompt_tokens_details: list[Object] | None = None
    candidates_tokens_details: list[Object] | None = None
    cache_tokens_details: list[Object] | None = None
    tool_use_prompt_tokens_details: list[Object] | None = None


class _Chunk(Struct, rename="camel"):
    candidates: list[_Candidate] | None = None
    usage_metadata: _Usage | None = None
    prompt_feedback: Object | None = None
    model_version: str | None = None
    response_id: str | None = None
    create_time: str | None = None


class _PlainContent(Struct, forbid_unknown_fields=True):
    role: Literal["model"]
    parts: list[Text]


class _PlainCandidate(Struct, forbid_unknown_fields=True):
    content: _PlainContent
    index: int | UnsetType = UNSET


class _PlainChunk(Struct, rename="camel", forbid_unknown_fields=True):
    candidates: list[_PlainCandidate]
    usage_metadata: _Usage | UnsetType | None = UNSET
    model_version: Raw = ABSENT
    response_id: Raw = ABSENT
    create_time: Raw = ABSENT

    def beside(self) -> tuple[Raw, ...]:
        """The members besides the candidates and the counts."""
        return self.model_version, self.response_id, self.create_time


_CHUNK: Final = Shape(_Chunk, places=("index",))
"""The types of the members that are put together from pieces; parts are kept whole, whatever they contain."""
_PLAIN: Final = msgspec.json.Decoder(_PlainChunk)
"""Nearly every chunk: the next piece of a text."""
_BESIDE: Final = ("modelVersion", "responseId", "createTime")
_OF_TEXTS: Final = frozenset(("text", "thought"))
_USAGE: Final = frozenset(both("usageMetadata"))
_PUT_TOGETHER: Final = _USAGE | {"candidates"}
_OF_CANDIDATE: Final = frozenset(both("index", "content", "finishReason"))
_NULL: Final = Raw(b"null")
_WORDS: Final = frozenset((b"", b"true", b"false"))
_WORD_OF: Final[Mapping[object, bytes]] = MappingProxyType({UNSET: b"", True: b"true", False: b"false"})
"""What a part says of whether its text is a thought."""


class GeminiAssembler(StreamAssembler):
    """Reads one stream of chunks; the format has no word for its end."""

    whole: bool = False

    def __init__(self) -> None:
        super().__init__()
        self.failures: dict[int, ErrorEvent] = {}
        """The candidates that failed, and how."""
        self.so_far = Growing()
        self.same: tuple[Raw, ...] | None = None
        """The members of the chunk before, besides its candidates and counts: said again, they say nothing new."""
        self.top: Members = {}
        self.usage: Members = {}
        self.own: dict[int, Members] = {}
        """The last values of each candidate's members."""
        self.reasons: dict[int, Raw] = {}
        self.runs: dict[int, tuple[Hashable, int]] = {}
        self.calls = 0
        self.begun: dict[int, list[Call]] = {}
        """The pieces of a call that goes on, by candidate."""

    @property
    def failure(self) -> ErrorEvent | None:
        """The error of a reply of which every candidate failed."""
        has_all = bool(self.failures) and self.failures.keys() == self.pieces.candidates
        return next(iter(self.failures.values())) if has_all else None

    def take(self, frame: Frame) -> list[StreamEvent]:
        """The pieces that a chunk shows."""
        if (plain := self._plain(frame.data)) is not None:
            return plain
        members = members_of(frame.data)
        members, left = _CHUNK.apart(frame.data, members)
        has_more = left or not members.keys() <= _PUT_TOGETHER.union(_BESIDE)
        self.same = None if has_more else tuple(members.get(name, ABSENT) for name in _BESIDE)
        if says(members.get("error")):
            self.error = frame.data
            return []
        found = [*self._usage(members), *left_over("", _given_way(self.top, members, _PUT_TOGETHER))]
        self.so_far.add(members)
        # PromptFeedback has a reason where "the prompt was blocked and no candidates are returned".
        feedback = object_of(_either(members, "promptFeedback"))
        if says(_either(feedback, "blockReason")):
            self.whole = True
        for position, candidate in enumerate(_list(members.get("candidates"))):
            found += self._candidate(candidate, position)
        return found + left_over("", left) if left else found

    def _plain(self, data: bytes) -> list[StreamEvent] | None:
        """The next piece of a text; None for a chunk that has anything else besides counts."""
        chunk = plain_of(_PLAIN, data)
        if chunk is None or len(chunk.candidates) != 1 or chunk.beside() != self.same:
            return None
        told, parts = chunk.candidates[0].index, chunk.candidates[0].content.parts
        index = 0 if told is UNSET else told
        if len(parts) != 1 or index in self.begun or not self.so_far.has_begun(index, is_numbered=told is not UNSET):
            return None
        found: list[StreamEvent] = []
        counts: Members = {}
        if chunk.usage_metadata is not UNSET:
            members = members_of(data)
            found = self._usage(members)
            counts = {name: members[name] for name in _USAGE.intersection(members)}
        self.so_far.go_on(index, parts[0], counts)
        return found + self._text(index, parts[0].text, _WORD_OF[parts[0].thought], goes_on=True)

    def _usage(self, members: Members) -> list[StreamEvent]:
        """Keep the counts of earlier chunks that later chunks leave out; counts grow from chunk to chunk."""
        found: list[StreamEvent] = []
        for name in _USAGE.intersection(members):
            now = object_of(members[name])
            lost = keep(self.usage, now)
            found += left_over("", {name: lost} if lost else lost)
            if now and self.usage.keys() != now.keys():
                members[name] = Raw(ENCODER.encode(self.usage))
        return found

    def _candidate(self, members: Members, position: int) -> list[StreamEvent]:
        index = number_of(members.get("index"), position)
        self.pieces.candidates.add(index)
        lost = _given_way(self.own.setdefault(index, {}), members, _OF_CANDIDATE)
        found = left_over("", {"candidates": [{"index": index, **lost}]} if lost else lost)
        reason = _either(members, "finishReason")
        if reason is not None and says(reason):
            self.whole = True
            if (word := text_of(reason)) in FAILED:
                message = text_of(_either(members, "finishMessage"))
                self.failures[index] = ErrorEvent(message or f"the reply failed: {word}", word)
            before = self.reasons.setdefault(index, reason)
            if before != reason:
                found += left_over("", {"candidates": [{"index": index, "finishReason": before}]})
                self.reasons[index] = reason
        for number, part in enumerate(_list(object_of(members.get("content")).get("parts"))):
            if number:
                self.runs[index] = (
                    "",
                    self.runs.get(index, ("", 0))[1],
                )  # only the first part goes on with what came before
            found += self._part(index, part)
        return found

    def _part(self, index: int, part: Members) -> list[StreamEvent]:
        if bytes(part.get("functionCall", b""))[:1] == b"{":
            call = object_of(part["functionCall"])
            said = values_of(call)
            if is_piece(said) or (index in self.begun and follows(said)):
                return self._piece(index, said)
            self._abandon(index)
            return self._call(index, call)
        self._abandon(index)
        if "text" not in part:
            self.pieces.block(index, self._key(index, "other", goes_on=False))
            return []
        # "Don't merge one part with a signature with another part without a signature."  The same holds of all that a
        # part says of its text (chunk_fold.py): what is one text in the reply is one block here.
        word = bytes(part.get("thought", b""))
        return self._text(index, text_of(part["text"]), word, goes_on=part.keys() <= _OF_TEXTS and word in _WORDS)

    def _text(self, index: int, text: str, word: bytes, *, goes_on: bool) -> list[StreamEvent]:
        """A text; `word` is what its part says of whether it is a thought."""
        key = self._key(index, word, goes_on=goes_on)
        self.pieces.block(index, key)  # a text without a word is a block too
        tell = self.pieces.thinking if word == b"true" else self.pieces.text
        return tell(index, key, text)

    def _piece(self, index: int, call: Call) -> list[StreamEvent]:
        """Note a piece of a call, and show the call when it is whole, so that no client runs half of it."""
        if not follows(call):
            self._abandon(index)
        self.begun.setdefault(index, []).append(call)
        if goes_on(call):
            return []
        whole = put_together(self.begun[index])
        if whole is None:
            self._abandon(index)
            return []
        del self.begun[index]
        return self._call(index, {name: Raw(ENCODER.encode(value)) for name, value in whole.items()})

    def _abandon(self, index: int) -> None:
        """Number the pieces of a call that is not whole as blocks, as the reader of replies does."""
        for _ in self.begun.pop(index, ()):
            self.pieces.block(index, self._key(index, "other", goes_on=False))

    def _key(self, index: int, kind: Hashable, *, goes_on: bool) -> tuple[str, int]:
        """The block that a part is of: one that goes on, where the part before is of the same kind."""
        before, number = self.runs.get(index, ("", 0))
        if kind != before or not goes_on:
            number += 1
        self.runs[index] = (kind if goes_on else "", number)
        return ("part", number)

    def _call(self, index: int, call: Members) -> list[StreamEvent]:
        """A call comes whole; one without an id has its number, by which replies are read, too."""
        self.calls += 1
        key = self._key(index, "call", goes_on=False)
        use_id = text_of(call.get("id")) or f"call_{self.calls}"
        arguments: Any = call.get("args")
        piece = "" if arguments is None else bytes(arguments).decode("utf-8", "replace")
        return [
            *self.pieces.call(index, key, use_id, text_of(call.get("name"))),
            *self.pieces.input(index, key, piece),
            *self.pieces.end_call(index, key),
        ]

    def reply(self) -> bytes:
        """Return the reply as it is without a stream."""
        return self.so_far.encoded()


def _either(members: Members, name: str) -> Raw | None:
    """A member by the name of JSON, or by that of the protobuf: both are read (spelling.py)."""
    return next((members[each] for each in both(name) if each in members), None)


def _given_way(held: Members, said: Members, besides: frozenset[str]) -> Members:
    """Note the last value of each member, and return the earlier values that the last ones replace."""
    lost: Members = {}
    for name, raw in said.items():
        if name in besides or raw == _NULL:
            continue
        if name in held and held[name] != raw and (gone := other(held[name], raw)) is not None:
            lost[name] = gone
        held[name] = raw
    return lost


def _list(raw: Raw | None) -> list[Members]:
    """The objects in a list."""
    return [object_of(each) for each in items_of(raw)]


MERGING = GeminiAssembler
