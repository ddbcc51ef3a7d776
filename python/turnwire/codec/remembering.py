"""Remember what a function returns for short texts, such as the schemas of tools, which come again and again."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

LONGEST: Final = 32 * 1024
"""Bytes of a text that is remembered: of longer ones, a few hundred would fill the memory."""


def remembered(most: int) -> Callable[[Callable[[bytes], T]], Callable[[bytes], T]]:
    """Return a decorator like `functools.lru_cache(most)`, which keeps no text of more than 32 KiB.

    Args:
        most: how many texts are kept.

    Example:
        >>> @remembered(256)
        ... def length(text: bytes) -> int:
        ...     return len(text)
        >>> length(b"abc")
        3
    """

    def decorated(function: Callable[[bytes], T]) -> Callable[[bytes], T]:
        short = functools.lru_cache(most)(function)

        @functools.wraps(function)
        def found(text: bytes) -> T:
            return short(text) if len(text) <= LONGEST else function(text)

        return found

    return decorated
