"""`turnwire thread import`: frames of cross.stream, as `xs cat` prints them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnwire.cli.completing import FILE
from turnwire.cli.options import QUIET
from turnwire.cli.thread_store import about_threads, opened, refuse
from turnwire.cli.words import count, data, json_line, plain, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.systems.gpt2099.threads.cross_stream import Taken

_SHOWN = 5


@click.command("import")
@click.argument("source", metavar="FILE|FOLDER|-", type=FILE, default="-")
@click.option(
    "--contents",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Where the contents are: a folder of .export, or of the store of cross.stream; by default that of the frames.",
)
@QUIET
@about_threads
def command(source: str, contents: Path | None, folder: Path, *, report: str, quiet: bool) -> None:
    """Import frames of cross.stream: turns of gpt2099 and aliases of providers.

    The input is what `xs cat` prints, or a folder that `.export` of cross.stream writes. Contents are not part of the
    frames: they are read from --contents. Frames of other topics are counted and left out, keys of providers among
    them; frames that the store has already are not added again.
    """
    from msgspec.structs import replace

    from turnwire.errors import InvalidDocument
    from turnwire.systems.gpt2099.threads.cross_stream import FRAMES, Exported, read_frames, take

    is_folder = source != "-" and Path(source).is_dir()
    if source == "-" and sys.stdin.isatty():
        refuse("name the frames, or pipe the output of `xs cat` in")
    path = Path(source) / FRAMES if is_folder else Path(source)
    place = contents or (path.parent if source != "-" else Path())
    with opened(folder, create=True) as store:
        try:
            found = take(store, read_frames(_lines(path, source)), Exported(place).read)
        except InvalidDocument as refusal:
            name = "standard input" if source == "-" else str(path)
            raise InvalidDocument(*(replace(each, file=name) for each in refusal.diagnostics)) from None
    _told(found, report, quiet=quiet)


def _lines(path: Path, source: str) -> Iterator[bytes]:
    if source == "-":
        yield from sys.stdin.buffer
        return
    with path.open("rb") as stream:
        yield from stream


def _told(found: Taken, report: str, *, quiet: bool) -> None:
    if report == "json":
        data(json_line(found))
    elif not quiet:
        known = f", {found.known} already there" if found.known else ""
        words(f"{count(found.added, 'frame')} imported{known}")
    if quiet or report == "json":
        return
    if found.left_out:
        topics = ", ".join(f"{plain(topic)} {number}" for topic, number in sorted(found.left_out.items()))
        words(f"left out, of other topics: {topics}")
    if found.missing:
        more, are = ", ..." if len(found.missing) > _SHOWN else "", "is" if len(found.missing) == 1 else "are"
        words(
            f"{count(len(found.missing), 'turn')} that others continue {are} not there: "
            f"{', '.join(found.missing[:_SHOWN])}{more}"
        )
