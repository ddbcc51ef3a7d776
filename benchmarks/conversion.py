"""Conversions between dialects through the public API and the canonical form, all checks on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import turnwire
from benchmarks.inputs import requests
from benchmarks.ratio import Row, floor_of, ratios

if TYPE_CHECKING:
    from collections.abc import Iterator

ALLOWED = {"1 KB": 2.5, "13 KB": 2.0, "800 KB": 1.5, "5 MB images": 0.6}


def rows() -> Iterator[Row]:
    """openai_chat to anthropic_messages, as a ratio to the floor of the request's bytes."""
    for size, body in requests().items():

        def convert(body: bytes = body) -> turnwire.Written:
            return turnwire.convert(body, "anthropic_messages", source="openai_chat", kind="request")

        (ratio,) = ratios(floor_of(body), (convert,))
        yield Row(f"openai_chat to anthropic_messages, {size}", ratio, ALLOWED[size])
