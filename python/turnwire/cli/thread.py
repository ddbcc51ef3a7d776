"""`turnwire thread`: turns that continue turns, kept in a store, as gpt2099 keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click

from turnwire.cli.commands import Commands
from turnwire.cli.thread_store import about_threads, opened
from turnwire.cli.words import data, plain, table

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.systems.gpt2099.threads import Order

# command -> where it is, and its line in the help
COMMANDS = {
    "add": ("turnwire.cli.thread_add", "Add a turn."),
    "show": ("turnwire.cli.thread", "Show one turn."),
    "resolve": ("turnwire.cli.thread", "Print the context window of a thread."),
    "branch": ("turnwire.cli.thread_add", "List the bookmarks, or give one to a turn."),
    "graph": ("turnwire.cli.thread_graph", "Draw which turn continues which."),
}


class ThreadCommands(Commands):
    """What can be done with threads."""

    table = COMMANDS


@click.group("thread", cls=ThreadCommands)
def thread() -> None:
    """Keep threads of turns, and make context windows of them, as gpt2099 does.

    A HEADISH names a turn: its id, or a bookmark, which is the latest turn that has it; without one, it is the latest
    turn of the store.
    """


ORDER = click.option(
    "--order",
    type=click.Choice(["gpt2099", "fixed"]),
    default="gpt2099",
    show_default=True,
    help="As gpt2099 walks, where a turn may come more than once; or each turn once, what it continues before it.",
)


@click.command("resolve")
@click.argument("headish", nargs=-1)
@ORDER
@click.option("--pretty", is_flag=True, help="Indent the JSON.")
@about_threads
def resolve(headish: tuple[str, ...], order: Order, folder: Path, *, report: str, pretty: bool) -> None:  # noqa: ARG001
    """Print the context window of a thread: the messages behind a turn, and their options merged.

    It is JSON in either format, and what `turnwire convert --from gpt2099` reads.
    """
    import msgspec

    from turnwire.systems.gpt2099.threads import resolve as resolved

    with opened(folder) as store:
        window = resolved(store, headish, order=order).to_json()
    data(msgspec.json.format(window, indent=2 if pretty else -1).decode())


@click.command("show")
@click.argument("headish", required=False)
@about_threads
def show(headish: str | None, folder: Path, *, report: Literal["text", "json"]) -> None:
    """Show one turn: what is known about it, and what it says."""
    import json

    from turnwire.systems.gpt2099.threads.adding import known
    from turnwire.systems.gpt2099.threads.frames import encode
    from turnwire.systems.gpt2099.threads.resolve import headish_id, last_id, message

    with opened(folder) as store:
        frame = known(store, last_id(store) if headish is None else headish_id(store, headish))
        found = message(store, frame)
    whole = json.loads(encode(frame))
    content = None if found is None else json.loads(bytes(found.content))
    if report == "json":
        data(json.dumps({"frame": whole, "content": content}, ensure_ascii=False))
        return
    about = {name: value for name, value in whole.items() if name != "meta"} | (whole.get("meta") or {})
    table(("what", "value"), [(name, _shown(value)) for name, value in about.items()])
    data("")
    for line in _lines(content):
        data(plain(line))


def _shown(value: object) -> str:
    import json

    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _lines(content: object) -> list[str]:
    """Texts as they are, and other blocks as JSON."""
    lines: list[str] = []
    for block in content if isinstance(content, list) else [] if content is None else [content]:
        text = block.get("text") if isinstance(block, dict) and block.get("type") == "text" else None
        lines += text.splitlines() if isinstance(text, str) else [_shown(block)]
    return lines
