"""`turnwire convert` without a target: show what the documents are, and what each target would lose."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from turnwire.cli.running import record
from turnwire.cli.words import count, data, plain, table, words
from turnwire.codec.limits import STRICT
from turnwire.convert import read, write
from turnwire.detect import guess
from turnwire.dialects import get, names
from turnwire.losses import LOSS_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.running import Run
    from turnwire.dialects.dialect import Kind
    from turnwire.documents.options import Keeping
    from turnwire.model import Document, Loss

MANY = 1000
"""After this many documents standard error explains why it takes long."""
TOP = 3
"""Features that are named in the table."""


class Costs:
    """The losses towards one target, over all documents that it has a kind for."""

    def __init__(self) -> None:
        self.documents = 0
        self.kinds: Counter[str] = Counter()
        self.features: Counter[str] = Counter()

    def add(self, losses: tuple[Loss, ...]) -> None:
        """Add the losses of one document."""
        self.documents += 1
        self.kinds.update(loss.kind for loss in losses)
        self.features.update(loss.feature for loss in losses)

    def row(self, target: str) -> list[str]:
        """Return one line of the table."""
        numbers = [str(self.kinds[kind]) for kind in LOSS_KINDS]
        top = ", ".join(f"{name} ({times})" if times > 1 else name for name, times in self.features.most_common(TOP))
        more = ", ..." if len(self.features) > TOP else ""
        return [target, str(self.documents), *numbers, top + more or "-"]

    def as_json(self, target: str) -> dict[str, object]:
        """Return the line as JSON."""
        return {"target": target, "losses": self.kinds, "features": self.features}


def survey(run: Run, kept: Keeping) -> int:
    """Print the table, or one JSON Line per document; return the exit code."""
    detected: Counter[tuple[str, Kind]] = Counter()
    totals: defaultdict[str, Costs] = defaultdict(Costs)
    for entry, text in run.all_documents():
        costs: dict[str, tuple[Loss, ...]] = {}
        with run.one(entry, text):
            what = guess(text, run.dialect_of(entry), run.given["kind"])
            costs = dict(_costs(read(text, what[0], kind=what[1], limits=STRICT), kept))
        if not costs:
            continue
        detected[what] += 1
        if detected.total() == MANY and not run.given["quiet"]:
            words(f"{MANY} documents so far; each is written in every dialect. --to DIALECT writes it in one.")
        for target, losses in costs.items():
            totals[target].add(losses)
        if run.given["report"] == "json":
            data(record(entry, {"dialect": what[0], "kind": what[1], "targets": _lines(costs)}))
    if run.given["report"] == "text" and detected:
        _print(run, detected, totals)
    return run.finish("read", silent=True)


def _costs(document: Document, kept: Keeping) -> Iterator[tuple[str, tuple[Loss, ...]]]:
    for target in names():
        if get(target).part_for(type(document)) is not None:
            yield target, write(document, target, keeping=kept).losses


def _lines(costs: dict[str, tuple[Loss, ...]]) -> list[dict[str, object]]:
    lines = []
    for target, losses in costs.items():
        cost = Costs()
        cost.add(losses)
        lines.append(cost.as_json(target))
    return lines


def _print(run: Run, detected: Counter[tuple[str, Kind]], totals: dict[str, Costs]) -> None:
    what = ", ".join(
        f"{dialect} {kind}" + (f" ({times})" if detected.total() > 1 else "")
        for (dialect, kind), times in detected.most_common()
    )
    name = run.sources[0].name if len(run.sources) == 1 else count(run.documents, "document")
    data(f"{plain(name)}: {what}")
    # A format without replies, for example, takes only some of the documents.
    header = ("target", f"takes, of {detected.total()}", *LOSS_KINDS, "most frequent")
    table(header, (totals[target].row(target) for target in names() if target in totals))
