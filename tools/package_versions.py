"""Writes the version of pyproject.toml, the one place where it is told, into the library and into every package.

`python tools/package_versions.py FOLDER`, where FOLDER is a checkout; `make generate` does it.
Go has no such place: its version is a tag of the repository.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

# file -> what stands before the version and after it, the first time that it does
PLACES = {
    "python/turnwire/__init__.py": ('\n__version__ = "', '"\n'),
    "generated/betterproto/pyproject.toml": ('\nversion = "', '"\n'),
    "generated/cpp/CMakeLists.txt": ("\nproject(turnwire VERSION ", " "),
    "generated/java/pom.xml": ("\n  <version>", "</version>\n"),
    "generated/rust/Cargo.toml": ('\nversion = "', '"\n'),
    "generated/typescript/package.json": ('\n  "version": "', '",\n'),
}


def with_version(text: str, before: str, after: str, version: str) -> str:
    """The text of a manifest with this version in its place.  Raises ValueError where there is no such place."""
    found = re.search(f"{re.escape(before)}([^\n]*?){re.escape(after)}", text)
    if found is None:
        raise ValueError(f"there is no {before.strip()}")
    return text[: found.start(1)] + version + text[found.end(1) :]


def main(folder: Path) -> None:
    """Every place of a checkout."""
    version = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    for name, (before, after) in PLACES.items():
        path = folder / name
        path.write_text(with_version(path.read_text("utf-8"), before, after, version), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
