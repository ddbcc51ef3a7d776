"""The files from which a user generates a binding: the proto files, and for each language a template for buf.

The proto files are in `proto/` of the repository and the templates in `bindings/`; turnwire's own bindings are
generated from the same files.  A wheel carries both as package data.
"""

from __future__ import annotations

import functools
from pathlib import Path

_TEMPLATE = "buf.gen.yaml"


@functools.cache
def languages() -> dict[str, str]:
    """Return each language that has a template, sorted, with a line on what is generated and which tool it needs."""
    found = sorted(_folder("bindings").glob(f"*/{_TEMPLATE}"))
    return {path.parent.name: path.read_text("utf-8").split("\n", 1)[0].removeprefix("# ") for path in found}


def protos() -> dict[str, bytes]:
    """Return the proto files by their path below the folder `proto`, such as `turnwire/v1/history.proto`."""
    root = _folder("proto")
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.glob("turnwire/**/*.proto"))}


def settings(language: str) -> dict[str, bytes]:
    """Return the files that buf reads next to the folder `proto`, by name.

    Raises:
        KeyError: the language has no template.
    """
    if language not in languages():
        raise KeyError(language)
    root = _folder("bindings")
    return {"buf.yaml": (root / "buf.yaml").read_bytes(), _TEMPLATE: (root / language / _TEMPLATE).read_bytes()}


def _folder(name: str) -> Path:
    packaged = Path(__file__).parents[1] / name
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / name
