"""Lines of a file are sent to another process as their place in the file, and are the same there."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnwire.cli.archives.pieces import Cut, Lines, Meter, Range, Unreadable, pieces
from turnwire.cli.inputs import Source

MB = 1_000_000


def test_another_process_reads_the_same_lines_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text("".join(f"{number} {'x' * (3_000_000 if number == 3 else 300_000)}\n" for number in range(12)))
    source = Source("in.jsonl", path, Path("in.jsonl"), "jsonl")
    found = [each for each in pieces(source, Cut(2_000_000), Meter()) if isinstance(each, Lines)]
    sent = [each.in_file() for each in found]
    assert found == [each.read() for each in sent if isinstance(each, Range)]
    assert len(found) > 2
    path.write_text("")
    gone = sent[-1].read() if isinstance(sent[-1], Range) else None
    assert gone == Unreadable(source, "in.jsonl: was cut to fewer bytes while it was read")


@pytest.mark.parametrize(
    "widths",
    [
        [10],
        [499],
        [501],
        [20_000],
        [1],
        [20_000] * 60 + [5] * 900,
        [5] * 9000 + [20_000] * 60,
        [2 * MB, 7],
        [7, 2 * MB],
    ],
    ids=lambda widths: f"{len(widths)} of {widths[0]}",
)
def test_a_block_has_the_number_of_its_first_line(widths: list[int], tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    lines = [b"x" * (width - 1) for width in widths] * (5 * MB // sum(widths))
    path.write_bytes(b"\n".join(lines))
    found = list(pieces(Source("in", path, Path("in"), "jsonl"), Cut(9 * MB), Meter()))
    blocks = [each for each in found if isinstance(each, Lines)]
    assert len(blocks) == len(found) > 1
    numbers = [entry.line for block in blocks for entry in block.entries()]
    assert numbers == [number for number, text in enumerate(lines, 1) if text]
    firsts = [1 + sum(block.data.count(b"\n") for block in blocks[:at]) for at in range(len(blocks))]
    assert firsts == [block.first for block in blocks]
