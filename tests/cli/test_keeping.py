"""The options that say how reasoning and the tools of a provider are written reach the conversion."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Command = Callable[..., Result]

pytestmark = pytest.mark.all_dialects


SEARCHED = json.dumps(
    {
        "model": "m",
        "max_tokens": 9,
        "messages": [
            {"role": "user", "content": "How high is the lake?"},
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "I have to look.", "signature": "c2VhbA=="},
                    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "lake"}},
                    {
                        "type": "web_search_tool_result",
                        "tool_use_id": "srvtoolu_1",
                        "content": [
                            {
                                "type": "web_search_result",
                                "url": "https://lake.example",
                                "title": "The lake",
                                "encrypted_content": "c2VhbA==",
                                "page_age": None,
                            }
                        ],
                    },
                    {"type": "text", "text": "High."},
                ],
            },
            {"role": "user", "content": "Thanks."},
        ],
    }
)

AS_TEXT, CALLED, CALL = "<thinking>", "Called the tool web_search", '"tool_calls"'
KEPT = [
    ("", {CALL}),
    ("--reasoning text", {AS_TEXT, CALL}),
    ("--hosted-tools text", {CALLED}),
    ("--hosted-tools drop", set()),
    ("--reasoning text --hosted-tools text", {AS_TEXT, CALLED}),
]


@pytest.mark.parametrize(("options", "expected"), KEPT)
def test_what_is_kept_is_what_the_caller_chose(
    options: str, expected: set[str], folder: Path, turnwire_command: Command
) -> None:
    (folder / "a.json").write_text(SEARCHED)
    body = turnwire_command(f"convert --from anthropic_messages --to openai_chat -q {options} a.json").stdout
    assert expected == {each for each in (AS_TEXT, CALLED, CALL) if each in body}
