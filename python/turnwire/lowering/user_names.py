"""Shorten the name of the caller's user, where a server takes fewer characters."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.lowering.as_read import was_read_so
from turnwire.lowering.draft import USER, Draft, Pass, when
from turnwire.lowering.ids import digest

if TYPE_CHECKING:
    from turnwire.losses import Losses

_DIGEST = 10


@functools.cache
def short_user(longest: int) -> Pass:
    """Make a pass that cuts a longer `settings.user` and appends a digest, so that each user keeps a name of its own.

    Args:
        longest: how many characters the server takes.
    """

    @when(USER)
    def rule(draft: Draft, losses: Losses) -> Draft:
        settings = draft.settings
        if settings is None or settings.user is None or len(settings.user) <= longest:
            return draft
        if was_read_so(draft, settings.provider_raw, losses.dialect, "user"):
            return draft
        losses.degraded("/settings/user", "settings.user", settings.user)
        short = f"{settings.user[: longest - _DIGEST - 1]}_{digest(settings.user, _DIGEST)}"
        return structs.replace(draft, settings=structs.replace(settings, user=short))

    return rule
