"""The operators on record batches give, row by row, what the functions of the library give for each document."""

from __future__ import annotations

import hashlib
import json
import pickle
from typing import TYPE_CHECKING, Any, Final, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.docs.pages import ROOT

import turnwire
from turnwire.codec.limits import FAST
from turnwire.testing import wire_documents

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'turnwire[arrow]'")

from turnwire.arrow import (  # noqa: E402 - without pyarrow there is no such module
    RESULT,
    ConvertSpec,
    DetectSpec,
    RepairSpec,
    ValidateSpec,
    convert_batch,
    detect_batch,
    repair_batch,
    result_schema,
    validate_batch,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.model import Diagnostic

EXAMPLES: Final = [path.read_bytes() for path in sorted(ROOT.glob("examples/*/*.json"))]
ASKED: Final = b'{"model":"gpt-4.1","messages":[{"role":"user","content":"hi"}],"seed":7}'
NO_JSON: Final = b'{"model": '
OPERATORS: Final[dict[str, Callable[[Any], Any]]] = {
    "convert": lambda batch: convert_batch(batch, ConvertSpec(target="anthropic_messages")),
    "validate": validate_batch,
    "repair": repair_batch,
    "detect": detect_batch,
}


def batch_of(documents: list[Any], of: Any = None, **columns: Any) -> Any:
    return pa.record_batch({"document": pa.array(documents, of or pa.binary()), **columns})


def rows_of(batch: Any) -> list[dict[str, Any]]:
    batch.validate(full=True)
    rows: list[dict[str, Any]] = batch.to_pylist()
    return rows


def said(found: Diagnostic) -> tuple[Any, ...]:
    return found.code, found.message, found.severity, found.pointer, found.line, found.column, found.hint


def diagnostics_of(row: dict[str, Any]) -> list[tuple[Any, ...]]:
    names = ("code", "message", "severity", "pointer", "line", "column", "hint")
    return [tuple(each[name] for name in names) for each in row["diagnostics"]]


def converted(document: bytes, target: str) -> tuple[Any, ...]:
    """What `convert` makes of a document: the text, the losses, and the findings of a refusal."""
    try:
        written = turnwire.convert(document, target)
    except turnwire.InvalidDocument as refusal:
        return None, [], [said(each) for each in refusal.diagnostics]
    except turnwire.UnknownDialect as fault:
        return None, [], [("convert.no-place", str(fault), "error", None, None, None, None)]
    return written.text, [(loss.kind, loss.path, loss.feature, loss.dialect) for loss in written.losses], []


def check_converted(row: dict[str, Any], document: bytes, target: str) -> None:
    """Compare a row with what `convert` makes of its document."""
    losses = [(loss["kind"], loss["path"], loss["feature"], loss["dialect"]) for loss in row["losses"]]
    text, lost, found = converted(document, target)
    assert (text, lost, found) == (row["document"], losses, diagnostics_of(row))
    assert (found[0][0] if found else None) == (row["error"]["code"] if row["error"] else None)
    assert (hashlib.sha256(text.encode()).hexdigest() if text is not None else None) == row["sha256"]


@pytest.mark.parametrize("target", ["anthropic_messages", "openai_responses", "sharegpt"])
def test_each_row_is_what_convert_gives(target: str) -> None:
    documents = [*EXAMPLES, NO_JSON, b"[]", b"\xff", ASKED]
    rows = rows_of(convert_batch(batch_of(documents), ConvertSpec(target=target, limits=FAST)))
    for row, document in zip(rows, documents, strict=True):
        check_converted(row, document, target)


@given(documents=st.lists(st.one_of(wire_documents("openai_chat", "request", "plain"), st.binary()), max_size=5))
def test_generated_rows(documents: list[bytes]) -> None:
    batch = batch_of([b"", *documents]).slice(1)
    rows = rows_of(convert_batch(batch, ConvertSpec(target="gemini_generate", limits=FAST)))
    for row, document in zip(rows, documents, strict=True):
        check_converted(row, document, "gemini_generate")


def test_each_row_is_what_validate_gives() -> None:
    documents = [*EXAMPLES, NO_JSON, b'{"model":"m","messages":[{"role":"wizard","content":3}]}']
    rows = rows_of(validate_batch(batch_of(documents), ValidateSpec(target="openai_chat:gpt-4.1")))
    for row, document in zip(rows, documents, strict=True):
        report = turnwire.validate(document, target="openai_chat:gpt-4.1")
        assert [said(each) for each in report.diagnostics] == diagnostics_of(row)
        assert (report.dialect, report.kind, report.valid) == (row["dialect"], row["kind"], row["error"] is None)
        assert document.decode() == row["document"]


def test_each_row_is_what_repair_gives() -> None:
    broken = b'{"model":"gpt-4.1","messages":[{"role":"human","content":"hi"}]}'
    rows = rows_of(repair_batch(batch_of([broken, NO_JSON]), RepairSpec(unsafe=True)))
    for row, document in zip(rows, [broken, NO_JSON], strict=True):
        mended = turnwire.repair(document, unsafe=True)
        assert mended.data.decode() == row["document"]
        assert [said(each) for each in (*mended.applied, *mended.left)] == diagnostics_of(row)
    assert rows[0]["error"] is None
    assert '"user"' in rows[0]["document"]
    assert json.loads(rows[0]["diagnostics"][0]["fixes"][0]["patch"])[0]["value"] == "user"


def test_each_row_is_what_detect_gives() -> None:
    documents = [*EXAMPLES, b'{"name":"left-pad"}']
    for row, document in zip(rows_of(detect_batch(batch_of(documents))), documents, strict=True):
        found = turnwire.detect(document)
        assert (found[0] if found else (None, None)) == (row["dialect"], row["kind"])
        assert (not found) == (row["error"] is not None)
        assert document.decode() == row["document"]


@pytest.mark.parametrize("name", OPERATORS)
def test_rows_and_other_columns_stay(name: str) -> None:
    documents = [ASKED, None, NO_JSON, b"\xff\xfe", ASKED]
    numbers = pa.array([1, None, 3, 4, 5])
    nested = pa.array([[{"a": 1}], None, [], [{"a": 2}], [{"a": None}]])
    batch = batch_of(documents, n=numbers, nested=nested).replace_schema_metadata({"source": "logs"})
    made = OPERATORS[name](batch)
    made.validate(full=True)
    assert pa.schema([*RESULT, *list(batch.schema)[1:]]) == made.schema
    assert result_schema(batch.schema) == made.schema
    assert {b"source": b"logs"} == made.schema.metadata
    assert numbers.equals(made.column("n"))
    assert nested.equals(made.column("nested"))
    errors = [row["error"] and row["error"]["code"] for row in rows_of(made)]
    assert [None, "row.empty"] == errors[:2]
    assert None not in errors[1:4]
    assert errors[4] is None


TYPES: Final = {
    "string": pa.string(),
    "large_string": pa.large_string(),
    "string_view": pa.string_view(),
    "binary": pa.binary(),
    "large_binary": pa.large_binary(),
    "binary_view": pa.binary_view(),
    "json": pa.json_(),
    "dictionary": pa.dictionary(pa.int8(), pa.string()),
}


@pytest.mark.parametrize("kind", TYPES)
def test_documents_in_columns_of_all_types(kind: str) -> None:
    array = pa.array([ASKED.decode(), None, ASKED.decode()], pa.string())
    typed = array.dictionary_encode() if kind == "dictionary" else array.cast(TYPES[kind])
    made = rows_of(detect_batch(pa.RecordBatch.from_arrays([typed], ["document"]).slice(1)))
    assert [None, "openai_chat"] == [row["dialect"] for row in made]
    assert [None, ASKED.decode()] == [row["document"] for row in made]


@pytest.mark.parametrize("name", OPERATORS)
def test_a_batch_without_rows(name: str) -> None:
    batch = batch_of([], n=pa.array([], pa.int64()))
    made = OPERATORS[name](batch)
    assert (0, result_schema(batch.schema)) == (made.num_rows, made.schema)


def test_columns_say_what_the_documents_are() -> None:
    # Both could be either: a bare list of messages.
    bare = b'[{"role":"user","content":"hi"}]'
    dialects, kinds = ["openai_chat", "glm", "no_such", None], ["request", None, None, "essay"]
    batch = batch_of([bare, b'{"history":[]}', bare, ASKED], dialect=pa.array(dialects), kind=pa.array(kinds))
    rows = rows_of(convert_batch(batch, ConvertSpec(target="turnwire")))
    assert [None, None, "convert.no-place", "convert.no-place"] == [
        row["error"] and row["error"]["code"] for row in rows
    ]
    assert ["turnwire", "turnwire"] == [row["dialect"] for row in rows[:2]]
    assert "there is no kind 'essay'" in rows[3]["error"]["message"]


def test_the_column_of_the_documents_may_have_another_name() -> None:
    batch = pa.record_batch({"body": pa.array([ASKED.decode()]), "n": pa.array([1])})
    made = convert_batch(batch, ConvertSpec(target="anthropic_messages", column="body"))
    assert [*RESULT.names, "body", "n"] == made.schema.names
    assert ASKED.decode() == rows_of(made)[0]["body"]


def test_a_model_is_that_of_requests() -> None:
    answer = (ROOT / "examples/openai_chat/weather.response.json").read_bytes()
    spec = ConvertSpec(target="anthropic_messages", model="claude-sonnet-4-5")
    request, reply = (json.loads(row["document"]) for row in rows_of(convert_batch(batch_of([ASKED, answer]), spec)))
    assert "claude-sonnet-4-5" == request["model"]
    assert json.loads(answer)["model"] == reply["model"]


def test_a_strict_conversion_refuses_losses() -> None:
    spec = ConvertSpec(target="anthropic_messages", strict=True, allow=("invented",))
    (row,) = rows_of(convert_batch(batch_of([ASKED]), spec))
    assert (None, "convert.loss") == (row["document"], row["error"]["code"])
    assert [("dropped", "generation.seed", "7")] == [
        (loss["kind"], loss["feature"], loss["value"]) for loss in row["losses"]
    ]


def test_a_document_that_repeats_a_key() -> None:
    twice = b'{"model":"a","model":"b","messages":[{"role":"user","content":"hi"}]}'
    strict, fast = (
        rows_of(convert_batch(batch_of([twice]), spec))[0]
        for spec in (ConvertSpec(target="ollama_chat"), ConvertSpec(target="ollama_chat", limits=FAST))
    )
    assert "json.duplicate-key" == strict["error"]["code"]
    assert "b" == json.loads(fast["document"])["model"]


REFUSED: Final = {
    "no such column": (pa.record_batch({"body": ["{}"]}), ValueError, "needs one column 'document'"),
    "two such columns": (
        pa.RecordBatch.from_arrays([pa.array(["{}"]), pa.array(["{}"])], ["document", "document"]),
        ValueError,
        "needs one column 'document'",
    ),
    "a column of results": (batch_of([b"{}"], losses=pa.array([1])), ValueError, "rename or drop losses"),
    "no texts": (batch_of([1], pa.int64()), TypeError, "not of int64"),
    "kinds that are no texts": (batch_of([b"{}"], kind=pa.array([1])), ValueError, "the column kind"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_batch_that_does_not_fit(case: str) -> None:
    batch, fault, message = REFUSED[case]
    with pytest.raises(fault, match=message):
        detect_batch(batch)


WRONG: Final[dict[str, tuple[Callable[[], object], type[Exception], str]]] = {
    "target": (lambda: ConvertSpec(target="no_such"), turnwire.UnknownDialect, "no dialect 'no_such'"),
    "source": (lambda: ConvertSpec(target="glm", source="no_such"), turnwire.UnknownDialect, "no dialect 'no_such'"),
    "kind": (lambda: ConvertSpec(target="glm", kind=cast("Any", "essay")), turnwire.UnknownDialect, "no kind 'essay'"),
    "keeping": (lambda: ConvertSpec(target="glm", keeping=cast("Any", "text")), TypeError, "keeping is a"),
    "model": (lambda: ConvertSpec(target="glm", model=cast("Any", 3)), TypeError, "model is the name"),
    "dialect": (lambda: ValidateSpec(dialect="no_such"), turnwire.UnknownDialect, "no dialect 'no_such'"),
    "target of a check": (lambda: ValidateSpec(target="no_such:m"), turnwire.UnknownDialect, "no dialect 'no_such'"),
    "layers": (lambda: ValidateSpec(layers=(cast("Any", "style"),)), ValueError, "there is no layer 'style'"),
    "dialect to repair": (lambda: RepairSpec(dialect="no_such"), turnwire.UnknownDialect, "no dialect 'no_such'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_specification_that_names_nothing_is_refused_when_it_is_made(case: str) -> None:
    make, fault, message = WRONG[case]
    with pytest.raises(fault, match=message):
        make()


@pytest.mark.parametrize("spec", [ConvertSpec(target="glm"), ValidateSpec(strict=True), RepairSpec(), DetectSpec()])
def test_a_specification_can_be_sent_to_a_worker(spec: object) -> None:
    assert spec == pickle.loads(pickle.dumps(spec))  # noqa: S301 - our own bytes


def test_a_bug_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("turnwire.arrow.operators.converted", failing)
    (row,) = rows_of(convert_batch(batch_of([ASKED]), ConvertSpec(target="glm")))
    assert "turnwire.bug" == row["error"]["code"]
    assert "KeyError('x')" in row["error"]["message"]
