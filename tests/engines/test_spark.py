"""Apache Spark gives the same rows as the local run."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.engines.archives import check_does_not_start, check_same_output, check_stops
from tests.engines.rows import FEW, MANY, SPECS, check_same, expected, table_of

pyspark = pytest.importorskip("pyspark", reason="PySpark is not installed: make test-engines ENGINES=spark")
if shutil.which("java") is None:
    pytest.skip("Spark needs Java 17 or newer, and there is no java", allow_module_level=True)

from turnwire.arrow.engines.spark import map_documents  # noqa: E402 - without Spark there is nothing to test

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable  # else the workers are the first python3 of PATH
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def read(spark: Any, table: Any, folder: Path, partitions: int) -> Any:
    """The rows, read from Parquet in so many partitions."""
    import pyarrow.parquet as pq

    pq.write_table(table, folder / "in.parquet")
    return spark.read.parquet(str(folder / "in.parquet")).repartition(partitions)


def written(frame: Any, folder: Path) -> Any:
    """What Spark writes, as one table."""
    import pyarrow.parquet as pq

    frame.write.parquet(str(folder / "out.parquet"))
    return pq.read_table(folder / "out.parquet")


@pytest.mark.parametrize("name", SPECS)
def test_each_operator(spark: Any, name: str, tmp_path: Path) -> None:
    table = table_of(FEW)
    frame = map_documents(read(spark, table, tmp_path, 3), SPECS[name])
    check_same(expected(table, SPECS[name]), written(frame, tmp_path))


def test_many_rows(spark: Any, tmp_path: Path) -> None:
    table = table_of(MANY)
    frame = map_documents(read(spark, table, tmp_path, 8), SPECS["convert"])
    check_same(expected(table, SPECS["convert"]), written(frame, tmp_path))


@pytest.mark.usefixtures("spark")
def test_a_job_over_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_same_output("spark", tmp_path, monkeypatch)


@pytest.mark.usefixtures("spark")
def test_a_job_that_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_stops("spark", tmp_path, monkeypatch)


def test_a_cluster_that_does_not_start(tmp_path: Path) -> None:
    without_java = {"PATH": str(tmp_path), "JAVA_HOME": ""}
    check_does_not_start("spark", tmp_path, without_java, "--engine spark: Spark does not start: [JAVA_GATEWAY_EXITED]")
