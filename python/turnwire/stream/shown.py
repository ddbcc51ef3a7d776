"""What a stream that is written has said so far, part by part, and what it would have to say next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Raw, Struct

from turnwire.wire import ENCODER

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator

    from turnwire.stream.chunking import Chunking, Strand
    from turnwire.stream.frames import Frame
    from turnwire.stream.merging import Members

Strands = dict["Hashable", "Strand"]


class Said(Struct):
    """A part of the reply, as far as it was said."""

    head: Mapping[str, Any]
    pieces: list[str]
    rest: Mapping[str, Raw]
    grows: bool
    """Whether it has a text."""

    def text(self) -> str:
        """What was said of its text."""
        if len(self.pieces) > 1:
            self.pieces = ["".join(self.pieces)]
        return self.pieces[0] if self.pieces else ""


class Shown:
    """What one stream has said so far; it says more in the chunks of a format."""

    def __init__(self, chunking: Chunking) -> None:
        self.chunking = chunking
        self.said: dict[Hashable, Said] = {}
        self.begun = False
        self.once: Members = {}

    def begin(self, body: Members) -> list[Frame]:
        """That the reply begins; once."""
        if self.begun:
            return []
        self.begun = True
        self.once = {name: body[name] for name in self.chunking.once if name in body}
        return self.chunking.begin(body)

    def more(self, strands: Strands, besides: Collection[Hashable] = ()) -> Strands:
        """The parts that say more than was said of them, but for some."""
        return {name: each for name, each in strands.items() if name not in besides and self._is_more(name, each)}

    def _is_more(self, name: Hashable, strand: Strand) -> bool:
        said = self.said.get(name)
        if said is None:
            return True
        if said.grows != (strand.text is not None):
            return False  # another kind of part stands in its place
        text = strand.text or ""
        if not text.startswith(said.text()):
            return False
        return len(text) > len(said.text()) or bool(strand.rest and not said.rest)

    def grows_by(self, name: Hashable, strand: Strand, piece: str) -> bool:
        """Whether a part has a text that ends with a piece that was not said."""
        said = self.said.get(name)
        return bool(piece) and (strand.text or "").removeprefix("" if said is None else said.text()).endswith(piece)

    def tell(self, strands: Strands) -> list[Frame]:
        """The chunks that say what parts have beyond what was said of them."""
        return [each for name, strand in strands.items() for each in self._tell(name, strand)]

    def _tell(self, name: Hashable, strand: Strand) -> list[Frame]:
        is_new = name not in self.said
        frames = self.open(name, strand) if is_new else []
        said = self.said[name]
        if piece := (strand.text or "")[len(said.text()) :]:
            frames += self.go_on(name, piece)
        elif is_new and strand.text is not None and not frames:
            frames += self.chunking.piece(name, "")  # a text without a word begins with a piece, as any other
        if strand.rest and not said.rest:
            said.rest = strand.rest
            frames += self.chunking.rest(name, strand.rest)
        return frames

    def open(self, name: Hashable, strand: Strand) -> list[Frame]:
        """The chunks by which a part begins, without its text."""
        self.said[name] = Said(strand.head, [], {}, strand.text is not None)
        return self.chunking.open(name, strand.head)

    def go_on(self, name: Hashable, piece: str) -> list[Frame]:
        """The chunks that say the next piece of the text of a part."""
        if not piece:
            return []
        self.said[name].pieces.append(piece)
        return self.chunking.piece(name, piece)

    def begun_otherwise(self, body: Members) -> Iterator[tuple[str, Raw]]:
        """The members that were said where the stream began, and that the whole reply has otherwise."""
        return ((name, said) for name, said in self.once.items() if body.get(name) != said)

    def contradicted(self, strands: Strands) -> Iterator[tuple[Hashable, Raw, Raw | None]]:
        """The parts that the whole reply has otherwise: what was said, and what it has, if it has any such part."""
        if self.chunking.retells:
            return
        for name, said in self.said.items():
            strand = strands.get(name)
            if strand is None:
                yield name, _json(said.head, said.text(), said.rest), None
            elif (said.head, said.text(), said.rest) != (strand.head, strand.text or "", strand.rest):
                now = _json(strand.head, strand.text or "", strand.rest)
                yield name, _json(said.head, said.text(), said.rest), now


def _json(head: Mapping[str, Any], text: str, rest: Mapping[str, Raw]) -> Raw:
    return Raw(ENCODER.encode({**head, **rest, "text": text}))
