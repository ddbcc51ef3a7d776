"""Pricing what is stored once more."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw, Struct

from turnwire.catalogue.pricing import Priced, reprice
from turnwire.catalogue.pricing.exact import summed
from turnwire.codec.wire import ENCODER
from turnwire.model import Diagnostic
from turnwire.sessions.store.messages import page, with_metadata
from turnwire.sessions.store.records import messages_of
from turnwire.sessions.store.refusals import named
from turnwire.sessions.store.sessions import hold

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from turnwire.catalogue.pricing import PriceTable
    from turnwire.sessions.store.records import Record
    from turnwire.sessions.store.store import Store

_OBJECT = msgspec.json.Decoder(dict[str, Raw])


class RepricedSession(Struct, frozen=True):
    """The costs of a stored session by a price table."""

    changes: tuple[Priced, ...]
    """What costs something else now; each `path` is the id of the message."""
    priced: int
    """How many messages have a price."""
    findings: tuple[Diagnostic, ...]
    """As those of `turnwire.catalogue.pricing.reprice`; each `pointer` is the id of the message."""
    total: Decimal | None
    """US dollars; None where nothing could be priced."""

    @property
    def complete(self) -> bool:
        """Whether every usage could be priced."""
        return all(found.severity != "error" for found in self.findings)


def reprice_session(store: Store, session_id: str, table: PriceTable, *, dry: bool = False) -> RepricedSession:
    """Price all messages of a session by a table, and store their costs; with `dry`, only report what would change.

    "Retroactive reprice is possible" (canonical message format, 6.4).  Only `cost_usd` and `pricing_version` of a
    message change; the rest of its text stays the same.  A session is changed in one transaction.
    Raises InvalidDocument: `store.no-session`, and for a message that cannot be read.
    """
    run = _Run(store, table)
    if dry:
        for records in store.pages(session_id):
            with named(store.database.name):
                run.price(records)
    else:
        with store.writing() as connection:
            hold(connection, session_id)
            after = 0
            while records := page(connection, session_id, after):
                run.price(records, connection)
                after = records[-1].seq or 0
    costs = [Decimal(each) for each in run.costs]
    total = summed(costs) if costs else None
    return RepricedSession(tuple(run.changes), len(costs), tuple(run.findings), total)


class _Run:
    def __init__(self, store: Store, table: PriceTable) -> None:
        self.migrations = store.migrations
        self.table = table
        self.changes: list[Priced] = []
        self.costs: list[str] = []
        self.findings: list[Diagnostic] = []

    def price(self, records: list[Record], connection: Connection | None = None) -> None:
        # The content of a message does not matter for its price, and it may be long.
        silent = [msgspec.structs.replace(each, content="[]") for each in records]
        for record, message in zip(records, messages_of(silent, migrations=self.migrations), strict=True):
            done = reprice([message], self.table)
            self.findings += [msgspec.structs.replace(found, pointer=record.id) for found in done.findings]
            self.costs += [each.new_cost for each in done.prices]
            self.changes += [msgspec.structs.replace(each, path=record.id) for each in done.changes]
            if connection is not None:
                for each in done.changes:
                    with_metadata(connection, record, _costing(record.metadata, each))


def _costing(metadata: str, price: Priced) -> str:
    """Return the metadata with another cost in its usage; the rest of its text is unchanged."""
    about = _OBJECT.decode(metadata)
    usage = _OBJECT.decode(about["usage"])
    cost = {"cost_usd": price.new_cost, "pricing_version": price.new_version}
    return ENCODER.encode({**about, "usage": {**usage, **cost}}).decode()
