"""Move messages of replies into requests, without the residue of the choices around them.

Residue is an overlay on the wire object that the reader had (residue.py).  For a message of a request that is the
message.  For a message of a reply it is, in most formats, the choice or the candidate, which also describes how the
reply was made: safety ratings, the finish reason, what a filter found.  A request has no place for these, and no server
takes them.

So the readers of such replies mark the residue: `$form` has `reply`, the member of the choice that holds the message,
or an empty text if the message has no residue of its own.  When a request is written, only the members of the message
that a request documents are written.  Other members of the message are reported as dropped; members of the choice are
left out without a report (docs/losses.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw, structs

from turnwire.codec.wire import ENCODER, KEYS, MARKS, escaped
from turnwire.documents.residue import form_of, marked, pointer_part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.documents.residue import ProviderRaw
    from turnwire.losses import Losses
    from turnwire.model import Completion, History, Message

REPLY: Final = "reply"
_MARK: Final = b'"reply"'
_OBJECT = msgspec.json.Decoder(dict[str, Raw])


def mark_candidates(completion: Completion, dialect: str, member: str) -> None:
    """Mark the residue of candidates that were just read; `member` of each choice holds the message."""
    for candidate in completion.candidates:
        if candidate.provider_raw and dialect in candidate.provider_raw:
            candidate.provider_raw = marked(candidate.provider_raw, dialect, {REPLY: member})


def in_request(history: History, losses: Losses, documented: frozenset[str]) -> History:
    """Return the history without residue of choices; `documented` are the members that a message of a request may have.

    The given history is not changed.
    """
    if not any(map(_is_marked, history.history)):
        return history
    moved = [
        _moved(message, f"/history/{n}", losses, documented) if _is_marked(message) else message
        for n, message in enumerate(history.history)
    ]
    return structs.replace(history, history=moved)


def _is_marked(message: Message) -> bool:
    raws = message.provider_raw
    return raws is not None and any(_MARK in bytes(raw) for raw in raws.values())


def _moved(message: Message, path: str, losses: Losses, documented: frozenset[str]) -> Message:
    kept: dict[str, Raw] = {}
    for name, raw in (message.provider_raw or {}).items():
        member = form_of(message.provider_raw, name).get(REPLY)
        if not isinstance(member, str):
            kept[name] = raw
        elif own := _of_message(raw, member, name, path, losses, documented):
            kept[name] = Raw(ENCODER.encode(escaped(own)))
    return structs.replace(message, provider_raw=kept or None)


def _of_message(
    raw: Raw, member: str, name: str, path: str, losses: Losses, documented: frozenset[str]
) -> dict[str, Any]:
    """Return the members of a choice's message that requests of this dialect document; report the others as dropped."""
    own: dict[str, Any] = {}
    place = f"{path}/provider_raw/{pointer_part(name)}/{pointer_part(member)}"
    for at, key, value in _said(_members(raw).get(member, Raw()), place) if member else ():
        if name == losses.dialect and key in documented:
            own[key] = value
        elif bytes(value) != b"null":
            losses.dropped(at, "provider_raw", value)
    return own


def without_choices(provider_raw: ProviderRaw | None) -> ProviderRaw | None:
    """Return the residue of a message; if it is the residue of a choice, only the message's own part."""
    left: ProviderRaw = {}
    for name, raw in (provider_raw or {}).items():
        member = form_of(provider_raw, name).get(REPLY)
        if not isinstance(member, str):
            left[name] = raw
        elif own := _members(raw).get(member):
            left[name] = Raw(ENCODER.encode({member: own}))
    return left or None


def _said(raw: Raw, place: str) -> Iterator[tuple[str, str, Raw]]:
    """Yield the place, the name and the value of each member of residue that is not a mark."""
    members = _members(raw)
    for key, value in members.items():
        if key not in MARKS:
            yield f"{place}/{pointer_part(key)}", key, value
    for key, value in _members(members.get(KEYS, Raw())).items():
        yield f"{place}/{KEYS}/{pointer_part(key)}", key, value


def _members(raw: Raw) -> dict[str, Raw]:
    try:
        return _OBJECT.decode(raw)
    except msgspec.DecodeError:
        return {}
