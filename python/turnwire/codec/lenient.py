"""JSON as lenient parsers read it, and what strict ones refuse about it: a byte order mark, and repeated keys."""

from __future__ import annotations

from typing import Final, NamedTuple

from turnwire.codec.json import dumps, measured
from turnwire.codec.limits import FAST
from turnwire.codec.scan import Fault, TooLong, find_repeated, place_of
from turnwire.errors import InvalidDocument
from turnwire.model import Diagnostic

BOM: Final = b"\xef\xbb\xbf"


class Lenient(NamedTuple):
    """A text that lenient parsers read."""

    text: bytes
    """The text without a byte order mark; places in it are those that an editor shows."""
    plain: bytes
    """The same JSON, each object with the last of its members of one name."""
    repeated: list[Diagnostic]
    """What is wrong with the keys."""


def lenient(data: bytes) -> Lenient | None:
    """Read a text as lenient parsers do.

    RFC 8259, section 4: "When the names within an object are not unique, the behavior of software that receives such an
    object is unpredictable.  Many implementations report the last name/value pair only."

    Args:
        data: a JSON text that strict parsers refuse.

    Returns:
        The text; None if lenient parsers refuse it, too.
    """
    text = data.removeprefix(BOM)
    try:
        tree, _ = measured(text, FAST)
        faults = find_repeated(text)
    except (InvalidDocument, TooLong):
        return None
    return Lenient(text, dumps(tree), [_found(fault, text) for fault in faults])


def _found(fault: Fault, text: bytes) -> Diagnostic:
    line, column = place_of(text, fault.offset)
    where = fault.pointer
    return Diagnostic(fault.code, fault.message, "error", pointer=where, line=line, column=column, hint=fault.hint)
