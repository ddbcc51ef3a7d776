"""Check and decode JSON bytes; a refusal has a code and a position.

jiter checks a whole text: it is strict, checks UTF-8 and surrogates, and is the only parser here that sees duplicate
keys.  Typed decoding by msgspec happens elsewhere; `explain` turns its errors into the same refusals, and `check_raw`
checks what msgspec passes over.  `scan.py` finds the position afterwards.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal, DecimalException
from typing import TYPE_CHECKING, Any, TypeAlias

import jiter
import msgspec
from msgspec import Raw

from turnwire.codec.limits import (
    DEPTH_HINT,
    DIGITS_HINT,
    FAST,
    FREE_DEPTH,
    MAX_DIGITS,
    STRICT,
    TOO_MANY_DIGITS,
    check_size,
    too_deep,
)
from turnwire.codec.scan import Fault, Place, TooLong, escape, find_fault, find_values, place_of
from turnwire.errors import InvalidDocument, invalid

if TYPE_CHECKING:
    from collections.abc import Collection

    from turnwire.codec.limits import Limits

Tree: TypeAlias = Any
"""dict, list, str, int, float, bool, None, and Decimal for a number that no double holds exactly."""

JITER_DEPTH = 201
"""Levels that jiter reads; it has no option for fewer."""

SHORT = 16
"""A number of at most this many characters has at most 15 digits besides its point, which a double holds."""

_BLOCK = MAX_DIGITS // 2
_CONTAINERS = frozenset((dict, list))
_ENCODER = msgspec.json.Encoder(decimal_format="number")
_ANY = msgspec.json.Decoder()
_TYPE_ERROR = re.compile(r"(?s)(.*?)(?: - at `(?:key in )?\$(.*)`)?\Z")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
_NATIVE_ERROR = re.compile(r"(?s)(.*) at line (\d+) column (\d+)\Z")
_NATIVE_CODES = (
    ("Detected duplicate key", "json.duplicate-key"),
    ("recursion limit", "json.depth"),
    ("number out of range", "json.number"),
    ("EOF", "json.truncated"),
    ("lone leading surrogate", "json.surrogate"),
)
_TYPE_CODES = (
    ("Object missing required field", "json.required"),
    ("Object contains unknown field", "json.unknown-key"),
    ("Expected", "json.type"),
    ("Number out of range", "json.number"),
    ("Integer value out of range", "json.number"),
)


def check(data: bytes, limits: Limits = STRICT) -> None:
    """Raise InvalidDocument unless `data` is one JSON text in UTF-8, within `limits`."""
    parsed(data, limits)


def parsed(data: bytes, limits: Limits = STRICT) -> Tree:
    """Parse one JSON text in UTF-8, within `limits`; a fraction becomes the nearest double.

    Raises InvalidDocument.
    """
    tree = _tree(data, limits)
    # A text of fewer brackets than this is not nested deeper; those in strings are counted, too.
    most = limits.max_depth
    if most < JITER_DEPTH and data.count(b"[") + data.count(b"{") > most and _levels(tree) > most:
        raise _refusal(data, limits)
    return tree


def measured(data: bytes, limits: Limits = STRICT) -> tuple[Tree, int]:
    """Parse one JSON text in UTF-8, within `limits`, and return it with its levels of nesting.

    Raises InvalidDocument.
    """
    tree = _tree(data, limits)
    levels = _levels(tree)
    if levels > limits.max_depth:
        raise _refusal(data, limits)
    return tree, levels


def _tree(data: bytes, limits: Limits) -> Tree:
    _check_start(data, limits)
    try:
        return _parse(data, limits)
    except ValueError:
        raise _refusal(data, limits) from None


def _levels(tree: Tree) -> int:
    """Count the levels of arrays and objects."""
    levels = 0
    level = [tree] if type(tree) in _CONTAINERS else []
    while level:
        levels += 1
        level = [
            value
            for node in level
            for value in (node.values() if type(node) is dict else node)
            if type(value) in _CONTAINERS
        ]
    return levels


def _parse(data: bytes, limits: Limits) -> Tree:
    # jiter keeps up to 16,384 keys of fewer than 64 characters while the process runs, and no values.  Keys are few and
    # met again, so that this halves the time of a small text.
    return jiter.from_json(
        data,
        allow_inf_nan=False,
        cache_mode="keys",
        catch_duplicate_keys=limits.duplicate_keys == "refuse",
    )


def _check_start(data: bytes, limits: Limits) -> None:
    check_size(data, limits, "json.size")
    # RFC 8259, section 8.1: "Implementations MUST NOT add a byte order mark (U+FEFF) to the beginning of a
    # networked-transmitted JSON text."
    if data.startswith(b"\xef\xbb\xbf"):
        hint = "remove the first three bytes (EF BB BF): save as UTF-8 without BOM"
        raise invalid("json.bom", "the text starts with a byte order mark", line=1, column=1, hint=hint)
    if data.startswith(b"\x1f\x8b"):
        raise invalid("json.utf8", "the bytes are compressed by gzip", line=1, column=1, hint="decompress them first")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or 0 in data[:4]:
        raise invalid("json.utf8", "the text is in UTF-16 or UTF-32", line=1, column=1, hint="save it as UTF-8")


def check_raw(raw: msgspec.Raw | bytes, levels: int = FREE_DEPTH) -> None:
    """Check a piece that msgspec passed over: it checks the syntax of a Raw, but not its UTF-8, depth or numbers.

    Raises InvalidDocument without a position; `explain` with the whole text finds it.
    """
    data = bytes(raw)
    if len(data) < 2 * levels and data.isascii():
        return  # most pieces: too short for so many levels, or for so many digits
    if len(data) > MAX_DIGITS:
        _check_digits(data)
    # Base64 data is one long text: it has no depth, and counting brackets in it costs more than parsing it.
    flat = len(data) < 2 * levels or data.startswith(b'"')
    if data.isascii() and (flat or data.count(b"[") + data.count(b"{") <= levels):
        return
    _check_raw_closely(data, levels)


def _check_digits(data: bytes) -> None:
    """Raise InvalidDocument for an integer of more than MAX_DIGITS digits."""
    # So many digits in a row fill at least one of these blocks.
    if any(data[at : at + _BLOCK].isdigit() for at in range(0, len(data), _BLOCK)):
        try:
            jiter.from_json(data, cache_mode="none")
        except ValueError as error:
            if str(error).startswith("number out of range"):
                raise invalid("json.number", TOO_MANY_DIGITS, hint=DIGITS_HINT) from None


def _check_raw_closely(data: bytes, levels: int) -> None:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise _not_utf8(data, error) from None
    if data.count(b"[") + data.count(b"{") <= levels:
        return
    beyond = invalid("json.depth", f"free JSON {too_deep(levels)}", hint=DEPTH_HINT)
    try:
        tree = jiter.from_json(data, cache_mode="none")
    except ValueError as error:
        raise beyond if "recursion limit" in str(error) else explain(data, error) from None
    if _is_deeper(tree, levels):
        raise beyond


def _is_deeper(tree: Tree, levels: int) -> bool:
    row = [tree] if type(tree) in _CONTAINERS else []
    for _ in range(levels):
        if not row:
            return False
        row = [
            child
            for node in row
            for child in (node.values() if type(node) is dict else node)
            if type(child) in _CONTAINERS
        ]
    return bool(row)


def explain(data: bytes, error: Exception, limits: Limits = FAST) -> InvalidDocument:
    """Return the refusal that explains why `error` (of msgspec or jiter, a RecursionError ...) was raised for `data`.

    A type mismatch is the reason only if the text itself is valid JSON.
    """
    try:
        check(data, limits)
    except InvalidDocument as refused:
        return refused
    return _mismatch(data, error)


def _refusal(data: bytes, limits: Limits) -> InvalidDocument:
    try:
        data.decode()
        fault = find_fault(data, limits)
    except UnicodeDecodeError as wrong:
        return _not_utf8(data, wrong)
    except TooLong:
        fault = None
    fault = fault or _native_fault(data, limits)
    place = place_of(data, fault.offset)
    return invalid(
        fault.code, fault.message, pointer=fault.pointer, line=place.line, column=place.column, hint=fault.hint
    )


def _not_utf8(data: bytes, error: UnicodeDecodeError) -> InvalidDocument:
    place = place_of(data, error.start)
    message = f"byte {data[error.start]:#04x} is not UTF-8: {error.reason}"
    return invalid("json.utf8", message, line=place.line, column=place.column, hint="save it as UTF-8")


def _native_fault(data: bytes, limits: Limits) -> Fault:
    """Return the first error in a text too long for the scanner: jiter's message, without a pointer."""
    try:
        _parse(data, limits)
    except ValueError as error:
        found = _NATIVE_ERROR.match(str(error))
        message, line, column = found.groups() if found else (str(error), 1, 1)
        code = next((code for start, code in _NATIVE_CODES if message.startswith(start)), "json.syntax")
        return Fault(code, message, _offset(data, int(line), int(column)), None)
    # The text by itself is valid, so the lists that `check` puts around it do not fit.
    return Fault("json.depth", too_deep(limits.max_depth), 0, None, DEPTH_HINT)


