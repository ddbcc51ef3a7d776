"""Words for roles, in formats where any word may be one: readers and writers have to take them alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.model import Role


def meaning(word: object, roles: Mapping[str, Role]) -> Role:
    """The role that a word is read as: the user says what nobody else does, and what is no word."""
    return roles.get(word, "user") if isinstance(word, str) else "user"
