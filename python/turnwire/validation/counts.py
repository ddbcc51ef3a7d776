"""Find counts of the canonical message format that have a point or an exponent, such as `1.0`.

They are integers of JSON Schema, "such as `1.0`" (JSON Schema 2020-12, validation, 6.1.1), so no schema finds them; the
format says `int`, and its own decoder refuses them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from turnwire.validation.fixes.patches import replace, safe
from turnwire.validation.outline.nodes import member
from turnwire.validation.outline.records import pointer_of
from turnwire.validation.schema_rules import RULES_BY_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialects.dialect import Kind
    from turnwire.model import Diagnostic, Fix
    from turnwire.validation.outline.records import Path

# "input_tokens: int", and so on (canonical message format, 4.3).
COUNTS: Final = ("input_tokens", "output_tokens", "cached_input_tokens", "cache_creation_input_tokens", "latency_ms")
"""The members of usage that are integers."""
_EXACT: Final = 2**53
"""Above this, the number that was meant may be another one than the parser made."""


def inexact_counts(tree: Any, kind: Kind) -> Iterator[Diagnostic]:
    """Make a finding for each count that is whole, and not written as an integer.

    Args:
        tree: the parsed document: the messages of a session under `messages`, or a reply.
        kind: its kind.

    Example:
        `list(inexact_counts({"metadata": {"usage": {"input_tokens": 1.0}}}, "response"))` has one finding.
    """
    if kind == "response":
        yield from _in_message(tree, ())
        return
    messages = member(tree, "messages")
    for n, message in enumerate(messages if type(messages) is list else ()):
        yield from _in_message(message, ("messages", n))


def _in_message(message: Any, place: Path) -> Iterator[Diagnostic]:
    usage = member(member(message, "metadata"), "usage")
    for name in COUNTS:
        count = member(usage, name)
        if type(count) is float and count.is_integer() and count >= 0:  # the schema finds the others
            path = (*place, "metadata", "usage", name)
            yield RULES_BY_NAME["wrong-type"].found(
                f"`{name}` is {count}, and not an integer",
                pointer_of(path),
                hint="write the number without a point and without an exponent",
                expected="an integer",
                fixes=_as_integer(path, count),
            )


def _as_integer(path: Path, count: float) -> tuple[Fix, ...]:
    return (safe("write it as an integer", replace(path, int(count))),) if abs(count) <= _EXACT else ()
