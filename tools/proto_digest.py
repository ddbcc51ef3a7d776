"""Writes beside a generated binding which proto files and which template it is made of: a digest of their bytes.

`python tools/proto_digest.py LANGUAGE`; `make generate` does it after the code is made, and only then.  So a binding
that was left out, because its generator is not on this machine, keeps its old digest, and tests/generation fails.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "proto.sha256"


def digest(root: Path, language: str) -> str:
    """The SHA-256 of a checkout's proto files and of a language's template, in hexadecimal."""
    found = hashlib.sha256()
    files = sorted((root / "proto").rglob("*.proto"), key=lambda path: path.relative_to(root).as_posix())
    for path in [*files, root / "bindings" / language / "buf.gen.yaml"]:
        data = path.read_bytes()
        # With its length, so that no byte can move from one file to the next unseen.
        found.update(f"{path.relative_to(root).as_posix()} {len(data)}\n".encode())
        found.update(data)
    return found.hexdigest()


def main(language: str) -> None:
    """Writes the digest of today beside a binding."""
    (ROOT / "generated" / language / NAME).write_text(f"{digest(ROOT, language)}\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
