"""Our frames are those of the schemas: the same keys, and whatever we make is valid there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.threads.conftest import frame, name, thread

from turnwire.documents import schemas
from turnwire.systems.gpt2099.threads import (
    Document,
    Frame,
    Meta,
    NewTurn,
    Told,
    add_turn,
    branch_turn,
    document_turn,
    reply_turn,
    resolve,
    result_turn,
)
from turnwire.systems.gpt2099.threads.frames import decode, encode

TURNS = thread(frame("a", head="main", options={"servers": ["x"]}), frame("b", "a", cache=True))
TOLD = Told(continues=["main"], servers=["fs"], search=True, provider_ptr="kilo", cache=True, respond=True)
REPLY = b'{"message":{"type":"message","role":"assistant","model":"m","content":[],"stop_reason":"end_turn"}}'

MADE = {
    "text": add_turn(TURNS, "x", Told(), name("z")),
    "everything": add_turn(TURNS, ["x", "y"], TOLD, name("z")),
    "document": document_turn(b"x", Document(name="x.md", original_path="/x.md", bookmark="b"), name("z")),
    "reply": reply_turn(TURNS, REPLY, "main", name("z")),
    "results": result_turn(TURNS, b"[]", "main", name("z")),
    "branch": branch_turn(TURNS, "try", ["main"], name("z")),
}


def properties(of: dict[str, Any]) -> set[str]:
    return set(of["properties"])


def test_the_keys_are_those_of_the_schemas() -> None:
    whole = json.loads(schemas.schema("gpt2099/turn-frame"))
    assert properties(whole) == set(Frame.__struct_fields__) - {"extra"}
    assert properties(whole["$defs"]["TurnMeta"]) == set(Meta.__struct_fields__) - {"extra"}
    # The schema has what add-turn of gpt2099 takes.
    ours = {"no_search", "no_servers", "tool_mode"}
    assert properties(json.loads(schemas.schema("gpt2099/new-turn"))) == set(Told.__struct_fields__) - ours


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_a_new_turn_is_valid(made: NewTurn) -> None:
    text = encode(made.frame)
    schemas.validator("gpt2099/turn-frame").validate(json.loads(text))
    assert made.frame == decode(text)


@pytest.mark.parametrize("headish", ["main", name("b")])
def test_a_window_is_valid(headish: str) -> None:
    schemas.validator("gpt2099/context-window").validate(json.loads(resolve(TURNS, headish).to_json()))


EXAMPLES = json.loads(schemas.schema("gpt2099/turn-frame"))["examples"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_the_examples_of_the_schema_come_back_equal(example: dict[str, Any]) -> None:
    assert example == json.loads(encode(decode(json.dumps(example).encode())))
