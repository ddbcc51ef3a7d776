"""The layer of meaning: what a document says, seen as a conversation.

Each module has the rules of one subject in its table `RULES`, and a function `check` that makes their findings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.validation.meaning import calls, canonical, contents, definitions, inputs, media, order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline, Tool
    from turnwire.validation.rules import Rule

__all__ = ["RULES", "meaning"]

RULES: Final[tuple[Rule, ...]] = (
    *calls.RULES,
    *order.RULES,
    *contents.RULES,
    *inputs.RULES,
    *definitions.RULES,
    *media.RULES,
    *canonical.RULES,
)


def meaning(outline: Outline, *, tools: Sequence[Tool] = (), invariants: bool = False) -> Iterator[Diagnostic]:
    """Find what is wrong with a document as a conversation.

    Args:
        outline: the outline of the document (`turnwire.validation.outline.outline_of`).
        tools: the tools of documents that carry none (`turnwire.validation.outline.offered.tools_given`).
        invariants: whether to check the rules of the canonical message format, too.

    Example:
        `list(meaning(outline_of("openai_chat", tree, "request")))`
    """
    if not invariants:
        yield from _conversation(outline, tools)
        return
    yield from (found for found in _conversation(outline, tools) if found.code not in canonical.REPLACED)
    yield from canonical.check(outline, tools)


def _conversation(outline: Outline, given: Sequence[Tool]) -> Iterator[Diagnostic]:
    yield from calls.check(outline)
    yield from order.check(outline)
    yield from contents.check(outline)
    yield from inputs.check(outline, given)
    yield from definitions.check(outline)
    yield from media.check(outline)
