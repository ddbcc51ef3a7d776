"""`turnwire thread graph`: draw which turn continues which, as text, JSON or SVG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from turnwire.cli.options import QUIET
from turnwire.cli.thread_store import about_threads, frames_of, opened, refuse
from turnwire.cli.words import data, json_line, plain, words

if TYPE_CHECKING:
    from turnwire.systems.gpt2099.threads import Frame, Store
    from turnwire.systems.gpt2099.threads.graph import Row

MOST = 200


@click.command("graph")
@click.argument("headish", nargs=-1)
@click.option("--svg", is_flag=True, help="Draw a self-contained SVG.")
@click.option("--output", "-o", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Where to write.")
@click.option(
    "--most",
    type=click.IntRange(1, 100_000),
    default=MOST,
    show_default=True,
    help="Draw only the latest N turns; links to earlier ones are counted.",
)
@QUIET
@about_threads
def graph(
    headish: tuple[str, ...],
    folder: Path,
    *,
    report: str,
    svg: bool,
    output: Path | None,
    most: int,
    quiet: bool,
) -> None:
    """Draw which turn continues which: the turns up to each HEADISH, or without one the latest of the store.

    Each row is a turn, below the turns that it continues.
    """
    from turnwire.systems.gpt2099.threads.graph import graph as drawn

    if svg and report == "json":
        refuse("--svg and JSON are two formats")
    with opened(folder) as store:
        frames = _frames(store, headish, most)
        rows = drawn(store, frames[-most:])
    if len(frames) > most and not quiet:
        words(f"{len(frames) - most} earlier turns are left out; --most has more")
    text = _svg(rows, headish) if svg else "".join(f"{line}\n" for line in _lines(rows, report))
    _write(text, output)


def _frames(store: Store, headish: tuple[str, ...], most: int) -> list[Frame]:
    from turnwire.systems.gpt2099.threads import walk

    if headish:
        return walk(store, headish, order="fixed")
    # One more than is shown reveals that there are more.
    return list(frames_of(store, store.latest(most + 1)))


def _lines(rows: list[Row], report: str) -> list[str]:
    from turnwire.systems.gpt2099.threads.drawing import as_text

    if report == "json":
        return [json_line(row) for row in rows]
    return [plain(line) for line in as_text(rows)]


def _svg(rows: list[Row], headish: tuple[str, ...]) -> str:
    from turnwire.systems.gpt2099.threads.drawing import as_svg

    return as_svg(rows, f"Turns behind {', '.join(headish)}" if headish else "The latest turns")


def _write(text: str, output: Path | None) -> None:
    from turnwire.sessions.replacing import replacing

    if output is None:
        data(text.removesuffix("\n"))
        return
    with replacing(output) as stream:
        stream.write(text.encode())
