"""A transcript as text, with colours on a terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import click

from turnwire.cli.session_files.blocks import Piece, branch, is_shown, pieces, placed
from turnwire.cli.words import count, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.sessions.files.transcript import Shown

_LINES: Final = 12
_WIDTH: Final = 400
_COLOURS: Final = {"user": "green", "assistant": "cyan", "tool": "yellow", "system": "magenta"}
_MARKS: Final = {"call": "-> ", "result": "<- ", "error": "<! ", "thinking": "~ ", "other": "* ", "text": ""}

_OWN: Final = re.compile(r"->|<-|<!|== |\(left out: |\S+( \(summary of what came before\))?  line \d")
"""The beginnings of headings and other lines of the transcript.  A line of a message that begins so is indented."""


def shown(entries: Iterable[Shown], *, everything: bool, full: bool) -> Iterator[str]:
    """Yield the lines of a transcript.

    Args:
        entries: the entries.
        everything: show also the lines that are no messages.
        full: do not shorten inputs and results of tools, and documents.
    """
    hidden = 0
    before: Shown | None = None
    for entry in entries:
        if not is_shown(entry, everything=everything):
            hidden += bool(entry.line.text.strip())
            continue
        yield from _head(placed(entry, before))
        before = entry
        for piece in pieces(entry, everything=everything):
            yield from _lines(piece, full=full)
    if hidden:
        yield ""
        yield click.style(f"(left out: {count(hidden, 'line')} without a message; --all shows them)", dim=True)


def _head(entry: Shown) -> Iterator[str]:
    line = entry.line
    if heading := branch(entry):
        yield ""
        yield click.style(plain(f"== {heading}"), bold=True)
    if entry.goes_on:
        return
    speaker = line.speaker or line.role if line.is_in_tree else line.name or line.role
    about = [f"line {line.number}", line.time or "", line.model or "", f"subagent {line.agent}" if line.agent else ""]
    yield ""
    name = click.style(plain(speaker), bold=True, fg=_COLOURS.get(speaker))
    summary = " (summary of what came before)" if line.is_summary else ""
    yield f"{name}{summary}  " + click.style(plain("  ".join(part for part in about if part)), dim=True)


def _lines(piece: Piece, *, full: bool) -> Iterator[str]:
    if piece.kind == "speaker":
        yield ""
        yield click.style(plain(piece.name), bold=True, fg=_COLOURS.get(piece.name))
        return
    mark = _MARKS[piece.kind]
    texts = [plain(text) for text in piece.text.expandtabs(4).splitlines()] or [""]
    left = 0
    if not full and piece.kind != "text":
        left = max(0, len(texts) - _LINES)
        texts = [text if len(text) <= _WIDTH else text[: _WIDTH - 3] + "..." for text in texts[:_LINES]]
    texts = texts if mark else [f"  {text}" if _OWN.match(text) else text for text in texts]
    for index, text in enumerate(texts):
        head = mark + (f"{plain(piece.name)} " if piece.name else "") if index == 0 else " " * len(mark)
        yield click.style(head + text, dim=piece.kind in ("thinking", "other")) if mark else text
    if left:
        yield click.style(f"{' ' * len(mark)}({count(left, 'more line')}; --full shows them)", dim=True)
