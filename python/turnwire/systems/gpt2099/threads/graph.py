"""Lay out a graph of turns: the row and the lane of each, and the turns that it continues.

Each turn is a row, below the turns that it continues.  A turn is in the lane of the first turn it continues if
it is the first to continue that; any other turn begins a lane of its own, which is reused when no line runs in it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from turnwire.errors import InvalidDocument
from turnwire.systems.gpt2099.threads.resolve import message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.systems.gpt2099.threads.frames import Frame
    from turnwire.systems.gpt2099.threads.resolve import Turns

LONGEST_TEXT = 60


class Row(Struct):
    """One turn.  `continues` are rows; `elsewhere` counts turns that it continues and that are not in the graph.

    `runs` are the lanes of the lines that pass the turn.
    """

    id: str
    role: str
    text: str
    continues: list[int]
    bookmark: str | None = None
    elsewhere: int = 0
    lane: int = 0
    runs: list[int] = []


class _Strand:
    """A lane for a while: from the row that it branches off to the last row that anything of it reaches."""

    def __init__(self, begin: int, row: int) -> None:
        self.begin = begin
        self.rows = [row]
        self.end = row


def graph(turns: Turns, frames: Sequence[Frame]) -> list[Row]:
    """Lay out these turns, given in the order of `walk(..., order="fixed")`.  Damaged content is named in the text."""
    places: dict[str, int] = {}
    rows = []
    for number, frame in enumerate(frames):
        links = list(dict.fromkeys(name.lower() for name in frame.about.parents))
        known = [places[name] for name in links if name in places]
        about = frame.about
        text = excerpt(turns, frame)
        row = Row(frame.id, about.role or "user", text, known, bookmark=about.head, elsewhere=len(links) - len(known))
        rows.append(row)
        places[frame.key] = number
    _place(rows)
    return rows


def _place(rows: list[Row]) -> None:
    strands = _strands(rows)
    ends: list[int] = []
    for strand in sorted(strands, key=lambda each: (each.begin, each.rows[0])):
        lane = next((each for each, end in enumerate(ends) if end < strand.begin), len(ends))
        ends[lane : lane + 1] = [strand.end]
        for row in strand.rows:
            rows[row].lane = lane
        for row in range(strand.begin + 1, strand.end):
            if row not in strand.rows:
                rows[row].runs.append(lane)


def _strands(rows: list[Row]) -> list[_Strand]:
    strands: list[_Strand] = []
    of_row: list[_Strand] = []
    for number, row in enumerate(rows):
        first = row.continues[0] if row.continues else None
        strand = of_row[first] if first is not None else None
        if strand is not None and strand.rows[-1] == first:
            strand.rows.append(number)
        else:
            strand = _Strand(number if first is None else first, number)
            strands.append(strand)
        of_row.append(strand)
        # A line to a turn that continues several runs down in the lane it comes from.
        for parent in (number, *row.continues[1:]):
            of_row[parent].end = max(of_row[parent].end, number)
    return strands


def excerpt(turns: Turns, frame: Frame) -> str:
    """Return the beginning of a turn's text, or a description of its other content."""
    try:
        found = message(turns, frame)
    except InvalidDocument as refusal:
        return f"({refusal.diagnostics[0].code})"
    if found is None:
        return "(no content)"
    if frame.about.document_name:
        return f"(document {frame.about.document_name})"
    content = json.loads(bytes(found.content))
    blocks = content if isinstance(content, list) else [content]
    text = " ".join(" ".join(map(_said, blocks)).split())
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 3] + "..."


def _said(block: Any) -> str:
    if not isinstance(block, dict):
        return "(no block)"
    text, name = block.get("text"), block.get("name")
    if isinstance(text, str):
        return text
    return f"({block.get('type', 'no type')}{f' {name}' if isinstance(name, str) else ''})"
