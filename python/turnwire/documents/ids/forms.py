"""The forms of ids: a bare ULID for messages, a prefix and a ULID for everything else.

"ULIDs. Monotonic per session." (canonical message format, 6.1); "System-generated, format: `tu_<ulid>`" (6.2).
What is made here has these forms; what is read may be any text, since the specification's own examples say "01HZ001".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from msgspec import Struct

from turnwire.documents.ids.ulids import Ulid, ulid_of
from turnwire.errors import invalid
from turnwire.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Mapping

IdKind = Literal["message", "tool_use", "user", "team", "session"]

PREFIXES: Mapping[IdKind, str] = {
    "message": "",
    "tool_use": "tu_",
    "user": "usr_",
    "team": "team_",
    "session": "sess_",
}
"""The prefix of the ULID."""

_SHOWN = 60


class Id(Struct, frozen=True):
    """An id that was read."""

    text: str
    kind: IdKind | None
    """The kind that the form of the id shows; None if it shows none: `call_1`, `01HZ001`."""
    ulid: Ulid | None
    """None where it is in a lenient form, such as `sess_42`."""


def parse(text: str) -> Id:
    """Read an id.  Any text but the empty one is an id.  Raises InvalidDocument (`id.empty`)."""
    if not text:
        raise invalid("id.empty", "an id is not empty", hint="make one with `turnwire.documents.ids.Ulids`")
    for kind, prefix in PREFIXES.items():
        if prefix and text.startswith(prefix):
            return Id(text, kind, ulid_of(text[len(prefix) :]))
    ulid = ulid_of(text)
    return Id(text, "message" if ulid else None, ulid)


def is_made(text: str, kind: IdKind) -> bool:
    """Whether an id has exactly the form in which ids of this kind are made, upper case."""
    prefix = PREFIXES[kind]
    ulid = ulid_of(text[len(prefix) :])
    return ulid is not None and text == f"{prefix}{ulid}"


def check(text: str, kind: IdKind) -> tuple[Diagnostic, ...]:
    """What is wrong with an id that was read, as one of this kind.

    Errors: `id.empty`, and `id.kind` for the id of something else.  A warning: `id.form`, where it is no ULID in the
    form of this kind, which may be read, and is not to be made.
    """
    if kind not in get_args(IdKind):
        raise ValueError(f"there is no kind of id {kind!r}")
    if not text:
        return (Diagnostic("id.empty", f"the id of a {_word(kind)} is empty", "error"),)
    if is_made(text, kind):
        return ()
    found = parse(text)
    # A bare ULID does not say what it is of.
    if found.kind not in (kind, "message", None) and found.ulid is not None:
        message = f"{_shown(text)} is the id of a {_word(found.kind)}, not of a {_word(kind)}"
        return (Diagnostic("id.kind", message, "error"),)
    message = f"{_shown(text)} is not {PREFIXES[kind]}<ulid>"
    return (Diagnostic("id.form", message, "warning", hint="it is read all the same; new ids have this form"),)


def _word(kind: IdKind | None) -> str:
    return (kind or "").replace("_", " ")


def _shown(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")
