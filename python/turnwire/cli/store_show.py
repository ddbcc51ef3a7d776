"""`turnwire store show`: one session or one message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from turnwire.cli.store_list import about, shown
from turnwire.cli.store_opening import about_store, reader_of, reporting
from turnwire.cli.words import data, json_line, plain, table
from turnwire.codec.json import one_line

if TYPE_CHECKING:
    from turnwire.model import ContentBlock, Message
    from turnwire.sessions.store import Store


@click.command("show")
@click.argument("ident", metavar="SESSION|MESSAGE")
@reporting
@about_store
def show(ident: str, where: str, report: str) -> None:
    """Show a session with its messages, or one message; with --format json, a message is printed as it is stored."""
    with reader_of(where) as store:
        record = store.record(ident)
        if record is not None:
            _show_message(store, ident, report)
            return
        session = store.session(ident)
        known = about(store, session)
        if report == "json":
            data(json_line(known))
            for each in store.records(ident):
                data(one_line(each.to_json()).decode())
            return
        table(("what", "value"), [(name, shown(value)) for name, value in known.items() if value is not None])
        for message in store.messages(ident):
            _say(message)


def _show_message(store: Store, ident: str, report: str) -> None:
    if report == "json":
        record = store.record(ident)
        data("" if record is None else one_line(record.to_json()).decode())
        return
    message = store.message(ident)
    if message is not None:
        _say(message)


def _say(message: Message) -> None:
    data("")
    data(click.style(plain(f"{message.role}  {message.id}  {message.created_at}"), bold=True))
    for block in message.content:
        for line in _lines(block):
            data(plain(line))


def _lines(block: ContentBlock) -> list[str]:
    """Return texts unchanged, and other blocks as JSON."""
    from turnwire.model import TextBlock

    return block.text.splitlines() if isinstance(block, TextBlock) else [json_line(block)]
