"""The steps from each version of our tables to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import insert, inspect, text, update

from turnwire.sessions.store.checksums import write_digests
from turnwire.sessions.store.tables import ABOUT, FACTS, METADATA, PLACES, TOOL_IDS, VERSION

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection


def upgrade(connection: Connection, version: int) -> None:
    """Bring the tables of a store up to the version that this turnwire writes.

    Args:
        connection: a transaction that writes; no other process upgrades the store meanwhile.
        version: the version of the tables; 0 for a new store, and for one of the real implementation.
    """
    # Another process may have done it while this one waited.
    for step in STEPS[version:]:
        step(connection)
    connection.execute(update(FACTS).where(FACTS.c.name == "version").values(value=VERSION))


def _first(connection: Connection) -> None:
    METADATA.create_all(connection)
    for fact in ("version", "upto"):
        connection.execute(insert(FACTS).values(name=fact, value=0))


def _digests(connection: Connection) -> None:
    for table in (PLACES, ABOUT, TOOL_IDS):
        # The first step makes the tables of today, which have the column.
        if "digest" not in {column["name"] for column in inspect(connection).get_columns(table.name)}:
            connection.execute(text(f"ALTER TABLE {table.name} ADD COLUMN digest TEXT"))
    write_digests(connection)


STEPS: tuple[Callable[[Connection], None], ...] = (_first, _digests)
"""The step at position N makes version N + 1 of version N."""
