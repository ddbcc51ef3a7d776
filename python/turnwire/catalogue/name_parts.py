"""The parts of the name of a model: vendors and folders are in front of it."""

from __future__ import annotations

from typing import Final

LONGEST: Final = 256
"""Characters of a name that is looked at: the parts of a longer one would take time by the square of its length."""
_BORDERS: Final = frozenset("/.:@")


def starts_of(model: str) -> list[str]:
    """Return a name in small letters, and each part of it from a border to the end; nothing for a very long name.

    Example:
        `starts_of("vendor/gpt-4.1")` is `["vendor/gpt-4.1", "gpt-4.1", "1"]`.
    """
    if len(model) > LONGEST:
        return []
    name = model.lower()
    return [name, *(name[place + 1 :] for place, letter in enumerate(name) if letter in _BORDERS)]
