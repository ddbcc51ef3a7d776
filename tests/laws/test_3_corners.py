"""Law 3 for documents that were lost in silence once: one line each, asked of every dialect."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.laws import checks

import turnwire
from turnwire.dialects import get, names

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind

SAID = [{"type": "text", "text": "A."}]
ASKED = {"role": "user", "content": [{"type": "text", "text": "Hi."}]}


def reply(**usage: int) -> dict[str, Any]:
    """A reply with these token counts."""
    return {"candidates": [{"role": "assistant", "content": SAID}], "usage": usage}


CORNERS: dict[str, tuple[Kind, dict[str, Any]]] = {
    "fewer input tokens than none": ("response", reply(input_tokens=-3, output_tokens=5)),
    "fewer output tokens than none": ("response", reply(input_tokens=3, output_tokens=-5, reasoning_tokens=-1)),
    "fewer cached tokens than none": ("response", reply(input_tokens=3, output_tokens=5, cached_input_tokens=-4)),
    "fewer tokens put into a cache than none": (
        "response",
        reply(input_tokens=3, output_tokens=5, cache_creation_input_tokens=-4),
    ),
    "the result of a provider's run, said by the user, in words": (
        "request",
        {
            "history": [
                {
                    "role": "user",
                    "content": [
                        *SAID,
                        {
                            "type": "tool_result",
                            "tool_use_id": "x1",
                            "run_by": "provider",
                            "result_type": "web_search_tool_result",
                            "content": SAID,
                        },
                    ],
                }
            ]
        },
    ),
    "JSON for a tool that takes text": (
        "request",
        {
            "history": [
                ASKED,
                {
                    "role": "assistant",
                    "content": [
                        {"type": "tool_use", "id": "call_1", "name": "f", "call_type": "custom", "input": {"a": 1}}
                    ],
                },
            ]
        },
    ),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_nothing_is_lost_in_silence(corner: str) -> None:
    kind, tree = CORNERS[corner]
    document = turnwire.read(tree, "turnwire", kind=kind)
    targets = [name for name in names() if get(name).part(kind)]
    found = {name: checks.losses_account_for_everything(document, name) for name in targets}
    assert {} == {name: faults for name, faults in found.items() if faults}
