"""Map the words for roles in formats that allow any word as a role."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.model import Role


def meaning(word: object, roles: Mapping[str, Role]) -> Role:
    """Return the role of a word; unknown words and values that are not text map to `user`."""
    return roles.get(word, "user") if isinstance(word, str) else "user"
