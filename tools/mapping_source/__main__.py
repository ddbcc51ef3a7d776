"""Writes `generated/python/turnwire/mapped/` from `mapping/`: `python -m mapping_source`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from mapping_source.modules import module_of
from mapping_source.tables import table_of

ROOT = Path(__file__).parents[2]
TABLES = ROOT / "mapping"
MODULES = ROOT / "generated" / "python" / "turnwire" / "mapped"
_PACKAGE = '"""Readers and writers made by `make mapping` from the tables in `mapping/`."""\n'


def files() -> dict[Path, str]:
    """Return each module's path and text.

    Raises:
        TableError: a table is wrong.
    """
    found = {MODULES / "__init__.py": _PACKAGE}
    for table in sorted(TABLES.glob("*.yaml")):
        found[MODULES / f"{table.stem}.py"] = formatted(module_of(table_of(table.read_text("utf-8")), table.stem))
    return found


def formatted(text: str) -> str:
    """Return a module as ruff formats it."""
    command = [sys.executable, "-m", "ruff", "format", "--line-length", "120", "--stdin-filename", "mapped.py", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout  # noqa: S603 - ours


def main() -> None:
    """Write the modules, and remove those whose table is gone."""
    made = files()
    MODULES.mkdir(exist_ok=True)
    for path in set(MODULES.glob("*.py")) - made.keys():
        path.unlink()
    for path, text in made.items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
