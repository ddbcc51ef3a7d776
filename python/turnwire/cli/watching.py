"""Run a command again whenever one of its files changes.

The files are looked at every moment, by their times and sizes.  A package that the system tells of changes, such as
watchfiles, would have to be installed for each system and hears nothing of network drives; a look at a thousand files
takes a few milliseconds.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Final, NoReturn

import click

from turnwire.cli.inputs import STDIN, find
from turnwire.cli.words import count, takes_colours, words

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from turnwire.cli.options import Reading

_PAUSE: Final = 0.25
"""Seconds between two looks."""
_SHARE: Final = 10
"""A pause is at least so many times as long as the look before it, which takes longer in large folders."""
_CLEARED: Final = "\x1b[2J\x1b[3J\x1b[H"
"""Clears a terminal and what it has scrolled away (ECMA-48, ED and CUP; xterm for 3)."""
_ALONE: Final = ("journal", "quarantine", "write_baseline")


def watch(given: Reading, options: Mapping[str, object], run: Callable[[], object]) -> NoReturn:
    """Run a command, and again whenever one of its files changes, comes or goes, until it is interrupted.

    Args:
        given: what names the files.
        options: all options of the command.
        run: runs the command once.

    Raises:
        UsageError: standard input is to be watched, or an option is for a single run.
        KeyboardInterrupt: the user ends it.
    """
    if STDIN in given["paths"]:
        raise click.UsageError("standard input cannot be read again: --watch needs files")
    for option in _ALONE:
        if options[option]:
            name = option.replace("_", "-")
            raise click.UsageError(f"--watch and --{name} exclude each other: --{name} is for one run")
    while True:
        # Taken before the run, so that a change while it reads is not missed.
        seen = _look(given)
        if sys.stdout.isatty() and takes_colours(sys.stdout):
            click.echo(_CLEARED, nl=False, color=True)
        run()
        if not given["quiet"]:
            words(f"watching {count(len(seen), 'file')}; Ctrl-C ends")
        _wait(given, seen)


def _wait(given: Reading, seen: Mapping[str, object]) -> None:
    """Return when the files are no longer what they were."""
    pause = _PAUSE
    while True:
        time.sleep(pause)
        begun = time.monotonic()
        if _look(given) != seen:
            return
        pause = max(_PAUSE, _SHARE * (time.monotonic() - begun))


def _look(given: Reading) -> dict[str, object]:
    """Return the files, each with its time, its size and its identity; None for one that cannot be looked at."""
    found: dict[str, object] = {}
    for source in find(given["paths"], given["input_format"], None, given["exclude"]).sources:
        try:
            about = source.path.stat() if source.path else None
        except OSError:
            about = None
        found[source.name] = about and (about.st_mtime_ns, about.st_size, about.st_ino)
    return found
