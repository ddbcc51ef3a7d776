#!/usr/bin/env python3
"""Writes down what each dialect can hold and say: the goldens in tests/fidelity, docs/fidelity*, and README.md's table.

docs/package.md is README.md as a package index shows it; docs/rules/ has a page for each rule of validation.
Every row is a smallest document (tests/fidelity/rows.yaml) that is written in each dialect; what that costs is in the
goldens, and the pages are made from these.  `--check` writes nothing, and ends with 1 where any of it is out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fidelity_features import readme_part
from fidelity_goldens import SILENT, parsed, texts
from fidelity_pages import features_part, source_pages
from fidelity_rows import groups, rows, undecided
from fidelity_trials import faults, made
from package_page import page
from rule_pages import FOLDER as RULES
from rule_pages import rule_pages, validation_page

ROOT = Path(__file__).resolve().parent.parent
GOLDENS, DOCS = Path("tests/fidelity/goldens"), Path("docs")
BEGIN, END = "<!-- fidelity: begin, made by tools/fidelity_table.py -->", "<!-- fidelity: end -->"


def goldens_of_today() -> tuple[dict[Path, str], list[str]]:
    """The files of the goldens as the converters make them, and what is wrong with them or with the rows."""
    found = made(rows())
    return {GOLDENS / name: text for name, text in texts(found).items()}, [*undecided(rows()), *faults(found)]


def pages(root: Path, goldens: dict[Path, str]) -> dict[Path, str]:
    """The pages that these goldens make, in a work tree whose other text stays."""
    found = parsed({path.name: text for path, text in goldens.items()})
    in_order = {group: list(cases) for group, cases in groups().items()}
    bodies = {DOCS / "fidelity.md": features_part(found, in_order), Path("README.md"): readme_part(found)}
    whole = {path: replaced((root / path).read_text("utf-8"), body) for path, body in bodies.items()}
    whole[DOCS / "package.md"] = page(whole[Path("README.md")])
    whole[DOCS / "validation.md"] = validation_page((root / DOCS / "validation.md").read_text("utf-8"))
    sources = {DOCS / "fidelity" / name: text for name, text in source_pages(found, in_order).items()}
    return whole | sources | rule_pages()


def replaced(text: str, body: str) -> str:
    """A page with what stands between its markers replaced."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise SystemExit(f"a page has lost its markers: {BEGIN} ... {END}")
    return f"{before}{BEGIN}\n\n{body}\n\n{END}{after}"


def stale(root: Path, files: dict[Path, str]) -> list[Path]:
    """The files of a work tree that are not these: others, missing, or too many."""
    folders = (GOLDENS, DOCS / "fidelity", RULES)
    there = {path.relative_to(root) for folder in folders for path in (root / folder).glob("*.*")}
    return sorted(path for path in there | set(files) if _text(root / path) != files.get(path))


def _text(path: Path) -> str | None:
    return path.read_text("utf-8") if path.exists() else None


def write(root: Path, files: dict[Path, str]) -> None:
    """Bring a work tree up to date."""
    for path in stale(root, files):
        if path in files:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(files[path], "utf-8")
        else:
            (root / path).unlink()


def main() -> int:
    """Write what is out of date, or with `--check` say what it is."""
    goldens, wrong = goldens_of_today()
    for fault in wrong:
        sys.stderr.write(f"{fault}\n")
    if any(SILENT in fault for fault in wrong):
        return 1  # no page has a sign for it
    files = goldens | pages(ROOT, goldens)
    if sys.argv[1:] != ["--check"]:
        write(ROOT, files)
        return 1 if wrong else 0
    old = stale(ROOT, files)
    for path in old:
        sys.stderr.write(f"{path} is out of date: run tools/fidelity_table.py\n")
    return 1 if old or wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
