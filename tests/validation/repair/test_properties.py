"""Laws of repairing, on conversations that are damaged by chance."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import turnwire

WORDS = st.text(alphabet='abc é\n"\\', min_size=1, max_size=12)
DIALECTS = ("openai_chat", "anthropic_messages")


@st.composite
def conversations(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    dialect = draw(st.sampled_from(DIALECTS))
    turns = draw(st.lists(st.tuples(WORDS, st.integers(0, 2)), min_size=1, max_size=4))
    messages: list[Any] = []
    for n, (words, uses) in enumerate(turns):
        messages.append({"role": "user", "content": words})
        ids = [f"call_{n}_{m}" for m in range(uses)]
        if not ids:
            continue
        messages += _called(dialect, ids)
    more = {"model": "m", "temperature": 0.5} | ({"max_tokens": 64} if dialect == "anthropic_messages" else {})
    return dialect, {**more, "messages": messages}


def _called(dialect: str, ids: list[str]) -> list[Any]:
    if dialect == "openai_chat":
        calls = [{"id": each, "type": "function", "function": {"name": "f", "arguments": "{}"}} for each in ids]
        results = [{"role": "tool", "tool_call_id": each, "content": f"result {each}"} for each in ids]
        return [{"role": "assistant", "content": None, "tool_calls": calls}, *results]
    uses = [{"type": "tool_use", "id": each, "name": "f", "input": {}} for each in ids]
    answers = [{"type": "tool_result", "tool_use_id": each, "content": f"result {each}"} for each in ids]
    return [{"role": "assistant", "content": uses}, {"role": "user", "content": answers}]


def damaged(tree: dict[str, Any], seed: int) -> dict[str, Any]:
    """A copy with a few faults: names, words, types, results that are gone, twice, or in another place."""
    chance = random.Random(seed)  # noqa: S311 - it is no secret
    tree = copy.deepcopy(tree)
    messages = tree["messages"]
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(messages))
        match chance.randrange(7):
            case 0:
                tree["temprature"] = tree.pop("temperature", 1)
            case 1:
                tree["temperature"] = "0.25"
            case 2:
                messages[at]["role"] = {"user": "human", "assistant": "asistant"}.get(messages[at]["role"], "tool")
            case 3:
                messages.insert(at, copy.deepcopy(messages[at]))
            case 4:
                messages[at], messages[-1] = messages[-1], messages[at]
            case 5 if len(messages) > 1 and not isinstance(messages[at]["content"], str):
                del messages[at]
            case _:
                messages[at] = {"role": "user", "content": None}
    return tree


def texts(tree: dict[str, Any]) -> list[str]:
    """All texts, calls and results of the messages."""
    found: list[str] = []
    for message in tree["messages"]:
        content = message.get("content")
        # A text that gets a result before it becomes a block.
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content or ()
        found += [json.dumps(each) for each in blocks if each != {"type": "text", "text": ""}]
        found += [json.dumps(each) for each in message.get("tool_calls") or ()]
    return sorted(found)


@settings(max_examples=60)
@given(conversations(), st.integers(0, 2**32))
def test_the_laws_of_repairing(case: tuple[str, dict[str, Any]], seed: int) -> None:
    dialect, tree = case
    broken = damaged(tree, seed)
    body = json.dumps(broken).encode()
    done = turnwire.repair(body, dialect, kind="request")
    again = turnwire.repair(done.data, dialect, kind="request")
    assert (done.data, ()) == (again.data, again.applied)
    assert turnwire.validate(done.data, dialect, kind="request").diagnostics == done.left
    assert [] == [each for each in done.left if any(fix.safe for fix in each.fixes)]
    assert (done.data == body) == (not done.applied)
    _nothing_is_lost(broken, json.loads(done.data), {each.code for each in done.applied})


def _nothing_is_lost(before: dict[str, Any], after: dict[str, Any], codes: set[str]) -> None:
    lost = texts(before)
    for each in texts(after):
        if each in lost:
            lost.remove(each)
    # What is said twice is left once (TW303).
    assert set(lost) <= (set(texts(after)) if "TW303" in codes else set())
