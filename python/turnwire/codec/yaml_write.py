"""Write trees as YAML that every reader parses to the same JSON: blocks, and quotes around ambiguous strings.

A string is plain only if it is made of harmless characters, starts with a letter, and is not a word that YAML
1.1 or 1.2 reads as another value.  Every other string is one line in double quotes.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING, Self

from turnwire.codec.json import is_finite
from turnwire.codec.limits import MAX_DEPTH, too_deep
from turnwire.errors import invalid

if TYPE_CHECKING:
    from turnwire.codec.json import Tree

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./+-]*(?: [A-Za-z0-9_./+(][A-Za-z0-9_./+();'-]*)*\Z")
# "y|Y|yes|Yes|YES|n|N|no|No|NO|true|...|on|...|off" (YAML 1.1, bool), null, and what some readers call numbers.
_WORDS = frozenset(("y", "yes", "n", "no", "true", "false", "on", "off", "null", "nan", "inf", "infinity"))
# Control characters, line breaks of 1.1 (U+0085, U+2028, U+2029), the byte order mark, and what 1.1 calls
# unprintable (DEL, U+FFFE, U+FFFF).
_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_LONGEST_KEY = 1000
"""Characters of a key before its colon; a longer one needs `?` ("a limit of 1024 characters", YAML 1.2.2, 7.4)."""


class Tagged(str):
    """A text with a tag before it; only a format's own reader reads such a text back."""

    __slots__ = ("tag",)
    tag: str

    def __new__(cls, text: str, tag: str) -> Self:
        """Make a text with a tag, such as `!Role`."""
        made = super().__new__(cls, text)
        made.tag = tag
        return made


def dump(tree: Tree) -> bytes:
    """Write a tree from `turnwire.codec.json.loads` as YAML; `yaml.loads` reads it back equal.

    Raises InvalidDocument for values that JSON cannot hold and for nesting deeper than MAX_DEPTH.
    """
    lines: list[str] = []
    if isinstance(tree, dict | list | tuple) and tree:
        _block(lines, tree, "", "")
    else:
        lines.append(_leaf(tree))
    try:
        return ("\n".join(lines) + "\n").encode()
    except UnicodeEncodeError:
        raise invalid("yaml.surrogate", "half of a surrogate pair cannot be written") from None


def _block(lines: list[str], node: Tree, indent: str, lead: str) -> None:
    """Append the lines of a node that is not empty; `lead` begins the first line, `indent` the others."""
    if len(indent) >= 2 * MAX_DEPTH:
        raise invalid("yaml.depth", too_deep(MAX_DEPTH))
    if isinstance(node, dict):
        for key, value in node.items():
            _entry(lines, value, indent, lead + _key(key, indent))
            lead = indent
    else:
        for value in node:
            _item(lines, value, indent, lead + "-")
            lead = indent


def _key(key: str, indent: str) -> str:
    text = _string(key)
    return f"{text}:" if len(text) <= _LONGEST_KEY else f"? {text}\n{indent}:"


def _entry(lines: list[str], value: Tree, indent: str, start: str) -> None:
    if isinstance(value, dict | list | tuple) and value:
        lines.append(start)
        _block(lines, value, indent + "  ", indent + "  ")
    else:
        lines.append(f"{start} {_leaf(value)}")


def _item(lines: list[str], value: Tree, indent: str, start: str) -> None:
    if isinstance(value, dict | list | tuple) and value:
        _block(lines, value, indent + "  ", start + " ")
    else:
        lines.append(f"{start} {_leaf(value)}")


def _leaf(value: Tree) -> str:
    if isinstance(value, str):
        return f"{value.tag} {_string(value)}" if isinstance(value, Tagged) else _string(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, int | float | Decimal):
        return _number(value)
    if isinstance(value, dict | list | tuple):
        return "{}" if isinstance(value, dict) else "[]"
    raise TypeError(f"{type(value).__name__} cannot be part of a JSON tree")


def _string(text: str) -> str:
    if _PLAIN.match(text) and text.lower() not in _WORDS:
        return text
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    return _SHORT.get(character) or f"\\u{ord(character):04x}"


def _number(value: float | Decimal) -> str:
    if isinstance(value, int):
        try:
            return str(value)
        except ValueError as error:
            raise invalid("yaml.number", str(error)) from None
    if not is_finite(value):
        raise invalid("yaml.number", "JSON has neither NaN nor infinities")
    # YAML 1.1 reads a number as a float only with a point and a signed exponent.
    mantissa, exponent, power = str(value).lower().partition("e")
    return mantissa + ("" if "." in mantissa else ".0") + exponent + power
