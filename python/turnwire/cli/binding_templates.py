"""What makes a binding in a tree of one's own: the proto files, and for each language a template for buf.

The proto files are the source in `proto/` of the repository and the templates in `bindings/`, where turnwire's own
bindings are made with them; a wheel carries both as package data.
"""

from __future__ import annotations

import functools
from pathlib import Path

_TEMPLATE = "buf.gen.yaml"


@functools.cache
def languages() -> dict[str, str]:
    """Each language that has a template, sorted, with a line on what is made and which tool it takes."""
    found = sorted(_folder("bindings").glob(f"*/{_TEMPLATE}"))
    return {path.parent.name: path.read_text("utf-8").split("\n", 1)[0].removeprefix("# ") for path in found}


def protos() -> dict[str, bytes]:
    """The proto files: path below the folder `proto` -> text, such as `turnwire/v1/history.proto`."""
    root = _folder("proto")
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.glob("turnwire/**/*.proto"))}


def settings(language: str) -> dict[str, bytes]:
    """The files that buf reads beside the folder `proto`: name -> text.

    Raises:
        KeyError: there is no template for this language.
    """
    if language not in languages():
        raise KeyError(language)
    root = _folder("bindings")
    return {"buf.yaml": (root / "buf.yaml").read_bytes(), _TEMPLATE: (root / language / _TEMPLATE).read_bytes()}


def _folder(name: str) -> Path:
    packaged = Path(__file__).parents[1] / name
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / name
