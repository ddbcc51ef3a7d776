"""The engine Apache Spark: a job of Spark for each unit, on machines that all see the input and the output."""

from __future__ import annotations

import functools
import hashlib
import pickle
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from turnwire.bulk.engines import CannotStart
from turnwire.bulk.jobs import Failed, tried_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pyspark.sql import SparkSession

    from turnwire.bulk.jobs import Done, Job
    from turnwire.bulk.units import Unit

SCHEMA: Final = "row binary"
"""A table of one row: the unit for Spark, and then its outcome."""


def outcomes(job: Job, units: Sequence[Unit], workers: int) -> Iterator[Done | Failed]:
    """Do the units of a job on Spark.

    The workers need turnwire: `PYSPARK_PYTHON` names their Python, which else is the first `python3` of PATH.
    The session is the active one, or that of the settings (`SPARK_REMOTE`, `spark-submit`, `spark-defaults.conf`).
    Spark does a unit again whose executor is lost, as often as `spark.task.maxFailures` says.

    Args:
        job: what is done.
        units: with what.
        workers: how many units are done at the same time; 0 takes as many as Spark has slots for.

    Yields:
        What becomes of each unit, in the order in which they end.

    Raises:
        CannotStart: Spark has no Java, or its cluster does not answer.
    """
    spark = _session()
    # Each unit is a job of its own, since the outcomes of one job come together at its end, and would be lost with it.
    here = str(Path.cwd())
    # One job at a time writes to a folder, so its name tells this job from others; a tag may not have a comma.
    tag = f"turnwire-{hashlib.sha256(str(Path(here, job.folder)).encode()).hexdigest()}"
    do = functools.partial(_done, spark, tag, functools.partial(_rows, here, job))
    most = workers or _slots(spark)
    left = deque(units)
    running: set[Future[Done | Failed]] = set()
    threads = ThreadPoolExecutor(most, thread_name_prefix="turnwire-spark")
    try:
        while left or running:
            while left and len(running) < most:
                running.add(threads.submit(do, left.popleft()))
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in ended)
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        spark.interruptTag(tag)  # that is, only what this job has begun
        threads.shutdown()


def _session() -> SparkSession:
    from pyspark.errors import PySparkException  # noqa: PLC0415 - only where Spark is used
    from pyspark.sql import SparkSession  # noqa: PLC0415 - only where Spark is used

    try:
        return SparkSession.builder.appName("turnwire bulk").getOrCreate()
    except PySparkException as fault:
        first = str(fault).strip().partition("\n")[0]
        needs = "; Spark needs Java 17 or newer, in JAVA_HOME or PATH" if "JAVA_GATEWAY" in first else ""
        raise CannotStart(f"--engine spark: Spark does not start: {first.rstrip('.')}{needs}") from fault


def _slots(spark: SparkSession) -> int:
    """Return how many tasks Spark does at the same time: how it divides what has no divisions of its own."""
    from pyspark.sql.functions import spark_partition_id  # noqa: PLC0415 - only where Spark is used

    slots: int = spark.range(1 << 16).select(spark_partition_id()).distinct().count()
    return max(1, slots)


def _done(spark: SparkSession, tag: str, rows: Callable[..., Iterator[pa.RecordBatch]], unit: Unit) -> Done | Failed:
    from pyspark.errors import PySparkException  # noqa: PLC0415 - only where Spark is used

    spark.addTag(tag)  # of this thread
    try:
        frame = spark.createDataFrame([(pickle.dumps(unit),)], SCHEMA).coalesce(1)
        ((outcome,),) = frame.mapInArrow(rows, SCHEMA).collect()
    except PySparkException as fault:
        *_, why = str(fault).strip().split("\n")  # the last line of a traceback has the error
        return Failed(unit.number, f"{unit}: Spark did not do this unit: {why}")
    found: Done | Failed = pickle.loads(outcome)  # noqa: S301 - `_rows` made it
    return found


def _rows(folder: str, job: Job, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Do the unit that is the only row, where Spark runs this; yield its outcome as a row."""
    for batch in batches:
        made = [pickle.dumps(tried_in(folder, job, pickle.loads(each))) for each in batch.column(0).to_pylist()]  # noqa: S301 - `_done` made it
        yield pa.record_batch({"row": pa.array(made, pa.binary())})
