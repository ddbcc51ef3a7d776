"""Broken documents: a whole document of a dialect, and what is changed in it.

`NAME.json` is a document without faults, and `NAME.txt` lists the faults, one after the other:

    # a line for whoever reads the list
    - the text that is replaced; it stands in the document once
    + the text in its place
      the code, the pointer, and the line and column of each finding

`⏎` stands for the end of a line.  The name is the dialect, the kind, and perhaps a word: `openai_chat.request.calls`.
`python -m tests.validation.broken.rewrite` writes the findings anew.
A file with the word `invariants` is checked with the rules of the canonical format, too, and one whose word is
`target-MODEL` for that model.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

import turnwire

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind
    from turnwire.validation.engines import EngineName
    from turnwire.validation.report import Report

FOLDER = Path(__file__).parent
END = "⏎"
ROOT = '""'
"""The pointer of the whole document."""


@dataclass(frozen=True)
class Fault:
    """One change of a document, and the findings about the result."""

    name: str
    before: str
    after: str
    findings: tuple[str, ...]
    remarks: tuple[str, ...] = ()
    """The lines that begin with `#`."""

    @property
    def title(self) -> str:
        """The name of the test."""
        return f"{self.name}: {self.before[:40]} -> {self.after[:40]}"

    def text(self) -> str:
        """The broken document."""
        whole = document(self.name)
        before, after = (part.replace(END, "\n") for part in (self.before, self.after))
        assert whole.count(before) == 1, f"{before!r} stands {whole.count(before)} times in {self.name}"
        return whole.replace(before, after)


def document(name: str) -> str:
    """The document without faults: that of the whole name, or else that of the dialect and the kind."""
    path = FOLDER / f"{name}.json"
    return (path if path.exists() else FOLDER / f"{'.'.join(name.split('.')[:2])}.json").read_text(encoding="utf-8")


def names() -> list[str]:
    """The names of all lists of faults."""
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


def faults(name: str) -> list[Fault]:
    """The faults in a list."""
    found: list[Fault] = []
    for block in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        remarks = [line for line in block.splitlines() if line.startswith("#")]
        before, after, *rest = [line for line in block.splitlines() if not line.startswith("#")]
        assert (before[:1], after[:1]) == ("-", "+"), block
        found.append(Fault(name, before[2:], after[2:], tuple(line.strip() for line in rest), tuple(remarks)))
    return found


def checked(name: str, text: str, engine: EngineName) -> Report:
    """What `validate` says about a document of a list."""
    dialect, kind, *words = name.split(".", 2)
    word = words[0] if words else ""
    target = f"{dialect}:{word.removeprefix('target-')}" if word.startswith("target-") else None
    return turnwire.validate(
        text,
        dialect,
        kind=cast("Kind", kind),
        invariants=word == "invariants",
        target=target,
        engine=engine,
    )


def shown(report: Report) -> tuple[str, ...]:
    """The findings as they are in the lists."""
    return tuple(f"{each.code} {each.pointer or ROOT} {each.line}:{each.column}" for each in report.diagnostics)
