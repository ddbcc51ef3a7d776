"""Draw a graph of turns as text, or as a self-contained SVG: no scripts, and no external styles or fonts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from html import escape
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from turnwire.systems.gpt2099.threads.graph import Row

LINE, LANE, MARGIN, DOT, COLUMN = 24, 18, 16, 5, 8
"""Pixels: between rows, between lanes, around, the radius of a turn, and the width of a letter."""

COLOURS = ("#2563eb", "#c2410c", "#15803d", "#a21caf", "#0e7490", "#854d0e", "#be123c", "#4338ca")

# "Char ::= #x9 | #xA | #xD | [#x20-#xD7FF] | ..." (XML 1.0, 2.2): what is no such character cannot even be escaped.
_NOT_XML = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF), "\ufffd")
# Marks that reverse the order of letters would also affect the text next to them (UAX 9, table 1).
_TURNING = dict.fromkeys((0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)), "\ufffd")
_NOT_DRAWN = _NOT_XML | _TURNING
_WIDE = frozenset("WF")


def as_text(rows: Sequence[Row]) -> list[str]:
    """Return a line for each turn: its number, lane, id, role, bookmark and content.

    The turns that it continues are listed unless it is the one above in its lane.
    """
    lanes = 1 + max((lane for row in rows for lane in (row.lane, *row.runs)), default=0)
    digits = len(str(len(rows)))
    above: dict[int, int] = {}
    lines = []
    for number, row in enumerate(rows):
        drawn = ["*" if lane == row.lane else "|" if lane in row.runs else " " for lane in range(lanes)]
        parts = [str(number + 1).rjust(digits), " ".join(drawn), row.id, row.role.ljust(len("assistant"))]
        lines.append(" ".join([*parts, *_notes(row, above.get(row.lane))]).rstrip())
        above[row.lane] = number
    return lines


def _notes(row: Row, above: int | None) -> list[str]:
    notes = [f"[{row.bookmark}]"] if row.bookmark else []
    beside = row.continues != ([] if above is None else [above])
    named = [str(each + 1) for each in row.continues] + ([f"{row.elsewhere} elsewhere"] if row.elsewhere else [])
    if beside or row.elsewhere:
        notes.append(f"<- {', '.join(named) or 'nothing'}")
    return [*notes, row.text]


def as_svg(rows: Sequence[Row], title: str) -> str:
    """One `<svg>` element; every text in it is escaped."""
    lanes = 1 + max((row.lane for row in rows), default=0)
    left = 2 * MARGIN + lanes * LANE
    longest = max((_columns(_label(row)) for row in rows), default=0)
    width, height = left + longest * COLUMN + MARGIN, len(rows) * LINE + 2 * MARGIN
    in_lanes = _in_lanes(rows)
    body = [_edge(rows, number, parent, in_lanes) for number, row in enumerate(rows) for parent in row.continues]
    body += [_turn(row, number, left) for number, row in enumerate(rows)]
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="monospace" font-size="13">'
    white = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return "\n".join([head, f"<title>{_escaped(title)}</title>", white, *body, "</svg>", ""])


def _escaped(text: str) -> str:
    return escape(text.translate(_NOT_DRAWN))


def _columns(text: str) -> int:
    """Return the width of a text in columns: letters of East Asia are twice as wide (UAX 11)."""
    return len(text) if text.isascii() else sum(1 + (east_asian_width(letter) in _WIDE) for letter in text)


def _in_lanes(rows: Sequence[Row]) -> dict[int, list[int]]:
    """The rows of the turns in each lane."""
    found: dict[int, list[int]] = {}
    for number, row in enumerate(rows):
        found.setdefault(row.lane, []).append(number)
    return found


def _at(row: Row, number: int) -> tuple[int, int]:
    return MARGIN + row.lane * LANE + LANE // 2, MARGIN + number * LINE + LINE // 2


def _label(row: Row) -> str:
    bookmark = f"[{row.bookmark}] " if row.bookmark else ""
    return f"{row.id} {row.role} {bookmark}{row.text}"


def _turn(row: Row, number: int, left: int) -> str:
    x, y = _at(row, number)
    dot = f'<circle cx="{x}" cy="{y}" r="{DOT}" fill="{COLOURS[row.lane % len(COLOURS)]}"/>'
    return f'{dot}<text x="{left}" y="{y + 4}" fill="#111827" xml:space="preserve">{_escaped(_label(row))}</text>'


def _edge(rows: Sequence[Row], number: int, parent: int, in_lanes: Mapping[int, Sequence[int]]) -> str:
    """Draw a line from a turn to one that continues it; it changes lanes next to the turn that only it belongs to.

    If another turn is in its way, the line runs between the lanes, so that it does not seem to pass through that turn.
    """
    (x, y), (to_x, to_y) = _at(rows[parent], parent), _at(rows[number], number)
    branches = rows[number].continues[0] == parent
    lane = rows[number].lane if branches else rows[parent].lane
    if not branches and _is_in_the_way(in_lanes[lane], parent, number):
        beside = x + LANE // 2
        path = f"M{x} {y}{_bend(x, y, beside)}V{to_y - LINE}{_bend(beside, to_y - LINE, to_x)}"
    elif x == to_x:
        path = f"M{x} {y}V{to_y}"
    elif branches:
        path = f"M{x} {y}{_bend(x, y, to_x)}V{to_y}"
    else:
        path = f"M{x} {y}V{to_y - LINE}{_bend(x, to_y - LINE, to_x)}"
    return f'<path d="{path}" fill="none" stroke="{COLOURS[lane % len(COLOURS)]}" stroke-width="2"/>'


def _bend(x: int, y: int, to_x: int) -> str:
    """From one lane to another, a row further down."""
    return f"C{x} {y + LINE} {to_x} {y} {to_x} {y + LINE}"


def _is_in_the_way(turns: Sequence[int], above: int, below: int) -> bool:
    return bisect_left(turns, below) - bisect_right(turns, above) > 0
