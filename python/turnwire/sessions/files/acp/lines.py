"""What each message of a log of the Agent Client Protocol is; the chunks of one text become one line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Raw, structs

from turnwire.codec.members import object_of
from turnwire.sessions.files.line import Line
from turnwire.sessions.files.members import LINE_LIMITS, record_of, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from turnwire.sessions.files.format import Numbered
    from turnwire.sessions.files.line import LineRole

# The records of a message, which are its chunks, stand in a list: one level more than the record of any other line.
_LIMITS: Final = structs.replace(LINE_LIMITS, max_depth=LINE_LIMITS.max_depth - 1)

PROMPT: Final = "session/prompt"
UPDATE: Final = "session/update"
CHUNKS: Final = {"user_message_chunk": "user", "agent_message_chunk": "assistant", "agent_thought_chunk": "assistant"}
"""The updates that are a part of a message -> whose message it is."""
ENDED: Final = frozenset({"completed", "failed"})
"""The states of a call that has a result."""

# The other updates of a session (agent-client-protocol, schema/v1/schema.json, SessionUpdate).
UPDATES: Final[Mapping[str, LineRole]] = {
    "tool_call": "message",
    "tool_call_update": "event",
    "plan": "event",
    "available_commands_update": "event",
    "current_mode_update": "event",
    "config_option_update": "event",
    "session_info_update": "title",
    "usage_update": "event",
}


def lines(numbered: Numbered) -> Iterator[Line]:
    """Yield each line of a file, with what it is; chunks of one text that follow one another are one line."""
    reading = _Reading()
    run: list[Line] = []
    for number, text in numbered:
        line = reading.line(number, text)
        if run and not _goes_on(run[-1], line):
            yield _whole(run)
            run = []
        run.append(line)
    if run:
        yield _whole(run)


def _whole(run: list[Line]) -> Line:
    """Return one line for the chunks of a text."""
    return run[0] if len(run) == 1 else structs.replace(run[0], text=b"\n".join(line.text for line in run))


def _goes_on(before: Line, line: Line) -> bool:
    """Return whether a chunk goes on with the text of the line before."""
    is_same = (line.name, line.group, line.agent) == (before.name, before.group, before.agent)
    return line.name in CHUNKS and is_same and _is_text(line) and _is_text(before)


def _is_text(line: Line) -> bool:
    content = object_of(object_of(line.payload).get("content"))
    return text_of(content, "type") == "text" and text_of(content, "text") is not None


class _Reading:
    """The first session of the log, and the turn that goes on."""

    def __init__(self) -> None:
        self._first: str | None = None
        self._turn = 0

    def line(self, number: int, text: bytes) -> Line:
        members, fault = record_of(text, _LIMITS)
        if members is None:
            return Line(number=number, text=text, role="broken" if text.strip() else "event", fault=fault)
        method = text_of(members, "method")
        params = object_of(members.get("params"))
        failure = text_of(object_of(members.get("error")), "message") if method is None else None
        line = Line(number=number, text=text, role=_other(members), name=method or "", failure=failure)
        if method == PROMPT and "prompt" in params:
            self._turn += 1
            line = structs.replace(line, role="message", speaker="user", payload=members["params"])
        elif method == UPDATE:
            line = self._update(line, params)
        return self._in_session(line, text_of(params, "sessionId"))

    def _in_session(self, line: Line, session: str | None) -> Line:
        """Name the session; a log may have several, and those after the first are threads of their own."""
        self._first = self._first or session
        agent = session if session != self._first else None
        return structs.replace(line, session=self._first, agent=agent)

    def _update(self, line: Line, params: Mapping[str, Raw]) -> Line:
        update = object_of(params.get("update"))
        kind = text_of(update, "sessionUpdate") or ""
        line = structs.replace(line, name=kind, role=UPDATES.get(kind, "unknown"), payload=None)
        is_ended = text_of(update, "status") in ENDED
        if kind in CHUNKS and "content" in update:
            return self._part(line, CHUNKS[kind], params["update"], text_of(update, "messageId"))
        if kind == "tool_call" and not is_ended:
            return self._part(line, "assistant", params["update"])
        if kind in ("tool_call", "tool_call_update") and is_ended:
            self._turn += 1
            speaker = "assistant" if kind == "tool_call" else "tool"
            return structs.replace(line, role="message", speaker=speaker, payload=params["update"])
        if kind == "session_info_update":
            title = text_of(update, "title")
            return structs.replace(line, title=title, role="title" if title else "event")
        return line

    def _part(self, line: Line, speaker: str, update: Raw, own: str | None = None) -> Line:
        """Return a part of a message: those of one speaker between prompts and results are parts of one message."""
        group = f"{self._turn}-{speaker}-{own or ''}"
        return structs.replace(line, role="message", speaker=speaker, payload=update, group=group)


def _other(members: Mapping[str, Raw]) -> LineRole:
    return "event" if "jsonrpc" in members else "unknown"
