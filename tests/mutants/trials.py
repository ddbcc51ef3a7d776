"""What every mutant is tried on: the laws over fixed cases and over documents that Hypothesis makes from one seed."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from tests.laws import checks
from tests.laws.edits import Edit, edits
from tests.laws.encodings import ENCODINGS
from tests.laws.subjects import SUBJECTS, documents_of
from tests.mutants import stream_trials
from tests.mutants.requests import EDITED, EDITS, ODD, RICH, SEALED

from turnwire import read
from turnwire.testing import with_unknown_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hypothesis import strategies as st

    from turnwire.dialects.dialect import Kind
    from turnwire.model import Document

SEED = 20
PLAIN, WILD, WIRE = 25, 15, 12

ENCODED = "encodings of native JSON"
"""Where a trial asks no dialect."""


class Trial(NamedTuple):
    """One case of one law."""

    law: str
    dialect: str
    kind: Kind
    case: str
    faults: Callable[[], list[str]]


def samples(strategy: st.SearchStrategy[Any], count: int) -> list[Any]:
    """The same documents in every run."""
    found: list[Any] = []

    @seed(SEED)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=False,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(document: Any) -> None:
        found.append(document)

    collect()
    return found[:count]


def trials() -> Iterator[Trial]:
    """Every trial, those of a dialect together."""
    for subject in SUBJECTS:
        documents = _documents(subject.kind)
        wires = samples(with_unknown_keys(subject.wires("plain")), WIRE)
        for dialect in subject.dialects:
            if subject.kind == "response":
                yield from _of_streams(dialect)
            yield from _of_dialect(dialect, subject.kind, documents, wires)
    for encoding in ENCODINGS:
        for number, document in enumerate(samples(documents_of("request", "wild"), WILD)):
            case = f"{encoding.name} {number}"
            yield Trial(
                "10 encodings agree", ENCODED, "request", case, _bind(checks.encodings_agree, document, encoding)
            )


def _of_streams(dialect: str) -> Iterator[Trial]:
    for law, faults in stream_trials.trials(dialect):
        yield Trial(law, dialect, "response", f"{dialect} stream", faults)


@functools.cache
def _documents(kind: Kind) -> list[Document]:
    """No document of the model is made for one dialect, and to make them takes longer than all laws together."""
    return [*samples(documents_of(kind, "plain"), PLAIN), *samples(documents_of(kind, "wild"), WILD)]


def _of_dialect(dialect: str, kind: Kind, documents: list[Document], wires: list[bytes]) -> Iterator[Trial]:
    if kind == "request":
        yield from _of_document(read(json.dumps(RICH), "turnwire", kind=kind), dialect, kind, f"{dialect} rich")
        yield from _of_document(read(json.dumps(SEALED), "turnwire", kind=kind), dialect, kind, f"{dialect} sealed")
        if dialect in EDITED:
            yield _set_after_null(dialect)
        if dialect in ODD:
            yield from _of_wire(json.dumps(ODD[dialect]).encode(), dialect, kind, f"{dialect} odd")
    for number, document in enumerate(documents):
        yield from _of_document(document, dialect, kind, f"{dialect} {kind} {number}")
    for number, wire in enumerate(wires):
        yield from _of_wire(wire, dialect, kind, f"{dialect} {kind} {number}")


def _of_document(document: Document, target: str, kind: Kind, case: str) -> Iterator[Trial]:
    laws = {
        "3 losses account": checks.losses_account_for_everything,
        "3 foreign state": checks.foreign_state_stays_home,
        "2 no silent loss": checks.no_silent_loss,
        "4 settles": checks.settles,
        "7 nothing is mutated": checks.nothing_is_mutated,
    }
    if target == "turnwire":  # native JSON is nobody's server: it holds the state of all
        del laws["3 foreign state"]
    for law, check in laws.items():
        yield Trial(law, target, kind, case, _bind(check, document, target))


def _of_wire(wire: bytes, dialect: str, kind: Kind, case: str) -> Iterator[Trial]:
    yield Trial("1 identity", dialect, kind, case, _bind(checks.identity, dialect, kind, wire))
    yield Trial("5 edits win", dialect, kind, case, lambda: _edited(wire, dialect, kind))


def _edited(wire: bytes, dialect: str, kind: Kind) -> list[str]:
    document = read(wire, dialect, kind=kind)
    every = list(edits(document))
    return [fault for edit in every[:: max(1, len(every) // 4)] for fault in checks.edits_win(wire, edit, dialect)]


def _set_after_null(dialect: str) -> Trial:
    wire = json.dumps(EDITED[dialect]).encode()

    def faults() -> list[str]:
        document: Any = read(wire, dialect, kind="request")
        native = json.loads(checks.encode(document))
        place, value = EDITS.get(dialect, ("/settings/generation/temperature", 0.5))
        *way, last = place.split("/")[1:]
        node = native
        for name in way:
            node = node[int(name)] if isinstance(node, list) else node.setdefault(name, {})
        node[last] = value
        edited = read(json.dumps(native), "turnwire", kind="request")
        return checks.edits_win(wire, Edit(place, edited, None), dialect)

    return Trial("5 edits win", dialect, "request", f"{dialect} sets what was null", faults)


def _bind(check: Callable[..., list[str]], *arguments: Any) -> Callable[[], list[str]]:
    return lambda: check(*arguments)
