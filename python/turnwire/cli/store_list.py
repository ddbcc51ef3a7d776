"""`turnwire store list`: list the sessions of a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from turnwire.cli.store_opening import about_store, naming_store, reader_of, reporting
from turnwire.cli.words import data, json_line, table

if TYPE_CHECKING:
    from turnwire.sessions.store import Session, Store


@click.command("list")
@reporting
@about_store
@naming_store
def command(where: str, report: str) -> None:
    """List the sessions, the oldest first, with their last change and their numbers of messages and calls."""
    with reader_of(where) as store:
        if report == "json":
            for session in store.sessions():
                data(json_line(about(store, session)))
            return
        names = ("id", "updated", "messages", "unanswered", "failed", "source", "model")
        table(names, [[shown(about(store, each)[name]) for name in names] for each in store.sessions()])


def shown(value: object) -> str:
    """Format a cell of a table."""
    return "" if value is None else str(value)


def about(store: Store, session: Session) -> dict[str, Any]:
    """Describe a session; calls are included only if they are counted."""
    calls = store.count_calls(session.id) if store.is_noted else None
    return {
        "id": session.id,
        "created": _when(session.created_at),
        "updated": _when(session.updated_at),
        "messages": store.count_messages(session.id),
        "unanswered": None if calls is None else calls.get("pending", 0),
        "failed": None if calls is None else calls.get("failed", 0),
        "source": session.source,
        "model": session.active_model,
        "workspace": session.workspace_path or None,
    }


def _when(micros: int) -> str:
    """Format a time.

    A number outside the calendar is printed as it is, so that one session does not hide the others.
    """
    from turnwire.sessions.store import time_text

    try:
        return time_text(micros)
    except OverflowError:
        return str(micros)
