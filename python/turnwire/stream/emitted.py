"""What a stream has sent so far, part by part, and what it has to send next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Raw, Struct

from turnwire.codec.wire import ENCODER
from turnwire.stream.chunking import GrowingPart

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator

    from turnwire.stream.chunking import Chunking
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members

GrowingParts = dict["Hashable", "GrowingPart"]


class Said(Struct):
    """A part of the reply, as far as it was sent."""

    head: Mapping[str, Any]
    pieces: list[str]
    rest: Mapping[str, Raw]
    grows: bool
    """Whether it has a text."""
    is_call: bool = False
    marks: tuple[str, ...] = ()
    """The members of the head that say what the part is."""

    def text(self) -> str:
        """The text that was sent."""
        if len(self.pieces) > 1:
            self.pieces = ["".join(self.pieces)]
        return self.pieces[0] if self.pieces else ""

    def strand(self) -> GrowingPart:
        """Return the part as far as it was sent."""
        return GrowingPart(self.text() if self.grows else None, self.head, self.rest, is_call=self.is_call)

    def of(self, strand: GrowingPart) -> str:
        """Return the text that was sent, as a part of the reply has it."""
        text = self.text()
        return text.strip() if strand.is_json and not (strand.text or "").startswith(text) else text

    def is_other(self, strand: GrowingPart) -> bool:
        """Whether a part of the reply cannot be this one, gone on."""
        if self.grows != (strand.text is not None) or self.kind() != self.kind(strand):
            return True
        return not (strand.text or "").startswith(self.of(strand)) or (not self.grows and self.head != strand.head)

    def kind(self, strand: GrowingPart | None = None) -> bytes:
        """Return the kind of this part, or of a part of the reply."""
        head = self.head if strand is None else strand.head
        return ENCODER.encode({name: head[name] for name in self.marks if name in head})

    def is_of(self, strand: GrowingPart) -> bool:
        """Return whether a part of the reply is this part, by the text that was sent."""
        return not self.is_other(strand) and (not self.grows or bool(self.text()))


class Shown:
    """What one stream has sent so far; it sends more as chunks of a format."""

    def __init__(self, chunking: Chunking) -> None:
        self.chunking = chunking
        self.said: dict[Hashable, Said] = {}
        self.begun = False
        self.once: Members = {}

    def begin(self, body: Members) -> list[Frame]:
        """Begin the reply, once."""
        if self.begun:
            return []
        self.begun = True
        self.once = {name: body[name] for name in self.chunking.once if name in body}
        return self.chunking.begin(body)

    def more(self, strands: GrowingParts, besides: Collection[Hashable] = ()) -> GrowingParts:
        """Return the parts with unsent content, except those in `besides`."""
        return {name: each for name, each in strands.items() if name not in besides and self._is_more(name, each)}

    def _is_more(self, name: Hashable, strand: GrowingPart) -> bool:
        said = self.said.get(name)
        if said is None:
            return True
        if said.is_other(strand):
            return False  # another part has its place now
        goes_on = len(strand.text or "") > len(said.of(strand)) and not self.chunking.is_closed(name)
        return goes_on or bool(strand.rest and not said.rest)

    def grows_by(self, name: Hashable, strand: GrowingPart, piece: str) -> bool:
        """Return whether a part has a text that ends with an unsent piece."""
        said = self.said.get(name)
        return bool(piece) and (strand.text or "").removeprefix("" if said is None else said.text()).endswith(piece)

    def tell(self, strands: GrowingParts) -> list[Frame]:
        """Return the chunks with the unsent content of parts."""
        return [each for name, strand in strands.items() for each in self._report(name, strand)]

    def _report(self, name: Hashable, strand: GrowingPart) -> list[Frame]:
        is_new = name not in self.said
        frames = self.open(name, strand) if is_new else []
        said = self.said[name]
        piece = (strand.text or "")[len(said.of(strand)) :]
        if piece:
            frames += self.go_on(name, piece)
        elif is_new and strand.text is not None and not frames and not self.chunking.is_closed(name):
            frames += self.chunking.piece(name, "")  # a text without a word begins with a piece, as any other
        if strand.rest and not said.rest:
            said.rest = strand.rest
            frames += self.chunking.rest(name, strand.rest)
        return frames + self.chunking.whole_call(name)

    def open(self, name: Hashable, strand: GrowingPart) -> list[Frame]:
        """The chunks by which a part begins, without its text."""
        self.said[name] = Said(strand.head, [], {}, strand.text is not None, strand.is_call, self.chunking.marks)
        return self.chunking.open(name, strand.head)

    def go_on(self, name: Hashable, piece: str) -> list[Frame]:
        """Return the chunks with the next piece of a part's text, if the part can be continued."""
        if not piece or self.chunking.is_closed(name):
            return []
        self.said[name].pieces.append(piece)
        return self.chunking.piece(name, piece)

    def settled(self, strands: GrowingParts) -> GrowingParts:
        """Return the parts of the whole reply under the names that they were sent under.

        Positions change when a block that belongs before others arrives late.  Parts that were sent are found by their
        content; a part in the place of another that was not sent is put at the end.  A call that differs in the reply
        is not sent again: clients would run it twice.
        """
        moved = [name for name, said in self.said.items() if name not in strands or said.is_other(strands[name])]
        loose = {name: strand for name, strand in strands.items() if name in moved or name not in self.said}
        names: dict[Hashable, Hashable] = {}
        of = self.chunking.candidate
        for old in moved:
            alike = [name for name in loose if of(name) == of(old) and name not in names]
            found = next((name for name in alike if self.said[old].is_of(loose[name])), None)
            if found is not None:
                names[found] = old
        settled = {
            names.get(name, name): strand for name, strand in strands.items() if name in names or name not in loose
        }
        for name, strand in loose.items():
            if name not in names:
                is_other_call = strand.is_call and name in self.said and self.said[name].is_call
                is_taken = name in settled or (name in self.said and bool(strand.head) and not is_other_call)
                settled[_behind(name, [*settled, *self.said]) if is_taken else name] = strand
        return settled

    def ended(self, strands: GrowingParts) -> GrowingParts:
        """Return the parts of the whole reply, with those that cannot be continued cut to what was sent.

        The rest of these is put at the end, but not that of a call: clients would run it as another call.
        """
        found = dict(strands)
        rests: list[tuple[Hashable, GrowingPart]] = []
        for name, said in self.said.items():
            strand = strands.get(name)
            if strand is None or said.is_other(strand) or not self.chunking.is_closed(name) or strand.is_call:
                continue
            if more := (strand.text or "")[len(said.of(strand)) :]:
                found[name] = strand._replace(text=said.text(), rest=said.rest)
                rests.append((name, strand._replace(text=more, rest={} if said.rest else strand.rest)))
        last: dict[Any, Any] = {}
        for name, strand in rests:
            alike = _alike(name)
            last[alike] = _behind(name, [last[alike]] if alike in last else [*found, *self.said])
            found[last[alike]] = strand
        return found

    def unsent_inputs(self, inputs: Mapping[Hashable, str]) -> list[Frame]:
        """Return the chunks with the rest of the inputs of calls that broke off."""
        halves = [(name, self.said[name].text(), half) for name, half in inputs.items()]
        return [each for name, said, half in halves for each in self.go_on(name, half.removeprefix(said))]

    def kept(self, strands: GrowingParts, names: Collection[Hashable]) -> tuple[GrowingParts, set[int]]:
        """Return the parts of the reply, with some (calls that broke off) cut to what was sent.

        Also return the candidates that consist only of these, since such a call has another place than it was sent in.
        """
        of = self.chunking.candidate
        lost = {of(name) for name in names if not self._is_same_call(name, strands.get(name))}
        found = {name: strand for name, strand in strands.items() if of(name) not in lost}
        kept = {name: said for name, said in self.said.items() if name in names or of(name) in lost}
        return found | {name: said.strand() for name, said in kept.items()}, lost

    def _is_same_call(self, name: Hashable, strand: GrowingPart | None) -> bool:
        return strand is not None and strand.is_call and self.said[name].kind(strand) == self.said[name].kind()

    def begun_otherwise(self, body: Members) -> Iterator[tuple[str, Raw]]:
        """Yield the members sent at the start of the stream that the reply contradicts, with their paths."""
        return ((self.chunking.once[name], said) for name, said in self.once.items() if body.get(name) != said)

    def contradicted(self, strands: GrowingParts, *, whole: bool) -> Iterator[tuple[Hashable, Raw, Raw | None]]:
        """Yield the parts that the whole reply contradicts: what was sent, and the part in the reply, if any."""
        if self.chunking.retells and whole and strands:
            return  # a reply of nothing takes nothing back: its readers go by what was shown
        for name, said in self.said.items():
            strand = strands.get(name)
            if strand is None:
                yield name, _json(said.head, said.text(), said.rest), None
            elif (said.head, said.of(strand), said.rest) != (strand.head, strand.text or "", strand.rest):
                now = _json(strand.head, strand.text or "", strand.rest)
                yield name, _json(said.head, said.text(), said.rest), now


def _alike(name: Any) -> Hashable:
    """Return the common form of names that differ by a number."""
    return name[:-1] if isinstance(name, tuple) else ()


def _behind(name: Any, names: Collection[Any]) -> Hashable:
    """A name of the same kind with the next number."""
    if isinstance(name, int):
        return 1 + max(each for each in names if isinstance(each, int))
    alike = [each[-1] for each in names if isinstance(each, tuple) and each[:-1] == name[:-1]]
    return (*name[:-1], 1 + max(alike))


def _json(head: Mapping[str, Any], text: str, rest: Mapping[str, Raw]) -> Raw:
    return Raw(ENCODER.encode({**head, **rest, "text": text}))
