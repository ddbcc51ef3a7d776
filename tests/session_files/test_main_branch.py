"""The main branch of a transcript: the messages of the main thread, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.session_files import claude as c
from tests.session_files.files import FILES

from turnwire.sessions.files import conversations_of, read_lines, session_format, transcript
from turnwire.sessions.files.main_branch import MainBranches, marked
from turnwire.sessions.files.mending import read_numbered
from turnwire.sessions.files.transcript import without_messages

if TYPE_CHECKING:
    from turnwire.sessions.files.format import SessionFormat
    from turnwire.sessions.files.threads import Thread

# A transcript is made line by line, and does not see these branches: the file -> what it would have to know
UNSEEN = {
    ("claude_code", "result-again"): "that an earlier line answered the same call",
    ("claude_code", "other-roles"): "that a line of a reply belongs to a group of a branch",
    ("gemini_cli_jsonl", "version-after-rewinding"): "that a message which was taken back is written again",
    ("hermes", "rewound-at-the-end"): "that no message follows those which were taken back",
}


def marks(held: list[tuple[int, bytes]], form: SessionFormat) -> tuple[set[int], set[int]]:
    """The lines that a transcript marks as those of the main branch, and the lines of the main thread.

    Where nothing is marked, the lines of branches, and none.
    """
    branches = MainBranches()
    branches.add(without_messages(read_numbered(iter(held), form)))
    (main,) = branches
    entries = [entry for entry in transcript(read_numbered(iter(held), form), form) if entry.line.is_in_tree]
    of_agents = all(entry.line.agent is not None for entry in entries)
    threads = read_lines(iter(held), form).threads
    if main is None:
        return lines_of(threads, "branch"), set()
    found: set[int] = set()
    is_main = True
    for entry in marked(entries, main):
        if (entry.line.agent is not None) == of_agents:
            is_main = is_main if entry.enters is None else entry.enters == "main"
            found |= {entry.line.number} if is_main else set()
    return found, lines_of(threads, "main")


def lines_of(threads: list[Thread], kind: str) -> set[int]:
    nodes = (node for thread in threads if thread.kind == kind for node in thread.nodes)
    return {part.line.number for node in nodes for part in node.parts}


@pytest.mark.parametrize(("form", "name", "data"), FILES, ids=[f"{form}-{name}" for form, name, _ in FILES])
def test_the_marks_are_those_of_the_main_thread(form: str, name: str, data: bytes) -> None:
    found = session_format(form)
    both = [marks(list(lines), found) for lines in conversations_of(data, found)]
    assert ((form, name) not in UNSEEN) == all(marked == wanted for marked, wanted in both), both


@pytest.mark.parametrize("apart", [254, 255, 256, 300, 70_000])
def test_messages_may_be_far_apart(apart: int) -> None:
    between = [b'{"type":"mode"}'] * (apart - 1)
    lines: list[Any] = [c.user("u1", None, "hello"), *between, c.reply("a1", "u1", "msg_1", c.text("hi")), *between]
    data = c.file_of(*lines, c.user("u2", "a1", "one way"), *between, c.user("u3", "a1", "another way"))
    form = session_format("claude_code")
    (held,) = conversations_of(data, form)
    marked, wanted = marks(list(held), form)
    assert {1, 1 + apart, 1 + 3 * apart} == marked == wanted
