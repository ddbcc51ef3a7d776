"""The parts of an output in Parquet have the same columns, whatever the files have beside the documents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.bulk.jobs import TARGET, document

from turnwire.arrow import RESULT
from turnwire.bulk import local
from turnwire.bulk.jobs import Job
from turnwire.bulk.manifest import Manifest
from turnwire.bulk.runs import outcomes, planned

if TYPE_CHECKING:
    from pathlib import Path

TEXT = document(0).decode()


def put(folder: Path, name: str, **columns: Any) -> str:
    """A file of one row; JSON Lines if there are no columns."""
    path = folder / name
    if columns or name.endswith(".parquet"):
        table = pa.table(
            {"document": [TEXT]} | {key: pa.array([value], kind) for key, (value, kind) in columns.items()}
        )
        pq.write_table(table, path)
    else:
        path.write_text(TEXT + "\n")
    return str(path)


def ran(paths: list[str], folder: Path) -> list[str]:
    """Convert the files; return what is said of those that are not."""
    folder.mkdir(exist_ok=True)
    with Manifest(folder, "convert") as manifest:
        plan = planned(Job(spec=TARGET, folder=str(folder)), paths, manifest)
        assert [] == [each for each in outcomes(plan, manifest, local.outcomes, 1) if not hasattr(each, "parts")]
        return plan.troubles


def rows(folder: Path) -> list[dict[str, Any]]:
    """The rows of all parts as one table, but for what every operator makes; each part has the columns of the first."""
    tables = [pq.read_table(path) for path in sorted(folder.glob("part-*.parquet"))]
    assert [] == [each.schema for each in tables if not each.schema.equals(tables[0].schema, check_metadata=True)]
    found: list[dict[str, Any]] = pa.concat_tables(tables).drop_columns(RESULT.names).to_pylist()
    return found


def test_files_with_other_columns_are_one_table(tmp_path: Path) -> None:
    paths = [
        put(tmp_path, "a.parquet", id=(1, pa.int32())),
        put(tmp_path, "b.parquet", user=("x", pa.string())),
        put(tmp_path, "c.jsonl"),
        put(tmp_path, "d.parquet"),
    ]
    assert [] == ran(paths, tmp_path / "out")
    lacks = dict.fromkeys(("id", "user", "input", "offset"))
    assert [lacks | {"id": 1}, lacks | {"user": "x"}, lacks | {"input": paths[2], "offset": 0}, lacks] == rows(
        tmp_path / "out"
    )


LETTERS = pa.dictionary(pa.int8(), pa.string())
JOINED = [
    (pa.int8(), pa.int64(), pa.int64()),
    (pa.uint32(), pa.int8(), pa.int64()),
    (pa.string(), pa.large_string(), pa.large_string()),
    (LETTERS, pa.string(), pa.string()),
    (LETTERS, LETTERS, LETTERS),
    (pa.binary(), pa.large_binary(), pa.large_binary()),
    (pa.null(), pa.list_(pa.int64()), pa.list_(pa.int64())),
]


@pytest.mark.parametrize(("one", "other", "kind"), [*JOINED, *((other, one, kind) for one, other, kind in JOINED)])
def test_types_that_hold_the_same_values_are_joined(
    tmp_path: Path, one: pa.DataType, other: pa.DataType, kind: pa.DataType
) -> None:
    values = [value_of(each) for each in (one, other)]
    paths = [put(tmp_path, f"{n}.parquet", x=(values[n], each)) for n, each in enumerate((one, other))]
    assert [] == ran(paths, tmp_path / "out")
    assert values == [each["x"] for each in rows(tmp_path / "out")]
    assert kind == pq.read_schema(tmp_path / "out" / "part-000000.parquet").field("x").type


def value_of(kind: pa.DataType) -> Any:
    if pa.types.is_null(kind):
        return None
    if pa.types.is_list(kind):
        return [7]
    if pa.types.is_integer(kind):
        return 7
    return b"x" if pa.types.is_binary(kind) or pa.types.is_large_binary(kind) else "x"


@pytest.mark.parametrize(
    ("one", "other"),
    [(pa.int64(), pa.string()), (pa.int64(), pa.float64()), (pa.uint64(), pa.int8()), (pa.string(), pa.binary())],
)
def test_a_file_with_another_type_is_refused_and_the_others_are_done(
    tmp_path: Path, one: pa.DataType, other: pa.DataType
) -> None:
    paths = [put(tmp_path, f"{n}.parquet", x=(None, each)) for n, each in enumerate((one, other, one))]
    (trouble,) = ran(paths, tmp_path / "out")
    assert trouble.startswith(f"{paths[1]}: cannot be read: its column 'x' has {other}, and {one} in files before it: ")
    assert 2 == len(rows(tmp_path / "out"))


def test_a_file_with_a_column_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "twice.parquet"
    pq.write_table(pa.table([[TEXT], [1], [2]], ["document", "x", "x"]), path)
    assert ["it has the column 'x' twice: rename one of the two"] == [
        each.partition("cannot be read: ")[2] for each in ran([str(path)], tmp_path / "out")
    ]


def test_a_file_that_is_added_has_to_have_the_columns_of_the_parts(tmp_path: Path) -> None:
    first = put(tmp_path, "a.parquet", id=(1, pa.int64()), user=("x", pa.string()))
    assert [] == ran([first], tmp_path / "out")
    fewer = put(tmp_path, "b.parquet", id=(2, pa.int8()))
    assert [] == ran([first, fewer], tmp_path / "out")
    assert [{"id": 1, "user": "x"}, {"id": 2, "user": None}] == rows(tmp_path / "out")
    (trouble,) = ran([first, fewer, put(tmp_path, "c.jsonl")], tmp_path / "out")
    assert "its column 'input' is not in the parts that are there: name another output folder for it" in trouble
    wider = put(tmp_path, "d.parquet", user=("x", pa.large_string()))
    (trouble,) = ran([first, fewer, wider], tmp_path / "out")
    assert "its column 'user' has large_string, and string in files before it" in trouble
    assert 2 == len(rows(tmp_path / "out"))


@pytest.mark.parametrize("name", ["empty.jsonl", "empty.parquet"])
def test_an_archive_without_rows_is_a_table_without_rows(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if path.suffix == ".parquet":
        pq.write_table(pa.table({"document": pa.array([], pa.string())}), path)
    else:
        path.write_text("")
    assert [] == ran([str(path)], tmp_path / "out")
    assert [] == rows(tmp_path / "out")
    assert [*RESULT.names] == pq.read_schema(tmp_path / "out" / "part-000000.parquet").names[: len(RESULT)]
