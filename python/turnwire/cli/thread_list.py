"""`turnwire thread list`: the threads of a store, or the turns of a thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from turnwire.cli.options import QUIET
from turnwire.cli.thread import ORDER
from turnwire.cli.thread_store import about_threads, frames_of, opened
from turnwire.cli.words import data, json_line, table, words

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.systems.gpt2099.threads import Order, Store
    from turnwire.systems.gpt2099.threads.listing import Thread

MOST = 50


@click.command("list")
@click.argument("headish", nargs=-1)
@ORDER
@click.option(
    "--most", type=click.IntRange(1, 100_000), default=MOST, show_default=True, help="List only the latest N threads."
)
@QUIET
@about_threads
def command(headish: tuple[str, ...], order: Order, folder: Path, *, report: str, most: int, quiet: bool) -> None:
    """List the threads, the latest last: the ends, and the turns that bookmarks mean. With HEADISH, list its turns.

    Each thread has its headish for other commands, its bookmark, how many turns and messages it has as gpt2099 orders
    them, and the times of its first and its last turn.
    """
    with opened(folder) as store:
        if headish:
            _list_turns(store, headish, order, report)
            return
        found = _threads(store)
    if len(found) > most and not quiet:
        words(f"{len(found) - most} earlier threads are left out; --most has more")
    _show(found[-most:], report)


def _threads(store: Store) -> list[Thread]:
    from turnwire.systems.gpt2099.threads.listing import threads

    return threads(frames_of(store, store.latest()))


def _show(found: list[Thread], report: str) -> None:
    if report == "json":
        for thread in found:
            data(json_line(thread))
        return
    header = ("headish", "bookmark", "turns", "messages", "first", "last", "problem")
    rows = [
        (
            each.headish,
            each.bookmark or "-",
            str(each.turns),
            str(each.messages),
            each.first or "-",
            each.last or "-",
            each.problem or "-",
        )
        for each in found
    ]
    width = len(header) if any(each.problem for each in found) else len(header) - 1
    table(header[:width], [row[:width] for row in rows])


def _list_turns(store: Store, headish: tuple[str, ...], order: Order, report: str) -> None:
    from turnwire.systems.gpt2099.threads import walk
    from turnwire.systems.gpt2099.threads.graph import excerpt
    from turnwire.systems.gpt2099.threads.listing import records

    if report == "json":
        for record in records(store, headish, order=order):
            data(json_line(record))
        return
    frames = walk(store, headish, order=order)
    rows = [(each.id, each.about.role or "user", excerpt(store, each)) for each in frames]
    table(("id", "role", "content"), rows)
