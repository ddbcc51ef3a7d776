"""What fixes are offered, how they are worded, and how often they are made."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.validation.repair.test_repairs import (
    ASK,
    CALLED,
    HI,
    answer,
    anthropic,
    calls,
    chat,
    responded,
    result,
    said,
    use,
)

import turnwire
from turnwire.model import Diagnostic, Fix
from turnwire.validation import repair
from turnwire.validation.report import Report


def test_a_document_that_is_no_conversation_is_mended_until_nothing_is_left() -> None:
    upload = {"filedrawer": "Herbs", "files": [{"filname": "mint.txt", "data": "TWludC4="}]}
    done = turnwire.repair(json.dumps(upload).encode(), "geppetto")
    assert (done.kind, [each.code for each in done.applied], done.left) == ("upload-request", ["TW203"], ())


FIXES: dict[str, tuple[str, Any, str, str]] = {
    "the id of a call": (
        "openai_chat",
        chat(HI, calls("call_1"), result("cal_1"), HI),
        "/messages/1/tool_calls/0",
        "give the result at /messages/2 the id `call_1` of the call",
    ),
    "the name of a call without an id": (
        "gemini_generate",
        {"contents": [ASK, CALLED, {"role": "user", "parts": [responded("clok")]}]},
        "/contents/1/parts/0",
        "give the result at /contents/2/parts/0 the name `clock` of the call",
    ),
    "an id in sixteen places": (
        "anthropic_messages",
        anthropic(HI, said("assistant", *[use("a:1")] * 8), said("user", *[answer("a:1")] * 8)),
        "/messages/1/content/0/id",
        "write `a_1` in the call and in its results",
    ),
}


@pytest.mark.parametrize(("dialect", "tree", "pointer", "message"), FIXES.values(), ids=FIXES)
def test_a_fix_says_what_it_does(dialect: str, tree: Any, pointer: str, message: str) -> None:
    assert message in fixes_at(dialect, tree, pointer)


def fixes_at(dialect: str, tree: Any, pointer: str) -> list[str]:
    """The sentences of the fixes of the first finding at a place."""
    found = turnwire.validate(json.dumps(tree), dialect, kind="request").diagnostics
    return [fix.message for fix in next(each for each in found if each.pointer == pointer).fixes]


def test_an_id_in_more_than_sixteen_places_is_left() -> None:
    tree = anthropic(HI, said("assistant", *[use("a:1")] * 9), said("user", *[answer("a:1")] * 8))
    assert fixes_at("anthropic_messages", tree, "/messages/1/content/0/id") == []


def test_a_result_without_an_id_and_without_a_call_gets_none() -> None:
    tree = chat(HI, calls("a"), result(None), result(None, "13:00"), HI)
    done = turnwire.repair(json.dumps(tree), "openai_chat", kind="request", unsafe=True)
    mended = json.loads(done.data)["messages"]
    assert (mended[2], mended[3]) == (result("a"), result(None, "13:00"))
    assert [(each.code, each.pointer) for each in done.left] == [("TW202", "/messages/3")]


def test_an_addition_that_does_not_help_is_made_four_times(monkeypatch: pytest.MonkeyPatch) -> None:
    patch = '[{"op":"add","path":"/messages/0","value":{}}]'
    found = Diagnostic("TW301", "again", "error", "/messages/0", fixes=[Fix("add it", safe=True, patch=patch)])
    monkeypatch.setattr(repair, "validate", lambda *_, **__: Report((found,), (), "openai_chat", "request"))
    done = repair.repair(b'{"messages": []}')
    assert (len(done.applied), done.left) == (4, (found,))


def test_a_text_is_not_put_into_a_list_of_objects() -> None:
    tree = {"contents": [{"role": "user", "parts": "Hi."}]}
    assert fixes_at("gemini_generate", tree, "/contents/0/parts") == []
