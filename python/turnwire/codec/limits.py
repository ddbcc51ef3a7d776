"""Limits on the size and depth of a document."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from turnwire.errors import invalid

MAX_DEPTH = 64
"""Levels of arrays and objects in one document; protobuf and every JSON parser we know read this many."""

FREE_DEPTH = 48
"""Levels that a piece of free JSON (tool input, a schema) may have by itself, inside a document."""

RESIDUE_DEPTH = 56
"""Levels that `provider_raw` may have in native JSON: free JSON, and the objects around it in its source."""

MAX_DIGITS = 4300
"""Digits of one integer.  CPython refuses to convert longer ones (`sys.set_int_max_str_digits`)."""

TOO_MANY_DIGITS = f"an integer of more than {MAX_DIGITS:,} digits, the most that turnwire reads"
DIGITS_HINT = "the limit is turnwire's own, and no option raises it: write the number as a text"
SPLIT = "split it, or pass `limits` with a larger `max_bytes`"
DEPTH_HINT = "the limit is turnwire's own, and no option raises it: write the inner part as a text"


def too_deep(levels: int) -> str:
    """Return the message about a text with more levels than `levels`."""
    return f"nested deeper than {levels} levels, the most that turnwire reads"


class Limits(Struct, frozen=True):
    """The limits of one reading.

    `max_bytes`: size of the input.  `max_depth`: levels of nesting.  `duplicate_keys`: `"refuse"` them, or take
    the `"last"` value as common parsers do.
    """

    max_bytes: int = 64 * 1024 * 1024
    max_depth: int = MAX_DEPTH
    duplicate_keys: Literal["refuse", "last"] = "refuse"


STRICT = Limits()
"""Everything is checked: the command line, the service, and `validate` read with it."""

FAST = Limits(duplicate_keys="last")
"""The library's default: all checks but the one for duplicate keys, which a typed parser cannot make for nothing."""

ONLY_KEYS = Limits(max_depth=1 << 30)
"""`STRICT` without its limit of levels, for a text that was read within `FAST`, which has the same limit.

Counting the levels again takes a sixth of the time of a conversion of 15 KB.
"""


def check_size(data: bytes, limits: Limits, code: str) -> None:
    """Raise InvalidDocument (`code`) if `data` has more bytes than are allowed.

    The message does not have the actual size: a caller that reads a file stops one byte after the limit.
    """
    if len(data) > limits.max_bytes:
        message = f"the document is larger than {limits.max_bytes:,} bytes, the most that is read here"
        raise invalid(code, message, hint=SPLIT)
