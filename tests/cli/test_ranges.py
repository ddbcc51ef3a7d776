"""Lines of a file are sent to another process as their place in the file, and are the same there."""

from __future__ import annotations

from pathlib import Path

from turnwire.cli.archives.pieces import Cut, Lines, Meter, Range, Unreadable, pieces
from turnwire.cli.inputs import Source


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
