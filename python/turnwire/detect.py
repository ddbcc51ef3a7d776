"""Telling formats apart by the members of a document's object or objects; ambiguity is said, not guessed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw

from turnwire.codec.json import explain
from turnwire.dialects import VENDORS, check_names, looks_of, looks_of_lists, told_apart
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.dialect import Kind

_DOCUMENT = msgspec.json.Decoder(dict[str, Raw] | list[dict[str, Raw]])


def as_bytes(data: Any) -> bytes:
    """The bytes of a document given as text, as any bytes-like object, as parsed JSON, or as objects."""
    if not isinstance(data, str | bytearray | memoryview):
        from turnwire.objects import as_json  # noqa: PLC0415 - bytes and text never need it

        return as_json(data)
    try:
        return data.encode() if isinstance(data, str) else bytes(data)
    except (TypeError, ValueError) as error:
        raise invalid("input.type", f"not bytes, text or JSON: {error}") from None


def detect(data: bytes | str | Mapping[str, Any]) -> list[tuple[str, Kind]]:
    """The (dialect, kind) pairs a document may be, best first; empty where none fits.

    Raises InvalidDocument where the input is not JSON at all.
    """
    return [(dialect, kind) for _, dialect, kind in _scored(as_bytes(data) if type(data) is not bytes else data)]


def _scored(data: bytes) -> list[tuple[int, str, Kind]]:
    try:
        members = _DOCUMENT.decode(data)
    except msgspec.ValidationError:
        return []
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise explain(data, error) from None
    looks: Any = looks_of_lists if isinstance(members, list) else looks_of
    found: list[tuple[int, str, Kind]] = []
    for name in told_apart():
        for kind, look in looks(name).items():
            try:
                score = look(members)
            except UnicodeDecodeError as error:  # a Raw is not checked until it is decoded
                raise explain(data, error) from None
            if score > 0:
                found.append((score, name, kind))
    # Vendors come after all that look like something.
    found += [(1, vendor, kind) for _, name, kind in found for vendor in VENDORS.get(name, ())]
    return sorted(found, key=lambda guess: -guess[0])


def guess(data: bytes, dialect: str | None, kind: Kind | None) -> tuple[str, Kind]:
    """The one best guess that agrees with what is known.

    Raises InvalidDocument where there is none or a tie, UnknownDialect for a name that does not exist.
    """
    check_names(dialect, kind)
    fitting = [
        (score, name, what) for score, name, what in _scored(data) if dialect in (None, name) and kind in (None, what)
    ]
    if not fitting:
        raise _undetected(dialect, kind)
    if len(fitting) > 1 and fitting[0][0] == fitting[1][0]:
        tied = ", ".join(f"{name} {what}" for score, name, what in fitting if score == fitting[0][0])
        raise invalid("detect.ambiguous", f"this may be {tied}", hint="say which with dialect= and kind=")
    return fitting[0][1], fitting[0][2]


def _undetected(dialect: str | None, kind: Kind | None) -> InvalidDocument:
    wanted = " ".join(part for part in (dialect, kind) if part) or "any known dialect"
    return invalid("detect.none", f"this does not look like {wanted}", hint="say what it is with dialect= and kind=")
