"""Each row of a file is in one unit, in the order of the file, wherever the file is cut."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'turnwire[arrow]'")

import pyarrow as pa
import pyarrow.parquet as pq

from turnwire.bulk.batches import gathered
from turnwire.bulk.counts import Counts
from turnwire.bulk.lines import Line, lines
from turnwire.bulk.rows import Broken, Reader, Rows
from turnwire.bulk.units import CannotPlan, Unit, form_of, input_of, ranges

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = st.lists(st.binary(max_size=6).map(lambda text: text.replace(b"\n", b"")), max_size=12)


@given(texts=TEXTS, cuts=st.lists(st.integers(0, 90), max_size=5), most=st.integers(0, 6))
def test_lines_do_not_depend_on_the_chunks(texts: list[bytes], cuts: list[int], most: int) -> None:
    text = b"\n".join(texts)
    places = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    chunks = [text[begin:end] for begin, end in pairwise(places)]
    expected, offset = [], 100
    for each in texts if texts and texts[-1] else texts[:-1]:
        expected.append(Line(offset, each if len(each) <= most else None))
        offset += len(each) + 1
    assert expected == list(lines(chunks, 100, most))


@given(texts=TEXTS, size=st.integers(1, 40))
def test_each_line_is_in_one_unit(tmp_path_factory: pytest.TempPathFactory, texts: list[bytes], size: int) -> None:
    path = tmp_path_factory.mktemp("in") / "in.jsonl"
    path.write_bytes(b"\n".join(texts))
    counts = Counts()
    found: list[tuple[int, bytes]] = []
    for number, (begin, end, weight, rows) in enumerate(ranges(input_of(str(path)), "document", size)):
        unit = Unit(number, input_of(str(path)), begin, end, weight, rows)
        for each in Reader(unit, "document", None, counts).rows():
            assert not isinstance(each, Broken)
            found += zip(each.places, each.batch.column("document").to_pylist(), strict=True)
    place = 0
    expected: list[tuple[int, bytes]] = []
    for text in texts:
        row = text.rstrip(b"\r")
        expected += [(place, row)] if row.strip(b" \t") else []
        place += len(text) + 1
    assert expected == found
    assert len(texts if texts and texts[-1] else texts[:-1]) == counts.lines


FORMS = {
    "a.jsonl": ("jsonl", None),
    "A.NDJSON": ("jsonl", None),
    "a.b.jsonl.gz": ("jsonl", "gz"),
    "a.jsonl.zst": ("jsonl", "zst"),
    "a.parquet": ("parquet", None),
    "a.parquet.gz": None,
    "a.json": None,
    "jsonl": None,
}


@pytest.mark.parametrize("name", FORMS)
def test_the_name_of_a_file_says_its_form(name: str) -> None:
    assert FORMS[name] == form_of(name)


def test_a_file_of_another_form_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_text("no Parquet")
    with pytest.raises(CannotPlan, match="Parquet magic bytes not found"):
        ranges(input_of(str(tmp_path / "a.parquet")), "document")


def test_groups_that_are_almost_a_unit_are_not_put_together(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    table = pa.table({"document": [f"{row} " + "x" * 1000 for row in range(100)]})
    pq.write_table(table, path, row_group_size=20, use_dictionary=False)
    assert [(group, group + 1) for group in range(5)] == [
        each[:2] for each in ranges(input_of(str(path)), "document", 22_000)
    ]


CUT = {
    0: [(0, 0)],
    100: [(0, 100)],
    150: [(0, 25), (25, 50), (50, 75), (75, 100), (100, 125), (125, 150)],
    310: [(0, 100), (100, 200), (200, 225), (225, 250), (250, 275), (275, 300), (300, 310)],
}


@pytest.mark.parametrize("size", CUT)
def test_the_last_units_of_a_file_are_smaller(tmp_path: Path, size: int) -> None:
    (tmp_path / "in.jsonl").write_bytes(b"x" * size)
    assert CUT[size] == [each[:2] for each in ranges(input_of(str(tmp_path / "in.jsonl")), "document", 100)]


@pytest.mark.parametrize("compression", ["none", "zstd"])
def test_how_well_a_file_is_compressed_makes_no_larger_units(tmp_path: Path, compression: str) -> None:
    # What is said again and again takes little room in a file, and as much work as anything else.
    texts = [f"{row} " + "the same as before " * 50 for row in range(400)]
    path = tmp_path / "in.parquet"
    table = pa.table({"document": texts})
    pq.write_table(table, path, compression=compression, row_group_size=20, use_dictionary=False)
    found = ranges(input_of(str(path)), "document", 55_000)
    # A group has a little more than 20,000 bytes.
    assert [(begin, min(begin + 3, 20)) for begin in range(0, 20, 3)] == [each[:2] for each in found]
    stored = pq.ParquetFile(path).metadata
    groups = [stored.row_group(index) for index in range(stored.num_row_groups)]
    assert sum(group.column(0).total_compressed_size for group in groups) == sum(each[2] for each in found)


@given(
    sizes=st.lists(st.integers(0, 40), max_size=60),
    few=st.integers(1, 9),
    rows=st.integers(16, 40),
    size=st.integers(1, 90),
)
def test_rows_are_gathered_in_batches_that_are_not_too_large(sizes: list[int], few: int, rows: int, size: int) -> None:
    table = pa.table({"n": range(len(sizes)), "document": ["x" * each for each in sizes]})
    coded = table.set_column(1, "document", table["document"].dictionary_encode())
    for each in (table, coded):
        found = list(gathered(each.to_batches(few), "document", rows, size))
        assert table.to_pylist() == [row for batch in found for row in batch.to_pylist()]
        for batch in found:
            lengths = [len(text) for text in batch["document"].to_pylist()]
            # What is held is smaller than the size, and a piece is not larger, unless it is one document.
            assert sum(lengths[:-1]) <= 2 * size + 4 * len(lengths)
            assert len(lengths) <= max(rows, few)


def test_rows_that_a_file_stores_once_are_not_held_together(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"document": ["x" * 300_000] * 600}), path)
    assert pq.read_metadata(path).row_group(0).total_byte_size < 400_000
    unit = Unit(0, input_of(str(path)), 0, 1, 0)
    found = [each for each in Reader(unit, "document", None, Counts()).rows() if isinstance(each, Rows)]
    assert 600 == sum(len(each.places) for each in found)
    assert max(each.batch.column("document").nbytes for each in found) < 2_000_000
