"""The page docs/conformance.md: what holds for each binding, made of the vectors and the expected failures.

`make conformance` fails for whatever else does not hold, so that nothing has to be run to say it.
`make conformance-page` writes the page.
"""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from tests.conformance.executors import EXECUTORS, OF_BEFORE, ROOT
from tests.conformance.runner import expectations, vectors
from tests.conformance.versions import asked, knows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.conformance.checks import Vector
    from tests.conformance.executors import Executor

PAGE = ROOT / "docs" / "conformance.md"
_FORMATS = {"binary": "binary", "proto_json": "ProtoJSON", "native": "native JSON", "yaml": "YAML"}
_FILES = {"previous": "previous", "today": "today's", "later": "later"}
_READERS = ("this version", "the previous one")
_TOP = """\
# Conformance

Made by `make conformance-page`; do not edit it.

`make conformance` gives the vectors of `tests/vectors/` (see [testing](testing.md)) to a program in each \
language, in every form that its binding reads, and compares what it writes in every form that it writes.
What a binding spells in its own way is then given to every other one.
It runs the bindings that are installed and lists those that it skipped; a failure that is not listed below is an \
error, and so is a listed one that does not fail any more.

The numbers are vectors: how many there are in a form, and in how many of them the binding differs.

"""
_VERSIONS = """
## Across versions

The vectors of the previous version are kept in `tests/vectors/previous/`, and its image in `proto/baseline/` \
(see [evolution](evolution.md#the-version-before)).
Bindings are made of that image too, and the same programs are built against them: they are the previous version below.
The vectors of a later version, `tests/vectors/later.json`, are made up: a new field in every message, a new member in \
every oneof, a new word in every field of an enum.

* Binary of another version comes back whole, byte for byte or with its unknown fields behind the others.
* In ProtoJSON of a later version, what is new is refused, or left out where a binding differs so; what is known is \
whole.
* What either version writes in its own way is read by the other.
* A message that a version has not is not asked of it: it must say so.

The numbers are vectors again, in all forms, and those in which the binding differs.

"""
_END = """
## The programs

Each is some hundred lines in `tests/conformance/<language>`, reads a request a line on standard input, and \
answers a line on standard output.

- Request: the format that comes, the full name of the message, the format that is wanted, and the bytes in hex \
(`-` for none).
- Answer: `ok` and the bytes in hex, `parse-error` or `serialize-error` and the reason in hex, or `skipped`.

A further language needs such a program, a line in `tests/conformance/executors.py`, and what builds it under \
`conformance-ready` in `languages.mk` and of the previous version in `previous.mk`.
"""


def page(cases: list[Vector]) -> str:
    """The text of the page."""
    lines = [_row(["binding", *_FORMATS.values()]), _row(["---"] * (len(_FORMATS) + 1))]
    differing: list[str] = []
    own = [case for case in cases if _version(case) == "today"]
    for executor in EXECUTORS:
        counts, _ = _counted(executor, own)
        lines.append(_row([executor.title, *(_cell(counts, each) for each in _FORMATS)]))
        differing += _told(executor, _counted(executor, cases)[1])
    across = _VERSIONS + "\n".join(_across(cases))
    return "\n".join([_TOP + "\n".join(lines), across, "", "## What differs", *differing]) + "\n" + _END


def _version(case: Vector) -> str:
    """Whose vector it is."""
    start = case["name"].split(" ")[0].rstrip(":")
    return start if start in ("previous", "later") else "today"


def _across(cases: list[Vector]) -> Iterator[str]:
    """The table of readers and files of different versions."""
    read = (("previous", EXECUTORS), ("later", EXECUTORS), ("today", OF_BEFORE), ("later", OF_BEFORE))
    yield _row(["binding", *(f"{_FILES[files]} files, read by {_READERS[who is OF_BEFORE]}" for files, who in read)])
    yield _row(["---"] * (len(read) + 1))
    for n, executor in enumerate(EXECUTORS):
        of = ((who[n], [case for case in cases if _version(case) == files]) for files, who in read)
        yield _row([executor.title, *(_whole(reader, some) for reader, some in of)])


def _whole(reader: Executor, cases: list[Vector]) -> str:
    """How many vectors a reader is asked, and in how many of them it differs."""
    patterns = [pattern for entry in expectations(reader) for pattern in entry["checks"]]
    names = [[check.name for check in asked(reader, case)] for case in cases if knows(reader, case)]
    differing = sum(any(fnmatchcase(name, each) for name in some for each in patterns) for some in names)
    return _told_in(sum(map(bool, names)), differing)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _counted(executor: Executor, cases: list[Vector]) -> tuple[Counter[tuple[str, bool]], Counter[int]]:
    """The vectors by form and whether they differ, and by the number of the entry that expects it."""
    patterns = [(n, each) for n, entry in enumerate(expectations(executor)) for each in entry["checks"]]
    counts: Counter[tuple[str, bool]] = Counter()
    known: Counter[int] = Counter()
    for case in cases:
        names = {(check.source, check.name) for check in asked(executor, case)}
        met = {(source, n) for source, name in names for n, each in patterns if fnmatchcase(name, each)}
        for source in {source for source, _ in names}:
            counts[source, any(source == each for each, _ in met)] += 1
        known.update(n for _, n in met)
    return counts, known


def _cell(counts: Counter[tuple[str, bool]], source: str) -> str:
    return _told_in(counts[source, False] + counts[source, True], counts[source, True])


def _told_in(whole: int, differing: int) -> str:
    return (f"{whole}" + (f", {differing} differ" if differing else "")) if whole else ""


def _told(executor: Executor, known: Counter[int]) -> list[str]:
    entries = expectations(executor)
    if not entries:
        return []
    return ["", f"### {executor.title}", "", *(f"- {entry['reason']} ({known[n]})" for n, entry in enumerate(entries))]


if __name__ == "__main__":
    PAGE.write_text(page(vectors()))
