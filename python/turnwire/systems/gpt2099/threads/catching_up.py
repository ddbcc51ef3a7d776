"""An index follows its log: lines it does not know are taken in, and an index of another log is made anew."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw, Struct

from turnwire.model import Diagnostic
from turnwire.systems.gpt2099.threads.disk import Line, lines, read_at
from turnwire.systems.gpt2099.threads.heads import link
from turnwire.systems.gpt2099.threads.index import Covered, Entry, Refused
from turnwire.systems.gpt2099.threads.scru128 import is_turn_id

if TYPE_CHECKING:
    from pathlib import Path

    from turnwire.systems.gpt2099.threads.index import Index

BATCH = 10_000
"""Lines that are taken in at once."""

FINGERPRINT = 4096
"""The number of bytes before the end of the indexed part by which the log is recognised."""


class _About(Struct):
    role: str | None = None
    head: str | None = None
    continues: str | list[str] | None = None


class _IndexedFrame(Struct):
    """The members of a frame that the index needs; the rest of its line is read later."""

    id: str
    topic: str | None = None
    meta: _About | None = None


class _Odd(Struct):
    """The same members of an invalid frame, which is found by its id, and refused when it is read."""

    id: str
    topic: Any = None
    meta: Raw = Raw()


_NOTHING = _About()
_LOOKED = msgspec.json.Decoder(_IndexedFrame)
_ODD = msgspec.json.Decoder(_Odd)


def catch_up(index: Index, log: Path) -> Diagnostic | None:
    """Bring the index up to date with the whole log; return a finding if the end of the log is torn.

    Raises OSError, and sqlite3.Error for a damaged index.
    """
    covered = index.covered()
    if covered.upto > log.stat().st_size or _fingerprint(log, covered.upto) != covered.fingerprint:
        index.forget()
        covered = index.covered()
    entries: list[Entry] = []
    refused: list[Refused] = []
    upto, torn = covered.upto, None
    for line in lines(log, upto):
        found = _found(line)
        if isinstance(found, Refused) and not line.whole:
            torn = _torn(line)
            break
        upto = line.end
        if isinstance(found, Entry):
            entries.append(found)
        elif found is not None:
            refused.append(found)
        if len(entries) + len(refused) >= BATCH:
            index.add(entries, refused, Covered(upto, _fingerprint(log, upto)))
            entries, refused = [], []
    if upto != covered.upto:
        index.add(entries, refused, Covered(upto, _fingerprint(log, upto)))
    return torn


def is_line_of(key: str, data: bytes) -> bool:
    """Whether these bytes are the line of the frame with this key, as an index takes it in."""
    found = _found(Line(0, data, len(data), whole=True))
    return isinstance(found, Entry) and found.key == key


def _fingerprint(log: Path, upto: int) -> bytes:
    start = max(0, upto - FINGERPRINT)
    return hashlib.sha256(read_at(log, start, upto - start)).digest()


def _torn(line: Line) -> Diagnostic:
    message = f"the last {line.end - line.at} bytes of the log are half a line: it was never given back as a turn"
    return Diagnostic("thread.torn", message, "warning", hint="nothing is to be done: adding a turn cuts it off")


def _found(line: Line) -> Entry | Refused | None:
    """Return what a line is: a frame, with or without its line break; another line; or nothing."""
    text = line.data.strip()
    size = line.end - line.at
    if not text:
        return None
    try:
        try:
            frame = _LOOKED.decode(text)
            topic, about = frame.topic, frame.meta or _NOTHING
        except msgspec.ValidationError:
            odd = _ODD.decode(text)
            frame, topic, about = _IndexedFrame(odd.id), odd.topic, _NOTHING
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        return Refused(line.at, size, str(error)[:200])
    if not is_turn_id(frame.id):
        return Refused(line.at, size, "its id is not a SCRU128")
    links = link(about.role, about.head, about.continues)
    return Entry(frame.id.lower(), line.at, size, topic if isinstance(topic, str) else None, *links)
