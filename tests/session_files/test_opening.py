"""The command cuts files as the library does that holds them as a whole."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.session_files.document_files import ATIF
from tests.session_files.hermes_files import HERMES
from tests.session_files.otlp_files import SEVERAL

from turnwire.cli.session_files.opening import opened
from turnwire.errors import InvalidDocument
from turnwire.sessions.files import conversations_of, session_format

if TYPE_CHECKING:
    from pathlib import Path

_SESSIONS: Any = HERMES["two-exports"]
_STEPS: Any = ATIF["call"]


def lined(*documents: object) -> bytes:
    """A document on each line."""
    return b"\n".join(json.dumps(document).encode() for document in documents)


def listed(*documents: object) -> bytes:
    return json.dumps(documents).encode()


FILES: dict[str, tuple[str, bytes]] = {
    "sessions-on-lines": ("hermes", lined(*_SESSIONS)),
    "sessions-on-lines-with-mark": ("hermes", b"\xef\xbb\xbf" + lined(*_SESSIONS)),
    "sessions-and-other-lines": ("hermes", b"\n" + lined(_SESSIONS[0]) + b"\n\n" + lined(_SESSIONS[1], 1) + b"\n{"),
    "session-on-one-line": ("hermes", lined(_SESSIONS[0]) + b"\n"),
    "sessions-in-a-list": ("hermes", listed(*_SESSIONS)),
    "session-without-messages": ("hermes", listed(_SESSIONS[0], {"id": "s", "source": "cli", "started_at": 1.0})),
    "rows-in-a-list": ("hermes", listed(*_SESSIONS[0]["messages"])),
    "traces-on-lines": ("otlp", lined(SEVERAL, SEVERAL)),
    "trajectories-in-a-list": ("atif", listed(_STEPS, _STEPS)),
}


@pytest.mark.parametrize("is_named", [False, True])
@pytest.mark.parametrize("name", FILES)
def test_a_file_is_cut_into_the_same_conversations(name: str, is_named: bool, tmp_path: Path) -> None:  # noqa: FBT001 - a row
    form, data = FILES[name]
    path = tmp_path / "file.json"
    path.write_bytes(data)
    with opened(str(path), session_format(form) if is_named else None) as found:
        assert form == found.form.name
        conversations = [list(each) for each in found.conversations]
    assert [list(each) for each in conversations_of(data, session_format(form))] == conversations
    assert [] != conversations


@pytest.mark.parametrize("form", ["hermes", "otlp"])
def test_a_line_that_is_no_text_is_refused(form: str, tmp_path: Path) -> None:
    path = tmp_path / "file.jsonl"
    path.write_bytes({"hermes": lined(*_SESSIONS), "otlp": lined(SEVERAL)}[form] + b"\n\xff")
    with pytest.raises(InvalidDocument, match="is no text"), opened(str(path), None) as found:
        list(found.conversations)
