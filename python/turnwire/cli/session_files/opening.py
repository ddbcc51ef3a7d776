"""Find and open session files."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from turnwire.cli.completing import complete_session_format
from turnwire.cli.inputs import Source, is_special, unpacked_suffix
from turnwire.cli.outputs import explained
from turnwire.cli.placing import check_apart
from turnwire.cli.words import finding_text, plain, words
from turnwire.codec.packed import NoUnpacker, feed_of
from turnwire.errors import InvalidDocument, UnknownDialect
from turnwire.sessions.files.formats import (
    session_format,
    session_formats,
)
from turnwire.sessions.replacing import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from turnwire.model import Loss
    from turnwire.sessions.files.format import SessionFormat

STDIN: Final = "-"


def known_session_format(_: click.Context, __: click.Parameter, name: str | None) -> SessionFormat | None:
    """Return the format with this name.  Raises BadParameter."""
    if name is None:
        return None
    try:
        return session_format(name)
    except UnknownDialect as unknown:
        raise click.BadParameter(str(unknown)) from None


SOURCE = click.option(
    "--from",
    "source",
    metavar="FORMAT",
    callback=known_session_format,
    shell_complete=complete_session_format,
    help="The format of the file, such as claude_code; recognised if not given.",
)


def whole(name: str) -> bytes:
    """Return a whole file, unpacked.  Raises InvalidDocument, OSError."""
    if name == STDIN:
        return b"".join(feed_of(sys.stdin.buffer, ""))
    with Path(name).open("rb") as stream:
        return b"".join(feed_of(stream, Path(name).suffix))


@contextlib.contextmanager
def at_hand(name: str) -> Iterator[str]:
    """Yield the path of a file that can be read more than once: of a copy, if it is standard input or a pipe.

    Raises OSError.
    """
    if name != STDIN and not is_special(Path(name)):
        yield name
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, f"copy{Path(name).suffix}")
        with contextlib.ExitStack() as stack:
            stream = sys.stdin.buffer if name == STDIN else stack.enter_context(Path(name).open("rb"))
            shutil.copyfileobj(stream, stack.enter_context(copy.open("wb")))
        yield str(copy)


def check_places(name: str, places: Mapping[str, str | None]) -> None:
    """Check that no output is the session file, and that no two outputs are one file.

    Args:
        name: the session file.
        places: the option -> the file that it names.

    Raises UsageError.
    """
    read = Source(plain(name), None if name == STDIN else Path(name), Path(), "json")
    named = {option: Path(place) for option, place in places.items() if place not in (None, STDIN)}
    check_apart([read], named.items(), "")
    absolute = [path.absolute() for path in named.values()]
    if len(set(absolute)) < len(absolute):
        raise click.UsageError(f"{' and '.join(named)} would both write {absolute[0].name}: name another place")


def put(data: bytes, out: str | None) -> None:
    """Write to a file, which is replaced as a whole, or to standard output.  Raises CannotWrite."""
    if out is None or out == STDIN:
        with explained(STDIN):
            sys.stdout.buffer.write(data)
        return
    with explained(out), replacing(Path(out)) as stream:
        stream.write(data)


def tally(losses: Iterable[Loss]) -> None:
    """Print how often each feature was lost; `--losses` writes each loss."""
    counted = Counter((loss.kind, loss.feature) for loss in losses)
    for (kind, feature), times in counted.most_common():
        words(f"  {times:>6}  {kind} {plain(feature)}")


@contextlib.contextmanager
def refusals(name: str) -> Iterator[list[bool]]:
    """Report why a file cannot be read; the list that is yielded has an entry afterwards if it could not."""
    failed: list[bool] = []
    try:
        yield failed
    except InvalidDocument as refused:
        for found in refused.diagnostics:
            words(f"{plain(name)}: {finding_text(found)}")
        failed.append(True)
    except NoUnpacker as missing:
        words(f"{plain(name)}: cannot be read: {missing}")
        failed.append(True)
    except IsADirectoryError:
        words(f"{plain(name)}: is a folder: `turnwire sessions list` lists its sessions")
        failed.append(True)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        words(f"{plain(name)}: cannot be read: {error.strerror}")
        failed.append(True)


def found(paths: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield the files that the arguments name, and whether an argument names the file itself.

    Folders are searched for .jsonl and .json files.  Without arguments, the folders of the agents are searched.
    """
    for path in paths or _homes():
        if path == STDIN or not Path(path).is_dir():
            yield path, True
            continue
        for folder, names, files in os.walk(path):
            names.sort()
            for name in sorted(files):
                if unpacked_suffix(name) in (".jsonl", ".json"):
                    yield str(Path(folder, name)), False


def _homes() -> list[str]:
    """Return the folders in which the agents keep their sessions, as far as they exist."""
    homes = []
    for form in session_formats().values():
        if not form.folder:
            continue
        first, *below = Path(form.folder).parts
        top = Path((form.home and os.environ.get(form.home)) or Path.home() / first)
        homes.append(top.joinpath(*below))
    return [str(home) for home in homes if home.is_dir()]
