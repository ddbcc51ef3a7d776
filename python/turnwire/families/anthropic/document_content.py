"""Content inside a document: a source of kind `content`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.losses import Losses
    from turnwire.lowering.rewrite_blocks import Rule
    from turnwire.model import ContentBlock, DocumentBlock


def rewritten_inside(block: DocumentBlock, place: str, losses: Losses, rules: Mapping[Any, Rule]) -> DocumentBlock:
    """The document after the rules about the kinds of blocks in its content."""
    source = block.source
    if not any(type(inner) in rules for inner in source.content):
        return block
    content: list[ContentBlock] = []
    for n, inner in enumerate(source.content):
        rule = rules.get(type(inner))
        new = inner if rule is None else rule(inner, f"{place}/source/content/{n}", losses)
        if new is not None:
            content.append(new)
    return structs.replace(block, source=structs.replace(source, content=content))
