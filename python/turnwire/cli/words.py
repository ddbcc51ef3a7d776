"""Words for people on standard error, data on standard output, and colours only where someone looks."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

import click

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from turnwire.model import Diagnostic, Loss

# A document must not write to the terminal of who converts it, nor break a line of a report in two.
_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0))}
_CONTROLS |= {code: f"\\u{code:04x}" for code in (0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def plain(text: str) -> str:
    """`text` on one line, with every character shown that would steer a terminal, and nothing UTF-8 cannot say."""
    return text.translate(_CONTROLS).encode("utf-8", "backslashreplace").decode()


def is_lively(stream: TextIO) -> bool:
    """Whether a stream takes colours: a terminal does, FORCE_COLOR says so, NO_COLOR says no to both."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def words(text: str) -> None:
    """One line on standard error."""
    click.echo(text, err=True, color=is_lively(sys.stderr))


def data(text: str) -> None:
    """One line on standard output."""
    click.echo(text, color=is_lively(sys.stdout))


def json_line(value: object) -> str:
    """`value` as JSON on one line; free JSON in it may come from a source of many lines."""
    import msgspec

    from turnwire.codec.json import one_line

    return one_line(msgspec.json.encode(value)).decode()


def place(name: str, line: int | None) -> str:
    """The name of a document: its file, and its line where it is one of many."""
    return name if line is None else f"{name}:{line}"


def finding_text(found: Diagnostic) -> str:
    """`FILE:LINE:COLUMN: POINTER: MESSAGE [CODE]`, and the hint below."""
    from turnwire.errors import sentence

    where, colon, rest = plain(sentence(found)).partition(": ")
    text = click.style(where, bold=True) + colon + rest
    return text if not found.hint else f"{text}\n  {click.style('hint:', dim=True)} {plain(found.hint)}"


LONGEST_VALUE = 60


def loss_text(where: str, loss: Loss) -> str:
    """`FILE: POINTER: KIND FEATURE = VALUE`, a long value cut."""
    import msgspec

    kind = click.style(loss.kind, fg="yellow" if loss.kind in ("dropped", "degraded") else "cyan")
    value = plain(msgspec.json.format(msgspec.json.encode(loss.value), indent=0).decode())
    shown = value if len(value) <= LONGEST_VALUE else value[: LONGEST_VALUE - 3] + "..."
    return f"{click.style(where, bold=True)}: {plain(loss.path) or '(root)'}: {kind} {plain(loss.feature)} = {shown}"


def count(number: int, noun: str) -> str:
    """`1 loss`, `2 losses`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun}{'es' if noun.endswith('s') else 's'}"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table on standard output: drawn on a terminal, aligned columns elsewhere."""
    lines = [[plain(cell) for cell in row] for row in rows]
    if is_lively(sys.stdout):
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        drawn = Table(*header, box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
        for line in lines:
            drawn.add_row(*(Text(cell) for cell in line))
        Console(file=sys.stdout, force_terminal=True).print(drawn)
        return
    widths = [max(map(len, column)) for column in zip(header, *lines, strict=True)]
    for line in [list(header), *lines]:
        data("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
