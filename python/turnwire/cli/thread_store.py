"""Shared by the commands about threads: opening a store, exit codes, and the clock and randomness of new ids."""

from __future__ import annotations

import contextlib
import functools
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, ParamSpec

import click

from turnwire.cli.codes import CANNOT_RUN
from turnwire.cli.endings import ended
from turnwire.cli.options import FORMAT, with_options
from turnwire.cli.words import finding_text, json_line, loss_text, plain, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from turnwire.model import Loss
    from turnwire.systems.gpt2099.threads import Frame, Generator, Store

P = ParamSpec("P")

_SHARED = (
    click.option(
        "--store",
        "folder",
        metavar="FOLDER",
        default="threads",
        show_default=True,
        envvar="TURNWIRE_THREADS",
        type=click.Path(file_okay=False, path_type=Path),
        help="The folder of the turns; default: TURNWIRE_THREADS.",
    ),
    FORMAT,
    click.option("--json", "report", flag_value="json", help="Short for --format json."),
)


def about_threads(command: Callable[P, int | None]) -> Callable[P, int]:
    """Add the shared options, and the exit codes for a refused store or document."""

    @functools.wraps(command)
    def run(*given: P.args, **named: P.kwargs) -> int:
        try:
            with ended(frozenset({"thread.store", "thread.full"})) as code:
                code.value = command(*given, **named) or 0
        except BrokenPipeError:
            raise
        except OSError as error:
            place = error.filename or click.get_current_context().params["folder"]
            words(f"{plain(str(place))}: {error.strerror}")
            return CANNOT_RUN
        return code.value

    return with_options(*_SHARED)(run)


@contextlib.contextmanager
def opened(folder: Path, *, create: bool = False) -> Iterator[Store]:
    """Open the store, and report what is wrong with it.  Raises InvalidDocument, OSError."""
    from turnwire.systems.gpt2099.threads import Store

    with Store(folder, create=create) as store:
        for found in store.findings:
            words(finding_text(found))
        yield store


def frames_of(store: Store, keys: Iterable[str]) -> Iterator[Frame]:
    """Yield the frames of these keys; an invalid one is reported and left out, so that the others can be shown."""
    from turnwire.errors import InvalidDocument

    for key in keys:
        try:
            frame = store.frame(key)
        except InvalidDocument as refusal:
            for found in refusal.diagnostics:
                words(finding_text(found))
            continue
        if frame is not None:
            yield frame


def tell_losses(losses: Iterable[Loss], *, report: str, quiet: bool) -> None:
    """Report what the other format has no place for."""
    for loss in () if quiet else losses:
        words(loss_text("thread", loss) if report == "text" else json_line(loss))


def new_ids() -> Generator:
    """Make a source of ids from the clock and randomness of this machine; the library has neither."""
    import secrets
    import time

    from turnwire.systems.gpt2099.threads import Generator

    return Generator(lambda: time.time_ns() // 1_000_000, secrets.randbits)


def refuse(message: str) -> NoReturn:
    """Raise UsageError."""
    raise click.UsageError(message)
