"""The tables of a store.

`sessions`, `messages` and `tool_calls` have the names, columns and types of the canonical message format, section 9.1;
data without a column there is in tables of our own, so that programs that know only the specification can read ours.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, MetaData, PrimaryKeyConstraint, Table

from turnwire.sessions.store.columns import CheckedText, CheckedWhole

VERSION = 2
"""The version of these tables.  Each message has a `schema_version` of its own, for its JSON."""

METADATA = MetaData()

# PostgreSQL's INTEGER has 32 bits, and microseconds since 1970 have more; SQLite's has as many as are needed.
_WHOLE = CheckedWhole().with_variant(BigInteger(), "postgresql")


def _sessions() -> ForeignKey:
    return ForeignKey("sessions.id")


def _messages() -> ForeignKey:
    return ForeignKey("messages.id")


SESSIONS = Table(
    "sessions",
    METADATA,
    Column("id", CheckedText, primary_key=True),
    Column("workspace_path", CheckedText, nullable=False),
    Column("active_model", CheckedText),
    Column("routing_policy_json", CheckedText),
    Column("schema_version", _WHOLE, nullable=False),
    Column("created_at", _WHOLE, nullable=False),
    Column("updated_at", _WHOLE, nullable=False),
)

MESSAGES = Table(
    "messages",
    METADATA,
    Column("id", CheckedText, primary_key=True),
    Column("session_id", CheckedText, _sessions(), nullable=False),
    Column("role", CheckedText, nullable=False),
    Column("content_json", CheckedText, nullable=False),
    Column("metadata_json", CheckedText, nullable=False),
    Column("created_at", _WHOLE, nullable=False),
    Column("schema_version", _WHOLE, nullable=False),
    Index("idx_messages_session_created", "session_id", "created_at"),
)

TOOL_CALLS = Table(
    "tool_calls",
    METADATA,
    Column("id", CheckedText, primary_key=True),
    Column("session_id", CheckedText, _sessions(), nullable=False),
    Column("message_id", CheckedText, _messages(), nullable=False),
    Column("result_message_id", CheckedText, _messages()),
    Column("name", CheckedText, nullable=False),
    Column("status", CheckedText, nullable=False),
    Column("provider_id", CheckedText),
    Column("provider", CheckedText),
    Column("created_at", _WHOLE, nullable=False),
    Column("completed_at", _WHOLE),
    Index("idx_tool_calls_session_status", "session_id", "status"),
)

GIVEN = (SESSIONS, MESSAGES, TOOL_CALLS)
"""Those of the specification."""

# Ours.  The messages of a session have an order of their own: a clock that was set back must not change a conversation.
PLACES = Table(
    "turnwire_messages",
    METADATA,
    Column("message_id", CheckedText, _messages(), primary_key=True),
    Column("session_id", CheckedText, _sessions(), nullable=False),
    Column("seq", _WHOLE, nullable=False),
    # Bytes of all its JSON, so that a reader knows how many messages to take at once.
    Column("size", _WHOLE, nullable=False),
    # The fields of a message that have no column.
    Column("rest_json", CheckedText),
    # The source's values where the columns differ from them; null if the source had none.
    Column("told_json", CheckedText),
    # Of the message and of this row (checksums.py).
    Column("digest", CheckedText),
    Index("idx_turnwire_messages_session_seq", "session_id", "seq", unique=True),
)

ABOUT = Table(
    "turnwire_sessions",
    METADATA,
    Column("session_id", CheckedText, _sessions(), primary_key=True),
    # The dialect it was imported from.
    Column("source", CheckedText),
    Column("rest_json", CheckedText),
    Column("told_json", CheckedText),
    # Of the session and of this row.
    Column("digest", CheckedText),
)

TOOL_IDS = Table(
    "turnwire_tool_ids",
    METADATA,
    Column("session_id", CheckedText, _sessions(), nullable=False),
    # The order in which the pairs were met means something: of several calls by one id the first keeps it.
    Column("seq", _WHOLE, nullable=False),
    Column("provider", CheckedText, nullable=False),
    Column("canonical", CheckedText, nullable=False),
    Column("provider_id", CheckedText, nullable=False),
    # Of this row.
    Column("digest", CheckedText),
    PrimaryKeyConstraint("session_id", "seq"),
    # Without the provider's id, which may be long: PostgreSQL takes no more than 2,700 bytes into an index.
    Index("idx_turnwire_tool_ids_canonical", "session_id", "canonical"),
)

FACTS = Table(
    "turnwire_store",
    METADATA,
    Column("name", CheckedText, primary_key=True),
    Column("value", _WHOLE, nullable=False),
)
"""`version`: of the tables.  `upto`: the last row of `messages`, in SQLite, of those that have a place."""

for _table in METADATA.tables.values():
    for _column in _table.columns:
        # So that the refusal of a value of the wrong type names its column.
        _column.type = _column.type.adapt(type(_column.type), column=f"{_table.name}.{_column.name}")
