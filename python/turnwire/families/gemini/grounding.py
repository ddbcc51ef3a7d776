"""Web pages that support a reply: `groundingChunks` and `groundingSupports` next to the text, citations at the text.

Grounding that the pass below would not write again in the same way is not read as a citation: it is residue alone.
Sentences in quotes are from the provider's description of the API (generativelanguage v1beta, 2026-08-21).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of, report_others, residue
from turnwire.families.gemini.overlays import own_members
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


class Web(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A page."""

    uri: str
    title: str | None = None


class Chunk(Struct, forbid_unknown_fields=True):
    """A source that was found."""

    web: Web


class Segment(Struct, omit_defaults=True, forbid_unknown_fields=True, rename="camel"):
    """`startIndex`: "Start index in the given Part, measured in bytes"; `endIndex`: "exclusive"."""

    end_index: int
    text: str
    start_index: int = 0
    part_index: int = 0


class Support(Struct, forbid_unknown_fields=True, rename="camel"):
    """A part of the text, and the chunks that support it."""

    segment: Segment
    grounding_chunk_indices: list[int]


class Grounding(Struct, rename="camel"):
    """The two lists."""

    grounding_chunks: list[Chunk]
    grounding_supports: list[Support]


_GROUNDING = msgspec.json.Decoder(Grounding)


def read_grounding(raw: Raw, blocks: list[ContentBlock], parts: int, dialect: str) -> bool:
    """Add the citations to their texts, and return whether that was done; not if they cannot be written back exactly.

    `parts` is the number of parts that the blocks were made from.  The metadata is residue in any case: it counts
    bytes, and has the order of the chunks, which nothing else has.
    """
    try:
        found = _GROUNDING.decode(raw)
        if parts != len(blocks) or not found.grounding_supports:
            return False
        cited = _cited(found, blocks)
    except (msgspec.DecodeError, UnicodeDecodeError, LookupError):
        return False
    stood = _lists(raw)
    for numbered in (False, True):
        put = [_with(block, cited.get(n, []), dialect, numbered=numbered) for n, block in enumerate(blocks)]
        if _lists(ENCODER.encode(told(put, dialect))) == stood:
            blocks[:] = put
            return True
    return False


def _lists(metadata: Raw | bytes) -> bytes:
    """The two lists, so spelled that they can be compared."""
    members = msgspec.json.decode(metadata)
    lists = {name: members.get(name) if isinstance(members, dict) else None for name in (CHUNKS, SUPPORTS)}
    return msgspec.json.encode(lists, order="deterministic")


def _cited(found: Grounding, blocks: list[ContentBlock]) -> dict[int, list[tuple[int, Citation]]]:
    """The citations of each block, each with its chunk's number.  Raises LookupError where a number leads nowhere."""
    cited: dict[int, list[tuple[int, Citation]]] = {}
    for support in found.grounding_supports:
        segment = support.segment
        block = blocks[segment.part_index]
        if type(block) is not TextBlock:
            raise LookupError
        data = block.text.encode()
        start = len(data[: segment.start_index].decode())
        end = start + len(data[segment.start_index : segment.end_index].decode())
        for number in support.grounding_chunk_indices:
            web = found.grounding_chunks[number].web
            citation = Citation("web", None, web.title, web.uri, span_start=start, span_end=end)
            cited.setdefault(segment.part_index, []).append((number, citation))
    return cited


def _with(block: ContentBlock, cited: list[tuple[int, Citation]], dialect: str, *, numbered: bool) -> ContentBlock:
    if not cited or type(block) is not TextBlock:
        return block
    citations = [
        structs.replace(each, provider_raw=residue(dialect, form={"chunk": number})) if numbered else each
        for number, each in cited
    ]
    return structs.replace(block, citations=citations)


def told(blocks: list[ContentBlock], dialect: str) -> Grounding:
    """Return the lists for the citations of these blocks, each a citation of a page with a span inside its text."""
    pages = _pages(blocks, dialect)
    supports: list[Support] = []
    for n, block in enumerate(blocks):
        for citation in block.citations if type(block) is TextBlock else ():
            segment = _segment(citation, block.text, n)  # type: ignore[union-attr]
            number = pages.index(_page(citation))
            if supports and supports[-1].segment == segment and number not in supports[-1].grounding_chunk_indices:
                supports[-1].grounding_chunk_indices.append(number)
            else:
                supports.append(Support(segment, [number]))
    return Grounding([Chunk(page) for page in pages], supports)


def _page(citation: Citation) -> Web:
    return Web(citation.url or "", citation.title)


def _segment(citation: Citation, text: str, part: int) -> Segment:
    start, end = citation.span_start or 0, citation.span_end or 0
    before, span = len(text[:start].encode()), text[start:end]
    return Segment(before + len(span.encode()), span, before, part)


def _pages(blocks: list[ContentBlock], dialect: str) -> list[Web]:
    """Each page once: by the numbers its citations were read with while these fit, else as they are met."""
    citations = [each for block in blocks if type(block) is TextBlock for each in block.citations]
    met = list({(page.uri, page.title): page for page in map(_page, citations)}.values())
    numbered: dict[int, Web] = {}
    for citation in citations:
        number = form_of(citation.provider_raw, dialect).get("chunk")
        if type(number) is not int or numbered.setdefault(number, _page(citation)) != _page(citation):
            return met
    whole = sorted(numbered) == list(range(len(met))) and len(numbered) == len(met)
    return [numbered[number] for number in range(len(met))] if whole else met


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
    kept = _MEMBERS.decode(own[KEY]) if bytes(own.get(KEY, b""))[:1] == b"{" else {}
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
    rest = {name: value for name, value in kept.items() if name not in (CHUNKS, SUPPORTS)}
    if any(map(_is_cited, blocks)):
        rest |= _MEMBERS.decode(ENCODER.encode(told(blocks, dialect)))
    own.pop(KEY, None)
    if rest:
        own[KEY] = Raw(ENCODER.encode(rest))
    message = structs.replace(message, provider_raw={**raw, dialect: Raw(ENCODER.encode(own))})
    return structs.replace(turn, blocks=bare, message=message, places=turn.all_places())


def _is_as_read(turn: Turn, own: dict[str, Raw], dialect: str) -> bool:
    """Whether the citations still are those of the metadata that are kept."""
    citations = [each for block in turn.blocks if type(block) is TextBlock for each in block.citations]
    if KEY not in own or any(structs.replace(each, provider_raw=None) != _only_page(each) for each in citations):
        return False
    foreign = any(each.provider_raw.keys() - {dialect} for each in citations if each.provider_raw)
    return not foreign and _lists(ENCODER.encode(told(turn.blocks, dialect))) == _lists(own[KEY])


def _only_page(citation: Citation) -> Citation:
    start, end = citation.span_start, citation.span_end
    return Citation("web", None, citation.title, citation.url, span_start=start, span_end=end)


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
