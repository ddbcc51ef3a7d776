"""Pages that support a reply: `groundingChunks` and `groundingSupports` next to the text, citations at the text.

The metadata stays residue in any case, and is written again as it was while the citations are those that this reader
makes of it.  Sentences in quotes are from the provider's description of the API (generativelanguage v1beta,
2026-08-21).
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of, own_members, report_others
from turnwire.lowering.draft import Draft, Turn, when
from turnwire.model import Citation, ContentBlock, TextBlock

if TYPE_CHECKING:
    from turnwire.losses import Losses

KEY = "groundingMetadata"
CHUNKS, SUPPORTS = "groundingChunks", "groundingSupports"
CITED = "cited"
"""In the `$form` of a message: its grounding is at its texts too."""
_HELD = frozenset(("kind", "url", "title", "span_start", "span_end"))
_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_PAGES = {
    "web": ("uri", "title", None),
    "retrievedContext": ("uri", "title", "text"),
    "maps": ("uri", "title", "text"),
    "image": ("sourceUri", "title", None),
}
"""Kinds of chunk, each with the members for the address, the title and the cited words of a page."""


class Web(Struct, omit_defaults=True):
    """A page."""

    uri: str
    title: str | None = None


class Chunk(Struct):
    """A source that was found."""

    web: Web


class Segment(Struct, omit_defaults=True, rename="camel"):
    """`startIndex`: "Start index in the given Part, measured in bytes"; `endIndex`: "exclusive"."""

    end_index: int
    text: str | None = None
    start_index: int = 0
    part_index: int = 0


class Support(Struct, rename="camel"):
    """A part of the text, and the chunks that support it."""

    segment: Segment
    grounding_chunk_indices: list[int]


class Grounding(Struct, omit_defaults=True, rename="camel"):
    """The two lists."""

    grounding_chunks: list[Chunk]
    grounding_supports: list[Support] = []


class _Found(Struct, rename="camel"):
    grounding_chunks: list[dict[str, Any]] = []
    grounding_supports: list[Support] = []


_FOUND = msgspec.json.Decoder(_Found)


class Offsets:
    """The positions in one text, in bytes of UTF-8 and in characters; they are counted once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = None if text.isascii() else list(accumulate(map(_width, text), initial=0))
        """The byte where each character begins, and the end."""

    def byte(self, character: int) -> int:
        """The byte where a character begins.

        Examples:
            >>> Offsets("é!").byte(1)
            2
        """
        return character if self._starts is None else self._starts[character]

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """The characters between two bytes; None if a byte is outside the text or inside a character.

        Examples:
            >>> Offsets("é!").span(0, 2)
            (0, 1)
            >>> Offsets("é!").span(1, 2) is None
            True
        """
        if not 0 <= start <= end:
            return None
        if self._starts is None:
            return (start, end) if end <= len(self.text) else None
        first, after = bisect_left(self._starts, start), bisect_left(self._starts, end)
        whole = after < len(self._starts) and self._starts[first] == start and self._starts[after] == end
        return (first, after) if whole else None


def _width(character: str) -> int:
    return len(character.encode("utf-8", "surrogatepass"))


def read_grounding(raw: Raw, blocks: list[ContentBlock]) -> bool:
    """Add the citations to their texts; return whether there are any.

    A page that supports no exact part of the text is cited by the last text, without a span.
    """
    cited = _cited(raw, blocks)
    for number, citations in cited.items():
        blocks[number] = structs.replace(blocks[number], citations=citations)
    return bool(cited)


def _cited(raw: Raw, blocks: list[ContentBlock]) -> dict[int, list[Citation]]:
    """The citations of each text, by the number of its block."""
    texts = {n: Offsets(block.text) for n, block in enumerate(blocks) if type(block) is TextBlock and block.text}
    try:
        found = _FOUND.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
    pages = [_page_of(chunk) for chunk in found.grounding_chunks]
    if not texts or not any(pages):
        return {}
    last = max(texts)
    cited: dict[int, list[Citation]] = {}
    unplaced = {n for n, page in enumerate(pages) if page is not None}
    for support in found.grounding_supports:
        place = _place(support.segment, texts, last)
        for number in support.grounding_chunk_indices if place is not None else ():
            page = pages[number] if 0 <= number < len(pages) else None
            if page is not None and place is not None:
                n, start, end = place
                cited.setdefault(n, []).append(structs.replace(page, span_start=start, span_end=end))
                unplaced.discard(number)
    for number in sorted(unplaced):
        cited.setdefault(last, []).append(pages[number])  # type: ignore[arg-type]
    return cited


def _page_of(chunk: dict[str, Any]) -> Citation | None:
    """The page of a chunk; None if it has no address."""
    for kind, names in _PAGES.items():
        members = chunk.get(kind)
        if isinstance(members, dict):
            url, title, words = (members.get(name) for name in names)
            if isinstance(url, str) and url:
                return Citation("web", _text(words), _text(title), url)
    return None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _place(segment: Segment, texts: dict[int, Offsets], last: int) -> tuple[int, int, int] | None:
    """The block and the characters of a segment; None if the words there are others.

    "The index of a Part object within its parent Content object"; recorded replies leave it out for a text that
    follows thoughts, so the last text is tried, too.
    """
    for number in (segment.part_index, last):
        span = texts[number].span(segment.start_index, segment.end_index) if number in texts else None
        if span is not None and segment.text in (None, texts[number].text[slice(*span)]):
            return number, *span
    return None


