"""An operator over many batches: the same rows in the same order, whatever the number of workers."""

from __future__ import annotations

from typing import Any, cast

import pytest

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'turnwire[arrow]'")

from turnwire.arrow import (  # noqa: E402 - without pyarrow there is no such module
    ConvertSpec,
    DetectSpec,
    RepairSpec,
    ValidateSpec,
    convert_batch,
    detect_batch,
    repair_batch,
    run_batch,
    validate_batch,
)
from turnwire.arrow.workers import run_batches  # noqa: E402 - the same

CHAT = '{"model":"gpt-4.1","messages":[{"role":"user","content":"%s"}]}'


def batches(rows: int, size: int) -> Any:
    texts = [None if n % 7 == 0 else "{" if n % 5 == 0 else CHAT % n for n in range(rows)]
    return pa.table({"document": texts, "n": range(rows)}).to_batches(size)


def test_a_specification_says_which_operator_runs() -> None:
    (batch,) = batches(9, 9)
    convert = ConvertSpec(target="glm")
    assert convert_batch(batch, convert).equals(run_batch(batch, convert))
    assert validate_batch(batch).equals(run_batch(batch, ValidateSpec()))
    assert repair_batch(batch).equals(run_batch(batch, RepairSpec()))
    assert detect_batch(batch).equals(run_batch(batch, DetectSpec()))
    with pytest.raises(TypeError, match="a specification is one of ConvertSpec, "):
        run_batch(batch, cast("Any", "glm"))


def test_two_workers_give_the_rows_of_one() -> None:
    spec = ConvertSpec(target="anthropic_messages")
    given = batches(100, 8)
    alone = list(run_batches(given, spec))
    together = list(run_batches(iter(given), spec, workers=2))
    assert alone == together
    assert list(range(100)) == pa.Table.from_batches(together)["n"].to_pylist()


def test_a_batch_that_does_not_fit_ends_the_workers() -> None:
    with pytest.raises(ValueError, match="needs one column 'document'"):
        list(run_batches([pa.record_batch({"n": [1]})], DetectSpec(), workers=2))
