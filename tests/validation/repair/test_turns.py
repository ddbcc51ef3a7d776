"""Repairs of the order of turns (TW307), and their laws on conversations whose sides come by chance."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.validation.repair.test_repairs import HI, NONE, PNG, Case, calls, chat, result, said, text

import turnwire

Message = dict[str, Any]
CONVERSE, PERPLEXITY = "bedrock_converse", "perplexity_chat"
TOOLS = {"tools": [{"toolSpec": {"name": "clock", "inputSchema": {"json": {"type": "object"}}}}]}
PICTURE = {"image": {"format": "png", "source": {"bytes": PNG}}}
USE = {"toolUse": {"toolUseId": "a", "name": "clock", "input": {"hours": 1.50}}}
ANSWER = {"toolResult": {"toolUseId": "a", "content": [{"text": "12:00"}]}}
THOUGHT = {"reasoningContent": {"reasoningText": {"text": "Hm.", "signature": "c2ln"}}}


def converse(*messages: Message) -> dict[str, Any]:
    return {"modelId": "m", "messages": list(messages), "toolConfig": TOOLS}


def user(*blocks: str | Message) -> Message:
    return {"role": "user", "content": [{"text": each} if isinstance(each, str) else each for each in blocks]}


def model(*blocks: str | Message) -> Message:
    return {**user(*blocks), "role": "assistant"}


SAFE: dict[str, Case] = {
    "Converse, two messages of the user": (
        CONVERSE,
        converse(user("Hi."), user("Ho.", PICTURE)),
        converse(user("Hi.", "Ho.", PICTURE)),
        ["TW307"],
    ),
    "Converse, two messages of the assistant, the second with a call": (
        CONVERSE,
        converse(user("Hi."), model("One."), model("Two.", USE), user(ANSWER)),
        converse(user("Hi."), model("One.", "Two.", USE), user(ANSWER)),
        ["TW307"],
    ),
    "Converse, a result and what the user says": (
        CONVERSE,
        converse(user("Hi."), model(USE), user(ANSWER), user("Well?")),
        converse(user("Hi."), model(USE), user(ANSWER, "Well?")),
        ["TW307"],
    ),
    "Converse, three in a row": (
        CONVERSE,
        converse(user("Hi."), user("Ho."), user("He.")),
        converse(user("Hi.", "Ho.", "He.")),
        ["TW307", "TW307"],
    ),
    "Perplexity, two texts": (
        PERPLEXITY,
        chat(HI, {"role": "user", "content": "Ho."}),
        chat(said("user", text("Hi."), text("Ho."))),
        ["TW307"],
    ),
    "Perplexity, a text and a list": (
        PERPLEXITY,
        chat(HI, said("user", text("Ho."), text("He."))),
        chat(said("user", text("Hi."), text("Ho."), text("He."))),
        ["TW307"],
    ),
    "Perplexity, a list and a text": (
        PERPLEXITY,
        chat(said("user", text("Hi.")), {"role": "user", "content": "Ho."}),
        chat(said("user", text("Hi."), text("Ho."))),
        ["TW307"],
    ),
}
UNSAFE: dict[str, Case] = {
    "Mistral, the assistant's message at the end": (
        "mistral_chat",
        chat(HI, {"role": "assistant", "content": "Hello"}),
        chat(HI, {"role": "assistant", "content": "Hello", "prefix": True}),
        ["TW307"],
    ),
    "Converse, the assistant begins": (
        CONVERSE,
        converse(model("Hello."), user("Hi.")),
        converse(user("Begin."), model("Hello."), user("Hi.")),
        ["TW307"],
    ),
}
# Where a call keeps its place, and another repair puts its result between the two messages.
APART: dict[str, Case] = {
    "Converse, the result comes too late": (
        CONVERSE,
        converse(user("Hi."), model(USE), model("Two."), user(ANSWER)),
        converse(user("Hi."), model(USE), user(ANSWER), model("Two.")),
        ["TW306"],
    ),
    "Perplexity, there is no result": (
        PERPLEXITY,
        chat(HI, calls("a"), {"role": "assistant", "content": "x"}),
        chat(HI, calls("a"), result(content=NONE), {"role": "assistant", "content": "x"}),
        ["TW301"],
    ),
}
# What has no repair, not even on request.
LEFT: dict[str, tuple[str, Any]] = {
    "reasoning in the second one": (CONVERSE, converse(user("Hi."), model("One."), model(THOUGHT, "Two."))),
    "a name": (PERPLEXITY, chat(HI, HI | {"name": "ada"})),
    "a message of the system between them": (PERPLEXITY, chat(HI, {"role": "system", "content": "x"}, HI)),
}


@pytest.mark.parametrize("unsafe", [False, True])
@pytest.mark.parametrize(("dialect", "before", "after", "codes"), SAFE.values(), ids=SAFE)
def test_messages_of_one_side_are_joined(
    dialect: str, before: Any, after: Any, codes: list[str], *, unsafe: bool
) -> None:
    done = turnwire.repair(json.dumps(before), dialect, kind="request", unsafe=unsafe)
    assert (after, codes) == (json.loads(done.data), [each.code for each in done.applied])
    assert () == done.left == turnwire.repair(done.data, dialect, kind="request").applied


@pytest.mark.parametrize(("dialect", "before", "after", "codes"), APART.values(), ids=APART)
def test_a_call_is_not_parted_from_its_result(dialect: str, before: Any, after: Any, codes: list[str]) -> None:
    done = turnwire.repair(json.dumps(before), dialect, kind="request")
    assert (after, codes, ()) == (json.loads(done.data), [each.code for each in done.applied], done.left)


@pytest.mark.parametrize(("dialect", "before", "after", "codes"), UNSAFE.values(), ids=UNSAFE)
def test_what_is_missing_is_added_on_request(dialect: str, before: Any, after: Any, codes: list[str]) -> None:
    kept = turnwire.repair(json.dumps(before), dialect, kind="request")
    assert ((), codes) == (kept.applied, [each.code for each in kept.left])
    done = turnwire.repair(json.dumps(before), dialect, kind="request", unsafe=True)
    assert (after, codes, ()) == (json.loads(done.data), [each.code for each in done.applied], done.left)


@pytest.mark.parametrize(("dialect", "tree"), LEFT.values(), ids=LEFT)
def test_what_is_not_joined(dialect: str, tree: Any) -> None:
    done = turnwire.repair(json.dumps(tree), dialect, kind="request", unsafe=True)
    assert "TW307" not in {each.code for each in done.applied}
    assert "TW307" in {each.code for each in done.left}


def test_numbers_keep_their_digits_when_a_message_moves() -> None:
    body = json.dumps(converse(user("Hi."), model("One."), model(USE), user(ANSWER))).replace("1.5", "1.50e0")
    assert '"hours": 1.50e0' in turnwire.repair(body, CONVERSE, kind="request").data.decode()


@st.composite
def conversations(draw: st.DrawFn) -> tuple[str, dict[str, Any], list[str]]:
    dialect = draw(st.sampled_from((CONVERSE, PERPLEXITY)))
    sides = draw(st.lists(st.sampled_from(("user", "assistant")), min_size=1, max_size=12))
    words = [str(n) for n in range(len(sides))]
    if dialect == CONVERSE:
        make = {"user": user, "assistant": model}
        return dialect, converse(*(make[side](word) for side, word in zip(sides, words, strict=True))), words
    lists = draw(st.lists(st.booleans(), min_size=len(sides), max_size=len(sides)))
    messages = [
        {"role": side, "content": [text(word)] if is_list else word}
        for side, word, is_list in zip(sides, words, lists, strict=True)
    ]
    return dialect, chat(*messages), words


def spoken(tree: dict[str, Any]) -> list[str]:
    found: list[str] = []
    for message in tree["messages"]:
        content = message["content"]
        found += [content] if isinstance(content, str) else [each["text"] for each in content]
    return found


@settings(max_examples=60)
@given(conversations(), st.booleans())
def test_the_laws_of_joining(case: tuple[str, dict[str, Any], list[str]], unsafe: bool) -> None:  # noqa: FBT001 - Hypothesis gives it
    dialect, tree, words = case
    done = turnwire.repair(json.dumps(tree), dialect, kind="request", unsafe=unsafe)
    after = json.loads(done.data)
    said_after = spoken(after)
    assert words == (said_after[1:] if said_after[:1] == ["Begin."] else said_after)
    sides = [message["role"] for message in after["messages"]]
    assert all(one != other for one, other in itertools.pairwise(sides))
    begins = sides[0] == "assistant" and dialect == CONVERSE
    assert (["TW307"] if begins else []) == [each.code for each in done.left]
    assert not (begins and unsafe)
    again = turnwire.repair(done.data, dialect, kind="request", unsafe=unsafe)
    assert (done.data, ()) == (again.data, again.applied)