def _written(blocks: list[ContentBlock]) -> Grounding:
    """Return the lists for the citations of these blocks, each a citation of a page with a span inside its text."""
    numbers: dict[tuple[str | None, str | None], int] = {}
    supports: list[Support] = []
    for n, block in enumerate(blocks):
        if type(block) is not TextBlock or not block.citations:
            continue
        offsets = Offsets(block.text)
        for citation in block.citations:
            number = numbers.setdefault((citation.url, citation.title), len(numbers))
            start, end = citation.span_start or 0, citation.span_end or 0
            segment = Segment(offsets.byte(end), block.text[start:end], offsets.byte(start), n)
            if supports and supports[-1].segment == segment and number not in supports[-1].grounding_chunk_indices:
                supports[-1].grounding_chunk_indices.append(number)
            else:
                supports.append(Support(segment, [number]))
    return Grounding([Chunk(Web(url or "", title)) for url, title in numbers], supports)


@when(TextBlock)
def report_grounding(draft: Draft, losses: Losses) -> Draft:
    """Write citations as grounding, and drop those of anything but web pages.

    GroundingMetadata: "Metadata returned to client when grounding is enabled."
    Runs last: a segment names its part by number.
    """
    turns = [_grounded(turn, losses) if _is_about(turn, losses.dialect) else turn for turn in draft.turns]
    return structs.replace(draft, turns=turns)


def _is_about(turn: Turn, dialect: str) -> bool:
    """Whether there are citations, or were when the reply was read."""
    raw = turn.message.provider_raw
    return any(map(_is_cited, turn.blocks)) or (raw is not None and CITED in form_of(raw, dialect))


def _is_cited(block: ContentBlock) -> bool:
    return type(block) is TextBlock and bool(block.citations)


def _grounded(turn: Turn, losses: Losses) -> Turn:
    dialect, message = losses.dialect, turn.message
    raw = message.provider_raw or {}
    own = own_members(raw, dialect)
    bare = [structs.replace(b, citations=[]) if type(b) is TextBlock and b.citations else b for b in turn.blocks]
    if CITED in form_of(raw, dialect) and _is_as_read(turn, own, dialect):
        for n, block in enumerate(turn.blocks):
            for m, citation in enumerate(block.citations if type(block) is TextBlock else ()):
                report_others(citation.provider_raw, losses, f"{turn.place(n)}/citations/{m}")
        return structs.replace(turn, blocks=bare, places=turn.all_places())
    blocks = [
        _legal(block, turn.place(n), losses) if type(block) is TextBlock and block.citations else block
        for n, block in enumerate(turn.blocks)
    ]
    kept = _MEMBERS.decode(own[KEY]) if bytes(own.get(KEY, b""))[:1] == b"{" else {}
    rest = {name: value for name, value in kept.items() if name not in (CHUNKS, SUPPORTS)}
    if any(map(_is_cited, blocks)):
        rest |= _MEMBERS.decode(ENCODER.encode(_written(blocks)))
    own.pop(KEY, None)
    if rest:
        own[KEY] = Raw(ENCODER.encode(rest))
    message = structs.replace(message, provider_raw={**raw, dialect: Raw(ENCODER.encode(own))})
    return structs.replace(turn, blocks=bare, message=message, places=turn.all_places())


def _is_as_read(turn: Turn, own: dict[str, Raw], dialect: str) -> bool:
    """Whether the citations still are those of the metadata that are kept."""
    if KEY not in own:
        return False
    read = _cited(own[KEY], turn.blocks)
    for n, block in enumerate(turn.blocks):
        citations = block.citations if type(block) is TextBlock else []
        if [structs.replace(each, provider_raw=None) for each in citations] != read.get(n, []):
            return False
        if any(each.provider_raw.keys() - {dialect} for each in citations if each.provider_raw):
            return False
    return bool(read)


def _legal(block: TextBlock, place: str, losses: Losses) -> TextBlock:
    """Return the text with the citations that the format can hold."""
    legal: list[Any] = []
    for n, citation in enumerate(block.citations):
        at = f"{place}/citations/{n}"
        found = _spanned(citation, block.text, at, losses) if citation.kind == "web" and citation.url else None
        if found is None:
            losses.dropped(at, "text.citations", citation)
            continue
        losses.reshaped(at, "text.citations", citation)
        losses.dropped_fields(citation, _HELD, at, "citation")
        report_others(citation.provider_raw, losses, at)
        legal.append(found)
    return structs.replace(block, citations=legal)


def _spanned(citation: Citation, text: str, place: str, losses: Losses) -> Citation | None:
    """Return the citation with a span inside the text, the whole text by default; None if its span is outside."""
    start = 0 if citation.span_start is None else citation.span_start
    end = len(text) if citation.span_end is None else citation.span_end
    if not 0 <= start <= end <= len(text):
        return None
    if citation.span_start is None or citation.span_end is None:
        losses.invented(place, "citation.span", [start, end])
        return structs.replace(citation, span_start=start, span_end=end)
    return citation
