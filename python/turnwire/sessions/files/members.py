"""The members of a line: texts, numbers and objects, as a tolerant reader finds them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw, structs

from turnwire.codec.json import check
from turnwire.codec.limits import FAST, RESIDUE_DEPTH
from turnwire.codec.members import begins, object_of
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.codec.limits import Limits

# What a message does not hold of its line stands four levels inside of `provider_raw`: {"lines": [{"rest": {"record":.
LINE_LIMITS: Final = structs.replace(FAST, max_depth=RESIDUE_DEPTH - 4)
"""The limits within which a line is read."""

_TEXT: Final = msgspec.json.Decoder(str)
_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])
_LIST: Final = msgspec.json.Decoder(list[Raw])
_NO_ZONE: Final = r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?"
_TIME: Final = re.compile(rf"{_NO_ZONE}([Zz]|[+-]\d\d:\d\d)\Z", re.ASCII)
_LOCAL: Final = re.compile(rf"{_NO_ZONE}\Z", re.ASCII)


def record_of(text: bytes, limits: Limits = LINE_LIMITS) -> tuple[dict[str, Raw] | None, str]:
    """Return the members of a line; None and the reason if it is no JSON object within `limits`."""
    try:
        check(text, limits)
        return _OBJECT.decode(text), ""
    except InvalidDocument as refused:
        return None, refused.diagnostics[0].message
    except msgspec.DecodeError:
        return None, "the line is no JSON object"


def is_shallow(text: bytes) -> bool:
    """Return whether `provider_raw` can hold a JSON text as JSON."""
    try:
        check(text, LINE_LIMITS)
    except InvalidDocument:
        return False
    return True


def text_of(members: Mapping[str, Raw], name: str) -> str | None:
    """Return a member that is a text; None for any other value."""
    raw = members.get(name)
    if raw is None or bytes(memoryview(raw)[:1]) != b'"':
        return None
    try:
        return _TEXT.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def time_of(members: Mapping[str, Raw], name: str = "timestamp") -> str | None:
    """Return a member that is a time as RFC 3339 has it; None for any other value."""
    text = text_of(members, name)
    return text if text and _TIME.match(text) else None


def utc_time_of(members: Mapping[str, Raw], name: str = "timestamp") -> str | None:
    """Return the same; a time without a zone, as Python's "datetime.now().isoformat()" makes it, is read as UTC."""
    text = text_of(members, name) or ""
    return f"{text}Z" if _LOCAL.match(text) else time_of(members, name)


def is_true(members: Mapping[str, Raw], name: str) -> bool:
    """Return whether a member is `true`."""
    raw = members.get(name)
    return raw is not None and bytes(raw) == b"true"


def names_in(raw: Raw | None, name: str) -> tuple[str, ...]:
    """Return the texts that the objects of a list have as a member of this name."""
    items = _LIST.decode(raw) if begins(raw, b"[") and raw is not None else ()
    return tuple(found for each in items if (found := text_of(object_of(each), name)))


def number_of(members: Mapping[str, Raw], name: str) -> int:
    """Return a member that is a whole number of at most 15 digits; 0 for any other value."""
    raw = bytes(members.get(name, Raw(b"")))
    return int(raw) if raw.isdigit() and len(raw) <= 15 else 0  # noqa: PLR2004 - a count of tokens has fewer
