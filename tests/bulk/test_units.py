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

from turnwire.bulk.counts import Counts
from turnwire.bulk.lines import Line, lines
from turnwire.bulk.rows import Broken, Reader
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


@pytest.mark.parametrize("compression", ["none", "zstd"])
def test_how_well_a_file_is_compressed_makes_no_larger_units(tmp_path: Path, compression: str) -> None:
    # What is said again and again takes little room in a file, and as much work as anything else.
    texts = [f"{row} " + "the same as before " * 50 for row in range(400)]
    path = tmp_path / "in.parquet"
    table = pa.table({"document": texts})
    pq.write_table(table, path, compression=compression, row_group_size=20, use_dictionary=False)
    found = ranges(input_of(str(path)), "document", 50_000)
    # A group has a little more than 20,000 bytes.
    assert [(begin, min(begin + 3, 20)) for begin in range(0, 20, 3)] == [each[:2] for each in found]
    stored = pq.ParquetFile(path).metadata
    groups = [stored.row_group(index) for index in range(stored.num_row_groups)]
    assert sum(group.column(0).total_compressed_size for group in groups) == sum(each[2] for each in found)
