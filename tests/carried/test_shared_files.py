"""The id of a file that was uploaded to OpenAI names it in both of OpenAI's APIs, and nowhere else."""

from __future__ import annotations

import json
from typing import Any

import pytest

import turnwire

CHAT: dict[str, Any] = {
    "model": "m",
    "messages": [{"role": "user", "content": [{"type": "file", "file": {"file_id": "file-abc"}}]}],
}
RESPONSES: dict[str, Any] = {
    "model": "m",
    "input": [{"role": "user", "content": [{"type": "input_file", "file_id": "file-abc"}]}],
}
BODIES = {"openai_chat": CHAT, "openai_responses": RESPONSES, "azure_chat": CHAT}
PAIRS = [
    ("openai_chat", "openai_responses", True),
    ("openai_responses", "openai_chat", True),
    # The files of Azure are those of the customer's own resource.
    ("openai_chat", "azure_chat", False),
    ("azure_chat", "openai_responses", False),
    ("openai_responses", "anthropic_messages", False),
]


@pytest.mark.parametrize(("source", "target", "is_known"), PAIRS)
def test_an_id_goes_where_it_is_known(source: str, target: str, *, is_known: bool) -> None:
    written = turnwire.convert(BODIES[source], target, source=source, kind="request")
    assert is_known is ("file-abc" in written.data.decode())
    lost = [loss for loss in written.losses if loss.path.startswith("/history/0/content/0")]
    assert is_known is not bool(lost)


def test_the_file_of_a_result_is_shown_by_the_user() -> None:
    call = {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"}
    found = {"type": "function_call_output", "call_id": "c", "output": [{"type": "input_file", "file_id": "file-abc"}]}
    body = {"model": "m", "input": [{"role": "user", "content": "Read it."}, call, found]}
    written = turnwire.convert(body, "openai_chat", source="openai_responses", kind="request")
    *_, result, shown = json.loads(written.data)["messages"]
    assert ("tool", "") == (result["role"], result["content"])
    assert {"role": "user", "content": [{"type": "file", "file": {"file_id": "file-abc"}}]} == shown
