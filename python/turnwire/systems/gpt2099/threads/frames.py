"""Frames, the JSON objects in a store of gpt2099; `meta` of a `gpt.turn` describes the turn.

Keys that the format defines are typed; unknown keys, and known keys with the value null, are kept in `extra`.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw, Struct

from turnwire.codec.json import check, explain
from turnwire.codec.limits import FAST
from turnwire.errors import InvalidDocument, invalid

TURN = "gpt.turn"
PTRS = "gpt.provider.ptrs"
JSON = "application/json"
DOCUMENT = "document"

_MEMBERS = msgspec.json.Decoder(dict[str, Raw])
_ENCODER = msgspec.json.Encoder()


class Meta(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The description of a frame's turn.

    `options` and `inherited` are the same: "The field currently named options in stored frames will be renamed to
    inherited" (gpt2099, schema reference).  `file_size` is as the writer spelled it, bytes as a number or a text with
    a unit.
    """

    role: str | None = None
    content_type: str | None = None
    type: str | None = None
    options: dict[str, Raw] | None = None
    inherited: dict[str, Raw] | None = None
    head: str | None = None
    cache: bool | None = None
    continues: str | list[str] | None = None
    document_name: str | None = None
    original_path: str | None = None
    file_size: int | float | str | None = None
    message: dict[str, Raw] | None = None
    frame_id: str | None = None
    extra: dict[str, Raw] = {}

    @property
    def parents(self) -> list[str]:
        """The turns that this one continues, as it names them."""
        if self.continues is None:
            return []
        return [self.continues] if isinstance(self.continues, str) else list(self.continues)


class Frame(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One frame.  `hash` is the address of its content."""

    id: str
    topic: str = TURN
    hash: str | None = None
    meta: Meta | None = None
    ttl: str | None = None
    extra: dict[str, Raw] = {}

    @property
    def key(self) -> str:
        """The id by which frames are compared: "A decoder ... must always ignore cases" (SCRU128 Specification)."""
        return self.id.lower()

    @property
    def about(self) -> Meta:
        """The description of its turn; empty for a frame without meta."""
        return self.meta or _NOTHING


_NOTHING = Meta()

META = frozenset(Meta.__struct_fields__) - {"extra"}
"""The keys of `meta`."""

_FRAME = frozenset(Frame.__struct_fields__) - {"extra"}


# Decoded as a whole, `extra` would be a key like any other.
class _Meta(Meta, frozen=True):
    extra: Raw = Raw()  # type: ignore[assignment]


class _Frame(Frame, frozen=True):
    topic: str
    meta: _Meta | None = None
    extra: Raw = Raw()  # type: ignore[assignment]


_TYPED = msgspec.json.Decoder(_Frame)


def decode(data: bytes) -> Frame:
    """Decode a frame from JSON.

    Raises InvalidDocument: a `json.` code for anything that is not such an object, `thread.continues` for links that
    are neither an id nor a list of ids.
    """
    check(data, FAST)
    try:
        typed = _TYPED.decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise _explained(data, error) from None
    members = _MEMBERS.decode(data)
    meta = None
    if typed.meta is not None:
        about = _MEMBERS.decode(members["meta"])
        meta = Meta(**{name: getattr(typed.meta, name) for name in META}, extra=_rest(about, META))
    rest = _rest(members, _FRAME)
    return Frame(id=typed.id, topic=typed.topic, hash=typed.hash, meta=meta, ttl=typed.ttl, extra=rest)


def _rest(members: dict[str, Raw], known: frozenset[str]) -> dict[str, Raw]:
    return {name: raw for name, raw in members.items() if name not in known or bytes(raw) == b"null"}


def _explained(data: bytes, error: Exception) -> InvalidDocument:
    refusal = explain(data, error)
    first = refusal.diagnostics[0]
    if not (first.pointer or "").startswith("/meta/continues"):
        return refusal
    hint = "continues is the id of a turn, a list of such, or absent"
    message = f"invalid continues value: {first.message}"
    return invalid("thread.continues", message, pointer=first.pointer, line=first.line, column=first.column, hint=hint)


def encode(frame: Frame) -> bytes:
    """Encode a frame as one line of JSON, without the line break.

    Raises InvalidDocument for values JSON cannot hold.
    """
    members = _members(frame, _FRAME)
    if frame.meta is not None:
        members["meta"] = _members(frame.meta, META)
    try:
        # Members kept from another text may have line breaks.
        return msgspec.json.format(_ENCODER.encode(members), indent=-1)
    except (UnicodeEncodeError, ValueError, RecursionError) as error:
        raise invalid("json.value", f"a frame that JSON cannot hold: {error}") from None


def _members(struct: Frame | Meta, known: frozenset[str]) -> dict[str, Any]:
    given = {name: getattr(struct, name) for name in struct.__struct_fields__ if name in known}
    return {name: value for name, value in given.items() if value is not None} | {
        name: raw for name, raw in struct.extra.items() if name not in known or given[name] is None
    }
