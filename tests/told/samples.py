"""The documents that the audit is made of: our own cases, recorded traffic, and the files of the real systems."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.cases import case
from tests.laws.subjects import recordings

from turnwire.dialects import get, names, told_apart
from turnwire.dialects.glm import encodings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SYSTEMS = ("geppetto", "glm", "gpt2099")
_OF_PROGRAMS = frozenset(
    ("a2a_messages", "canonical", "huggingface_messages", "langchain_messages", "mcp_content", "otel_genai", "sharegpt")
)
"""Formats of programs that keep conversations, and of no provider: their envelopes are words of their own."""


class Sample(NamedTuple):
    """A wire document."""

    name: str
    dialect: str
    kind: Any
    body: bytes
    is_recorded: bool = False

    def targets(self) -> list[str]:
        """The three systems, and every dialect of a provider.

        For a document of a system these are also the dialects that differ from others in few words; what was recorded,
        which is much, is written for the systems alone.
        """
        wanted = names() if self.dialect in SYSTEMS else SYSTEMS if self.is_recorded else told_apart()
        taken = (name for name in wanted if name not in _OF_PROGRAMS and name not in ("turnwire", self.dialect))
        return [name for name in taken if get(name).part(self.kind)]


def own() -> Iterator[Sample]:
    """Our own cases that are read; error bodies hold a message and little else, and are the laws' alone."""
    for file in case.files():
        for found in case.load(file):
            is_asked = found.case.refused is None and found.case.kind != "error"
            if is_asked and found.source not in _OF_PROGRAMS and found.source != "turnwire":
                yield Sample(_name(found), found.source, found.case.kind, bytes(found.case.wire))


def _name(found: case.Found) -> str:
    return f"{found.folder}/{found.file.stem}/{found.case.name}"


def recorded(folder: Path) -> Iterator[Sample]:
    """Recorded requests and replies of providers."""
    for body in recordings(folder):
        if body.kind != "error":
            yield Sample(body.name, body.dialect, body.kind, body.body, is_recorded=True)


def of_systems(folder: Path) -> Iterator[Sample]:
    """Files of the three systems."""
    fixtures = folder / "gpt2099" / "tests" / "fixtures" / "providers"
    for path in sorted(fixtures.glob("prepare-request/*/input.json")):
        yield Sample(path.parent.name, "gpt2099", "request", path.read_bytes())
    for path in sorted(fixtures.glob("response-stream/*/*/expected-aggregate.json")):
        yield Sample("/".join(path.parts[-3:]), "gpt2099", "response", path.read_bytes())
    for edge in json.loads((folder / "gpt2099" / "derived" / "prepare-request-edge.json").read_bytes()):
        yield Sample(edge["name"], "gpt2099", "request", json.dumps(edge["input"]).encode())
    for path in sorted((folder / "geppetto" / "payloads").glob("query-*.json")):
        kind = "request" if path.name.startswith("query-request") else "response"
        yield Sample(path.name, "geppetto", kind, path.read_bytes())
    for path in sorted((folder / "glm").glob("*.yaml")):
        yield Sample(path.name, "glm", "request", encodings.from_yaml(path.read_bytes()))
