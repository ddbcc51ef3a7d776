"""Columns go in and out as Arrow has them: in chunks, shared, of dictionaries, without a type, and of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'turnwire[arrow]'")

from turnwire.arrow import (  # noqa: E402 - without pyarrow there is no such module
    ConvertSpec,
    batches,
    convert_batch,
    detect_batch,
    repair_batch,
    result_schema,
    texts,
    validate_batch,
)

if TYPE_CHECKING:
    from collections.abc import Callable

ASKED: Final = b'{"model":"gpt-4.1","messages":[{"role":"user","content":"hi"}],"seed":7}'
OTHER: Final = b'{"model":"gpt-4.1","messages":[{"role":"user","content":"ho"}]}'
OPERATORS: Final[dict[str, Callable[[Any], Any]]] = {
    "convert": lambda batch: convert_batch(batch, ConvertSpec(target="anthropic_messages")),
    "validate": validate_batch,
    "repair": repair_batch,
    "detect": detect_batch,
}
KEPT: Final = {name: OPERATORS[name] for name in ("validate", "detect")}


def place_of(array: Any) -> int:
    """The address of an array's texts."""
    address: int = array.buffers()[2].address
    return address


@pytest.mark.parametrize("name", OPERATORS)
def test_a_table_whose_columns_have_different_chunks(name: str) -> None:
    chunks = pa.chunked_array([[ASKED, None], [], [b"{", OTHER, ASKED]], pa.binary())
    numbers = pa.chunked_array([[1], [2, 3, 4], [5]])
    made = OPERATORS[name](pa.table({"document": chunks, "n": numbers}))
    made.validate(full=True)
    batch = pa.record_batch({"document": chunks.combine_chunks(), "n": numbers.combine_chunks()})
    assert pa.Table.from_batches([OPERATORS[name](batch)]).equals(made)


@pytest.mark.parametrize("name", OPERATORS)
def test_a_table_without_rows(name: str) -> None:
    for table in (
        pa.table({"document": pa.chunked_array([], pa.string())}),
        pa.table({"document": pa.array([], pa.string())}),
    ):
        made = OPERATORS[name](table)
        assert (0, result_schema(table.schema)) == (made.num_rows, made.schema)


def test_a_table_of_many_bytes_becomes_several_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    table = pa.table({"document": [ASKED, OTHER] * 8, "n": range(16)})
    whole = OPERATORS["convert"](table)
    monkeypatch.setattr(batches, "_MOST_BYTES", 3 * len(ASKED))
    parts = OPERATORS["convert"](table)
    assert 1 == whole.column("document").num_chunks
    assert 8 == parts.column("document").num_chunks
    assert whole.equals(parts)


def test_a_column_of_more_than_2_gb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "_MOST_BYTES", 8)
    column = texts.Column()
    column.add(b"12345678")
    with pytest.raises(ValueError, match="more than 2 GB: give smaller batches"):
        column.add(b"9")


def test_a_column_of_texts() -> None:
    given = [b"a", None, b"", "é".encode(), None]
    column = texts.Column()
    for text in given:
        column.add(text)
    made = column.array()
    made.validate(full=True)
    assert [None if text is None else text.decode() for text in given] == made.to_pylist()
    column = texts.Column()
    for text in (*given, b"\xff"):
        column.add(text)
    assert [*made.to_pylist(), None] == column.array().to_pylist()
    assert [] == texts.Column().array().to_pylist()


def test_texts_that_arrow_gives_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks = pa.chunked_array([["a"], ["b"]])
    assert ["a", "b"] == texts.whole(chunks).to_pylist()
    monkeypatch.setattr(texts, "_MOST_BYTES", 8)
    with pytest.raises(ValueError, match="more than 2 GB: give smaller batches"):
        texts.whole(chunks)


@pytest.mark.parametrize("kind", ["string", "large_string", "binary", "large_binary"])
@pytest.mark.parametrize("name", KEPT)
def test_documents_that_stay_are_not_copied(name: str, kind: str) -> None:
    array = pa.array([OTHER.decode(), ASKED.decode(), None, "{"]).cast(getattr(pa, kind)())
    made = KEPT[name](pa.RecordBatch.from_arrays([array], ["document"]).slice(1))
    assert place_of(array) == place_of(made.column("document"))
    assert [ASKED.decode(), None, "{"] == made.column("document").to_pylist()
    assert [True, False, True] == made.column("sha256").is_valid().to_pylist()


@pytest.mark.parametrize("name", OPERATORS)
def test_other_columns_are_not_copied(name: str) -> None:
    notes = pa.array(["one", "two"])
    made = OPERATORS[name](pa.record_batch({"document": pa.array([ASKED, b"{"]), "notes": notes}))
    assert place_of(notes) == place_of(made.column("notes"))


@pytest.mark.parametrize("name", KEPT)
def test_a_document_that_is_not_utf_8_has_no_place_in_the_results(name: str) -> None:
    made = KEPT[name](pa.record_batch({"document": pa.array([b"\xff", ASKED])})).to_pylist()
    assert [None, ASKED.decode()] == [row["document"] for row in made]
    assert made[0]["error"] is not None
    assert made[0]["sha256"] is not None


def test_a_dictionary_may_stand_for_more_than_2_gb() -> None:
    # 40,000 rows that share one text of 60,000 bytes: decoded they would have 2.4 GB.
    text = OTHER[:-1] + b" " * 60_000 + b"}"
    indices = pa.array([0, None] * 20_000, pa.int32())
    array = pa.DictionaryArray.from_arrays(indices, pa.array([text], pa.string()))
    found = list(texts.texts_of(array))
    assert (40_000, None) == (len(found), found[1])
    assert all(each is found[0] for each in found[::2])
    made = OPERATORS["convert"](pa.RecordBatch.from_arrays([array.slice(39_997)], ["document"]))
    assert [True, False, True] == made.column("error").is_valid().to_pylist()


@pytest.mark.parametrize("name", OPERATORS)
def test_a_column_of_nulls_has_no_documents(name: str) -> None:
    made = OPERATORS[name](pa.record_batch({"document": pa.nulls(2), "dialect": pa.nulls(2)}))
    made.validate(full=True)
    assert ["row.empty"] * 2 == [row["error"]["code"] for row in made.to_pylist()]


def test_a_dialect_that_is_no_text() -> None:
    batch = pa.record_batch({"document": [ASKED, ASKED], "dialect": pa.array([b"\xff", b"openai_chat"])})
    rows = OPERATORS["convert"](batch).to_pylist()
    assert ["convert.no-place", None] == [row["error"] and row["error"]["code"] for row in rows]


@pytest.mark.parametrize("column", ["dialect", "kind", "error", "sha256"])
def test_the_column_of_the_documents_may_have_the_name_of_a_result(column: str) -> None:
    batch = pa.record_batch({column: [ASKED]})
    (row,) = convert_batch(batch, ConvertSpec(target="anthropic_messages", column=column)).to_pylist()
    assert ("anthropic_messages", "request", None) == (row["dialect"], row["kind"], row["error"])
