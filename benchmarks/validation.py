"""Validation of whole requests, with all layers: as a ratio to the orjson floor of the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import turnwire
from benchmarks.large import FORMATS, body_of
from benchmarks.ratio import Row, floor_of, ratios

if TYPE_CHECKING:
    from collections.abc import Iterator

# The rules of conversations cost the same for each message, so that small documents cost more in proportion.
ALLOWED = {"2 KB": 12.0, "15 KB": 2.0, "800 KB": 2.0}


def rows() -> Iterator[Row]:
    """Ratios for each format, with the dialect named and detected."""
    for dialect in FORMATS:
        for size, most in ALLOWED.items():
            body = body_of(size, dialect, "request")
            if turnwire.validate(body, dialect, kind="request").diagnostics:
                raise ValueError(f"the {size} of {dialect} have findings, which cost more than checking them")

            def named(body: bytes = body, dialect: str = dialect) -> bool:
                return turnwire.validate(body, dialect, kind="request").valid

            def detected(body: bytes = body) -> bool:
                return turnwire.validate(body).valid

            measured = ratios(floor_of(body), (named, detected))
            for way, ratio in zip(("named", "detected"), measured, strict=True):
                yield Row(f"validate {dialect}, {way}, {size}", ratio, most)
