"""`turnwire thread`: threads of turns in a store, as gpt2099 has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from turnwire.cli.commands import Commands
from turnwire.cli.thread_store import about_threads, opened
from turnwire.cli.words import data, plain, table

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.systems.gpt2099.threads import Order

# command -> its module and attribute, and its line in the help
COMMANDS = {
    "add": ("turnwire.cli.thread_add", "Add a turn."),
    "show": ("turnwire.cli.thread", "Show one turn."),
    "list": ("turnwire.cli.thread_list", "List the threads, or the turns of one."),
    "resolve": ("turnwire.cli.thread", "Print the context window of a thread."),
    "request": ("turnwire.cli.thread_request", "Print the request to the provider of a thread."),
    "reply": ("turnwire.cli.thread_reply", "Add the reply of a provider."),
    "pointer": ("turnwire.cli.thread_request", "List the aliases of providers, or set one."),
    "branch": ("turnwire.cli.thread_add", "List the bookmarks, or give one to a turn."),
    "graph": ("turnwire.cli.thread_graph", "Draw which turn continues which."),
    "verify": ("turnwire.cli.thread_verify", "Check a store of threads for errors."),
    "import": ("turnwire.cli.thread_import", "Import frames of cross.stream."),
    "export": ("turnwire.cli.thread_export", "Export frames as cross.stream prints them."),
}


class ThreadCommands(Commands):
    """The commands about threads."""

    table = COMMANDS


@click.group("thread", cls=ThreadCommands)
def thread() -> None:
    """Store threads of turns, and resolve them to context windows, as gpt2099 does.

    A HEADISH names a turn: its id, or a bookmark, which is the latest turn with that bookmark; without one, it is the
    latest turn of the store.
    """


ORDER = click.option(
    "--order",
    type=click.Choice(["gpt2099", "fixed"]),
    default="gpt2099",
    show_default=True,
    help="The order of gpt2099, which may repeat turns; or each turn once, after the turns that it continues.",
)


@click.command("resolve")
@click.argument("headish", nargs=-1)
@ORDER
@click.option("--pretty", is_flag=True, help="Indent the JSON.")
@about_threads
def resolve(headish: tuple[str, ...], order: Order, folder: Path, *, report: str, pretty: bool) -> None:  # noqa: ARG001
    """Print the context window of a thread: the messages up to a turn, and their merged options.

    The output is JSON in either format; `turnwire convert --from gpt2099` reads it.
    """
    import msgspec

    from turnwire.systems.gpt2099.threads import resolve as resolved

    with opened(folder) as store:
        window = resolved(store, headish, order=order).to_json()
    data(msgspec.json.format(window, indent=2 if pretty else -1).decode())


@click.command("show")
@click.argument("headish", required=False)
@about_threads
def show(headish: str | None, folder: Path, *, report: str) -> None:
    """Show one turn: its metadata and its content."""
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
    """Return texts unchanged, and other blocks as JSON."""
    lines: list[str] = []
    for block in content if isinstance(content, list) else [] if content is None else [content]:
        text = block.get("text") if isinstance(block, dict) and block.get("type") == "text" else None
        lines += text.splitlines() if isinstance(text, str) else [_shown(block)]
    return lines
