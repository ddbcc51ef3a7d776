"""Whether a parsed document is nested no deeper than a piece of it may be, which is so of almost every document.

Counting the levels in Python takes three times as long as comparing the document with a schema that allows only so
many (`docs/speed.md`).
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from turnwire.codec.limits import FREE_DEPTH

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator

_VALUE: Final = {"not": {"type": ["array", "object"]}}


def is_shallow(tree: Any) -> bool:
    """Return whether a tree of plain JSON has at most `FREE_DEPTH` levels of arrays and objects.

    Raises:
        ImportError: the package jsonschema-rs is not installed.

    Example:
        `is_shallow([[1]])` is True.
    """
    return bool(_allowing(FREE_DEPTH).is_valid(tree))


@functools.cache
def _allowing(levels: int) -> Draft202012Validator:
    """Compile the schema of all JSON with at most so many levels: each level refers to the one inside of it."""
    import jsonschema_rs  # noqa: PLC0415 - only documents that are validated need it

    levelled: dict[str, Any] = {"0": _VALUE}
    for level in range(1, levels + 1):
        inner = {"$ref": f"#/$defs/{level - 1}"}
        levelled[str(level)] = {"items": inner, "additionalProperties": inner}
    return jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{levels}", "$defs": levelled})
