"""Small inputs, and jobs over them that are done in this process or in others."""

from __future__ import annotations

import gzip
import hashlib
import json
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from turnwire.arrow import ConvertSpec
from turnwire.bulk import local
from turnwire.bulk.counts import Counts
from turnwire.bulk.jobs import Done, Failed, Job
from turnwire.bulk.manifest import Manifest
from turnwire.bulk.runs import outcomes, planned
from turnwire.bulk.units import UNIT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from turnwire.bulk.runs import Engine

TARGET = ConvertSpec(target="anthropic_messages")


def document(number: int) -> bytes:
    """Each seventh is no JSON, each eleventh loses something."""
    if number % 7 == 5:
        return b'{"model": "gpt-4.1"'
    odd = {"seed": 7} if number % 11 == 3 else {}
    asked = {"model": "gpt-4.1", "messages": [{"role": "user", "content": f"{number} " + "x" * (number % 50)}]}
    return json.dumps(asked | odd).encode()


def written(folder: Path, rows: int = 60) -> list[str]:
    """One file of each form, with the same documents."""
    documents = [document(number) for number in range(rows)]
    text = b"\n".join(documents) + b"\n"
    (folder / "a.jsonl").write_bytes(text)
    (folder / "b.jsonl.gz").write_bytes(gzip.compress(text, mtime=0))
    table = pa.table({"id": list(range(rows)), "document": [each.decode() for each in documents]})
    pq.write_table(table, folder / "c.parquet", row_group_size=10)
    return [str(folder / name) for name in ("a.jsonl", "b.jsonl.gz", "c.parquet")]


def ran(
    paths: Sequence[str],
    folder: Path,
    workers: int = 1,
    size: int = UNIT,
    limit: int | None = None,
    engine: Engine = local.outcomes,
    **options: Any,
) -> tuple[Counts, list[Failed]]:
    """Do a job; return what was counted, also before, and what failed."""
    folder.mkdir(exist_ok=True)
    job = Job(**{"spec": TARGET, "folder": str(folder), "output": "jsonl", **options})
    with Manifest(folder, repr(job.spec)) as manifest:
        plan = planned(job, paths, manifest, limit=limit, size=size)
        found = list(outcomes(plan, manifest, engine, workers))
        done = list(manifest.done.values())
    return summed(done), [each for each in found if isinstance(each, Failed)]


def summed(found: Sequence[Done]) -> Counts:
    counts = Counts()
    for each in found:
        counts.add(each.counts)
    return counts


def contents(folder: Path) -> dict[str, str]:
    """The digest of each file of an output but the manifest, by its name."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "_manifest.jsonl"
    }


def joined(folder: Path) -> bytes:
    """The parts of an output in JSON Lines, in their order."""
    return b"".join(path.read_bytes() for path in sorted(folder.glob("part-*.jsonl")))
