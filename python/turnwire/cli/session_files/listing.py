"""`turnwire sessions list`: one line for each session."""

from __future__ import annotations

import itertools
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from turnwire.cli.completing import FILE
from turnwire.cli.inputs import is_special
from turnwire.cli.options import FORMAT
from turnwire.cli.session_files.opened import opened
from turnwire.cli.session_files.opening import SOURCE, found, refusals
from turnwire.cli.session_files.rows import Rows
from turnwire.cli.words import aligned, count, data, json_line, plain, table, takes_colours, words
from turnwire.errors import InvalidDocument
from turnwire.sessions.files import summary_of
from turnwire.sessions.files.mending import read_numbered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.sessions.files.format import SessionFormat
    from turnwire.sessions.files.summary import Summary

_TITLE = 50
_MINUTES = 16
_SUBAGENT = "(subagent) "
_OTHER = "no session of a known agent"
_GAP = "  "
_MOST_DRAWN = 1000
"""How many rows are drawn as a table with lines on a terminal, which takes more memory."""
_COUNTS = ("user", "assistant", "results", "subagents")
_HEADER = ("started", "format", *_COUNTS, "tokens", "model", "title", "file")


@click.command("list")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=FILE)
@SOURCE
@FORMAT
def command(paths: tuple[str, ...], source: SessionFormat | None, report: str) -> int:
    """List sessions, with their first time, their messages, tokens, model and title.

    A PATH is a file or a folder, which is searched for .jsonl and .json files. Without a PATH the folders of Claude
    Code (~/.claude/projects), Codex (~/.codex/sessions), Gemini CLI (~/.gemini/tmp), Copilot CLI
    (~/.copilot/session-state), pi (~/.pi/agent/sessions), droid (~/.factory/sessions), Letta Code
    (~/.letta/transcripts) and Cursor (~/.cursor/projects) are searched.

    Ends with 1 if a file that a PATH names is no session file.
    """
    counted = _Counted()
    rows = _rows(paths, source, counted)
    if report == "json":
        for name, summary in rows:
            data(json_line({"file": name, **msgspec.structs.asdict(summary)}))
    else:
        with Rows(_HEADER) as kept:
            for name, summary in rows:
                kept.add(_row(name, counted.with_counted(name, summary)))
            _print(kept)
    for number, kind in ((counted.broken, "broken, such as cut off"), (counted.unknown, "of an unknown type")):
        if number:
            words(f"{count(number, 'line')} {kind}: --format json counts them for each file")
    for name, number in counted.joined:
        words(f"{plain(name)}: {number} sessions, one behind the other, listed as one")
    for why, number in counted.others.items():
        words(f"{count(number, 'other file')}: {why}")
    return 1 if counted.failed else 0


class _Counted:
    """What the list says besides its rows.

    Attributes:
        others: how many files of folders are no sessions, by the reason.
        failed: whether a file could not be read that an argument named.
        broken: how many lines of the sessions are broken.
        unknown: how many lines are of an unknown type.
        joined: the files that have several sessions one behind the other, with the number of sessions.
    """

    def __init__(self) -> None:
        self.others: Counter[str] = Counter()
        self.failed = False
        self.broken = 0
        self.unknown = 0
        self.joined: list[tuple[str, int]] = []

    def with_counted(self, name: str, summary: Summary) -> Summary:
        """Count what a summary says about a file, and return the summary."""
        self.broken += summary.broken
        self.unknown += summary.unknown
        if summary.other_sessions:
            self.joined.append((name, summary.other_sessions + 1))
        return summary


def _rows(paths: tuple[str, ...], source: SessionFormat | None, counted: _Counted) -> Iterator[tuple[str, Summary]]:
    for name, is_named in found(paths):
        if not is_named and is_special(Path(name)):  # reading a pipe may never end
            counted.others[_OTHER] += 1
            continue
        with refusals(name) as failed:
            try:
                with opened(name, source, is_brief=True) as file:
                    for numbered in file.conversations:
                        yield name, summary_of(read_numbered(numbered, file.form), file.form)
            except InvalidDocument as refused:
                first = refused.diagnostics[0]
                if is_named or first.code not in ("session.unknown", "session.unread"):
                    raise
                counted.others[first.message if first.code == "session.unread" else _OTHER] += 1
        counted.failed = counted.failed or bool(failed)


def _row(name: str, summary: Summary) -> list[str]:
    spoken: dict[str, Any] = summary.messages
    tokens = summary.input_tokens + summary.output_tokens
    return [
        (summary.started or "")[:_MINUTES].replace("T", " "),
        summary.format,
        *(str(spoken.get(speaker, 0)) for speaker in ("user", "assistant", "tool")),
        str(summary.subagents),
        f"{tokens:,}" if tokens else "",
        summary.model or "",
        ((_SUBAGENT if summary.agent else "") + (summary.title or ""))[:_TITLE],
        name,
    ]


def _print(rows: Rows) -> None:
    """Print a table, or on a terminal that is too narrow for it, several lines for each session."""
    is_terminal = sys.stdout.isatty() or takes_colours(sys.stdout)
    if is_terminal and sum(rows.widths) + len(_GAP) * len(_HEADER) > shutil.get_terminal_size().columns:
        for row in rows:
            _print_lines(row)
    elif len(rows) > _MOST_DRAWN:
        aligned(itertools.chain([_HEADER], rows), rows.widths)
    else:
        table(_HEADER, rows)


def _print_lines(row: list[str]) -> None:
    started, form, *counts, tokens, model, title, name = row
    numbers = [f"{number} {what}" for number, what in zip(counts, _COUNTS, strict=True) if number != "0"]
    about = [each for each in (started, form, model) if each]
    spoken = [*numbers, f"{tokens} tokens"] if tokens else numbers
    lines = [_GAP.join(about), *(f"{_GAP}{each}" for each in (title, ", ".join(spoken), name) if each)]
    data("\n".join(lines))
