"""JSON with one spelling of everything: RFC 8785, with numbers of any size.

RFC 8785 writes every number as the double next to it.  Here a number keeps all its digits, and where that double's
text means exactly this number, the two texts are the same.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from turnwire.errors import invalid

_WHOLE = 21
_SMALL = -6


def text_of(tree: Any) -> bytes:
    """The text of a tree of dict, list, str, int, float, Decimal, bool and None.

    Raises InvalidDocument: `json.number` for NaN and infinities, `json.surrogate`, `json.depth`, and `json.value` for
    what is no such tree.
    """
    parts: list[str] = []
    try:
        _write(tree, parts)
        return "".join(parts).encode()
    except UnicodeEncodeError as error:
        character = f"{error.object[error.start]!a}"
        message = f"the surrogate {character} is a lone surrogate, which Unicode text cannot contain"
        raise invalid("json.surrogate", message, hint="take it out") from None
    except RecursionError:
        raise invalid("json.depth", "nested too deeply", hint="is there a part that holds itself?") from None


def _write(node: Any, parts: list[str]) -> None:
    if isinstance(node, str):
        # "as follows: ... \b \t \n \f \r ... lowercase hexadecimal Unicode notation \uhhhh ... \\ and \" ... as is"
        # (RFC 8785, 3.2.2.2): Python's, with ASCII not forced.
        parts.append(json.dumps(node, ensure_ascii=False))
    elif isinstance(node, dict):
        _write_object(node, parts)
    elif isinstance(node, list | tuple):
        before = "["
        for item in node:
            parts.append(before)
            _write(item, parts)
            before = ","
        parts.append("]" if node else "[]")
    elif node is None or isinstance(node, bool):
        parts.append({None: "null", True: "true", False: "false"}[node])
    else:
        parts.append(number_text(node))


def _write_object(node: dict[str, Any], parts: list[str]) -> None:
    # "Property name strings to be sorted are formatted as arrays of UTF-16 code units" (RFC 8785, 3.2.3)
    before = "{"
    for name in sorted(node, key=_code_units):
        parts.append(f"{before}{json.dumps(name, ensure_ascii=False)}:")
        _write(node[name], parts)
        before = ","
    parts.append("}" if node else "{}")


def _code_units(name: Any) -> bytes:
    if not isinstance(name, str):
        raise invalid("json.value", f"the key {name!r:.60} is not a text", hint="keys of objects are text")
    return name.encode("utf-16-be")


def number_text(value: Any) -> str:
    """A number with all its digits, laid out as ECMAScript lays out its own.

    Raises InvalidDocument (`json.number`, `json.value`).
    """
    if type(value) is int and abs(value) < 10**_WHOLE:
        return str(value)
    if not isinstance(value, int | float | Decimal):
        raise invalid("json.value", f"{type(value).__name__} is not JSON", hint="use the types of turnwire.model")
    # "the shortest" digits that mean a double are what ECMAScript prints of it, and what Python's repr has.
    exact = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not exact.is_finite():
        raise invalid("json.number", "JSON has no NaN and no infinities", hint="leave the number out")
    sign, digits, exponent = exact.as_tuple()
    text = _laid_out("".join(map(str, digits)), int(exponent))
    return f"-{text}" if sign and text != "0" else text


def _laid_out(all_digits: str, exponent: int) -> str:
    """ECMAScript, Number::toString: `digits` are its s, `point` is its n, and k is their number."""
    digits = all_digits.strip("0")
    if not digits:
        return "0"
    point = len(all_digits.lstrip("0")) + exponent
    if len(digits) <= point <= _WHOLE:
        return digits + "0" * (point - len(digits))
    if 0 < point <= _WHOLE:
        return f"{digits[:point]}.{digits[point:]}"
    if _SMALL < point <= 0:
        return f"0.{'0' * -point}{digits}"
    tail = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{tail}e{point - 1:+d}"
