"""What ours makes of a worked session of the canonical message format, and where that is not what is recorded.

The session was made, and written for two providers, by the system's own code.  A difference is (file, place, what ours
says); those that are wanted stand in canonical_deviations.json with a reason.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

import turnwire
from turnwire.model import History
from turnwire.testing import difference
from turnwire.validation import invariants

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME = "canonical"
WIRES = {"anthropic": "anthropic_messages", "openai": "openai_chat"}
_NOTHING = object()


class Difference(NamedTuple):
    """One thing that is not as recorded."""

    file: str
    place: str
    ours: str


def documents(session: dict[str, Any]) -> dict[str, Any]:
    """The session as a file may hold it: a list, under `messages`, with what else is in the file, and one by one."""
    messages = session["messages"]
    whole = {"list": messages, "messages": {"messages": messages}, "file": session}
    return whole | {message["id"]: message for message in messages}


def comes_back(name: str, tree: Any) -> Iterator[Difference]:
    """Reads a document, writes it, and asks detection what it thinks of it."""
    data = json.dumps(tree).encode()
    document = turnwire.read(data)
    written = turnwire.write(document, NAME)
    if turnwire.detect(data)[0] != (NAME, "request"):
        yield Difference(name, "detected", str(turnwire.detect(data)[0]))
    if (changed := difference(data, written.data)) is not None:
        yield Difference(name, "written", changed)
    for loss in written.losses:
        yield Difference(name, loss.path, f"{loss.kind} {loss.feature}")


def replies_come_back(message: dict[str, Any]) -> Iterator[Difference]:
    """The same of a message of the assistant, as a reply."""
    data = json.dumps(message).encode()
    written = turnwire.write(turnwire.read(data, NAME, kind="response"), NAME)
    if (changed := difference(data, written.data)) is not None:
        yield Difference(message["id"], "written as a reply", changed)
    for loss in written.losses:
        yield Difference(message["id"], f"reply {loss.path}", f"{loss.kind} {loss.feature}")


def held(session: dict[str, Any]) -> Iterator[Difference]:
    """Asks our invariants of the whole session, in which the system's own found nothing."""
    for found in invariants(_history(session["messages"])):
        yield Difference("list", found.pointer or "", found.code)


def wire(session: dict[str, Any], provider: str) -> Iterator[Difference]:
    """Writes the session for a provider, and compares the messages and the system prompt leaf by leaf."""
    made = json.loads(turnwire.write(_history(session["messages"]), WIRES[provider]).data)
    recorded = session[provider]
    for name in ("messages", "system"):
        if name in recorded:
            yield from _apart(provider, f"/{name}", recorded[name], made.get(name, _NOTHING))


def _history(messages: list[Any]) -> History:
    # Without spaces: the exact text of inputs is kept, and the recorded file is indented.
    found = turnwire.read(json.dumps(messages, separators=(",", ":")), NAME, kind="request")
    assert isinstance(found, History)
    return found


def _apart(file: str, place: str, theirs: Any, ours: Any) -> Iterator[Difference]:
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for name in sorted({*theirs, *ours}):
            yield from _apart(file, f"{place}/{name}", theirs.get(name, _NOTHING), ours.get(name, _NOTHING))
    elif isinstance(theirs, list) and isinstance(ours, list):
        for n in range(max(len(theirs), len(ours))):
            pair = [each[n] if n < len(each) else _NOTHING for each in (theirs, ours)]
            yield from _apart(file, f"{place}/{n}", *pair)
    elif theirs != ours:
        yield Difference(file, place, "nothing" if ours is _NOTHING else json.dumps(ours, ensure_ascii=False))
