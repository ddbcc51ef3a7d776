"""A document that is too large to be held in memory is cut as a small one is."""

from __future__ import annotations

import contextlib
import io
import json
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.session_files.files import DOCUMENTS

from turnwire.errors import InvalidDocument
from turnwire.sessions.files import conversations_of, recognise_document, session_format
from turnwire.sessions.files.formats import recognise_large
from turnwire.sessions.files.outline import Source

FILES: Final = {f"{form}-{name}": (form, file) for form, files in DOCUMENTS.items() for name, file in files.items()}

_CUT: Final = (
    "ai_sdk-chat",
    "ai_sdk-plain",
    "atif-subagents",
    "chatgpt-plain",
    "gemini_cli-call",
    "hermes-call",
    "inspect-plain",
    "open_webui-branch",
)

# What a document may have instead of a list of messages, and around it.
_ODD: Final = (
    '{"a": 1, %s: [{"text": "]}\\"["}], "b": [{}]}',
    '{%s: [{"id": 1}], "a": 1, %s: [{"id": 2}, {"id": 3}]}',
    '{%s: [{"id": 1}], %s: null}',
    ' {\n%s\t:\r[ ] , "a" : { } } ',
    "{%s: [1, null]}",
    "{%s: [[1]]}",
    "{%s: [{}, [1]]}",
    "{%s: 5}",
    "{%s: [0]}",
    "{%s: [0], %s: {}}",
    '{%s: {"a": {"b": "]}"}, "c" : 1 , "a": {}, "\\u0061": [] }}',
    '{%s: {"a": {}}, %s: {"b": {}}}',
    '{%s: {"a": {}}, %s: null}',
    '{%s: {"a": {}}, %s: [0]}',
    '{%s: {"a": {},}}',
    '{%s: {"a": {} "b": 1}}',
    '{%s: {"a" {}}}',
    '{%s: {"a": }}',
    '{%s: {"a": tru}}',
    '{%s: {"a": {}',
    '[{%s: {"a": {}}}, {%s: {}}]',
    "{%s: {}}",
    '{%s: "text"}',
    "{%s: [{},]}",
    "{%s: [{} {}]}",
    "{%s: [tru]}",
    '{%s: [], "a": tru}',
    '{%s: [{"a": 1]]}',
    "{%s: []} {}",
    "{%s []}",
    "{%s}",
    "{%s: []",
    '{"a": [{"' + "[" * 70 + "]" * 70 + '": 1}], %s: [' + "[" * 3 + "]" * 3 + "]}",
    "[{%s: []}]",
    "[{}, {%s: [{}]}]",
    "[{%s: [{}]}, {}]",
    "[{%s: [{}]}, 5]",
    "[5, {%s: [{}]}]",
    "[{%s: [{}]},]",
    "[{}, {}]",
    "[]",
    "5",
    "",
)
_NAMES: Final = {
    "ai_sdk": '"messages"',
    "atif": '"steps"',
    "chatgpt": '"mapping"',
    "claude_ai": '"chat_messages"',
    "gemini_cli": '"mess\\u0061ges"',
    "hermes": '"messages"',
    "inspect": '"samples"',
    "openhands": '"items"',
}


def in_chunks(data: bytes, size: int) -> Source:
    """A file of which so few bytes are read at once, and no conversation is held in memory."""
    return Source(io.BytesIO(data), chunk=size, large=1)


def whole(data: bytes, form: str) -> Any:
    """The conversations of a file that is read as a whole, or the code with which it is refused."""
    try:
        return [list(each) for each in conversations_of(data, session_format(form))]
    except InvalidDocument as refused:
        return refused.diagnostics[0].code


def in_pieces(data: bytes, form: str, size: int) -> Any:
    """The same of a file that is not held in memory."""
    messages = session_format(form).messages
    assert messages
    try:
        return [list(each) for each in messages.large(in_chunks(data, size))]
    except InvalidDocument as refused:
        return refused.diagnostics[0].code


@pytest.mark.parametrize("file", FILES)
def test_a_large_document_is_cut_and_recognised_as_a_small_one(file: str) -> None:
    form, document = FILES[file]
    spread = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    for text, size in ((json.dumps(document), 1), (spread, 7), ("\ufeff" + spread, 100)):
        data = text.encode("utf-8", "surrogatepass")
        assert whole(data, form) == in_pieces(data, form, size)
        with contextlib.nullcontext() if recognise_document(data) else pytest.raises(InvalidDocument):
            assert recognise_document(data) is recognise_large(in_chunks(data, size))


@pytest.mark.parametrize("file", _CUT)
def test_a_document_that_was_cut_off_is_refused_as_a_small_one(file: str) -> None:
    form, document = FILES[file]
    data = json.dumps(document).encode()
    for end in range(len(data)):
        assert "session.json" == whole(data[:end], form), end
        assert "session.json" == in_pieces(data[:end], form, 50), end


@pytest.mark.parametrize("form", _NAMES)
@pytest.mark.parametrize("odd", _ODD)
def test_an_odd_document_is_cut_or_refused_as_a_small_one(form: str, odd: str) -> None:
    data = odd.replace("%s", _NAMES[form]).encode()
    for size in (1, 100):
        assert whole(data, form) == in_pieces(data, form, size)


@given(
    st.sampled_from(_CUT), st.integers(0, 10_000), st.sampled_from(['"', "\\", "[", "]", "{", "}", ",", ":", "é", ""])
)
def test_a_damaged_document_is_cut_or_refused_as_a_small_one(file: str, at: int, mark: str) -> None:
    form, document = FILES[file]
    data = json.dumps(document).encode()
    at %= len(data)
    data = data[:at] + mark.encode() + data[at + 1 :]
    assert whole(data, form) == in_pieces(data, form, 50)


def test_an_error_says_where_it_is_in_the_file() -> None:
    data = b'{"messages": [{"id": 1}, {"id": 1e}, {"id": 2}]}'
    messages = session_format("gemini_cli").messages
    assert messages
    with pytest.raises(InvalidDocument) as of_whole:
        list(messages.conversations(data))
    with pytest.raises(InvalidDocument) as of_large:
        list(messages.large(in_chunks(data, 9)))
    assert of_whole.value.diagnostics == of_large.value.diagnostics
    assert "(byte 34)" in str(of_large.value)
