"""Many repairs in one place of a list are made together, in the order of their findings."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.validation.repair.test_repairs import HI, NONE, answer, anthropic, calls, chat, result, said, text, use

import turnwire
from turnwire.validation import repair as repairing

MANY = 80
IDS = [f"c{n}" for n in range(MANY)]
ASKED = said("assistant", *map(use, IDS))
ANSWERS = [answer(each, NONE, is_error=True) for each in IDS]
TOLD = [answer(each) for each in IDS]
YES = said("assistant", text("Yes."))

# The dialect, the messages, and the messages as they shall be.
CASES: dict[str, tuple[str, list[Any], list[Any]]] = {
    "calls without results": (
        "openai_chat",
        [HI, calls(*IDS), HI],
        [HI, calls(*IDS), *(result(each, NONE) for each in IDS), HI],
    ),
    "results before their calls": (
        "openai_chat",
        [HI, *map(result, IDS), calls(*IDS), HI],
        [HI, calls(*IDS), *map(result, IDS), HI],
    ),
    "results behind a question": (
        "openai_chat",
        [HI, calls(*IDS), HI, *map(result, IDS), HI],
        [HI, calls(*IDS), *map(result, IDS), HI, HI],
    ),
    "blocks in front of a text": (
        "anthropic_messages",
        [HI, ASKED, HI],
        [HI, ASKED, said("user", *ANSWERS, text("Hi."))],
    ),
    "blocks in front of a block": (
        "anthropic_messages",
        [HI, ASKED, said("user", text("Hi."))],
        [HI, ASKED, said("user", *ANSWERS, text("Hi."))],
    ),
    "blocks of one message of the user": (
        "anthropic_messages",
        [HI, ASKED, YES, HI],
        [HI, ASKED, said("user", *ANSWERS), YES, HI],
    ),
}


def body_of(dialect: str, messages: list[Any]) -> dict[str, Any]:
    return chat(*messages) if dialect == "openai_chat" else anthropic(*messages)


@pytest.mark.parametrize(("dialect", "before", "after"), CASES.values(), ids=CASES)
@pytest.mark.parametrize("indent", [None, 1])
def test_few_rounds_mend_all(
    dialect: str, before: list[Any], after: list[Any], indent: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repairing, "_ROUNDS", 4)
    done = turnwire.repair(json.dumps(body_of(dialect, before), indent=indent).encode(), dialect, kind="request")
    assert json.loads(done.data) == body_of(dialect, after)
    assert done.left == ()
    assert len(done.applied) == MANY


def test_blocks_that_are_moved_are_all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repairing, "_ROUNDS", 4)
    body = json.dumps(anthropic(HI, ASKED, HI, said("user", *TOLD))).encode()
    done = turnwire.repair(body, "anthropic_messages", kind="request")
    *before, last = json.loads(done.data)["messages"]
    *moved, words = last["content"]
    assert (before, words) == ([HI, ASKED], text("Hi."))
    # A removal that touches another one is made in the next round.
    assert sorted(moved, key=lambda each: IDS.index(each["tool_use_id"])) == TOLD


def test_calls_and_the_results_of_others_are_mended_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repairing, "_ROUNDS", 4)
    strays = [result(f"d{n}") for n in range(MANY)]
    body = json.dumps(chat(HI, calls(*IDS), *strays, HI)).encode()
    done = turnwire.repair(body, "openai_chat", kind="request", unsafe=True)
    assert json.loads(done.data) == chat(HI, calls(*IDS), *(result(each, NONE) for each in IDS), HI)
    assert len(done.applied) == 2 * MANY
