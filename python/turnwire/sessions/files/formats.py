"""The formats of session files, by name, and which one a file has."""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Raw

from turnwire.codec.lenient import BOM
from turnwire.errors import InvalidDocument, UnknownDialect, invalid
from turnwire.sessions.files.acp import ACP
from turnwire.sessions.files.ai_sdk import AI_SDK
from turnwire.sessions.files.atif import ATIF
from turnwire.sessions.files.chatgpt import CHATGPT
from turnwire.sessions.files.claude_ai import CLAUDE_AI
from turnwire.sessions.files.claude_code import CLAUDE_CODE
from turnwire.sessions.files.codex import CODEX
from turnwire.sessions.files.copilot_cli import COPILOT_CLI
from turnwire.sessions.files.cursor import CURSOR
from turnwire.sessions.files.droid import DROID
from turnwire.sessions.files.gemini_cli import GEMINI_CLI, GEMINI_CLI_RECORDS
from turnwire.sessions.files.halves import hidden, mended
from turnwire.sessions.files.hermes import HERMES
from turnwire.sessions.files.hugging_face_traces import HUGGING_FACE_TRACES
from turnwire.sessions.files.inspect import INSPECT
from turnwire.sessions.files.items import CUT_OFF
from turnwire.sessions.files.letta_code import LETTA_CODE
from turnwire.sessions.files.members import record_of
from turnwire.sessions.files.open_webui import OPEN_WEBUI
from turnwire.sessions.files.opencode import OPENCODE
from turnwire.sessions.files.openhands import OPENHANDS
from turnwire.sessions.files.otlp import OTLP
from turnwire.sessions.files.outline import TooLarge, beginning, first_item
from turnwire.sessions.files.pi import PI

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from turnwire.sessions.files.format import SessionFormat
    from turnwire.sessions.files.outline import Source

_LIST: Final = msgspec.json.Decoder(list[Raw])
_OBJECT: Final = msgspec.json.Decoder(dict[str, Raw])

_FORMATS: Final = (
    CLAUDE_CODE,
    CODEX,
    CHATGPT,
    ATIF,
    CLAUDE_AI,
    GEMINI_CLI,
    GEMINI_CLI_RECORDS,
    AI_SDK,
    OPEN_WEBUI,
    INSPECT,
    HUGGING_FACE_TRACES,
    ACP,
    OTLP,
    OPENCODE,
    COPILOT_CLI,
    PI,
    DROID,
    LETTA_CODE,
    CURSOR,
    HERMES,
    OPENHANDS,
)

LOOKED_AT: Final = 20
"""How many lines may come before the first one that is recognised; blank ones do not count."""

BLANK: Final = 65536
"""How many bytes of blank lines are passed over at the beginning of a file."""


@functools.cache
def session_formats() -> Mapping[str, SessionFormat]:
    """Return the formats of session files by their names."""
    return {form.name: form for form in _FORMATS}


def session_format(name: str) -> SessionFormat:
    """Return the format with a name, such as `claude_code`.

    Raises:
        UnknownDialect: there is no such format.
    """
    found = session_formats().get(name.replace("-", "_"))
    if found is None:
        raise UnknownDialect(f"no format of session files is called {name}: there are {', '.join(session_formats())}")
    return found


def recognise_document(data: bytes) -> SessionFormat | None:
    """Return the format of a file that is a document, by its first conversation; None for any other file."""
    if (binary := next((form for form in _FORMATS if form.is_binary and form.is_binary(data)), None)) is not None:
        return binary
    data = hidden(data.removeprefix(BOM))
    start = data.lstrip()[:1]
    try:
        found = _LIST.decode(data)[:1] if start == b"[" else [Raw(data)]
        members = _OBJECT.decode(found[0]) if found else {}
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        return _of_first_line(data.lstrip().partition(b"\n")[0])
    alone = Raw(data.strip()) if start == b"[" else None
    return next((form for form in session_formats().values() if _is_document(form, members, alone)), None)


def recognise_large(source: Source) -> SessionFormat:
    """Return the format of a document that is not held in memory, by what is beside its messages and the first ones.

    A list that breaks off is recognised by its first conversation.

    Raises:
        InvalidDocument: it is of no known format.
    """
    paths = [path for form in session_formats().values() if form.messages is not None for path in form.messages.paths]
    mark = source.text().next_mark()
    if mark not in (b"{", b"["):
        raise unrecognised()
    is_list, was_cut, found = mark == b"[", False, None
    starts = ((), *((None, *path) for path in paths)) if is_list else paths
    try:
        found = recognise_document(beginning(source.text(), *starts))
    except TooLarge:
        pass
    except InvalidDocument as refused:
        was_cut = CUT_OFF in refused.diagnostics[0].message
    if is_list and found is None:
        with contextlib.suppress(InvalidDocument, TooLarge):
            found = recognise_document(first_item(source.text(), *paths))
    if found is None:
        raise unrecognised("the JSON document breaks off" if was_cut else "")
    return found


def _is_document(form: SessionFormat, members: Mapping[str, Raw], alone: Raw | None) -> bool:
    """Return whether a document is of a format: its first conversation, or a list that is the messages of one."""
    if form.messages is None:
        return False
    if form.looks_like(members):
        return True
    return alone is not None and bool(form.messages.lists) and form.looks_like({form.messages.lists: alone})


def recognise_documents(lines: Sequence[bytes]) -> SessionFormat | None:
    """Return the format of a file with a document on each line, by its first lines; None for any other file."""
    return _of_first_line(next(filter(bytes.strip, lines))) if have_documents(lines) else None


def have_documents(lines: Sequence[bytes]) -> bool:
    """Return whether each line of a file is a document, by its first lines: there are several, and one is whole."""
    found = [line for line in lines if line.strip()]
    return len(found) > 1 and record_of(mended(found[0]))[0] is not None


def _of_first_line(line: bytes) -> SessionFormat | None:
    members, _ = record_of(mended(line))
    found = (form for form in session_formats().values() if form.messages is not None and form.messages.of_lines)
    return next((form for form in found if members is not None and form.looks_like(members)), None)


def recognise(lines: Iterable[bytes]) -> SessionFormat | None:
    """Return the format of a session file by its first lines; None for any other file.

    Args:
        lines: the lines of the file; those that `first_lines` yields are taken.
    """
    for text in first_lines(lines):
        members, _ = record_of(mended(text))
        if members is None:
            continue
        for form in session_formats().values():
            if form.messages is None and form.looks_like(members):
                return form
    return None


def first_lines(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines by which a file is recognised: its beginning up to `LOOKED_AT` lines that are not blank."""
    found, blank = 0, 0
    for line in lines:
        yield line
        if line.strip():
            found += 1
        else:
            blank += len(line) + 1
        if found == LOOKED_AT or blank > BLANK:
            return


def unrecognised(why: str = "") -> InvalidDocument:
    """Make the error for a file that is no session file; `why` is the reason, such as that it is empty."""
    names = ", ".join(session_formats())
    return invalid(
        "session.unknown",
        "this is no session file of a known agent" + (f": {why}" if why else ""),
        hint=f"name the format with --from if it is one of these: {names}; `turnwire detect` knows other documents",
    )


def not_read(program: str) -> InvalidDocument:
    """Make the error for a session file of a program whose files are not read."""
    message = f"files of {program} are not read"
    return invalid("session.unread", message, hint=f"turnwire reads these: {', '.join(session_formats())}")
