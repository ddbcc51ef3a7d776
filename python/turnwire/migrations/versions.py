"""What the versions that a document states mean for those who read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.migrations.steps import CURRENT
from turnwire.model import Completion, Diagnostic, History
from turnwire.residue import overlay_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from msgspec import Raw

    from turnwire.model import Document, Message

NEWEST = 2**63 - 1
"""No version is higher: `optional int64 schema_version` (proto)."""

STORED = "canonical"
"""The dialect whose messages have versions too, and whose reader keeps whatever stands in the place of one."""

_LONGEST_SHOWN = 40


def versions(document: Document) -> Iterator[Diagnostic]:
    """A finding for each node of another version.

    `version.newer` is a warning, and so is `version.older`, to be migrated; `version.none` is an error.
    """
    turns = document.history if isinstance(document, History) else ()
    name = "candidates" if isinstance(document, Completion) else "history"
    if isinstance(document, Completion):
        turns = document.candidates
    yield from _of(document.schema_version, "")
    for n, turn in enumerate(turns):
        yield from _of(turn.schema_version, f"/{name}/{n}")
        yield from _of_kept(turn, f"/{name}/{n}")


def no_version(version: object, pointer: str) -> Diagnostic:
    """The finding, an error, for what no version of the form is or will be: `version.none`."""
    hint = "leave it out: absent means 1"
    return Diagnostic("version.none", said_of_none(version), "error", pointer=pointer, hint=hint)


def said_of_none(version: object) -> str:
    """What is said of what is no version."""
    return f"{version} is no version: a whole number from 0 to 2^63-1"


def _of_kept(turn: Message, place: str) -> Iterator[Diagnostic]:
    """What a message of the canonical message format states as its version that is of another type."""
    stated = overlay_of(turn.provider_raw, STORED).get("schema_version")
    if turn.schema_version is None and stated is not None and bytes(stated) != b"null":
        yield no_version(shown_of(stated), f"{place}/schema_version")


def shown_of(stated: Raw) -> str:
    """The beginning of what is stated, for a sentence."""
    return bytes(stated)[:_LONGEST_SHOWN].decode(errors="replace")


def _of(version: int | None, place: str) -> Iterator[Diagnostic]:
    pointer = f"{place}/schema_version"
    if version is None or version == CURRENT:
        return
    if not 0 <= version <= NEWEST:
        yield no_version(str(version)[:_LONGEST_SHOWN], pointer)
    elif version > CURRENT:
        message = f"version {version} is newer than {CURRENT}: what is new in it is kept, and not understood"
        yield Diagnostic("version.newer", message, "warning", pointer=pointer, hint="take a newer turnwire")
    else:
        message = f"version {version} is older than {CURRENT}: it may say the same things otherwise"
        yield Diagnostic("version.older", message, "warning", pointer=pointer, hint="turnwire migrate makes it current")
