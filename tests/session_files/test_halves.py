"""A document with half of a surrogate pair is read, and written back as it was."""

from __future__ import annotations

import io
import json
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.session_files.files import DOCUMENTS

from turnwire.sessions.files import read_sessions, recognise_document, session_bytes, session_format
from turnwire.sessions.files.formats import recognise_large
from turnwire.sessions.files.halves import hidden, revealed
from turnwire.sessions.files.outline import Source

_PIECES: Final = ("\\ud83d", "\\uDE00", "\\uD83D", "\\\\", "\\n", "\ufdd0", "\ufdd1", "\ufdd2", "\ufdfa", "0", "a", "é")
_ESCAPES: Final = ("\\ufdd0", "\\uFdD2", "\\ufdd3")
_FILES: Final = {
    "ai_sdk": "plain",
    "atif": "subagents",
    "chatgpt": "plain",
    "claude_ai": "plain",
    "gemini_cli": "call",
    "hermes": "export",
    "inspect": "plain",
    "open_webui": "plain",
    "opencode": "plain",
    "openhands": "plain",
    "otlp": "openinference",
}


@given(st.lists(st.sampled_from(_PIECES + _ESCAPES)))
def test_what_is_hidden_is_revealed(pieces: list[str]) -> None:
    text = json.dumps(pieces, ensure_ascii=False).replace("\\\\u", "\\u").encode()
    assert text == revealed(hidden(text))
    assert len(pieces) == len(msgspec.json.decode(hidden(text), type=list[str]))


@pytest.mark.parametrize("form", _FILES)
def test_a_document_with_halves_of_pairs_comes_back(form: str) -> None:
    data = json.dumps(_with_halves(DOCUMENTS[form][_FILES[form]])).encode()
    assert b"\\ud83d" in data
    known = recognise_document(data)
    assert known is session_format(form)
    assert known is recognise_large(Source(io.BytesIO(data)))
    sessions = read_sessions(data, known)
    histories = [history for session in sessions for history in session.histories()]
    assert json.loads(session_bytes(histories, known)) == json.loads(data)
    assert "hello \ufffd" in str(histories)
    assert known.messages
    found = [list(each) for each in known.messages.large(Source(io.BytesIO(data), chunk=5, large=1))]
    assert [list(each) for each in known.messages.conversations(data)] == found


def _with_halves(document: Any) -> Any:
    """The document with half of a pair after each greeting and in a member, beside numbers as Python spells them."""
    if isinstance(document, dict):
        return {name: _with_halves(value) for name, value in document.items()} | {"note": "cut \ud83d", "cost": 1e-05}
    if isinstance(document, list):
        return [_with_halves(each) for each in document]
    return "hello \ud83d" if document == "hello" else document
