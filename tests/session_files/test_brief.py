"""Lists and transcripts of a large conversation are made without the members that repeat its messages."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any, Final

import pytest
from msgspec import structs
from tests.session_files.document_files import ATIF, CLAUDE_AI
from tests.session_files.hermes_files import HERMES
from tests.session_files.inspect_files import INSPECT
from tests.session_files.open_webui_files import OPEN_WEBUI

from turnwire.errors import InvalidDocument
from turnwire.sessions.files import conversations_of, session_format, summary_of
from turnwire.sessions.files.mending import read_numbered
from turnwire.sessions.files.outline import Source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.sessions.files import Line

_COPIES: Final = [{"id": str(number), "text": "x" * 100} for number in range(100)]
_SAMPLES: Any = INSPECT["plain"]
_SESSION: Any = HERMES["two-exports"][0]

# The members that are left out, in a document that has them; and those that are none.
LEFT_OUT: Final[dict[str, tuple[str, Any, list[str]]]] = {
    "open_webui": (
        "open_webui",
        [{**OPEN_WEBUI["alone"], "chat": {**OPEN_WEBUI["alone"]["chat"], "messages": _COPIES}}],
        ['"messages":[]'],
    ),
    "inspect": (
        "inspect",
        {
            **_SAMPLES,
            "samples": [{**_SAMPLES["samples"][0], "events": _COPIES, "attachments": {"a": _COPIES}, "store": {}}],
        },
        ['"events":[]', '"attachments":{}', '"store":{}'],
    ),
    "hermes": ("hermes", {**_SESSION, "segments": _COPIES}, ['"segments":[]']),
}
KEPT: Final[dict[str, tuple[str, Any]]] = {
    "a text": ("inspect", {**_SAMPLES, "samples": [{**_SAMPLES["samples"][0], "events": "x" * 100}]}),
    "in another place": ("open_webui", [{**OPEN_WEBUI["current-id"][0], "messages": _COPIES}]),
    "of claude.ai": ("claude_ai", [{**CLAUDE_AI["plain"][0], "events": _COPIES}]),
    "of ATIF": ("atif", {**ATIF["plain"], "events": _COPIES}),
}


def large(form: str, document: Any, *, is_brief: bool) -> list[list[tuple[int, bytes]]]:
    messages = session_format(form).messages
    assert messages
    source = Source(io.BytesIO(json.dumps(document).encode()), chunk=100, large=1, is_brief=is_brief)
    return [list(each) for each in messages.large(source)]


def without_text(found: Iterable[tuple[int, bytes]], form: str) -> list[Line]:
    return [structs.replace(line, text=b"") for line in read_numbered(found, session_format(form))]


@pytest.mark.parametrize("name", LEFT_OUT)
def test_copies_are_left_out_of_a_list_and_a_transcript(name: str) -> None:
    form, document, empty = LEFT_OUT[name]
    (whole,) = conversations_of(json.dumps(document).encode(), session_format(form))
    (brief,) = large(form, document, is_brief=True)
    assert [whole] == large(form, document, is_brief=False)
    assert without_text(whole, form) == without_text(brief, form)
    assert summary_of(read_numbered(whole, session_format(form)), session_format(form)) == summary_of(
        read_numbered(brief, session_format(form)), session_format(form)
    )
    numbered: Any = whole
    head, *messages = numbered
    assert len(brief[0][1]) + 10_000 < len(head[1])
    assert all(each in brief[0][1].decode() for each in empty)
    assert messages == brief[1:]


@pytest.mark.parametrize("name", KEPT)
def test_nothing_else_is_left_out(name: str) -> None:
    form, document = KEPT[name]
    assert large(form, document, is_brief=False) == large(form, document, is_brief=True)


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_is_checked(name: str) -> None:
    form, document, _ = LEFT_OUT[name]
    data = json.dumps(document).encode()
    damaged = data.replace(b'{"id": "90"', b'{"id" "90"')
    assert damaged != data
    messages = session_format(form).messages
    assert messages
    with pytest.raises(InvalidDocument):
        list(messages.large(Source(io.BytesIO(damaged), chunk=100, large=1, is_brief=True)))
