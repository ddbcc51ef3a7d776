"""Ids of tool calls that a target cannot take: rewritten the same way everywhere, told, and given back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import turnwire
from turnwire.documents.ids import SAME_IDS, IdMap, id_map
from turnwire.losses import Losses
from turnwire.lowering.draft import Lowering, lowered
from turnwire.lowering.features import draft_history
from turnwire.lowering.ids import digest, legal_tool_ids
from turnwire.lowering.positional_call_ids import Positions, ids_by_position, results_in_order_of_calls
from turnwire.model import ErrorReply, History, Message, ToolResultBlock, ToolUseBlock
from turnwire.testing import histories

if TYPE_CHECKING:
    from turnwire.lowering.draft import Pass
    from turnwire.model import ContentBlock


class Rule(NamedTuple):
    """What a target says about ids, as its passes and as a test of one id."""

    passes: tuple[Pass, ...]
    takes: re.Pattern[str]


NAMES = re.compile(r"[a-zA-Z0-9_-]+")
NINE = re.compile(r"[a-zA-Z0-9]{9}")
FORTY = re.compile(r"[a-zA-Z0-9_-]{1,40}")
RULES = {
    "some characters": Rule((legal_tool_ids(NAMES, "toolu_"),), NAMES),
    "nine letters and digits": Rule((legal_tool_ids(NINE, "call", exactly=9),), NINE),
    "at most 40": Rule((legal_tool_ids(FORTY, "call_", longest=40),), FORTY),
    "no ids": Rule((results_in_order_of_calls, ids_by_position()), re.compile(r"(call|result)_\d+")),
}
UNUSUAL = ("", "call_1", "call_2", "result_1", "a b", "a_b", "a.b", "x" * 64, "x" * 65, "9sLetters", "é", "toolu_1")


def rewritten(document: History, rule: Rule) -> tuple[History, Losses]:
    losses = Losses("somewhere")
    draft = lowered(draft_history(document), Lowering(rule.passes), losses)
    turns = [msgspec.structs.replace(turn.message, role=turn.role, content=turn.blocks) for turn in draft.turns]
    return msgspec.structs.replace(document, history=turns), losses


def ids(document: History) -> list[str]:
    found = []
    for block in (block for turn in document.history for block in turn.content):
        if type(block) is ToolUseBlock:
            found.append(block.id)
        elif type(block) is ToolResultBlock:
            found.append(block.tool_use_id)
    return found


def call(use_id: str, name: str = "run") -> ContentBlock:
    return ToolUseBlock(use_id, name)


def history(*turns: tuple[str, list[ContentBlock]]) -> History:
    return History(history=[Message(role, content=blocks) for role, blocks in turns])  # type: ignore[arg-type]


def conversation(*steps: tuple[list[str], list[str]]) -> History:
    """Steps of calls and results, by their ids."""
    turns: list[tuple[str, list[ContentBlock]]] = []
    for calls, results in steps:
        turns.append(("assistant", [call(use_id) for use_id in calls]))
        turns += [("tool", [ToolResultBlock(use_id)]) for use_id in results]
    return history(*turns)


CONVERSATIONS = {
    "parallel results": conversation((["a b", "a.b"], ["a b", "a.b"])),
    "results out of order": conversation((["a b", "a.b"], ["a.b", "a b"])),
    "an orphaned call": conversation((["a b", "a.b"], ["a.b"]), (["c d"], ["c d"])),
    "a repeated id": conversation((["a b"], ["a b"]), (["a b"], ["a b"])),
    "a collision after rewriting": conversation((["a b", "a_b", "a.b"], ["a b", "a_b", "a.b"])),
    "no ids at all": conversation((["", ""], ["", ""])),
    "ids of every kind": conversation((list(UNUSUAL), list(UNUSUAL))),
}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("case", CONVERSATIONS)
def test_ids_become_legal_and_come_back(case: str, rule: str) -> None:
    document = CONVERSATIONS[case]
    written, losses = rewritten(document, RULES[rule])
    assert [] == [use_id for use_id in ids(written) if not RULES[rule].takes.fullmatch(use_id)]
    assert sorted(ids(document)) == sorted(ids(losses.ids.restore(written)))


@pytest.mark.parametrize("rule", RULES)
@given(
    st.lists(
        st.tuples(st.lists(st.sampled_from(UNUSUAL), max_size=4), st.lists(st.sampled_from(UNUSUAL), max_size=4)),
        max_size=3,
    )
)
def test_each_call_keeps_its_results(rule: str, steps: list[tuple[list[str], list[str]]]) -> None:
    document = conversation(*steps)
    written, losses = rewritten(document, RULES[rule])
    one, other = ids(document), ids(written)
    assert sorted(ids(losses.ids.restore(written))) == sorted(one)
    if rule == "no ids":  # a repeated id becomes several
        return
    pairs = {(old, new) for old, new in zip(one, other, strict=True) if old}
    assert len(pairs) == len({old for old, _ in pairs}) == len({new for _, new in pairs})


@given(histories("plain"), st.sampled_from(turnwire.dialects.names()))
def test_restoring_what_was_written_gives_the_ids_back(document: History, target: str) -> None:
    written = turnwire.write(document, target)
    back = turnwire.read(written.data, target, kind="request", envelope=written.envelope)
    assert isinstance(back, History)
    lost = [loss for loss in written.losses if loss.kind == "dropped" and "tool_" in loss.feature]
    found = sorted(ids(written.ids.restore(back)))
    assert lost or found == sorted(ids(document))


def test_the_usual_document_has_the_shared_empty_map() -> None:
    written = turnwire.write(conversation((["call_1"], ["call_1"])), "anthropic_messages")
    assert written.ids is SAME_IDS
    assert not written.ids


def test_ids_without_a_change_need_no_new_document() -> None:
    document = conversation((["call_1"], ["call_1"]))
    assert IdMap({"other": "x"}, {"x": "other"}).restore(document) is document
    error: Any = ErrorReply(message="no")
    assert IdMap({"other": "x"}, {"x": "other"}).restore(error) is error


def test_counted_ids_of_another_kind_of_document_stay() -> None:
    document = conversation((["call_1"], []))
    assert id_map({"call_1": "old"}, "response").restore(document) is document
    assert ids(id_map({"call_1": "old"}, "request").restore(document)) == ["old"]


def test_a_map_is_plain_data() -> None:
    ids_of_one = id_map({"call_1": "b", "call_2": "a", "call_3": "a", "same": "same"})
    text = msgspec.json.encode(ids_of_one)
    assert text == (b'{"canonical":{"call_1":"b","call_2":"a","call_3":"a"},"written":{"b":"call_1","a":"call_2"}}')
    assert msgspec.json.decode(text, type=IdMap) == ids_of_one


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        (["f", "g"], ["call_1", "call_2"]),
        (["g", "f"], ["call_2", "call_1"]),
        (["h", "f"], ["call_1", "call_2"]),
        (["f", "f", "f"], ["call_1", "call_2", "result_1"]),
    ],
)
def test_results_answer_calls_by_name_and_position(results: list[str], expected: list[str]) -> None:
    positions = Positions()
    assert [positions.of_call(name) for name in ("f", "g")] == ["call_1", "call_2"]
    assert [positions.of_result(name) for name in results] == expected


def test_a_digest_has_the_length_asked_for() -> None:
    assert [len(digest(text, 9)) for text in ("", "a", "x" * 200)] == [9, 9, 9]
    assert len({digest(f"call_{n}", 9) for n in range(2000)}) == 2000
