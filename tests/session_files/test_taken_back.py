"""Turns that were taken back, as they are shown and listed line by line."""

from __future__ import annotations

from typing import Any

import pytest
from tests.session_files.claude import file_of
from tests.session_files.codex import event, said
from tests.session_files.codex_files import CODEX
from tests.session_files.gemini_files import GEMINI_CLI_JSONL

from turnwire.sessions.files import session_format, summary_of, transcript

_FILES = {
    ("codex", "many-turns"): (
        *(said("user", str(number)) for number in range(3)),
        event("thread_rolled_back", num_turns=2),
        said("user", "again"),
        event("thread_rolled_back", num_turns=1),
        said("user", "once more"),
        event("thread_rolled_back", num_turns=0),
        said("user", "on"),
    ),
    **{("codex", name): lines for name, lines in CODEX.items()},
    **{("gemini_cli_jsonl", name): lines for name, lines in GEMINI_CLI_JSONL.items()},
}

# the line of each message that begins a branch -> the line after which it goes on
BRANCHES = [
    ("codex", "rolled-back", {8: 4}),
    ("codex", "rolled-back-interrupted", {9: 4}),
    ("codex", "rolled-back-to-instructions", {6: 2}),
    ("codex", "many-turns", {5: 1, 7: 1}),
    ("gemini_cli_jsonl", "rewound", {9: 4}),
    ("gemini_cli_jsonl", "rewound-to-the-start", {7: 0}),
    ("gemini_cli_jsonl", "rewound-to-nothing", {7: 0}),
]


@pytest.mark.parametrize(("form", "name", "branches"), BRANCHES)
def test_what_follows_turns_that_were_taken_back_is_another_branch(
    form: str, name: str, branches: dict[int, int]
) -> None:
    found = session_format(form)
    lines = found.lines(enumerate(file_of(*_FILES[form, name]).split(b"\n"), 1))
    entries = transcript(lines, found)
    assert branches == {entry.line.number: entry.branches_from for entry in entries if entry.branches_from is not None}


# a file, its title, and the title of its instructions and its last line but one
TITLES = [
    ("rolled-back-to-instructions", "The other way", "another way"),
    ("rolled-back-interrupted", "hello", None),
]


@pytest.mark.parametrize(("name", "title", "unnamed"), TITLES)
def test_the_title_is_the_name_or_the_first_prompt_of_a_person(name: str, title: str, unnamed: str | None) -> None:
    instructions = said("user", "# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\nx</INSTRUCTIONS>")
    assert title == title_of(*CODEX[name])
    assert unnamed == title_of(instructions, *CODEX[name][-2:-1])


def title_of(*lines: Any) -> str | None:
    found = session_format("codex")
    return summary_of(found.lines(enumerate(file_of(*lines).split(b"\n"), 1)), found).title
