"""Fields that hold a list, or the JSON text of a list.

The `$form` of a node notes under `texts` how a text spelled its list: True if a writer spells the same items that way
by default, else the text itself, which is written again while the items still mean the same.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Raw

from turnwire.codec.json import check_raw
from turnwire.codec.wire import ENCODER
from turnwire.documents.residue import form_of
from turnwire.errors import InvalidDocument

if TYPE_CHECKING:
    from turnwire.codec.wire import Form
    from turnwire.documents.residue import ProviderRaw

_RAW = msgspec.json.Decoder(Raw)
_OBJECT = msgspec.json.Decoder(dict[str, Raw])
_ARRAY = msgspec.json.Decoder(list[Raw])
_STRING = msgspec.json.Decoder(str)
_FRACTION: Final = re.compile(rb"-?\d+(?=[.eE])(\.\d+)?([eE][+-]?\d+)?")


def listed(
    value: list[Any] | str, items: Form[Any], key: str, texts: dict[str, Any], odd: tuple[bytes, ...] = ()
) -> list[Any] | None:
    """Return the items of a field; None if the field is a text that is not a list.

    The spelling of the text is added to `texts`.  `odd` matches what a writer may spell differently.
    """
    if isinstance(value, list):
        return value
    try:
        data = value.encode()
        found: list[Any] = items.decode(data)
    except (InvalidDocument, UnicodeEncodeError):
        return None
    texts[key] = True if _is_plain(data, items, odd) else value
    return found


# Escapes, which the typed items do not preserve.
_ESCAPES = (b"\\u", b"\\/")


def _is_plain(data: bytes, items: Form[Any], odd: tuple[bytes, ...]) -> bool:
    if any(mark in data for mark in (*_ESCAPES, *odd)):
        return False
    try:
        return ENCODER.encode(items.fast.decode(data)) == data
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False


def spelled(items: list[Any], key: str, provider_raw: ProviderRaw | None, dialect: str) -> Any:
    """Return the items, or their text if the source had a text: the source's own text while it means the same."""
    texts = form_of(provider_raw, dialect).get("texts")
    spelling = texts.get(key) if isinstance(texts, dict) else None
    if spelling is None:
        return items
    made = ENCODER.encode(items)
    if isinstance(spelling, str) and is_same_json(made, spelling.encode(errors="surrogatepass")):
        return spelling
    return made.decode()


def is_same_json(one: bytes, other: bytes) -> bool:
    """Return whether two texts are the same JSON, with numbers compared to the last digit.

    A number may be spelled in two ways, as 1e-05 and 1e-5; 1 and 1.0 are two numbers.
    """
    try:
        return bool(_known(one) == _known(other))
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False


def _known(text: bytes) -> Any:
    text = text.strip()
    if text[:1] == b"{":
        return {name: _known(bytes(raw)) for name, raw in _OBJECT.decode(text).items()}
    if text[:1] == b"[":
        return [_known(bytes(raw)) for raw in _ARRAY.decode(text)]
    return _STRING.decode(text) if text[:1] == b'"' else _number(text)


def _number(text: bytes) -> Any:
    """Return what tells a number from all others; any other text, and a number beyond all limits, as it is."""
    if not _FRACTION.fullmatch(text):
        return text
    try:
        value = Decimal(text.decode())
    except InvalidOperation:
        return text
    return value.is_signed(), value


def read_json(text: str) -> Raw | None:
    """Return the JSON in a text, without outer white space; None if the text is not JSON, or is null.

    Returns None also for JSON that is deeper than free JSON may be.
    """
    if not text or text[0].isspace() or text[-1].isspace() or text == "null":
        return None
    try:
        found = Raw(bytes(_RAW.decode(text)))
        check_raw(found)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    return found


def type_word(raw: Raw) -> str:
    """Return the `type` member of an object; empty if it has none."""
    try:
        return _STRING.decode(_OBJECT.decode(raw).get("type", b""))
    except msgspec.DecodeError:
        return ""
