"""The reply that the chunks of streamGenerateContent make up: candidates by their index, with their texts put together.

Text that continues in the next chunk is one part: nothing distinguishes a part that continues from one that begins, the
provider's own packages join them, and other formats would have a text cut in the middle of a word.
"Don't concatenate parts with signatures together.  Don't merge one part with a signature with another part without a
signature." (Gemini API, "Thinking", 2026): only parts that have nothing but their text, and whether it is a thought,
are joined.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from turnwire.codec.wire import ENCODER

T = TypeVar("T")

_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_OBJECTS: Final = msgspec.json.Decoder(list[dict[str, Raw]])
_LIST: Final = msgspec.json.Decoder(list[Raw])
_INDEX: Final = msgspec.json.Decoder(int)
_NULL: Final = Raw(b"null")
_MODEL: Final = Raw(b'"model"')


def fitting(decoder: msgspec.json.Decoder[T], raw: Raw | bytes | None) -> T | None:
    """Decode a value; None if it does not fit, or there is none."""
    try:
        return None if raw is None else decoder.decode(raw)
    except msgspec.DecodeError:
        return None


class Text(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A part with only a text."""

    text: str
    thought: bool | UnsetType = UNSET


class _Run(Struct):
    """A text that may continue in the next chunk."""

    pieces: list[str]
    length: int
    thought: bool | UnsetType


class Answer(Struct):
    """A candidate."""

    rest: dict[str, Raw]
    content: dict[str, Raw] | None = None
    parts: list[Any] | None = None
    """Text, or Raw for any other part."""


class Chunk(Struct):
    """A chunk, or the reply.

    Its candidates by their index, None if it has none, or a value that is not a list of them.
    """

    rest: dict[str, Raw]
    answers: dict[int, Answer] | None = None


_TEXT: Final = msgspec.json.Decoder(Text)


def split(members: dict[str, Raw]) -> Chunk:
    """Return a chunk with its candidates by their index."""
    found = fitting(_OBJECTS, members.get("candidates"))
    if found is None:
        return Chunk(members)
    answers: dict[int, Answer] = {}
    for each in found:
        # A server that leaves out defaults, as ProtoJSON does, does not send an index of 0.
        index = fitting(_INDEX, each.get("index", b"0"))
        if index is None or index in answers:
            return Chunk(members)
        answers[index] = _answer(each)
    return Chunk(_without(members, "candidates"), answers)


def _answer(members: dict[str, Raw]) -> Answer:
    content = fitting(_OBJECT, members.get("content"))
    if content is None:
        return Answer(members)
    rest = _without(members, "content")
    parts = fitting(_LIST, content.get("parts"))
    if parts is None:
        return Answer(rest, content)
    return Answer(rest, _without(content, "parts"), [fitting(_TEXT, part) or part for part in parts])


def folded(chunks: list[Chunk]) -> tuple[Chunk, dict[tuple[int, int], int]]:
    """Return what chunks make up, and where the first part of a candidate continues its text, by chunk and index."""
    whole = Chunk({})
    starts = {(n, index): start for n, chunk in enumerate(chunks) for index, start in _add(whole, chunk).items()}
    return _closed(whole), starts


class Growing:
    """The reply that the chunks of a stream make up so far."""

    def __init__(self) -> None:
        self._whole = Chunk({})
        self._only: dict[str, Raw] | None = {}
        """The chunk, as long as there is one."""

    def add(self, members: dict[str, Raw]) -> None:
        """Add a chunk."""
        self._only = dict(members) if self._only == {} else None
        _add(self._whole, split(members))

    def has_begun(self, index: int, *, is_numbered: bool) -> bool:
        """Return whether the reply has a candidate with this index, content and role."""
        answer = (self._whole.answers or {}).get(index)
        if answer is None or answer.content is None or (is_numbered and "index" not in answer.rest):
            return False
        return answer.content.get("role") == _MODEL

    def go_on(self, index: int, text: Text, rest: dict[str, Raw]) -> None:
        """Add a chunk that has only a text of a candidate that has begun, and members besides the candidates."""
        self._only = None
        if rest:
            _update(self._whole.rest, rest)
        _extended((self._whole.answers or {})[index], [text])

    def encoded(self) -> bytes:
        """Return the reply; a single chunk as it came."""
        return encoded(_closed(self._whole)) if self._only is None else ENCODER.encode(self._only)


def _add(whole: Chunk, chunk: Chunk) -> dict[int, int]:
    """Add a chunk; return where the first part of each candidate continues its text, by index."""
    _update(whole.rest, chunk.rest)
    starts: dict[int, int] = {}
    if chunk.answers is not None:
        whole.answers = whole.answers or {}
        for index, answer in chunk.answers.items():
            if index not in whole.answers:
                whole.answers[index] = Answer({})
            if (start := _grown(whole.answers[index], answer)) is not None:
                starts[index] = start
    return starts


def _closed(whole: Chunk) -> Chunk:
    """Return the reply with its texts complete."""
    if whole.answers is None:
        return whole
    answers = {index: _closed_answer(answer) for index, answer in sorted(whole.answers.items())}
    return Chunk(_without(whole.rest, "candidates"), answers)


def _without(members: dict[str, Raw], name: str) -> dict[str, Raw]:
    return {each: value for each, value in members.items() if each != name}


def _update(whole: dict[str, Raw], said: dict[str, Raw]) -> None:
    """Update members; the last value counts, except null."""
    whole.update({name: value for name, value in said.items() if value != _NULL or name not in whole})


def _grown(whole: Answer, answer: Answer) -> int | None:
    """Add the answer; return where its first part continues a text."""
    _update(whole.rest, answer.rest)
    if answer.content is None:
        return None
    whole.content = {} if whole.content is None else whole.content
    _update(whole.content, answer.content)
    return None if answer.parts is None else _extended(whole, answer.parts)


def _extended(whole: Answer, added: list[Any]) -> int | None:
    """Add parts; return where the first of them continues a text."""
    if whole.parts is None:
        whole.parts = []
    start = None
    if added and whole.parts and _goes_on(whole.parts[-1], added[0]):
        run: _Run = whole.parts[-1]
        start = run.length
        run.pieces.append(added[0].text)
        run.length += len(added[0].text)
        added = added[1:]
    whole.parts += [_Run([p.text], len(p.text), p.thought) if type(p) is Text else p for p in added]
    return start


def _goes_on(last: Any, first: Any) -> bool:
    return type(last) is _Run and type(first) is Text and last.thought == first.thought


def _closed_answer(answer: Answer) -> Answer:
    """Return the answer with its texts complete, without values of wrong types that other chunks have properly."""
    if answer.content is None:
        return answer
    rest = _without(answer.rest, "content")
    if answer.parts is None:
        return Answer(rest, answer.content)
    parts = [Text("".join(p.pieces), p.thought) if type(p) is _Run else p for p in answer.parts]
    return Answer(rest, _without(answer.content, "parts"), parts)


def encoded(whole: Chunk) -> bytes:
    """Return a reply as JSON."""
    if whole.answers is None:
        return ENCODER.encode(whole.rest)
    candidates = [candidate_of(each.rest, each.content, each.parts) for each in whole.answers.values()]
    return ENCODER.encode({**whole.rest, "candidates": candidates})


def candidate_of(rest: dict[str, Any], content: dict[str, Any] | None, parts: list[Any] | None) -> dict[str, Any]:
    """Return a candidate with its content and the parts of it."""
    if content is None:
        return rest
    return {**rest, "content": content if parts is None else {**content, "parts": parts}}
