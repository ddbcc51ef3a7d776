"""What a target refuses of a request in the target's own format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.target import (
    converse,
    gemini,
    items,
    legal,
    limits,
    marks,
    media,
    models,
    reasoning,
    schemas,
    settings,
    texts,
    together,
    tools,
    turns,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.outline import Outline
    from turnwire.validation.target.aim import Aim

RULES: Final = (
    *models.RULES,
    *settings.RULES,
    *media.RULES,
    *tools.RULES,
    *schemas.RULES,
    *turns.RULES,
    *reasoning.RULES,
    *together.RULES,
    *texts.RULES,
    *converse.RULES,
    *limits.RULES,
    *items.RULES,
    *marks.RULES,
    *gemini.RULES,
)


def refusals(outline: Outline, tree: Any, aim: Aim) -> list[Diagnostic]:
    """Return what the target's server and model refuse.

    Args:
        outline: the outline of the request.
        tree: the request as parsed JSON.
        aim: the target; its dialect is that of the request.
    """
    found = [*_plain(outline, tree, aim)]
    for each in legal.check(outline, tree, aim):
        if not _is_known(each, found):
            found.append(each)
    return found


def _is_known(refusal: Diagnostic, found: list[Diagnostic]) -> bool:
    """Return whether a finding of the same rule is at the same place, or, more exactly, inside of it.

    A finding inside a strict schema counts as one about its `strict`, too: it says why the schema cannot be strict.
    """
    place = f"{(refusal.pointer or '').removesuffix('/strict')}/"
    return any(each.code == refusal.code and f"{each.pointer}/".startswith(place) for each in found)


def _plain(outline: Outline, tree: Any, aim: Aim) -> Iterator[Diagnostic]:
    yield from models.check(tree, aim)
    yield from settings.check(tree, aim)
    yield from media.check(outline, aim)
    yield from tools.check(outline, tree, aim)
    yield from schemas.check(outline, tree, aim)
    yield from turns.check(outline, aim)
    yield from reasoning.check(tree, aim)
    yield from together.check(tree, aim)
    yield from texts.check(outline, tree, aim)
    yield from converse.check(outline, aim)
    yield from limits.check(tree, aim)
    yield from items.check(tree, aim)
    yield from marks.check(tree, aim)
    yield from gemini.check(tree, aim)
