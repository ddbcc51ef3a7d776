r"""Session files of agents: read them as threads of messages, and write them back without loss.

from turnwire.sessions.files import read_session, recognise

data = Path("session.jsonl").read_bytes()
session = read_session(data, recognise(data.split(b"\\n")))
for thread, history in zip(session.threads, session.histories()):
    print(thread.kind, thread.id, len(history.history))
"""

from __future__ import annotations

from turnwire.sessions.files.format import NewFile, SessionFormat
from turnwire.sessions.files.formats import recognise, recognise_document, session_format, session_formats
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.session import (
    Session,
    came_from,
    conversations_of,
    new_session,
    read_lines,
    read_session,
    read_sessions,
    session_bytes,
)
from turnwire.sessions.files.summary import Summary, summary_of
from turnwire.sessions.files.threads import Thread
from turnwire.sessions.files.transcript import Shown, transcript

__all__ = [
    "Line",
    "NewFile",
    "Session",
    "SessionFormat",
    "Shown",
    "Summary",
    "Thread",
    "came_from",
    "conversations_of",
    "new_session",
    "read_lines",
    "read_session",
    "read_sessions",
    "recognise",
    "recognise_document",
    "session_bytes",
    "session_format",
    "session_formats",
    "summary_of",
    "transcript",
]
