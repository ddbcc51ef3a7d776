"""The page docs/conformance.md: what holds for each binding, made of the vectors and the expected failures.

`make conformance` fails for whatever else does not hold, so that nothing has to be run to say it.
`make conformance-page` writes the page.
"""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from tests.conformance.checks import checks
from tests.conformance.executors import EXECUTORS, ROOT
from tests.conformance.runner import expectations, vectors

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.conformance.checks import Vector
    from tests.conformance.executors import Executor

PAGE = ROOT / "docs" / "conformance.md"
_FORMATS = {"binary": "binary", "proto_json": "ProtoJSON", "native": "native JSON", "yaml": "YAML"}
_TOP = """\
# Conformance

Made by `make conformance-page`; do not edit it.

`make conformance` gives the vectors of `tests/vectors/` (see [testing](testing.md)) to a program in each \
language, in every form that its binding reads, and compares what it writes in every form that it writes.
What a binding spells in its own way is then given to every other one.
It runs what is here and says what it skipped; whatever fails and does not stand below is an error, and so is what \
stands below and does not fail any more.

The numbers are vectors: how many there are in a form, and in how many of them the binding differs.

"""
_END = """
## The programs

Each is some hundred lines in `tests/conformance/<language>`, reads a request a line on standard input, and \
answers a line on standard output.

- Request: the format that comes, the full name of the message, the format that is wanted, and the bytes in hex \
(`-` for none).
- Answer: `ok` and the bytes in hex, `parse-error` or `serialize-error` and the reason in hex, or `skipped`.

A further language needs such a program, a line in `tests/conformance/executors.py`, and what builds it under \
`conformance-ready` in `languages.mk`.
"""


def page(cases: list[Vector]) -> str:
    """The text of the page."""
    lines = [_row(["binding", *_FORMATS.values()]), _row(["---"] * (len(_FORMATS) + 1))]
    differing: list[str] = []
    for executor in EXECUTORS:
        counts, known = _counted(executor, cases)
        lines.append(_row([executor.title, *(_cell(counts, each) for each in _FORMATS)]))
        differing += _told(executor, known)
    return "\n".join([_TOP + "\n".join(lines), "", "## What differs", *differing]) + "\n" + _END


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _counted(executor: Executor, cases: list[Vector]) -> tuple[Counter[tuple[str, bool]], Counter[int]]:
    """The vectors by form and whether they differ, and by the number of the entry that expects it."""
    patterns = [(n, each) for n, entry in enumerate(expectations(executor)) for each in entry["checks"]]
    counts: Counter[tuple[str, bool]] = Counter()
    known: Counter[int] = Counter()
    for case in cases:
        asked = {(check.source, check.name) for check in checks(executor, case)}
        met = {(source, n) for source, name in asked for n, each in patterns if fnmatchcase(name, each)}
        for source in {source for source, _ in asked}:
            counts[source, any(source == each for each, _ in met)] += 1
        known.update(n for _, n in met)
    return counts, known


def _cell(counts: Counter[tuple[str, bool]], source: str) -> str:
    same, other = counts[source, False], counts[source, True]
    if not same + other:
        return ""
    return f"{same + other}" + (f", {other} differ" if other else "")


def _told(executor: Executor, known: Counter[int]) -> list[str]:
    entries = expectations(executor)
    if not entries:
        return []
    return ["", f"### {executor.title}", "", *(f"- {entry['reason']} ({known[n]})" for n, entry in enumerate(entries))]


if __name__ == "__main__":
    PAGE.write_text(page(vectors()))
