"""Detect common requests by decoding them.

The strict types of a format refuse members that only other formats have; `is_certain` checks the rest.  A request that
is not certain is detected like any other document.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from turnwire.dialects import PROBABLE, part_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.codec.limits import Limits

# As far into the body, from both ends, as the members of the top object are looked for.
_ENDS: Final = 400


class Recognised(Struct, frozen=True):
    """A request that fits the types of a dialect, decoded by them."""

    dialect: str
    wire: Any
    is_certain: bool
    """Whether no other dialect can be the better guess."""


def recognised(data: bytes, limits: Limits) -> Recognised | None:
    """Decode the body as the dialect that it probably is; None if it fits none of these.

    Raises InvalidDocument for bytes that are not JSON, or exceed the limits.
    """
    for name in likely(data):
        part = part_of(name, "request")
        wire = part.form.fitting(data, limits)
        if wire is not None:
            return Recognised(name, wire, part.is_certain is not None and part.is_certain(wire))
    return None


def likely(data: bytes) -> Iterator[str]:
    """The names of the dialects that a body may probably be of, the likeliest first."""
    ends = data if len(data) <= 2 * _ENDS else data[:_ENDS] + data[-_ENDS:]
    for sign, formats in PROBABLE:
        if sign in ends:
            tried = ""
            for name, signs in formats:
                for each in signs:
                    if each in ends and name != tried:
                        tried = tried or name
                        yield name
                        break
