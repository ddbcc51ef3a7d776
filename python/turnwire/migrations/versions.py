"""What the versions that a document states mean for those who read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.migrations.steps import CURRENT
from turnwire.model import Completion, Diagnostic, History

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Document


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


def no_version(version: object, pointer: str) -> Diagnostic:
    """The finding, an error, for what no version of the form is or will be: `version.none`."""
    hint = "leave it out: absent means 1"
    return Diagnostic("version.none", said_of_none(version), "error", pointer=pointer, hint=hint)


def said_of_none(version: object) -> str:
    """What is said of what is no version."""
    return f"{version} is no version: a whole number from 0 on"


def _of(version: int | None, place: str) -> Iterator[Diagnostic]:
    pointer = f"{place}/schema_version"
    if version is None or version == CURRENT:
        return
    if version < 0:
        yield no_version(version, pointer)
    elif version > CURRENT:
        message = f"version {version} is newer than {CURRENT}: what is new in it is kept, and not understood"
        yield Diagnostic("version.newer", message, "warning", pointer=pointer, hint="take a newer turnwire")
    else:
        message = f"version {version} is older than {CURRENT}: it may say the same things otherwise"
        yield Diagnostic("version.older", message, "warning", pointer=pointer, hint="turnwire migrate makes it current")
