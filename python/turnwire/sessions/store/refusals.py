"""Map errors of a database to our codes, so that no exception of a driver leaves a store."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST = 200
_HELD = "another program has held it for {wait} seconds"
_WHEN_DONE = "try again when it is done"

# The beginning of SQLite's error name, or of PostgreSQL's SQLSTATE -> code, what it means, and what to do.
_MEANINGS = (
    ("SQLITE_BUSY", "store.busy", _HELD, _WHEN_DONE),
    ("SQLITE_LOCKED", "store.busy", _HELD, _WHEN_DONE),
    ("SQLITE_READONLY", "store.read-only", "it may only be read", "open a copy of it that may be written"),
    ("SQLITE_PERM", "store.read-only", "it may only be read", "open a copy of it that may be written"),
    ("SQLITE_NOTADB", "store.no-database", "it is not an SQLite database", "name another file"),
    ("SQLITE_CORRUPT", "store.damaged", "it is damaged", "turnwire store verify shows where; restore a backup"),
    ("SQLITE_CANTOPEN", "store.unavailable", "it cannot be opened", "check its folder and its permissions"),
    ("SQLITE_FULL", "store.full", "the disk is full", "make room; nothing of this was written"),
    ("SQLITE_TOOBIG", "store.too-large", "it is larger than the database takes", "split it"),
    ("SQLITE_IOERR", "store.unavailable", "its disk failed", "look at its disk"),
    ("25006", "store.read-only", "it may only be read", "connect as a user that may write"),
    ("42501", "store.read-only", "this user may not do it", "connect as another user"),
    ("53100", "store.full", "the disk is full", "make room; nothing of this was written"),
    ("53300", "store.unavailable", "it has too many connections", "try again later"),
    ("54000", "store.too-large", "it is larger than the database takes", "split it"),
    ("55P03", "store.busy", _HELD, _WHEN_DONE),
    ("40", "store.busy", "another program wrote at the same time", "try again"),
    ("08", "store.unavailable", "there is no connection to it", "look whether the server runs"),
    ("57P", "store.unavailable", "its server is stopping or starting", "try again later"),
    ("28", "store.unavailable", "it does not know this user", "look at the user and password of the URL"),
    ("3D", "store.unavailable", "there is no database of this name", "create it, or name another"),
    ("23505", "store.repeated-id", "an id is taken already", "take another id"),
    ("SQLITE_CONSTRAINT_PRIMARYKEY", "store.repeated-id", "an id is taken already", "take another id"),
    ("SQLITE_CONSTRAINT_UNIQUE", "store.repeated-id", "an id is taken already", "take another id"),
    ("XX001", "store.damaged", "it is damaged", "restore it from a backup"),
    ("XX002", "store.damaged", "it is damaged", "restore it from a backup"),
)


@contextlib.contextmanager
def explained(name: str, wait: float) -> Iterator[None]:
    """Turns what a database refuses into InvalidDocument, `store.…`, and names the store in it as `named` does.

    `wait`: the seconds after which a database that is held was given up.
    """
    with named(name):
        try:
            yield
        except DBAPIError as error:
            raise _refusal(error.orig, wait, lost=error.connection_invalidated) from error
        except sqlite3.Error as error:
            raise _refusal(error, wait) from error
        except SQLAlchemyError as error:
            raise _unknown(error) from error
        except UnicodeEncodeError as error:
            raise invalid("store.text", "a text that UTF-8 cannot encode", hint="take half surrogates out") from error
        except OverflowError as error:
            hint = "numbers of a store have 64 bits"
            raise invalid("store.number", "a number that is too large", hint=hint) from error


@contextlib.contextmanager
def named(name: str) -> Iterator[None]:
    """Add the name of the store to a refusal, as its `file`."""
    try:
        yield
    except InvalidDocument as refusal:
        if all(found.file is not None for found in refusal.diagnostics):
            raise
        told = [msgspec.structs.replace(found, file=found.file or name) for found in refusal.diagnostics]
        raise InvalidDocument(*told) from refusal


def held(wait: float) -> InvalidDocument:
    """The refusal, `store.busy`, of a database that another program has held for so many seconds."""
    return invalid("store.busy", _HELD.format(wait=f"{wait:g}"), hint=_WHEN_DONE)


def meaning_of(name: str) -> str | None:
    """The code for a database's own name of an error."""
    return next((code for start, code, _, _ in _MEANINGS if name.startswith(start)), None)


def _refusal(error: object, wait: float, *, lost: bool = False) -> InvalidDocument:
    own = _name_of(error) or ("08" if lost else "")
    for start, code, words, hint in _MEANINGS:
        if own.startswith(start):
            told = words.format(wait=f"{wait:g}")
            # A driver's own message about waiting depends on the lock, and does not help the user.
            return invalid(code, told if code == "store.busy" else f"{told} ({_said(error)})", hint=hint)
    # Python's driver, of a text of SQLite that is no UTF-8: "Could not decode to UTF-8 column 'content' with text ..."
    if not own and "decode to UTF-8" in str(error):
        return invalid("store.damaged", _said(error), hint="turnwire store verify shows where; restore a backup")
    # psycopg has no SQLSTATE for a server that never answered.
    if not own and type(error).__name__ == "OperationalError":
        return invalid("store.unavailable", _said(error), hint="look whether the server runs")
    return _unknown(error)


def _name_of(error: object) -> str:
    """SQLite's name of an error, or PostgreSQL's SQLSTATE; empty where there is neither."""
    return str(getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None) or "")


def _unknown(error: object) -> InvalidDocument:
    hint = "turnwire store verify checks the store"
    return invalid("store.refused", f"the database refused this: {_said(error)}", hint=hint)


def _said(error: object) -> str:
    """Return the first line of a driver's message, cut: some contain the whole statement."""
    return (str(error).strip() or type(error).__name__).splitlines()[0][:_LONGEST]
