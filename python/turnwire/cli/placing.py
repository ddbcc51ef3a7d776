"""Refuse to overwrite files that are read, unless the user asks for it."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from turnwire.cli.archives.journal import existing_before
from turnwire.cli.files import is_there
from turnwire.cli.options import with_options
from turnwire.cli.words import plain, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from turnwire.cli.inputs import Source
    from turnwire.cli.outputs import Output
    from turnwire.cli.running import Run

F = TypeVar("F", bound="Callable[..., Any]")


class Placing(TypedDict):
    """The options about existing files."""

    force: bool
    no_clobber: bool


NO_CLOBBER = click.option(
    "--no-clobber",
    "-n",
    is_flag=True,
    help="Do not overwrite existing outputs; name them, and end with 1.",
)
"""Whether a command leaves outputs that exist; its parameter is `no_clobber`."""

_PLACING = (
    click.option("--force", is_flag=True, help="Also overwrite the input, if -o names it."),
    NO_CLOBBER,
)


def placing(command: F) -> F:
    """Add the options of `Placing`."""
    return with_options(*_PLACING)(command)


def placed_apart(run: Run, output: Output, given: Placing, losses: str | None = None) -> bool:
    """Remove sources whose outputs exist from a run; return True if there were any.

    Raises UsageError if an output, or the file of losses, would overwrite an input, or the other output.
    """
    if given["force"] and given["no_clobber"]:
        raise click.UsageError("--force and --no-clobber exclude each other")
    places = output.places(run.sources)
    outputs = [] if given["force"] else [("-o", path) for path in places]
    check_apart(run.sources, outputs, ", or add --force")
    if losses not in (None, "-"):
        check_apart(run.sources, [("--losses", Path(losses))], "")
        if Path(losses).absolute() in {path.absolute() for path in places}:
            raise click.UsageError(f"--losses and -o would both write {losses}: name another place")
    return given["no_clobber"] and left_existing(run, output, given)


def left_existing(run: Run, output: Output, given: Mapping[str, Any]) -> bool:
    """Remove sources whose outputs exist from a run, and name these; return True if there were any.

    Of a run that goes on, they are those that existed when it began: it has written others itself.
    """
    places = output.places(run.sources)
    if not places:
        return False
    before = existing_before(Path(given["journal"])) if given.get("journal") and given.get("resume") else None
    run.existing = [str(path) for path in places if (is_there(path) if before is None else str(path) in before)]
    for each in run.existing:
        words(f"{plain(each)}: exists, skipped (--no-clobber)")
    existing = set(run.existing)
    kept = [source for path, sources in places.items() if str(path) not in existing for source in sources]
    if left := len(run.sources) - len(kept):
        run.unread["existing"] += left
    run.sources = kept
    return left > 0


def check_apart(sources: Sequence[Source], places: Iterable[tuple[str, Path]], hint: str) -> None:
    """Raise UsageError if a file to write, named with its option, is an input.

    `hint` is the option that allows it.
    """
    read = {_identity_of(source): source for source in reversed(sources)}
    read.pop(None, None)
    for option, path in places:
        identity = _identity(path)
        if identity in read:
            message = f"{option} would write over {read[identity].name}, which is read: name another place{hint}"
            raise click.UsageError(message)


def _identity_of(source: Source) -> tuple[int, int] | None:
    if source.path is not None:
        return _identity(source.path)
    try:
        found = os.fstat(sys.stdin.fileno())
    except (OSError, ValueError, AttributeError):  # closed, or replaced by a program
        return None
    return _of_file(found)


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the identity of a file, the same for all its names and links."""
    try:
        found = path.stat()
    except OSError:
        return None
    return _of_file(found)


def _of_file(found: os.stat_result) -> tuple[int, int] | None:
    """Return the identity of a file; None for a pipe or a device, which cannot be replaced."""
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None
