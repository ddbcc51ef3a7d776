"""A user's own adapter: a list of notes, one line each, to and from turnwire's History.

> How are you?
< Fine.
"""

from __future__ import annotations

from turnwire import History, Message
from turnwire.model import TextBlock

MARKS = {"user": "> ", "assistant": "< "}
ROLES = {mark: role for role, mark in MARKS.items()}


def read_notes(notes: str) -> History:
    """The conversation in a list of notes."""
    return History([_read_line(line) for line in notes.splitlines()])


def _read_line(line: str) -> Message:
    role = ROLES[line[:2]]
    return Message("user" if role == "user" else "assistant", [TextBlock(line[2:])])


def write_notes(history: History) -> tuple[str, list[str]]:
    """The notes, and the places of what they cannot hold."""
    lines: list[str] = []
    lost: list[str] = []
    for position, message in enumerate(history.history):
        texts = [block for block in message.content if isinstance(block, TextBlock) and block == TextBlock(block.text)]
        whole = len(texts) == len(message.content) == 1 and Message(message.role, message.content) == message
        if whole and message.role in MARKS and "".join(texts[0].text.splitlines()) == texts[0].text:
            lines.append(MARKS[message.role] + texts[0].text)
        else:
            lost.append(f"/history/{position}")
    return "\n".join(lines), lost
