"""One look at a document in place of several passes that would find nothing to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.draft import Draft, Lowering, Pass, lowered, when

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.losses import Losses


def where(unusual: Callable[[Draft], bool], triggers: tuple[Any, ...], *passes: Pass) -> Pass:
    """The passes, run only for drafts with one of the triggers, and that `unusual` says may need one of them.

    It may say so too often, never too seldom: the passes themselves decide.
    """
    lowering = Lowering(passes)

    @when(*triggers)
    def rule(draft: Draft, losses: Losses) -> Draft:
        return lowered(draft, lowering, losses) if unusual(draft) else draft

    return rule
