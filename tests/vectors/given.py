"""An input that is no canonical spelling: what it is, and what is known beforehand about how it is taken."""

from __future__ import annotations

from enum import Enum
from typing import Literal, NamedTuple

Format = Literal["native", "yaml", "proto_json", "binary"]


class Runtimes(Enum):
    """What the runtimes of protobuf do with an input."""

    AGREE = "those at hand are asked, and must agree"
    REFUSE = "the specification wants it refused"
    UNSETTLED = "the specification leaves it open, or nobody holds to it: nothing is expected"


class Given(NamedTuple):
    """One input."""

    name: str
    message: str
    format: Format
    data: bytes
    runtimes: Runtimes = Runtimes.AGREE
    refused: tuple[str, str] | None = None
    """(code, pointer) by the rules of proto/README.md, where the Python model is more lenient."""
    rest: bytes | None = None
    """What is left of it for a reader that knows nothing of what is new: of binary in ProtoJSON, of that in binary."""


HISTORY, COMPLETION, ERROR = "turnwire.v1.History", "turnwire.v1.Completion", "turnwire.v1.ErrorReply"
MESSAGE, BLOCK, EVENT = "turnwire.v1.Message", "turnwire.v1.ContentBlock", "turnwire.v1.StreamEvent"


def varint(number: int) -> bytes:
    """A varint; negative numbers as 64 bits, as int64 has them."""
    number &= 2**64 - 1
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def field(number: int, value: bytes | int) -> bytes:
    """A field of binary: a varint, or bytes with their length before them."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value
