"""Each word of the conventions that the reader of traces knows stands in a file of ours, and means what it should."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from openinference.semconv import trace as openinference
from tests.session_files.files import DOCUMENTS
from tests.session_files.otlp_convention_files import ATTRIBUTES, OTLP_CONVENTIONS, REASONS, ROLES, names
from tests.session_files.test_otlp import histories
from tests.session_files.test_threads import outline

from turnwire.model import AudioBlock, DocumentBlock, ToolResultBlock, ToolUseBlock
from turnwire.sessions.files.otlp import conventions, facts, messages, parts, talk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def named(tree: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """The texts of a trace with their names: of members, of attributes, and of JSON in a text."""
    if isinstance(tree, str):
        yield name, tree
        if tree[:1] in ("[", "{"):
            yield from named(json.loads(tree), name)
    elif isinstance(tree, dict):
        for member, value in tree.items():
            inside = tree["key"] if member == "value" and isinstance(tree.get("key"), str) else member
            yield from named(value, name if inside.endswith("Value") or inside == "values" else inside)
    elif isinstance(tree, list):
        for each in tree:
            yield from named(each, name)
    else:
        yield name, ""


FOUND = set(named([tree for name, tree in DOCUMENTS["otlp"].items() if name != "texts-that-are-no-json"]))
KEYS = {key for key, _ in FOUND}

# The end of the name of a member or attribute -> the words of it that the reader knows.
KNOWN: dict[str, Iterable[str]] = {
    "role": talk.ROLES,
    "type": {*parts.PARTS, "text", "image", "audio", "video", "document", "reasoning", "tool_use"},
    "finish_reason": messages.STOP_REASONS,
    "name": {*conventions.EVENTS, *conventions.CONTENTS, conventions.DETAILS},
    "kind": {each.value for each in openinference.OpenInferenceSpanKindValues},
}


@pytest.mark.parametrize("ending", KNOWN)
def test_each_known_word_stands_in_a_file(ending: str) -> None:
    assert set(KNOWN[ending])
    assert set() == set(KNOWN[ending]) - {word.lower() if ending == "role" else word for key, word in _ending(ending)}


def _ending(ending: str) -> Iterator[tuple[str, str]]:
    yield from ((key, word) for key, word in FOUND if key.rpartition(".")[2] == ending)


@pytest.mark.parametrize(
    "group",
    [
        openinference.MessageAttributes,
        openinference.MessageContentAttributes,
        openinference.ToolCallAttributes,
        openinference.ImageAttributes,
        openinference.AudioAttributes,
        openinference.VideoAttributes,
        openinference.PromptAttributes,
        openinference.ChoiceAttributes,
    ],
)
def test_each_attribute_of_a_message_stands_in_a_file(group: type) -> None:
    known = names(group)
    assert known
    assert [] == [name for name in known if not any(f".{name}." in f".{key}." for key in KEYS)]


def test_each_attribute_of_a_span_stands_in_a_file() -> None:
    assert {"gen_ai.input.messages", "llm.model_name"} <= set(ATTRIBUTES)
    assert set() == set(ATTRIBUTES) - KEYS
    assert {name for names in facts.USAGE.values() for name in names} <= KEYS


_CALLS = "call tides c1, call web_search s1, s1="
_FILES = "OpaqueBlock, VideoBlock, DocumentBlock"
# file -> the messages of each conversation
MESSAGES: dict[str, list[list[str]]] = {
    "roles": [
        [
            "system: of system",
            "system: of developer",
            "user: of user",
            "user: of human",
            "assistant: of assistant",
            "assistant: of ai",
            "assistant: of model",
            "tool: =of tool",
            "tool: =of function",
            "assistant: hi",
        ]
    ],
    "parts": [
        [
            "user: hello",
            "tool: c1=high",
            "tool: c2=low",
            f"assistant: hello, (hm), (so), RefusalBlock, {_CALLS}, They spoke., OpaqueBlock, AudioBlock, {_FILES}",
        ]
    ],
    "server-result-of-a-tool": [["user: s1=", "assistant: hi"]],
    "completions": [["user: hello", "user: again", "assistant: hi"]],
    "contents-of-openinference": [
        [
            "user: ImageBlock, AudioBlock, VideoBlock, DocumentBlock",
            "assistant: (hm), RedactedThinkingBlock, OpaqueBlock, call tides c1, OpaqueBlock, hi, call moon c2",
        ]
    ],
    "details-of-the-reply": [["assistant: hi"]],
}


@pytest.mark.parametrize("name", MESSAGES)
def test_the_messages_are(name: str) -> None:
    assert MESSAGES[name] == [outline(history) for history in histories(OTLP_CONVENTIONS[name])]


def test_the_roles_of_openinference_are_the_same() -> None:
    (history,) = histories(OTLP_CONVENTIONS["roles-of-openinference"])
    assert MESSAGES["roles"][0][: len(ROLES)] == outline(history)
    assert ["ada"] * 7 == [message.name for message in history.history[:7]]


def test_calls_that_the_provider_ran_have_their_input_and_result() -> None:
    (history,) = histories(OTLP_CONVENTIONS["parts"])
    blocks = history.history[-1].content
    call = next(each for each in blocks if isinstance(each, ToolUseBlock) and each.run_by == "provider")
    result = next(each for each in blocks if isinstance(each, ToolResultBlock))
    assert {"type": "web_search", "query": "tides"} == json.loads(bytes(call.input))
    assert {"type": "web_search", "found": 2} == json.loads(bytes(result.provider_result))
    assert "provider" == result.run_by


@pytest.mark.parametrize("name", ["parts", "contents-of-openinference"])
def test_sound_has_its_transcript(name: str) -> None:
    (history,) = histories(OTLP_CONVENTIONS[name])
    found = [each for message in history.history for each in message.content if isinstance(each, AudioBlock)]
    assert ["low water"] == [each.transcript for each in found]


def test_a_document_has_its_name() -> None:
    (history,) = histories(OTLP_CONVENTIONS["contents-of-openinference"])
    found = [each for each in history.history[0].content if isinstance(each, DocumentBlock)]
    assert [("tides.pdf", "application/pdf")] == [(each.filename, each.media_type) for each in found]


def test_a_result_has_the_name_of_the_tool() -> None:
    (history,) = histories(OTLP_CONVENTIONS["names"])
    result = history.history[1].content[0]
    assert isinstance(result, ToolResultBlock)
    assert ("ada", "t") == (history.history[0].name, result.name)


@pytest.mark.parametrize("name", ["reasons-of-the-span", "reason-of-openinference"])
def test_the_reason_of_a_span_is_that_of_its_reply(name: str) -> None:
    (history,) = histories(OTLP_CONVENTIONS[name])
    metadata = history.history[-1].metadata
    assert metadata is not None
    assert "max_tokens" == metadata.stop_reason


def test_each_reason_is_read() -> None:
    found = [history.history[-1].metadata for history in histories(OTLP_CONVENTIONS["reasons"])]
    expected = [messages.STOP_REASONS.get(reason) for reason in REASONS]
    assert expected == [each and each.stop_reason for each in found]
