"""Run an operator over many batches in several worker processes, for engines that work within one."""

from __future__ import annotations

import multiprocessing
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Final

from turnwire.arrow.run import run_batch

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from concurrent.futures import Future

    import pyarrow as pa

    from turnwire.arrow.run import Spec

_AHEAD: Final = 2
"""How many batches wait for each worker, so that none is idle and memory stays flat."""


def run_batches(batches: Iterable[pa.RecordBatch], spec: Spec, workers: int = 1) -> Iterator[pa.RecordBatch]:
    """Yield what an operator makes of each batch, in the order of the batches.

    Args:
        batches: the batches; they are taken as they are needed.
        spec: what is done with each document.
        workers: how many processes work; one means this process alone.

    Raises:
        ValueError: as `run_batch` does.
        TypeError: as `run_batch` does.
        BrokenProcessPool: a worker was killed.

    Example:
        `for batch in run_batches(pq.ParquetFile("logs.parquet").iter_batches(1024), DetectSpec(), workers=4): ...`
    """
    if workers <= 1:
        yield from (run_batch(batch, spec) for batch in batches)
        return
    # Not `fork`: Arrow and the engines have threads of their own, whose locks a fork would copy as they are.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))
    waiting: deque[Future[pa.RecordBatch]] = deque()
    try:
        for batch in batches:
            waiting.append(pool.submit(run_batch, batch, spec))
            if len(waiting) >= workers * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
