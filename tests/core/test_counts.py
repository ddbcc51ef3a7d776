"""The sums that are told of counts of tokens when all of these are lost."""

from __future__ import annotations

from typing import Any

import pytest

import turnwire
from turnwire.documents.token_usage import with_totals
from turnwire.model import Completion, Message, TextBlock, Usage

TABLE: dict[str, tuple[Usage, dict[str, int]]] = {
    "nothing": (Usage(), {}),
    "one side": (Usage(input_tokens=3), {}),
    "the other side": (Usage(output_tokens=3), {}),
    "both sides": (Usage(3, 4), {"total_tokens": 7}),
    "zeros are counts": (Usage(0, 0), {"total_tokens": 0}),
    "a prompt in parts": (Usage(3, None, 4), {"total_input_tokens": 7}),
    "all": (Usage(1, 2, 4, 8), {"total_input_tokens": 13, "total_tokens": 15}),
    "parts of a side are in it already": (Usage(1, 2, reasoning_tokens=2, audio_input_tokens=1), {"total_tokens": 3}),
}


@pytest.mark.parametrize("name", TABLE)
def test_sums(name: str) -> None:
    usage, sums = TABLE[name]
    counts = {field: value for field in usage.__struct_fields__ if (value := getattr(usage, field)) is not None}
    assert counts | sums == with_totals(usage)


def test_a_reply_without_a_place_for_counts_tells_them_and_their_sums() -> None:
    reply = Completion([Message("assistant", [TextBlock("Hi.")])], usage=Usage(3, 5, 4))
    told: dict[str, Any] = {loss.path: loss.value for loss in turnwire.write(reply, "geppetto").losses}
    assert {
        "input_tokens": 3,
        "output_tokens": 5,
        "cached_input_tokens": 4,
        "total_input_tokens": 7,
        "total_tokens": 12,
    } == told["/usage"]
