"""What is remembered of plain requests: the settings that came more than once."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

T = TypeVar("T")

Key = tuple[str, str, str | None, bytes]
"""The dialects of source and target, the model that the caller names, and the settings as text."""

MOST: Final = 128
"""So many settings are remembered by one process, 4 MB of text at most, before it begins anew."""


class Memory(Generic[T]):
    """The settings that came more than once.

    The settings of many programs never come again, since they have a seed or the name of a user; to keep those would
    only cost.  So of settings that come for the first time, a hash is kept; the second time, they are.

    Example:
        >>> memory = Memory[str]()
        >>> key = ("openai_chat", "anthropic_messages", None, b"{}")
        >>> memory.is_worth_keeping(key), memory.is_worth_keeping(key)
        (False, True)
        >>> memory.keep(key, "settings")
        >>> memory.found(key)
        'settings'
    """

    def __init__(self) -> None:
        self._kept: dict[Key, T] = {}
        self._came_once: set[int] = set()
        self.found = self._kept.get
        """Return the settings that were kept for a key; None if there are none."""

    def __len__(self) -> int:
        return len(self._kept)

    def is_worth_keeping(self, key: Key) -> bool:
        """Return whether a key is one of the last that came once, and note that it came.

        Two keys with the same hash are kept a little too early.
        """
        came = hash(key)
        if came in self._came_once:
            return True
        if len(self._came_once) >= MOST:
            self._came_once.clear()
        self._came_once.add(came)
        return False

    def keep(self, key: Key, settings: T) -> None:
        """Keep settings, and forget all others where there are too many."""
        if len(self._kept) >= MOST:
            self._kept.clear()
        self._kept[key] = settings

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self._came_once.clear()
