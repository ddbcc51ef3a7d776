"""Streams of Gemini, written: each chunk is a reply with one part of a candidate (chunk_fold.py puts them together)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.wire import ENCODER
from turnwire.families.gemini.read_response import FAILED
from turnwire.families.gemini.spelling import both
from turnwire.stream.chunking import HOLE, Chunking, GrowingPart, around, frame
from turnwire.stream.frames import Frame
from turnwire.stream.merging import items_of, number_of, object_of, says, text_of, value_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from turnwire.losses import Losses
    from turnwire.stream.chunking import Waits
    from turnwire.stream.merging import Members

# Both spellings of a name are read, and a reply that came in one is written in it (spelling.py).
_EACH: Final = both("modelVersion", "responseId")
_USAGE: Final = both("usageMetadata")
_REASONS: Final = both("finishReason")
# "Default value.  This value is unused."
_UNSAID: Final = "FINISH_REASON_UNSPECIFIED"
_PLAIN: Final = frozenset(("text", "thought"))
Name = tuple[int, int]


class GeminiChunking(Chunking):
    """One stream of chunks."""

    marks = ("thought",)
    waits: Waits = "all"
    # Google's package takes a comment for JSON (HttpResponse._iter_response_stream), and passes over empty lines.
    shows_first = True
    keep_alive = b"\n"
    takes_comments = False

    def __init__(self, losses: Losses) -> None:
        super().__init__(losses)
        self.each: dict[str, Any] = {}
        self.tail = b""
        """The end of each chunk, from the end of its candidate on."""
        self.heads: dict[Name, Mapping[str, Any]] = {}
        self.around: dict[Name, tuple[bytes, ...]] = {}
        """The JSON of a chunk that goes on with a text, before the piece and after it."""
        self.last: dict[int, Mapping[str, Any] | None] = {}
        """What the last part of each candidate is besides its text; None for one that does not go on."""
        self.begun: set[Name] = set()
        self.has_failed = False
        """Whether the finish reasons by themselves show that the reply failed."""
        self.cut: set[int] = set()
        """The candidates in which a part continued after another had begun, which a chunk cannot show."""

    def strands(self, body: Members) -> dict[Hashable, GrowingPart]:
        """The parts of each candidate; those that have nothing but a text grow."""
        found: dict[Hashable, GrowingPart] = {}
        for position, raw in enumerate(items_of(body.get("candidates"))):
            candidate = object_of(raw)
            parts = items_of(object_of(candidate.get("content")).get("parts"))
            index = number_of(candidate.get("index"), position)
            found |= {(index, number): _strand(object_of(part)) for number, part in enumerate(parts)}
        return found

    def candidate(self, name: Name) -> int:
        """Return the number of the candidate, which is the first entry of the name."""
        return name[0]

    def begin(self, body: Members) -> list[Frame]:
        """Write a chunk without parts; each chunk names the reply that it belongs to."""
        self.each = {name: body[name] for name in _EACH if name in body}
        self.tail = ENCODER.encode({"candidates": [], **self.each}).removeprefix(b'{"candidates":[')
        return [frame({"candidates": [{"content": {"role": "model"}, "index": 0}], **self.each})]

    def open(self, name: Name, head: Mapping[str, Any]) -> list[Frame]:
        """A part comes whole, or begins with the first piece of its text."""
        if "text" not in head or head["text"] != "":
            self.last[name[0]] = None
            return [self._parts(name[0], head)]
        self.heads[name] = head
        self.around.pop(name, None)
        return []

    def piece(self, name: Name, piece: str) -> list[Frame]:
        """A text goes on; one that follows one of its kind begins behind an empty piece of that: it would be that."""
        index, number = name
        head, before = self.heads[name], self.last.get(index)
        if before is not None and before[""] == number:
            beginning, end = self.around.get(name) or self._around(name)
            return [Frame(beginning + ENCODER.encode(piece) + end)]
        said = {**head, "text": piece}
        self.last[index] = {**head, "": number}
        if name in self.begun:
            self.cut.add(index)
        self.begun.add(name)
        if before is not None and before.get("thought") == head.get("thought"):
            return [self._parts(index, head, said)]
        return [self._parts(index, said)]

    def _around(self, name: Name) -> tuple[bytes, ...]:
        """Make the JSON around the pieces of a text."""
        found = self.around[name] = around(self._parts(name[0], {**self.heads[name], "text": HOLE}).data)
        return found

    def end(self, body: Members, *, whole: bool) -> list[Frame]:
        """Write the last chunk, with the finish reasons, the usage and everything else."""
        for index in sorted(self.cut):
            self.losses.degraded(f"/candidates/{index}/content", "message.content", None)
        reasons = [_reason(object_of(raw)) for raw in items_of(body.get("candidates"))]
        self.has_failed = not whole and bool(reasons) and FAILED.issuperset(reasons)
        whole = whole or self.has_failed
        top = {name: raw for name, raw in body.items() if name != "candidates"}
        if not whole:
            top = {name: raw for name, raw in top.items() if name not in _USAGE}
            if len(top) < len(body) - ("candidates" in body):
                self.losses.dropped("/usage", "completion.usage", None)
        candidates = [
            self._last(object_of(raw), position, whole=whole)
            for position, raw in enumerate(items_of(body.get("candidates")))
        ]
        is_new = whole or top.keys() - set(_EACH) or any(each.keys() - {"index", "content"} for each in candidates)
        return [frame({**top, "candidates": candidates} if "candidates" in body else top)] if is_new else []

    def error(self, body: bytes) -> list[Frame]:
        """A chunk with nothing but the error; none where the reasons to stop have it."""
        return [] if self.has_failed else [Frame(body)]

    def _last(self, candidate: Members, position: int, *, whole: bool) -> dict[str, Any]:
        """A candidate without its parts."""
        rest: dict[str, Any] = {"index": number_of(candidate.get("index"), position), **candidate}
        if "content" in candidate:
            rest["content"] = {name: raw for name, raw in object_of(candidate["content"]).items() if name != "parts"}
        if not whole:
            rest = {name: value for name, value in rest.items() if name not in _REASONS}
        elif not any(says(candidate.get(name)) for name in _REASONS):
            # Of a candidate's finishReason: "If empty, the model has not stopped generating tokens."
            rest["finishReason"] = _UNSAID
            self.losses.invented(f"/candidates/{position}/metadata/stop_reason", "metadata.stop_reason", _UNSAID)
        return rest

    def _parts(self, index: int, *parts: Mapping[str, Any]) -> Frame:
        said = ENCODER.encode({"content": {"role": "model", "parts": parts}, "index": index})
        return Frame(b'{"candidates":[%b%b' % (said, self.tail))


def _reason(candidate: Members) -> str:
    return next((text_of(candidate[name]) for name in _REASONS if name in candidate), "")


def _strand(part: Members) -> GrowingPart:
    if "text" in part and part.keys() <= _PLAIN and value_of(part.get("thought")) is not False:
        return GrowingPart(text_of(part["text"]), {**part, "text": ""})
    return GrowingPart(head=part, is_call="functionCall" in part)


CHUNKING = GeminiChunking
