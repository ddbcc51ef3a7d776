"""The versions that exist, and the error for other numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.model import Diagnostic

if TYPE_CHECKING:
    from msgspec import Raw

NEWEST = 2**63 - 1
"""No version is higher: `optional int64 schema_version` (proto)."""

LONGEST_SHOWN = 40
"""Characters of what is stated that a sentence shows."""


def no_version(version: object, pointer: str) -> Diagnostic:
    """The finding, an error, for what no version of the form is or will be: `version.none`."""
    hint = "leave it out: absent means 1"
    return Diagnostic("version.none", said_of_none(version), "error", pointer=pointer, hint=hint)


def said_of_none(version: object) -> str:
    """Return the error for a value that is no version."""
    return f"{version} is not a version: a whole number from 0 to 2^63-1"


def shown_of(stated: Raw) -> str:
    """The beginning of what is stated, for a sentence."""
    return bytes(stated)[:LONGEST_SHOWN].decode(errors="replace")
