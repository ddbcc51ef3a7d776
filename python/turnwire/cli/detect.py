"""`turnwire detect`: list the dialects and kinds that documents fit."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Unpack

import click

from turnwire.cli.options import Reading, reading
from turnwire.cli.running import Run, record
from turnwire.cli.words import data, place
from turnwire.codec.json import check
from turnwire.codec.limits import STRICT
from turnwire.codec.packed import Feed, NoUnpacker
from turnwire.detect import detected, undetected
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from turnwire.cli.inputs import Source
    from turnwire.dialects.dialect import Kind


@click.command("detect")
@reading
def detect(**given: Unpack[Reading]) -> int:
    """List the dialects and kinds that documents fit, best guess first.

    A PATH is a file, a folder (searched for .json, .jsonl, .ndjson, .yaml, .yml and .binpb), a quoted glob, or - for
    standard input. In a .jsonl file each line is a document.

    Ends with 1 if a document fits none of the known dialects. Of a session file the agent is named once: `turnwire
    sessions` reads it.
    """
    run = Run(given)
    agents = _Agents()
    for entry, text in run.all_documents():
        if agents.is_known(entry.source.name):
            run.documents -= 1  # a line of a session is no document
            continue
        found: list[tuple[str, str]] = []
        with run.one(entry, text):
            check(text, STRICT)
            found = _fitting(text, run.dialect_of(entry), given["kind"], partial(agents.of, entry.source, text))
        if not found:
            continue
        if given["report"] == "json":
            guesses = [{"dialect": dialect, "kind": kind} for dialect, kind in found]
            data(record(entry, {"candidates": guesses}))
        else:
            data(f"{place(entry.source.name, entry.line)}: {_in_words(found)}")
    return run.finish("known", silent=True)


def _in_words(found: Sequence[tuple[str, str]]) -> str:
    """Format the best guess, and the other formats that the document fits."""
    best, *others = (" ".join(each) for each in found)
    return f"{best} (or {', or '.join(others)})" if others else best


def _fitting(
    text: bytes, source: str | None, wanted: Kind | None, agent: Callable[[], str | None]
) -> list[tuple[str, str]]:
    """Return what a document fits.  Raises InvalidDocument, which names the agent that wrote the file."""
    found = detected(text, source, wanted)
    if found:
        return [*found]
    wrote = agent() if source is None and wanted is None else None
    if wrote is not None:
        message = f"this is a line of a session file of {wrote}, and no document of a dialect"
        raise invalid(
            "detect.none", message, hint="`turnwire sessions` reads the file; its other lines are left out here"
        )
    raise undetected(text, source, wanted)


class _Agents:
    """Which files are sessions: each file is looked at once, where a line of it fits no dialect."""

    def __init__(self) -> None:
        self._found: dict[str, str | None] = {}

    def is_known(self, name: str) -> bool:
        """Return whether a file is known to be a session."""
        return self._found.get(name) is not None

    def of(self, source: Source, line: bytes) -> str | None:
        """Return the agent that wrote a file of lines; None for any other file.

        Standard input cannot be read again, so there the agent is recognised by the line alone.
        """
        if self._found.get(source.name) is None and (source.path is None or source.name not in self._found):
            self._found[source.name] = _agent_of(source, line)
        return self._found[source.name]


def _agent_of(source: Source, line: bytes) -> str | None:
    if source.encoding != "jsonl":
        return None
    from turnwire.cli.session_files.cutting import Cut
    from turnwire.codec.limits import STRICT
    from turnwire.sessions.files.formats import recognise

    if source.path is None:
        form = recognise([line])
        return None if form is None else form.title
    try:
        with source.path.open("rb") as file:
            form = recognise(Cut(Feed(file, source.packed), STRICT.max_bytes))
    except (OSError, InvalidDocument, NoUnpacker):
        return None
    return None if form is None else form.title
