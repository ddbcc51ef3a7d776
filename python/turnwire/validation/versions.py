"""Report nodes whose stated version is newer or older than the current one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.dialects import get, names
from turnwire.documents.migrations.steps import CURRENT
from turnwire.documents.migrations.versions import LONGEST_SHOWN, NEWEST, no_version, shown_of
from turnwire.documents.residue import overlay_of
from turnwire.model import Completion, Diagnostic, History

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Document, Message


def versions(document: Document) -> Iterator[Diagnostic]:
    """Make a finding for each node of another version.

    `version.newer` is a warning, and so is `version.older`, which can be migrated; `version.none` is an error.
    """
    turns = document.history if isinstance(document, History) else ()
    name = "candidates" if isinstance(document, Completion) else "history"
    if isinstance(document, Completion):
        turns = document.candidates
    yield from _of(document.schema_version, "")
    for n, turn in enumerate(turns):
        yield from _of(turn.schema_version, f"/{name}/{n}")
        yield from _of_kept(turn, f"/{name}/{n}")


def _of_kept(turn: Message, place: str) -> Iterator[Diagnostic]:
    """Yield a stated version of the wrong type, which the message's format has kept."""
    if turn.schema_version is not None:
        return
    for name in turn.provider_raw or ():
        stated = overlay_of(turn.provider_raw, name).get("schema_version") if _is_versioned(name) else None
        if stated is not None and bytes(stated) != b"null":
            yield no_version(shown_of(stated), f"{place}/schema_version")


def _is_versioned(name: str) -> bool:
    """Return whether messages of this dialect have versions; elsewhere, `schema_version` is an unknown key."""
    return name in names() and get(name).versioned


def _of(version: int | None, place: str) -> Iterator[Diagnostic]:
    pointer = f"{place}/schema_version"
    if version is None or version == CURRENT:
        return
    if not 0 <= version <= NEWEST:
        yield no_version(str(version)[:LONGEST_SHOWN], pointer)
    elif version > CURRENT:
        message = f"version {version} is newer than {CURRENT}: its new members are kept, and not interpreted"
        yield Diagnostic("version.newer", message, "warning", pointer=pointer, hint="take a newer turnwire")
    else:
        message = f"version {version} is older than {CURRENT}: it may spell the same values differently"
        yield Diagnostic("version.older", message, "warning", pointer=pointer, hint="turnwire migrate makes it current")
