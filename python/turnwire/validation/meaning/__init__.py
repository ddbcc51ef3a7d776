"""The layer of meaning: what a document says, seen as a conversation.

Each module has the rules of one subject in its table `RULES`, and a function `check` that makes their findings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from turnwire.validation.meaning import calls, contents, media, order, tools

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline, Tool
    from turnwire.validation.rules import Rule

__all__ = ["RULES", "meaning"]

RULES: Final[tuple[Rule, ...]] = (*calls.RULES, *order.RULES, *contents.RULES, *tools.RULES, *media.RULES)


def meaning(outline: Outline, *, tools_given: Sequence[Tool] = ()) -> Iterator[Diagnostic]:
    """Find what is wrong with a document as a conversation.

    Args:
        outline: the outline of the document (`turnwire.validation.outline.outline_of`).
        tools_given: tools of calls whose declaration is not in the document.

    Example:
        `list(meaning(outline_of("openai_chat", tree, "request")))`
    """
    yield from calls.check(outline)
    yield from order.check(outline)
    yield from contents.check(outline)
    yield from tools.check(outline, tools_given)
    yield from media.check(outline)
