"""Documents that a program built wrongly, and residue that somebody edited, are refused by name and place."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

import turnwire
from turnwire import model as m
from turnwire.dialects import names
from turnwire.model import Completion, History

ANY: Any = None


def said(*blocks: Any) -> History:
    return History([m.Message("assistant", list(blocks))])


def sampled(**numbers: Any) -> History:
    return History([], settings=m.Settings(generation=m.Generation(**numbers)))


def itself() -> History:
    odd: dict[str, Any] = {}
    odd["again"] = odd
    return said(m.ToolUseBlock("a", "f", input=odd))  # type: ignore[arg-type]


UNFIT: dict[str, tuple[Any, str, str]] = {
    "a lone surrogate": (said(m.TextBlock("\ud800")), "model.value", "/history/0/content/0/text"),
    "a role that is none": (History([m.Message("x", [])]), "model.type", "/history/0/role"),  # type: ignore[arg-type]
    "content that is text": (History([m.Message("user", "hi")]), "model.type", "/history/0/content"),  # type: ignore[arg-type]
    "content that is nothing": (History([m.Message("user", ANY)]), "model.type", "/history/0/content"),
    "a block that is none": (said(m.Message("user")), "model.type", "/history/0/content/0"),
    "an input that is a dict": (
        said(m.ToolUseBlock("a", "f", input={"a": 1})),  # type: ignore[arg-type]
        "model.type",
        "/history/0/content/0/input",
    ),
    "an input with an object in it": (
        said(m.ToolUseBlock("a", "f", input={"a/b": [object()]})),  # type: ignore[arg-type]
        "model.value",
        "/history/0/content/0/input/a~1b/0",
    ),
    "a candidate that is none": (Completion([ANY]), "model.type", "/candidates/0"),
    "settings that are none": (History([], settings=5), "model.type", "/settings"),  # type: ignore[arg-type]
    "a temperature that is text": (sampled(temperature="hot"), "model.type", "/settings/generation/temperature"),
    "a temperature that is NaN": (
        sampled(temperature=float("nan")),
        "model.number",
        "/settings/generation/temperature",
    ),
    "an infinite penalty": (
        sampled(presence_penalty=float("-inf")),
        "model.number",
        "/settings/generation/presence_penalty",
    ),
}


@pytest.mark.parametrize(("document", "code", "pointer"), UNFIT.values(), ids=UNFIT.keys())
def test_what_does_not_fit_the_model_is_refused(document: Any, code: str, pointer: str) -> None:
    with pytest.raises(turnwire.InvalidDocument) as refused:
        turnwire.write(document, "openai_chat")
    (found,) = refused.value.diagnostics
    assert (code, pointer) == (found.code, found.pointer)
    assert found.hint


def test_free_json_that_is_no_raw_is_named_so() -> None:
    document = History([], settings=m.Settings(metadata={"a": "b"}))  # type: ignore[dict-item]
    with pytest.raises(turnwire.InvalidDocument, match="/settings/metadata/a: str where the model has Raw") as refused:
        turnwire.write(document, "groq_chat")
    assert "msgspec.Raw" in str(refused.value.diagnostics[0].hint)


def test_a_document_that_contains_itself_is_refused() -> None:
    with pytest.raises(turnwire.InvalidDocument, match=r"model\.value"):
        turnwire.write(itself(), "openai_chat")


@pytest.mark.parametrize("name", names())
def test_numbers_that_json_cannot_say_are_refused_everywhere(name: str) -> None:
    with pytest.raises((turnwire.InvalidDocument, turnwire.UnknownDialect), match=r"model\.number|no place for a"):
        turnwire.write(sampled(top_p=float("inf")), name)


def test_numbers_that_json_can_say_are_written() -> None:
    numbers = {"temperature": 0.5, "top_p": 1, "min_p": 10**400, "frequency_penalty": -2.0, "repetition_penalty": 1e308}
    written = json.loads(turnwire.write(sampled(**numbers), "turnwire").data)
    assert numbers == written["settings"]["generation"]


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("odd", [[], 5, "x", {"a": []}, ["x", {}]])
def test_edited_residue_never_escapes_as_another_error(name: str, odd: Any) -> None:
    edited = {name: {"$form": dict.fromkeys(("content", "role", "text", "key", "order", "system", "tools"), odd)}}
    block = {"type": "text", "text": "x", "provider_raw": edited}
    turn = {"role": "user", "content": [block], "provider_raw": edited}
    native = {"history": [turn], "settings": {"model": "m", "provider_raw": edited}, "provider_raw": edited}
    refused = None
    try:
        turnwire.convert(json.dumps(native), name, source="turnwire", kind="request")
    except (turnwire.InvalidDocument, turnwire.UnknownDialect) as refusal:
        refused = refusal
    if isinstance(refused, turnwire.InvalidDocument):
        (found,) = refused.diagnostics
        assert ("model.residue", True) == (found.code, f"provider_raw/{name}" in (found.pointer or ""))
        assert refused.__cause__ is not None


def test_the_place_of_edited_residue_is_told() -> None:
    turn = {"role": "user", "content": [], "provider_raw": {"openai_chat": {"$form": {"content": []}}}}
    with pytest.raises(turnwire.InvalidDocument) as refused:
        turnwire.convert(json.dumps({"history": [turn]}), "openai_chat", source="turnwire", kind="request")
    (found,) = refused.value.diagnostics
    assert ("model.residue", "/history/0/provider_raw/openai_chat") == (found.code, found.pointer)


def test_no_error_of_python_is_shown_for_an_edited_form() -> None:
    picture: dict[str, Any] = {"type": "image", "source": {"kind": "base64", "data": "aGk="}, "media_type": "image/png"}
    picture["provider_raw"] = {"gpt2099": {"$form": {"lacks": None}}}
    result = {"type": "tool_result", "tool_use_id": "a", "name": "f", "content": [picture]}
    history: list[Any] = [{"role": "user", "content": [], "provider_raw": {"gpt2099": {"kept": 1}}}]
    history.append({"role": "tool", "content": [result]})
    with pytest.raises(turnwire.InvalidDocument) as refused:
        turnwire.convert(json.dumps({"history": history}), "gpt2099", source="turnwire", kind="request")
    (found,) = refused.value.diagnostics
    assert "/history/1/content/0/content/0/provider_raw/gpt2099" == found.pointer
    assert "`$form` here was not made by a reader of gpt2099: remove it" == found.message


def test_a_fault_of_ours_stays_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(sys.modules["turnwire.convert"], "lowered", broken)
    with pytest.raises(ZeroDivisionError):
        turnwire.write(said(m.TextBlock("hi")), "openai_chat")


NO_PLACE: dict[str, tuple[Any, str, str]] = {
    "a kind that it lacks": (m.ErrorReply("m"), "sharegpt", "sharegpt has no place for an ErrorReply; sharegpt takes "),
    "nothing": (None, "glm", "a NoneType is not a document of the model: turnwire.read makes one; glm takes a History"),
    "parsed JSON": (
        {},
        "openai_chat",
        "a dict is not a document of the model: turnwire.read makes one; openai_chat takes a History or a",
    ),
}


@pytest.mark.parametrize(("document", "name", "expected"), NO_PLACE.values(), ids=NO_PLACE.keys())
def test_what_a_dialect_does_not_take_is_said_in_english(document: Any, name: str, expected: str) -> None:
    with pytest.raises(turnwire.UnknownDialect) as refused:
        turnwire.write(document, name)
    assert expected == str(refused.value)[: len(expected)]


KINDS: list[tuple[Any, str]] = [
    (5, "there is no kind 5; sharegpt has request"),
    ("error", "sharegpt has no documents of kind 'error'; sharegpt has request"),
]


@pytest.mark.parametrize(("kind", "expected"), KINDS)
def test_a_kind_that_is_not_there_is_said_with_those_that_are(kind: Any, expected: str) -> None:
    with pytest.raises(turnwire.UnknownDialect) as refused:
        turnwire.read(b"{}", "sharegpt", kind=kind)
    assert expected == str(refused.value)


NO_NAMES: list[tuple[Any, Any, str]] = [
    ("openai_chat", [], "there is no kind []; "),
    ("openai_chat", {}, "there is no kind {}; "),
    (None, [], "there is no kind []; "),
    (None, 5, "there is no kind 5; "),
    (None, "requests", "there is no kind 'requests'; "),
    ([], "request", "there is no dialect []; "),
    ({"openai_chat"}, None, "there is no dialect {'openai_chat'}; "),
    (7, "request", "there is no dialect 7; "),
]


@pytest.mark.parametrize(("dialect", "kind", "expected"), NO_NAMES)
def test_what_is_no_name_is_the_caller_s_mistake_and_not_the_document_s(dialect: Any, kind: Any, expected: str) -> None:
    with pytest.raises(turnwire.UnknownDialect) as refused:
        turnwire.read(b'{"messages": []}', dialect, kind=kind)
    assert expected == str(refused.value)[: len(expected)]


@pytest.mark.parametrize("dialect", [[], {}, 7, None])
def test_what_names_no_dialect_is_not_written_to(dialect: Any) -> None:
    with pytest.raises(turnwire.UnknownDialect) as refused:
        turnwire.write(m.History([]), dialect)
    assert f"there is no dialect {dialect!r}; " in str(refused.value)
