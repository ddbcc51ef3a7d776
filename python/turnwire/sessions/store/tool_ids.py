"""The ids that each provider has for the calls of a session, as rows for SessionIds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import ColumnElement, func, insert, select

from turnwire.model import ToolId
from turnwire.sessions.store.checksums import digest_of_tool_id
from turnwire.sessions.store.sessions import check_id, check_text
from turnwire.sessions.store.tables import TOOL_IDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection

# PostgreSQL has no NUL in a text, and an id of a provider may be any text: spelled with escapes, all of them fit.
_ESCAPES = str.maketrans({"\\": "\\\\", "\0": "\\0"})


AT_ONCE = 500
"""Ids that are looked up at once."""


def escaped(text: str) -> str:
    """A text without NUL, from which `plain` makes it again; the usual id is itself."""
    return text.translate(_ESCAPES)


def plain(text: str) -> str:
    """Return the text without escapes."""
    return text if "\\" not in text else "\\".join(part.replace("\\0", "\0") for part in text.split("\\\\"))


def add_tool_ids(connection: Connection, session_id: str, ids: Iterable[ToolId]) -> None:
    """Note pairs of ids behind those that are there, each once; the session is held."""
    new: dict[tuple[str, str, str], None] = {}
    for each in ids:
        check_text(each.provider, "the name of a provider")
        check_id(each.canonical, "a tool use")
        new[each.provider, each.canonical, escaped(each.provider_id)] = None
    if not new:
        return
    columns = (TOOL_IDS.c.provider, TOOL_IDS.c.canonical, TOOL_IDS.c.provider_id)
    here = TOOL_IDS.c.session_id == session_id
    own = sorted({canonical for _, canonical, _ in new})
    for some in (own[at : at + AT_ONCE] for at in range(0, len(own), AT_ONCE)):
        for row in connection.execute(select(*columns).where(here, TOOL_IDS.c.canonical.in_(some))):
            new.pop(tuple(row), None)
    last = connection.scalar(select(func.max(TOOL_IDS.c.seq)).where(here)) or 0
    names = ("provider", "canonical", "provider_id")
    rows = [
        {"session_id": session_id, "seq": last + n, **dict(zip(names, key, strict=True))}
        for n, key in enumerate(new, 1)
    ]
    if rows:
        connection.execute(insert(TOOL_IDS), [{**row, "digest": digest_of_tool_id(row)} for row in rows])


def first_ids(ids: Iterable[ToolId]) -> dict[str, ToolId]:
    """Return the first id of each call, by its canonical id: the one by which the provider made it."""
    return {each.canonical: each for each in reversed(list(ids))}


def select_tool_ids(connection: Connection, session_id: str) -> list[ToolId]:
    """The pairs of a session, in the order in which they were noted."""
    return _selected(connection, TOOL_IDS.c.session_id == session_id)


def select_ids_of(connection: Connection, session_id: str, calls: Sequence[str]) -> list[ToolId]:
    """The pairs of some calls of a session; those of each call in the order in which they were noted."""
    here = TOOL_IDS.c.session_id == session_id
    parts = (calls[at : at + AT_ONCE] for at in range(0, len(calls), AT_ONCE))
    return [each for some in parts for each in _selected(connection, here & TOOL_IDS.c.canonical.in_(some))]


def _selected(connection: Connection, where: ColumnElement[bool]) -> list[ToolId]:
    columns = (TOOL_IDS.c.canonical, TOOL_IDS.c.provider, TOOL_IDS.c.provider_id)
    rows = connection.execute(select(*columns).where(where).order_by(TOOL_IDS.c.seq))
    return [ToolId(canonical, provider, plain(provider_id)) for canonical, provider, provider_id in rows]
