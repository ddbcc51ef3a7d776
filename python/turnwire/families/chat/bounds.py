"""The least and the greatest values of the numbers in a request.

Sentences in quotes are from OpenAI's API description (openapi.json, 2026-08-21).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from turnwire.lowering.bounds import Bound, Bounds

BOUNDS: Final = Bounds(
    MappingProxyType(
        {
            "temperature": Bound(0, 2),  # "What sampling temperature to use, between 0 and 2."
            "top_p": Bound(0, 1, "above"),
            "presence_penalty": Bound(-2, 2),  # "Number between -2.0 and 2.0."
            "frequency_penalty": Bound(-2, 2),  # "Number between -2.0 and 2.0."
            "top_logprobs": Bound(0, 20, "above"),  # "An integer between 0 and 20"
            "candidates": Bound(1, 128, "above"),  # n: "minimum": 1, "maximum": 128
        }
    )
)
