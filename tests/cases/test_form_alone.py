"""No text or number of a wire stands in `$form` or `$also` alone, but for words that the model says in its own way.

Neither is ever reported as lost (turnwire.documents.residue): what only they hold is lost to every other dialect
without a word.
Each word below is a spelling, of which the model holds the meaning; that nobody uses any more has to go.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.cases import case

import turnwire

if TYPE_CHECKING:
    from collections.abc import Iterator

_SILENT = ("$form", "$also")
# Shorter ones stand somewhere else by chance, and a silent one would not be seen.
_LEAST = 4

# Dialect -> its own words for a role, a reason to stop, or the type of a block, a citation, a call or a tool; and
# numbers that the model holds in another way (a sum that comes out again, an amount of money as a decimal text).
SPELLINGS: dict[str, set[str]] = {
    "a2a_messages": {"task"},
    "anthropic_messages": {"custom", "model_context_window_exceeded", "search_result"},
    "bedrock_converse": {
        "com.amazonaws.bedrock#ValidationException",
        "model_context_window_exceeded",
    },
    "canonical": {"1.5e-07", "6.5E-7", "PATTERN_RECOMMENDATION"},
    "gemini_generate": {"10.0", "function", "model"},
    "glm": {"ASSISTANT", "USER", "User"},
    "huggingface_messages": {"developer", "function"},
    "langchain_messages": {"chat", "function", "langchain_core"},
    "mistral_chat": {"model_length"},
    "ollama_chat": {"User", "function"},
    "openai_chat": {"developer", "function", "function_call", "image_url", "url_citation"},
    "openai_responses": {"container_file_citation", "developer", "file_citation", "file_path", "url_citation"},
    "openrouter_chat": {"6.27e-05", "image_url", "reasoning.encrypted", "reasoning.summary", "url_citation"},
    "otel_genai": {"developer", "function", "reasoning", "tool_call", "tool_call_response", "tool_calls"},
    "sharegpt": {"chatgpt", "function_call"},
    "vertex_gemini": {"10.0", "function"},
}


def leaves(value: Any) -> Iterator[str]:
    """The texts and numbers in a value, of a text that is JSON those in it."""
    if isinstance(value, dict):
        for each in value.values():
            yield from leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from leaves(each)
    elif isinstance(value, str):
        yield from _inside(value)
    elif value is not None and not isinstance(value, bool):
        yield str(float(value))


def _inside(text: str) -> Iterator[str]:
    try:
        inner = json.loads(text) if text[:1] in ("{", "[", '"') else None
    except ValueError:
        inner = None
    if inner is None:
        yield text
    else:
        yield from leaves(inner)


def apart(native: Any) -> tuple[Any, list[Any]]:
    """A tree without what is silent, keys beside the values, and all that is silent."""
    if isinstance(native, dict):
        parts = {key: apart(value) for key, value in native.items() if key not in _SILENT}
        silent = [native[key] for key in _SILENT if key in native]
        said = [[key, value] for key, (value, _) in parts.items()]
        return said, [each for _, inner in parts.values() for each in inner] + silent
    if isinstance(native, list):
        items = [apart(value) for value in native]
        return [value for value, _ in items], [each for _, inner in items for each in inner]
    return native, []


def alone(found: case.Found) -> set[str]:
    """The words of a case's wire that the document holds where nobody is told of them, and nowhere else."""
    document = turnwire.read(bytes(found.case.wire), found.source, kind=found.case.kind)
    said, silent = apart(json.loads(turnwire.write(document, "turnwire").data))
    return unsaid(json.loads(bytes(found.case.wire)), said, silent)


def unsaid(wire: Any, said: Any, silent: Any) -> set[str]:
    """The words of a wire that stand in what is silent and not in what is said."""
    everything, hidden = "\n".join(leaves(said)), set(leaves(silent))
    return {word for word in leaves(wire) if len(word) >= _LEAST and word in hidden and word not in everything}


FOUND = [
    found
    for file in case.files()
    for found in case.load(file)
    if found.case.refused is None and found.source != "turnwire"  # no wire of its own
]


def test_only_spellings_stand_in_silence() -> None:
    spelled: dict[str, set[str]] = {}
    for found in FOUND:
        if words := alone(found):
            spelled.setdefault(found.source, set()).update(words)
    assert spelled == SPELLINGS


@pytest.mark.parametrize(
    ("residue", "hidden"),
    [
        ({"$form": {"body": '[{"detail":"overloaded"}]'}}, {"overloaded"}),
        ({"$also": {"detail": "overloaded"}}, {"overloaded"}),
        ({"detail": "overloaded", "$form": {"word": "overloaded"}}, set()),
    ],
)
def test_what_stands_in_silence_is_seen(residue: dict[str, Any], hidden: set[str]) -> None:
    said, silent = apart({"message": "", "provider_raw": {"openai_chat": residue}})
    assert unsaid({"detail": "overloaded"}, said, silent) == hidden
