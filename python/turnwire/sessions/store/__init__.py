"""Sessions in SQLite or PostgreSQL, in the tables of the canonical message format.  Needs `turnwire[store]`.

A `Store` has the sessions, their messages and their tool uses; `import_history`, `append_history` and
`export_history` store and write conversations of any dialect.
"""

from __future__ import annotations

from turnwire.sessions.store.calls import Call, Status
from turnwire.sessions.store.changes import accept_changes
from turnwire.sessions.store.conversations import Imported, append_history, export_history, import_history
from turnwire.sessions.store.copying import backup, restore
from turnwire.sessions.store.records import Record
from turnwire.sessions.store.repricing import RepricedSession, reprice_session
from turnwire.sessions.store.sessions import Session
from turnwire.sessions.store.store import Store
from turnwire.sessions.store.times import micros_of
from turnwire.sessions.store.times import text_of as time_text
from turnwire.sessions.store.verifying import verify

__all__ = [
    "Call",
    "Imported",
    "Record",
    "RepricedSession",
    "Session",
    "Status",
    "Store",
    "accept_changes",
    "append_history",
    "backup",
    "export_history",
    "import_history",
    "micros_of",
    "reprice_session",
    "restore",
    "time_text",
    "verify",
]
