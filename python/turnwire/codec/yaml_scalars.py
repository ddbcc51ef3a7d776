"""Resolve YAML scalars by the core schema of YAML 1.2 (section 10.3), not by YAML 1.1.

Dates, `yes`, `12:30:45` and `1_000` are text; `010` is ten; values that JSON cannot hold (`.inf`, `.nan`) are refused.
"""

from __future__ import annotations

import re
from decimal import Decimal, DecimalException
from typing import TypeAlias

from turnwire.codec.json import number
from turnwire.codec.limits import MAX_DIGITS, TOO_MANY_DIGITS

Scalar: TypeAlias = str | int | float | Decimal | bool | None

# "[-+]? [0-9]+", "0o [0-7]+", "0x [0-9a-fA-F]+" (YAML 1.2.2, 10.3.2)
_INT = re.compile(r"[-+]?[0-9]+\Z")
_BASES = ((re.compile(r"0o[0-7]+\Z"), 8), (re.compile(r"0x[0-9a-fA-F]+\Z"), 16))
# "[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?" (the same)
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
# "[-+]? ( \.inf | \.Inf | \.INF )", "\.nan | \.NaN | \.NAN" (the same)
_NO_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")
_BARE_POINT = re.compile(r"(?<![0-9])\.")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER_STARTS = frozenset("+-.0123456789")
_TOO_LONG = 10**MAX_DIGITS

CORE = "tag:yaml.org,2002:"
_TYPES: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "float": (int, float, Decimal),
    "bool": (bool,),
    "null": (type(None),),
}


def resolve(text: str) -> Scalar:
    """The value of a plain scalar.  Raises ValueError for a number that JSON, or CPython, cannot hold."""
    if text in _WORDS:
        return _WORDS[text]
    return _number(text) if text[0] in _NUMBER_STARTS else text


def _number(text: str) -> Scalar:
    if _INT.match(text):
        if len(text) > MAX_DIGITS:
            raise ValueError(TOO_MANY_DIGITS)
        return int(text)
    for pattern, base in _BASES:
        if pattern.match(text):
            return _in_base(text[2:], base)
    if _FLOAT.match(text):
        return _float(text.lstrip("+"))
    if _NO_NUMBER.match(text):
        raise ValueError(f"JSON has no {text}")
    return text


def _in_base(digits: str, base: int) -> int:
    value = int(digits, base) if len(digits) <= 2 * MAX_DIGITS else _TOO_LONG
    if value >= _TOO_LONG:
        raise ValueError(TOO_MANY_DIGITS)
    return value


def _float(text: str) -> float | Decimal:
    # JSON requires a digit before the point.
    value, exact = number(_BARE_POINT.sub("0.", text))
    if exact:
        return float(value)
    try:
        return Decimal(text)
    except DecimalException:
        raise ValueError(f"the exponent of {text[:40]} is out of all range") from None


TIMESTAMP = f"{CORE}timestamp"
TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?"
    r"(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?\Z",
    re.ASCII,
)
"""A plain scalar that is a time in YAML 1.1 ("Timestamp Language-Independent Type for YAML Version 1.1"), and text in
the core schema."""


def tagged(text: str, tag: str) -> Scalar:
    """The value of a scalar with a core tag.  Raises ValueError if the text does not fit it."""
    kind = tag.removeprefix(CORE)
    if kind in ("!", "str"):
        return text
    value = resolve(text)
    if type(value) not in _TYPES.get(kind, ()):
        raise ValueError(f"`{text[:40]}` is no {kind}" if kind in _TYPES else f"the tag {tag[:80]} on a scalar")
    return float(value) if kind == "float" and isinstance(value, int) else value
