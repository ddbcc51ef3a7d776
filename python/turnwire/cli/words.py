"""Print messages to standard error and data to standard output, with colours only on a terminal."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Final, TextIO

import click

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from turnwire.model import Diagnostic, Loss

# A document must not send control characters to the user's terminal, nor break a line of a report in two.
_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0))}
_CONTROLS |= {code: f"\\u{code:04x}" for code in (0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))}
# XML has no place for these two (XML 1.0, 2.2), which a report of JUnit may quote.
_CONTROLS |= {code: f"\\u{code:04x}" for code in (0xFFFE, 0xFFFF)}
# Python has the bytes of a file's name that are not UTF-8 as these (PEP 383).
_CONTROLS |= {0xDC00 + byte: f"\\x{byte:02x}" for byte in range(0x80, 0x100)}


def plain(text: str) -> str:
    """Return `text` on one line, with control characters escaped, and without characters that UTF-8 cannot encode."""
    if text.isprintable():  # `translate` looks up each character of a text that is not ASCII
        return text
    return text.translate(_CONTROLS).encode("utf-8", "backslashreplace").decode()


def takes_colours(stream: TextIO) -> bool:
    """Return whether a stream takes colours: a terminal does; FORCE_COLOR enables them, NO_COLOR disables both."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


_BARS: Final[list[Callable[[], None]]] = []
"""What takes the progress bar off the terminal, while there is one."""


@contextlib.contextmanager
def above(take_off: Callable[[], None]) -> Iterator[None]:
    """Print lines in the place of a progress bar, which `take_off` takes off the terminal; it draws itself again."""
    _BARS.append(take_off)
    try:
        yield
    finally:
        _BARS.remove(take_off)


def words(text: str) -> None:
    """Print one line to standard error."""
    _line(text, sys.stderr, err=True)


def data(text: str) -> None:
    """Print one line to standard output."""
    _line(text, sys.stdout, err=False)


def _line(text: str, stream: TextIO, *, err: bool) -> None:
    if _BARS and stream.isatty():
        for take_off in _BARS:
            take_off()
    click.echo(text, err=err, color=takes_colours(stream))


def json_line(value: object) -> str:
    """Return `value` as JSON on one line; free JSON in it may have line breaks."""
    import msgspec

    from turnwire.codec.json import one_line

    return one_line(msgspec.json.encode(value)).decode()


def place(name: str, line: int | None) -> str:
    """Return the name of a document: its file, and its line if the file has several documents."""
    return name if line is None else f"{name}:{line}"


def finding_line(found: Diagnostic) -> str:
    """Format a finding as `FILE:LINE:COLUMN: POINTER: MESSAGE [CODE]`, without colours."""
    from turnwire.errors import sentence

    return plain(sentence(found))


def finding_text(found: Diagnostic) -> str:
    """Format a finding as `FILE:LINE:COLUMN: POINTER: MESSAGE [CODE]`, with the hint below."""
    where, colon, rest = finding_line(found).partition(": ")
    text = click.style(where, bold=True) + colon + rest
    return text if not found.hint else f"{text}\n  {click.style('hint:', dim=True)} {plain(found.hint)}"


LONGEST_VALUE = 60


def loss_text(where: str, loss: Loss) -> str:
    """Format a loss as `FILE: POINTER: KIND FEATURE = VALUE`; a long value is cut."""
    import msgspec

    kind = click.style(loss.kind, fg="yellow" if loss.kind in ("dropped", "degraded") else "cyan")
    value = plain(msgspec.json.format(msgspec.json.encode(loss.value), indent=0).decode())
    shown = value if len(value) <= LONGEST_VALUE else value[: LONGEST_VALUE - 3] + "..."
    return f"{click.style(where, bold=True)}: {plain(loss.path) or '(root)'}: {kind} {plain(loss.feature)} = {shown}"


def count(number: int, noun: str) -> str:
    """Return `1 loss` or `2 losses`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number} {noun}{'es' if noun.endswith(('s', 'ch')) else 's'}"


def losses_text(losses: Counter[str]) -> str:
    """Format the counts of losses: `3 losses (2 dropped, 1 invented)`."""
    kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(losses.items()))
    return f"{count(losses.total(), 'loss')} ({kinds})" if kinds else "no losses"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table to standard output: with lines on a terminal, with aligned columns elsewhere."""
    lines = [[plain(cell) for cell in row] for row in rows]
    if takes_colours(sys.stdout):
        from rich.box import SIMPLE_HEAD
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        drawn = Table(*header, box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
        for line in lines:
            drawn.add_row(*(Text(cell) for cell in line))
        Console(file=sys.stdout, force_terminal=True).print(drawn)
        return
    aligned([header, *lines], [max(map(len, column)) for column in zip(header, *lines, strict=True)])


def aligned(rows: Iterable[Sequence[str]], widths: Sequence[int]) -> None:
    """Print rows of printable cells to standard output, with columns of these widths."""
    for row in rows:
        data("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
