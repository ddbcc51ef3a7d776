"""`python -m tests.written_before.make OUT`: documents that this version writes, for later versions to read.

Each line of OUT (gzip) has the dialect and kind of a document that was generated, its native JSON, and the SHA-256 of
what the dialect's writer makes of it, as JSON with sorted keys.  Run it in a checkout of the version to be kept.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import hypothesis
from hypothesis import Phase

import turnwire
from turnwire.dialects import get, names
from turnwire.errors import InvalidDocument
from turnwire.testing.wires import wire_documents

EACH = 40
"""How many documents of each kind of a dialect are generated."""
LONGEST = 4000
"""A longer document is left out, in bytes of native JSON."""
GENERATING = hypothesis.settings(
    max_examples=EACH,
    database=None,
    phases=[Phase.generate],
    deadline=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
KINDS: Any = ("request", "response", "error")


def main(out: str) -> None:
    """Write the file."""
    lines = [line for name in sorted(names()) for kind in KINDS if get(name).part(kind) for line in of(name, kind)]
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    Path(out).write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    sys.stdout.write(f"{len(lines)} documents\n")


def of(name: str, kind: Any) -> list[dict[str, str]]:
    """The lines of one kind of a dialect, each document once."""
    found: dict[str, dict[str, str]] = {}

    @hypothesis.seed(2026)
    @GENERATING
    @hypothesis.given(wire_documents(name, kind))
    def draw(body: bytes) -> None:
        line = kept(body, name, kind)
        if line is not None:
            found[line["native"]] = line

    draw()
    return list(found.values())


def kept(body: bytes, name: str, kind: Any) -> dict[str, str] | None:
    """The line of a document; None if it is refused, or is too long."""
    try:
        document = turnwire.read(body, name, kind=kind)
        native = turnwire.write(document, "turnwire").data.decode()
        data = turnwire.write(document, name).data
    except InvalidDocument:
        return None
    return None if len(native) > LONGEST else {"dialect": name, "kind": kind, "native": native, "sha256": digest(data)}


def digest(data: bytes) -> str:
    """The SHA-256 of JSON, whatever the order of its keys and its spelling."""
    text = json.dumps(json.loads(data), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


if __name__ == "__main__":
    main(sys.argv[1])
