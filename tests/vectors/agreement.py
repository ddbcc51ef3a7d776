"""Whether runtimes that were written independently agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.conformance.python import better

if TYPE_CHECKING:
    from google.protobuf.message import Message
    from tests.conformance.python.serve import Codec
    from tests.vectors.given import Given


class Outcome(NamedTuple):
    """What a runtime makes of an input: bytes, or an error."""

    data: bytes | None
    error: str = ""

    @classmethod
    def of(cls, source: Codec, binary: Codec, case: Given) -> Outcome:
        try:
            return cls(binary.serialize(case.message, source.parse(case.message, case.data)))
        except Exception as error:  # noqa: BLE001 - a binding may refuse with anything
            return cls(None, f"{type(error).__name__}: {error}")


def agreed(message: str, data: bytes) -> bool:
    """Whether betterproto2 reads the bytes and writes the same ones."""
    binary = better.CODECS["binary"]
    return binary.serialize(message, binary.parse(message, data)) == data


def has_loose_map(message: Message) -> bool:
    """Whether a map in it has several keys: "the wire format ordering and map iteration ordering of map values is
    undefined" (protobuf.dev, Language Guide, Maps)."""
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if field.message_type.GetOptions().map_entry:
            if len(value) > 1:
                return True
        elif any(map(has_loose_map, value if field.is_repeated else [value])):
            return True
    return False
