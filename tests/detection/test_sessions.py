"""A session file is no document, and the refusal says what reads it."""

from __future__ import annotations

import pytest
from tests.session_files.files import FILES

import turnwire
from turnwire.detect import SESSION_HINT, undetected
from turnwire.sessions.files import session_format

_UNLIKE = {"plain", "call"}


@pytest.mark.parametrize(("form", "name", "text"), [each for each in FILES if each[1] in _UNLIKE])
def test_a_session_file_is_none_and_the_hint_names_the_command(form: str, name: str, text: bytes) -> None:
    documents = text.split(b"\n")[:-1] if session_format(form).messages is None else [text]
    for document in documents:
        assert [] == turnwire.detect(document), name
        assert SESSION_HINT == undetected(document, None, None).diagnostics[0].hint
