"""Fields of a format that are a list, or the text of such a list in JSON.

How a text spells its list is noted in the `$form` of the node under `texts`: True where it is what a writer makes of
the same items by default, else the text itself, which is written again while it says what the items say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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


def listed(
    value: list[Any] | str, items: Form[Any], key: str, texts: dict[str, Any], odd: tuple[bytes, ...] = ()
) -> list[Any] | None:
    """The items of a field; None where it is a text of anything else.

    How a text spells them is put into `texts`.  `odd` are marks of what a writer may spell otherwise.
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


# Escapes that typed items do not remember.
_ESCAPES = (b"\\u", b"\\/")


def _is_plain(data: bytes, items: Form[Any], odd: tuple[bytes, ...]) -> bool:
    if any(mark in data for mark in (*_ESCAPES, *odd)):
        return False
    try:
        return ENCODER.encode(items.fast.decode(data)) == data
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False


def spelled(items: list[Any], key: str, provider_raw: ProviderRaw | None, dialect: str) -> Any:
    """The items, or their text where the source had one: its own text while it says the same."""
    texts = form_of(provider_raw, dialect).get("texts")
    spelling = texts.get(key) if isinstance(texts, dict) else None
    if spelling is None:
        return items
    made = ENCODER.encode(items)
    if isinstance(spelling, str) and _is_same(made, spelling.encode(errors="surrogatepass")):
        return spelling
    return made.decode()


def _is_same(one: bytes, other: bytes) -> bool:
    """Whether two texts are the same JSON, numbers to the last digit."""
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
    return _STRING.decode(text) if text[:1] == b'"' else text


def read_json(text: str) -> Raw | None:
    """The JSON that a text writes, without white space around it; None where it writes none, or null.

    None too where it is deeper than free JSON may be.
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
    """The type that a piece of JSON says it is; empty where it says none."""
    try:
        return _STRING.decode(_OBJECT.decode(raw).get("type", b""))
    except msgspec.DecodeError:
        return ""
