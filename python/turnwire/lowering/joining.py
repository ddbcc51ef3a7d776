"""The order and the joining of an assistant's blocks, for formats with one place for each kind of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from turnwire.documents.residue import form_of, report_foreign
from turnwire.losses import standing
from turnwire.lowering.draft import Draft, Pass, Turn, when
from turnwire.lowering.rewrite_blocks import Placed, placed, with_placed
from turnwire.model import Citation, ContentBlock, TextBlock

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses


def order_assistant_blocks(rank: Callable[[ContentBlock, str], int]) -> Pass:
    """`order_blocks` in the messages of an assistant, the only ones with several kinds in most formats."""
    return order_blocks(rank, "assistant")


def order_blocks(rank: Callable[[ContentBlock, str], int], *roles: str) -> Pass:
    """Make a pass that orders blocks by rank, for messages with one member for each kind of block.

    `rank` gets a block and the name of the dialect that is written.
    """

    @when(*roles)
    def rule(draft: Draft, losses: Losses) -> Draft:
        turns = draft.turns
        for n, turn in enumerate(turns):
            if turn.role not in roles or not turn.blocks:
                continue
            ranks = [rank(block, losses.dialect) for block in turn.blocks]
            if ranks != sorted(ranks):
                if turns is draft.turns:
                    turns = list(turns)
                turns[n] = _ordered(turn, ranks, losses)
        return draft if turns is draft.turns else structs.replace(draft, turns=turns)

    return rule


def _ordered(turn: Turn, ranks: list[int], losses: Losses) -> Turn:
    order = sorted(range(len(ranks)), key=ranks.__getitem__)
    places = turn.all_places()
    losses.reshaped_once(f"{turn.path}/content", "message.content", turn.message.content)
    blocks = [turn.blocks[n] for n in order]
    return structs.replace(turn, blocks=blocks, places=[places[n] for n in order])


@when(TextBlock)
def join_texts(draft: Draft, losses: Losses) -> Draft:
    """Join the texts of a reply whose `content` is one text or null, with their web citations.

    The texts are joined without a separator: a provider cuts them where its citations begin and end.
    """
    return structs.replace(draft, turns=[_joined(turn, draft.document, losses) for turn in draft.turns])


def _joined(turn: Turn, document: Any, losses: Losses) -> Turn:
    texts = [n for n, block in enumerate(turn.blocks) if type(block) is TextBlock]
    if not texts or (len(texts) == 1 and not turn.blocks[texts[0]].citations):  # type: ignore[union-attr]
        return turn
    found: list[Placed] = []
    said, first = "", -1
    citations: list[Citation] = []
    for block, place in placed(turn):
        if type(block) is not TextBlock:
            found.append((block, place))
            continue
        citations += _supported(block, place, len(said), losses)
        said += block.text
        if len(texts) > 1 and type(standing(document, place)) is TextBlock:
            # The text itself is kept; only its boundaries are lost.
            losses.reshaped(place, "text", block)
        if first < 0:
            first = len(found)
            found.append((block, place))
        else:
            _report_second(block, place, losses)
    text: Any = found[first][0]
    found[first] = (structs.replace(text, text=said, citations=citations), found[first][1])
    return with_placed(turn, found)


def _report_second(block: TextBlock, place: str, losses: Losses) -> None:
    losses.dropped_fields(block, frozenset(("text", "citations")), place, "text")
    report_foreign(block.provider_raw, losses, place)


_HELD = frozenset(("kind", "url", "title", "span_start", "span_end"))


def _supported(block: TextBlock, place: str, offset: int, losses: Losses) -> list[Citation]:
    """Return the citations of web pages, with spans counted in the whole text; without a span, that of the block."""
    kept = []
    for n, citation in enumerate(block.citations):
        here = f"{place}/citations/{n}"
        if citation.kind != "web" or citation.url is None:
            losses.dropped(here, "text.citations", citation)
            continue
        # The cited words of the page, which only some servers of this format have.
        quotes = form_of(citation.provider_raw, losses.dialect).get("content")
        losses.dropped_fields(citation, _HELD | {"cited_text"} if quotes else _HELD, here, "citation")
        report_foreign(citation.provider_raw, losses, here)
        start = 0 if citation.span_start is None else citation.span_start
        end = len(block.text) if citation.span_end is None else citation.span_end
        if citation.span_start is None or citation.span_end is None:
            losses.invented(here, "citation.span", [offset + start, offset + end])
        kept.append(structs.replace(citation, span_start=offset + start, span_end=offset + end))
    return kept
