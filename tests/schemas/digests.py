"""The manifest `schemas/digests.json`: the SHA-256 of each schema file under its `$id`, released or still a draft.

`python -m tests.schemas.digests` writes down the drafts anew; `--release` makes every draft a released schema.
Neither touches what is released.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "schemas"
MANIFEST = FOLDER / "digests.json"

Manifest = dict[str, dict[str, str]]


def manifest() -> Manifest:
    """What is written down: `released` and `draft`, each `$id` -> digest."""
    found: Manifest = json.loads(MANIFEST.read_bytes())
    return found


def actual() -> dict[str, str]:
    """`$id` -> digest of every schema file there is."""
    texts = [path.read_bytes() for path in sorted(FOLDER.rglob("*.schema.json"))]
    return {json.loads(text)["$id"]: hashlib.sha256(text).hexdigest() for text in texts}


def findings(written: Manifest, files: dict[str, str]) -> list[str]:
    """One sentence per schema that is not as it is written down."""
    draft, released = written["draft"], written["released"]
    told = {**draft, **released}
    return [
        *(f"{name}: released, and changed; give the new content a new $id" for name in _stale(released, files)),
        *(f"{name}: a draft that changed; write it down anew" for name in _stale(draft, files)),
        *(f"{name}: not written down" for name in sorted(files.keys() - told.keys())),
        *(f"{name}: the file is gone" for name in sorted(told.keys() - files.keys())),
        *(f"{name}: both released and a draft" for name in sorted(draft.keys() & released.keys())),
    ]


def _stale(told: dict[str, str], files: dict[str, str]) -> list[str]:
    return sorted(name for name in told.keys() & files.keys() if told[name] != files[name])


def renewed(written: Manifest, files: dict[str, str], *, release: bool) -> Manifest:
    """The manifest with every unreleased file as a draft, or, for a release, as released."""
    new = {name: digest for name, digest in sorted(files.items()) if name not in written["released"]}
    return {
        "released": {**written["released"], **(new if release else {})},
        "draft": {} if release else new,
    }


if __name__ == "__main__":
    text = json.dumps(renewed(manifest(), actual(), release="--release" in sys.argv[1:]), indent=2)
    MANIFEST.write_text(text + "\n", "utf-8")
