"""What the tables of tests/cases/huggingface_messages do not show: columns after edits, and detection."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.laws import checks
from tests.laws.edits import edits

import turnwire
from turnwire.model import Message, TextBlock

NAME = "huggingface_messages"
SKY = [{"role": "user", "content": "What color is the sky?"}]
BLUE = [{"role": "assistant", "content": "It is blue."}]
GREEN = [{"role": "assistant", "content": "It is green."}]
CALL = {"type": "function", "function": {"name": "look", "arguments": {"at": "sky"}}}
PICTURES = {
    "messages": [
        {"role": "user", "content": [{"type": "image"}, {"type": "text", "text": "And this?"}, {"type": "image"}]}
    ],
    "images": ["https://example.org/first.png", "path/to/second.png"],
}


def written(document: Any) -> Any:
    """The row of a document."""
    return json.loads(turnwire.write(document, NAME).data)


def test_what_is_put_in_goes_into_the_column_before_it() -> None:
    document: Any = turnwire.read({"prompt": SKY, "chosen": BLUE, "rejected": GREEN}, NAME, kind="request")
    document.history.insert(1, Message("user", [TextBlock("Be brief.")]))
    document.history.append(Message("user", [TextBlock("Thanks.")]))
    row = written(document)
    assert [said["content"] for said in row["prompt"]] == ["What color is the sky?", "Be brief."]
    assert [said["content"] for said in row["chosen"]] == ["It is blue.", "Thanks."]
    assert row["rejected"] == GREEN


def test_a_column_that_was_emptied_stays() -> None:
    document: Any = turnwire.read({"prompt": SKY, "completion": BLUE}, NAME, kind="request")
    del document.history[1]
    assert written(document) == {"prompt": SKY, "completion": []}


def test_the_column_of_pictures_follows_the_parts() -> None:
    document: Any = turnwire.read(PICTURES, NAME, kind="request")
    del document.history[0].content[0]
    row = written(document)
    assert row["images"] == ["path/to/second.png"]
    assert row["messages"][0]["content"] == [{"type": "text", "text": "And this?"}, {"type": "image"}]


@pytest.mark.parametrize(
    "row",
    [
        PICTURES,
        {
            "prompt": SKY,
            "completion": [{"role": "assistant", "thinking": "It scatters.", "tool_calls": [CALL]}],
        },
        {"messages": [*SKY, {"role": "tool", "name": "look", "content": "deep blue"}], "tools": '[{"name": "look"}]'},
    ],
)
def test_every_edit_wins(row: dict[str, Any]) -> None:
    wire = json.dumps(row).encode()
    changed = list(edits(turnwire.read(wire, NAME, kind="request")))
    assert {edit.place: found for edit in changed if (found := checks.edits_win(wire, edit, NAME))} == {}
    assert changed


@pytest.mark.parametrize(
    "row",
    [
        {"prompt": SKY},
        {"chosen": [*SKY, *BLUE], "rejected": [*SKY, *GREEN]},
        {"messages": SKY, "tools": "[]", "source": "web"},
        {"messages": [{"role": "assistant", "tool_calls": [CALL]}]},
        {"messages": [{"role": "user", "content": [{"type": "image", "path": "a.png"}]}]},
        {"messages": SKY, "chat_template_kwargs": {"enable_thinking": False}},
        PICTURES,
    ],
)
def test_is_known_by_its_own_signs(row: dict[str, Any]) -> None:
    assert turnwire.detect(row)[0] == (NAME, "request")


def test_a_plain_conversation_is_first_of_all_another() -> None:
    found = turnwire.detect({"messages": SKY})
    assert found[0] == ("openai_chat", "request")
    assert (NAME, "request") in found
