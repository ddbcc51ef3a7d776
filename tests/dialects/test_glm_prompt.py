"""The prompts of the library, in the forms of two generations of its code."""

from __future__ import annotations

from typing import Any

import pytest

from turnwire import History, read
from turnwire.dialects.glm.prompt import Marks, prompt


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