def _offset(data: bytes, line: int, column: int) -> int:
    """Return the byte offset of a position of jiter; its columns count bytes."""
    start = 0
    for _ in range(line - 1):
        start = data.index(b"\n", start) + 1
    return min(start + max(column - 1, 0), len(data))


def _mismatch(data: bytes, error: Exception) -> InvalidDocument:
    if isinstance(error, InvalidDocument):
        return error
    if isinstance(error, RecursionError):
        return invalid("json.depth", "nested too deeply")
    if not isinstance(error, msgspec.ValidationError):
        return invalid("json.syntax", str(error))
    if isinstance(error.__cause__, InvalidDocument):
        return error.__cause__
    found = _TYPE_ERROR.match(str(error))
    message, path = (found[1], found[2] or "") if found else (str(error), "")
    code = next((code for start, code in _TYPE_CODES if message.startswith(start)), "json.value")
    pointer = _pointer(path)
    place = position(data, pointer)
    line, column = place or (None, None)
    return invalid(code, message, pointer=pointer, line=line, column=column)


def _pointer(path: str) -> str:
    """Convert the path `.messages[0].input[...]` of a msgspec error to a JSON Pointer, up to `[...]` (any key)."""
    steps = _STEP.findall(path.partition("[...]")[0])
    return "".join(f"/{escape(name) if name else index}" for name, index in steps)


