"""Native JSON: read and write; to Protobuf binary and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import turnwire
from benchmarks.inputs import requests
from benchmarks.ratio import Row, floor_of, ratios
from turnwire.codec import proto

if TYPE_CHECKING:
    from collections.abc import Iterator

TRIP = {"1 KB": 1.3, "13 KB": 1.1, "800 KB": 1.1, "5 MB images": 0.8}
TO_PROTOBUF = {"1 KB": 3.2, "13 KB": 2.6, "800 KB": 2.0, "5 MB images": 0.6}
FROM_PROTOBUF = {"1 KB": 4.0, "13 KB": 3.0, "800 KB": 2.0, "5 MB images": 0.6}


def rows() -> Iterator[Row]:
    """Ratios to the floor of the native JSON's own bytes."""
    for size, body in requests().items():
        native = turnwire.convert(body, "turnwire", source="openai_chat", kind="request").data
        binary = proto.encode(turnwire.read(native, "turnwire", kind="request"))

        def trip(native: bytes = native) -> bytes:
            return turnwire.write(turnwire.read(native, "turnwire", kind="request"), "turnwire").data

        def to_protobuf(native: bytes = native) -> bytes:
            return proto.encode(turnwire.read(native, "turnwire", kind="request"))

        def from_protobuf(binary: bytes = binary) -> bytes:
            return turnwire.write(proto.decode(binary, "request"), "turnwire").data

        measured = ratios(floor_of(native), (trip, to_protobuf, from_protobuf))
        allowed = (TRIP[size], TO_PROTOBUF[size], FROM_PROTOBUF[size])
        names = ("native JSON read and write", "native JSON to Protobuf", "Protobuf to native JSON")
        for name, ratio, most in zip(names, measured, allowed, strict=True):
            yield Row(f"{name}, {size}", ratio, most)
