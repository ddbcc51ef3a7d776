"""Ray Data gives the same rows as the local run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.engines.archives import check_does_not_start, check_same_output, check_stops
from tests.engines.rows import FEW, MANY, SPECS, check_same, expected, table_of

ray = pytest.importorskip("ray", reason="Ray is not installed: make test-engines ENGINES=ray")
pytest.importorskip("ray.data", reason="Ray Data is not installed: make test-engines ENGINES=ray")

from turnwire.arrow.engines.ray import map_documents  # noqa: E402 - without Ray there is nothing to test

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def collected(dataset: Any) -> Any:
    import pyarrow as pa

    return pa.concat_tables(ray.get(dataset.to_arrow_refs()))


@pytest.mark.parametrize("name", SPECS)
def test_each_operator(name: str) -> None:
    table = table_of(FEW)
    dataset = ray.data.from_arrow(table).repartition(4)
    check_same(expected(table, SPECS[name]), collected(map_documents(dataset, SPECS[name], batch_size=50)))


def test_many_rows() -> None:
    table = table_of(MANY)
    dataset = ray.data.from_arrow(table).repartition(16)
    check_same(expected(table, SPECS["convert"]), collected(map_documents(dataset, SPECS["convert"])))


def test_a_job_over_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_same_output("ray", tmp_path, monkeypatch)


def test_a_job_that_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_stops("ray", tmp_path, monkeypatch)


def test_a_cluster_that_does_not_start(tmp_path: Path) -> None:
    check_does_not_start("ray", tmp_path, {"RAY_ADDRESS": "nowhere"}, "--engine ray: Ray does not start: ")
