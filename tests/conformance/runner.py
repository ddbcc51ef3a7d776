"""Runs executors over the vectors: every producer against every consumer.

An executor is a program that answers one request a line (python/serve.py says how).  What differs from what the
vectors expect, and is known, stands in `expected/<executor>.json` with its reason; an entry that nothing meets any
more is a failure too.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.conformance.checks import OK, Answer, Check, Vector, form
from tests.conformance.versions import asked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.conformance.executors import Executor

HERE = Path(__file__).parent
VECTORS = HERE.parent / "vectors"
# Texts that a producer spells in its own way, and bytes where a map leaves it a choice.
_SPELLED = ("proto_json", "native", "binary")


@dataclass
class Result:
    """What came of one executor: how many checks held by source and target, and what did not."""

    executor: Executor
    held: Counter[tuple[str, str]] = field(default_factory=Counter)
    expected: dict[str, list[str]] = field(default_factory=dict)
    """By the reason why it was expected: the names of the checks."""
    faults: dict[str, str] = field(default_factory=dict)
    """By the name of the check: what is wrong."""


def vectors() -> list[Vector]:
    """All vectors, those that are kept of the previous version too."""
    found = (*sorted(VECTORS.glob("*.json")), *sorted(VECTORS.glob("previous/*.json")))
    paths = [path for path in found if path.name != "manifest.json"]
    return [vector for path in paths for vector in json.loads(path.read_bytes())]


def ask(executor: Executor, requests: Iterable[Check]) -> list[Answer]:
    """The answers, in the order of the checks.  Raises RuntimeError where the executor ends early."""
    requests = list(requests)
    text = "".join(check.line() for check in requests)
    done = subprocess.run(
        executor.command,
        input=text,
        capture_output=True,
        text=True,
        check=False,
        cwd=executor.root,
        env=executor.environment(),
    )
    answers = [Answer.of(line) for line in done.stdout.splitlines()]
    if done.returncode or len(answers) != len(requests):
        after = requests[len(answers)].name if len(answers) < len(requests) else "the last request"
        raise RuntimeError(f"{executor.name} ended with {done.returncode} at {after}: {done.stderr[-2000:]}")
    return answers


class Run:
    """One run: each executor over the vectors, then each over what the others made of them."""

    def __init__(self, executors: Iterable[Executor], cases: list[Vector] | None = None) -> None:
        self.results = {executor.name: Result(executor) for executor in executors}
        self.cases = vectors() if cases is None else cases
        self._made: dict[tuple[str, str, bytes], str] = {}
        self._canonical = {case["name"]: case for case in self.cases if "exact" in case}

    def run(self) -> None:
        for result in self.results.values():
            requests = [check for case in self.cases for check in asked(result.executor, case)]
            self._judge(result, requests, ask(result.executor, requests))
        for result in self.results.values():
            requests = list(self._of_others(result.executor))
            self._judge(result, requests, ask(result.executor, requests) if requests else [])
        for result in self.results.values():
            settle(result, expectations(result.executor))

    def _judge(self, result: Result, requests: list[Check], answers: list[Answer]) -> None:
        for check, answer in zip(requests, answers, strict=True):
            place = check.source, check.target
            if fault := check.fault(answer):
                result.faults[check.name] = fault
            else:
                result.held[place] += 1
                self._keep(result.executor, check, answer)

    def _keep(self, executor: Executor, check: Check, answer: Answer) -> None:
        """Remembers what a producer made and spelled otherwise than the vector."""
        case = self._canonical.get(check.vector)
        # Of YAML comes the same document with its numbers spelled otherwise.
        if case is None or answer.word != OK or check.target not in _SPELLED or check.source == "yaml":
            return
        if answer.data != form(case, check.target):
            self._made.setdefault((check.vector, check.target, answer.data), executor.name)

    def _of_others(self, executor: Executor) -> Iterator[Check]:
        for (vector, source, data), maker in self._made.items():
            case = self._canonical[vector]
            if source in executor.formats and maker != executor.name:
                for check in asked(executor, case):
                    if check.source == source and check.target == "binary":
                        yield check._replace(vector=f"{vector}, by {maker}", data=data)


def expectations(executor: Executor) -> list[dict[str, Any]]:
    """The known differences of a binding: `checks` (patterns of names) and `reason`, in any version or in `version`."""
    path = HERE / "expected" / f"{executor.binding}.json"
    found: list[dict[str, Any]] = json.loads(path.read_bytes()) if path.exists() else []
    version = "previous" if executor.name.startswith("previous_") else "current"
    return [entry for entry in found if entry.get("version", version) == version]


def settle(result: Result, known: list[dict[str, Any]]) -> None:
    """Moves expected failures out of the faults, and adds those that are stale."""
    for entry in known:
        for pattern in entry["checks"]:
            met = [name for name in result.faults if fnmatchcase(name, pattern)]
            for name in met:
                del result.faults[name]
                result.expected.setdefault(entry["reason"], []).append(name)
            if not met:
                result.faults[f"expected/{result.executor.binding}.json: {pattern}"] = (
                    "stale: nothing fails so any more"
                )
