"""Recognise the documents of a Geppetto server that are no conversation: lists, uploads and pages to be ingested.

A failure of one of them is an error (`detect.py`); `turnwire.systems.geppetto.filedrawers` reads them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.codec.members import Members

_NO_CONVERSATION: Final = frozenset(("message", "messages", "content", "contents", "history", "input"))
_REPLY: Final = frozenset(("messages", "content", "contents", "history", "choices", "output"))


class Sign(Struct, frozen=True):
    """By which members a document is recognised."""

    has: tuple[frozenset[str], ...]
    """All members of one of these sets are there."""
    lacks: frozenset[str]
    """None of these is there."""
    only: frozenset[str] | None = None
    """No others are there; None where others may be."""
    words: Mapping[str, frozenset[bytes]] = {}
    """What members say, in small letters."""


def _sets(*names: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(each.split()) for each in names)


_SIGNS: Final[dict[str, Sign]] = {
    "list-request": Sign(_sets("requestType dataOperands", "requestType fileNames"), _NO_CONVERSATION),
    "list-response": Sign(_sets("responseType responseMsg"), _REPLY),
    "upload-request": Sign(_sets("filedrawer files"), _NO_CONVERSATION),
    "upload-response": Sign(_sets("message listfiles"), _REPLY),
    "ingest-request": Sign(_sets("filedrawer filename", "filedrawer request"), _NO_CONVERSATION),
    "ingest-response": Sign(
        _sets("request status"),
        _REPLY,
        frozenset(("request", "status", "error")),
        {"status": frozenset((b'"success"', b'"failure"'))},
    ),
}


def _looks_like(kind: str) -> Callable[[Members], bool]:
    sign = _SIGNS[kind]

    def look(members: Members) -> bool:
        return (
            any(has <= members.keys() for has in sign.has)
            and not sign.lacks & members.keys()
            and (sign.only is None or members.has_only(sign.only))
            and all(members.word(name).lower() in words for name, words in sign.words.items())
        )

    return look


OTHERS: Final[Mapping[str, Callable[[Members], bool]]] = {kind: _looks_like(kind) for kind in _SIGNS}
"""The kinds, named as their schemas in `schemas/geppetto/`, and how each is recognised."""


def is_other(members: Members) -> bool:
    """Return whether a document is of one of these kinds."""
    return any(look(members) for look in OTHERS.values())
