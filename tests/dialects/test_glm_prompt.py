"""The prompts of the library, in the forms of two generations of its code."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Raw

from turnwire import History, InvalidDocument, read
from turnwire.dialects.glm.prompt import Marks, prompt, source_of
from turnwire.dialects.glm.spelling import is_positional, read_source, write_source
from turnwire.model import Diagnostic, ToolUseBlock


def chat(**wire: Any) -> History:
    found = read(wire, "glm", kind="request")
    assert isinstance(found, History)
    return found


CODE = {"role": "assistant", "content": "Sure.", "code": "x = look(1)\nprint(x)"}
CALL = {"original_call": 'look(place="Rome")', "return": "rain"}

CASES: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "by line, then the assistant": (
        {"history": [{"user": {"content": "Hi"}}, {"assistant": {"content": "Hello"}}]},
        {},
        "User: Hi\nAssistant: Hello\nAssistant:",
    ),
    "the system says it first": (
        {"history": [], "system": {"primary_message": "Be kind."}},
        {},
        "System: Be kind.\nAssistant:",
    ),
    "a short system prompt is dropped": ({"history": [], "system": "ok"}, {}, "Assistant:"),
    "and was not before": ({"history": [], "system": "ok"}, {"generation": "2023"}, "System: ok\nAssistant:"),
    "symbols": (
        {"history": [{"user": {"content": "In [[PLACE]] or [[TIME]]?"}}]},
        {"symbols": {"PLACE": "Rome", "USER": "Ada"}},
        "Ada: In Rome or #SYMBOL_MISSING: TIME#?\nAssistant:",
    ),
    "code and what it gave back": (
        {"tracker": [{**CODE, "return_value": "7\n8"}]},
        {},
        "Assistant: Sure.\n$$$CODE\nx = look(1)\nprint(x)\n#--RETURN FROM CODECALL--\n#7\n#8\nAssistant:",
    ),
    "code that gave nothing back": (
        {"tracker": [CODE]},
        {},
        "Assistant: Sure.\n$$$CODE\nx = look(1)\nprint(x)\nRETURN:\nNone\nAssistant:",
    ),
    "code for the user": (
        {"tracker": [{"role": "assistant", "code": "$$$TO_USER\nprint(1)"}]},
        {},
        "Assistant: \n$$$CODE\n$$$TO_USER\nprint(1)\nAssistant:",
    ),
    "a call between marks": (
        {"tracker": [{"role": "ASSISTANT", "content": "Wait.[[FUNCTION_CALL]] Ok.", "function_calls": CALL}]},
        {"generation": "2023"},
        'Assistant: Wait.\n+++look(place="Rome")---\n---rain+++\n Ok.\nAssistant:',
    ),
    "the mark of a call goes where the code follows the text": (
        {"tracker": [{"role": "ASSISTANT", "content": "Wait.[[FUNCTION_CALL]] Ok.", "function_calls": CALL}]},
        {},
        'Assistant: Wait. Ok.\n$$$CODE\nlook(place="Rome")\n#--RETURN FROM CODECALL--\n#rain\nAssistant:',
    ),
    "a mark without a call is a symbol": (
        {"tracker": [{"role": "ASSISTANT", "content": "Wait.[[FUNCTION_CALL]]"}]},
        {},
        "Assistant: Wait.#SYMBOL_MISSING: FUNCTION_CALL#\nAssistant:",
    ),
    "marks of the caller": (
        {"history": [{"assistant": {"content": "", "function_calls": [{"name": "f", "parameters": {"a": 1}}]}}]},
        {"generation": "2023", "marks": Marks("<", ">")},
        "Assistant: \n<f(a=1)>\n><\n\nAssistant:",
    ),
    "nothing said, and what users do": (
        {"history": [{"user": {"content": ""}}, {"user_interaction": {"clicked": "x"}}]},
        {},
        "Assistant:",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_prompt(name: str) -> None:
    wire, options, expected = CASES[name]
    assert expected == prompt(chat(**wire), **options)


CALLED = {"assistant": {"content": "", "function_calls": [{"name": "f", "parameters": {"a": 1}}]}}


@pytest.mark.parametrize(
    ("sequences", "first", "call"),
    [
        (None, "#SYMBOL_MISSING: FUNC_DELIMITER_START#f()#SYMBOL_MISSING: FUNCTION_END#", "+++f(a=1)---"),
        # The three forms of the library's code, and pairs without a name.
        ({"functions": ["<", ">"], "latex": ["$$", "$$"]}, "<f()>", "<f(a=1)>"),
        ([{"start": "$$", "end": "$$"}, {"start": "<", "end": ">", "is_function": True}], "<f()>", "<f(a=1)>"),
        ({"x": {"start": "<", "end": ">", "name": "function"}}, "<f()>", "<f(a=1)>"),
        ([["$$", "$$"]], "#SYMBOL_MISSING: FUNC_DELIMITER_START#f()#SYMBOL_MISSING: FUNCTION_END#", "+++f(a=1)---"),
    ],
)
def test_atomic_sequences_of_calls_are_the_marks(sequences: Any, first: str, call: str) -> None:
    settings = {} if sequences is None else {"atomic_sequences": sequences}
    system = {"primary_message": "Say [[FUNC_DELIMITER_START]]f()[[FUNCTION_END]]."}
    told = prompt(chat(history=[CALLED], settings=settings, system=system), generation="2023")
    assert [f"System: Say {first}.", "Assistant: ", call] == told.splitlines()[:3]


def test_marks_and_symbols_of_the_caller_win() -> None:
    system = {"primary_message": "Say [[FUNCTION_START]] and [[FUNCTION_END]]."}
    settings = {"atomic_sequences": {"functions": ["<", ">"]}}
    found = chat(history=[], settings=settings, system=system)
    assert "System: Say ( and )." == prompt(found, marks=Marks("(", ")")).splitlines()[0]
    assert "System: Say begin and >." == prompt(found, symbols={"FUNCTION_START": "begin"}).splitlines()[0]


@pytest.mark.parametrize(
    ("settings", "code", "pointer"),
    [
        ({"chat_format": "chatml"}, "glm.chat-format", "/settings/chat_format"),
        ({"atomic_sequences": "$$"}, "glm.atomic-sequences", "/settings/atomic_sequences"),
        ({"atomic_sequences": ["$$"]}, "glm.atomic-sequences", "/settings/atomic_sequences/0"),
        ({"atomic_sequences": {"x": ["a", 1]}}, "glm.atomic-sequences", "/settings/atomic_sequences/x"),
    ],
)
def test_settings_that_are_declined(settings: dict[str, Any], code: str, pointer: str) -> None:
    found = chat(history=[{"user": {"content": "Hi"}}], settings=settings)
    with pytest.raises(InvalidDocument) as refused:
        prompt(found)
    findings: list[Diagnostic] = []
    assert "User: Hi\nAssistant:" == prompt(found, findings=findings)
    assert list(refused.value.diagnostics) == findings
    assert [(code, pointer, True)] == [(each.code, each.pointer, bool(each.hint)) for each in findings]


# "The used parameters (both args and kwargs)" (the specification): what a call is given, and the call in Python.
CALLS: dict[str, tuple[dict[str, Any], str]] = {
    "names": ({"parameters": {"a": 1, "b": "x"}}, 'f(a=1, b="x")'),
    "none": ({}, "f()"),
    "no members": ({"parameters": {}}, "f()"),
    "by position": ({"parameters": {"args": [1, "x", None], "kwargs": {"a": True}}}, 'f(1, "x", None, a=True)'),
    "by position alone": ({"parameters": {"args": [[1, False]]}}, "f([1, False])"),
    "no values by position": ({"parameters": {"args": [], "kwargs": {"a": 1}}}, "f(a=1)"),
    "names alone": ({"parameters": {"kwargs": {"a": {"b": [None]}}}}, 'f(a={"b": [None]})'),
    "arguments that are called so": ({"parameters": {"kwargs": {"args": [1]}}}, "f(args=[1])"),
    "names that Python does not take": ({"parameters": {"a": 1, "b-c": 2, "in": 3}}, 'f(a=1, **{"b-c": 2, "in": 3})'),
    "a list": ({"parameters": [1, None]}, "f([1, None])"),
    "text": ({"parameters": "x=1"}, "x=1"),
    "texts in Python's own escapes": ({"parameters": {"a": '"\\\n\u00e9/'}}, 'f(a="\\"\\\\\\n\u00e9/")'),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_in_python(name: str) -> None:
    call, expected = CALLS[name]
    history = chat(history=[{"assistant": {"function_calls": [{"name": "f", **call}]}}])
    assert f"Assistant: \n$$$CODE\n{expected}\nRETURN:\nNone\nAssistant:" == prompt(history)


@pytest.mark.parametrize("line", ["f()", 'g.f(1, -2.5, "x", a=True, b=None)', 'f(args="x", kwargs=1)'])
def test_a_call_is_read_as_it_is_written(line: str) -> None:
    found = read_source(line)
    assert found is not None
    assert line == write_source(*found, positional=is_positional(found[1]))


def test_a_call_of_another_format_has_no_values_by_position() -> None:
    call = ToolUseBlock("call_1", "f", Raw(b'{"args": [1], "kwargs": {}}'))
    assert source_of(call) == "f(args=[1], kwargs={})"