def position(data: bytes, pointer: str) -> Place | None:
    """Return the line and column (both from 1, in characters) where the value at `pointer` starts.

    None if not found.
    """
    return positions(data, (pointer,)).get(pointer)


def positions(data: bytes, pointers: Collection[str], *, of_names: bool = False) -> dict[str, Place]:
    """Find many pointers in one pass; those not found, or very far into a long text, are left out.

    With `of_names` the places are those where the names of members start, and not their values.
    """
    return find_values(data, pointers, of_names=of_names)


def number(text: bytes | str) -> tuple[int | float, bool]:
    """Return the number in `text`, and whether writing it again gives the same text.

    `text` is a JSON number.  Integers are exact at any size; raises InvalidDocument above MAX_DIGITS digits.
    """
    if isinstance(text, bytes):
        text = text.decode("ascii")
    if text.isdigit() or text[1:].isdigit():
        if len(text) > MAX_DIGITS and len(text.lstrip("-")) > MAX_DIGITS:
            raise invalid("json.number", TOO_MANY_DIGITS, hint=DIGITS_HINT)
        return int(text), True
    value = float(text)
    if len(text) <= SHORT and "e" not in text and "E" not in text:
        return value, True
    return value, math.isfinite(value) and _same_number(value, text)


def _same_number(value: float, text: str) -> bool:
    try:
        return Decimal(repr(value)) == Decimal(text)
    except DecimalException:
        return False


def _read_float(text: str) -> float | Decimal:
    value, exact = number(text)
    if exact:
        return value
    try:
        return Decimal(text)
    except DecimalException:
        raise ValueError(f"Number out of range: {text[:40]}") from None


_UNTYPED = msgspec.json.Decoder(float_hook=_read_float)


def loads(data: bytes, limits: Limits = STRICT) -> Tree:
    """Parse `data`, with every number exact.

    Raises InvalidDocument.
    """
    check(data, limits)
    try:
        return _UNTYPED.decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise error if isinstance(error, InvalidDocument) else explain(data, error, limits) from None


def dumps(tree: Tree) -> bytes:
    """Write the compact JSON of a tree from `loads`, with every number digit for digit.

    Raises InvalidDocument for values that JSON cannot hold: NaN, infinities, lone surrogates.
    """
    try:
        data = _ENCODER.encode(tree)
    except (UnicodeEncodeError, RecursionError, ValueError) as error:
        raise invalid("json.value", f"cannot be written as JSON: {error}") from None
    # msgspec writes NaN and the infinities as null.
    if b"null" in data and _has_no_number(tree):
        raise invalid("json.number", "NaN and infinities cannot be written as JSON")
    return data


def _has_no_number(tree: Tree) -> bool:
    row = [tree]
    while row:
        node = row.pop()
        if isinstance(node, dict):
            row.extend(node.values())
        elif isinstance(node, list | tuple):
            row.extend(node)
        elif isinstance(node, float | Decimal) and not is_finite(node):
            return True
    return False


_FEED, _RETURN = b"\n\r"


def one_line(text: bytes) -> bytes:
    """Return the same JSON on one line.

    Free JSON keeps the line breaks of its source, which JSON Lines and the fields of an event must not contain.
    """
    return msgspec.json.format(text, indent=-1) if _FEED in text or _RETURN in text else text


def is_finite(value: float | Decimal) -> bool:
    """Return whether a value is a number other than NaN or an infinity; a Decimal may be larger than any double."""
    return value.is_finite() if isinstance(value, Decimal) else math.isfinite(value)


def json_of(text: str) -> Raw | None:
    """Return a text unchanged if it is exactly one JSON value; None otherwise."""
    if not text or text != text.strip():
        return None
    try:
        _ANY.decode(text)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return None
    return Raw(text.encode())
