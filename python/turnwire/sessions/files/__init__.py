"""Session files of agents: read them as threads of messages, and write them back without loss."""

from __future__ import annotations

from turnwire.sessions.files.line import Line
from turnwire.sessions.files.session import Session, read_session, session_bytes
from turnwire.sessions.files.threads import Thread

__all__ = ["Line", "Session", "Thread", "read_session", "session_bytes"]
