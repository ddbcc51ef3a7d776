"""What the laws are run over: dialects, kinds, and documents generated for them or recorded."""

from __future__ import annotations

import functools
import gzip
import json
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import strategies as st

from turnwire import read
from turnwire.dialects import VENDORS, get, names, told_apart
from turnwire.dialects.dialect import KINDS
from turnwire.errors import InvalidDocument
from turnwire.testing import wire_documents
from turnwire.testing.documents import completions, error_replies, histories

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from turnwire.dialects.dialect import Kind
    from turnwire.model import Document
    from turnwire.testing.documents import Profile


class Subject(NamedTuple):
    """Dialects that a law is asked of with the same documents, and the kind of these."""

    name: str
    dialects: tuple[str, ...]
    kind: Kind

    def __str__(self) -> str:
        return self.name

    def faults(self, check: Callable[[str], list[str]]) -> dict[str, list[str]]:
        """What is wrong, by dialect."""
        return {dialect: found for dialect in self.dialects if (found := check(dialect))}

    def wires(self, profile: Profile) -> st.SearchStrategy[bytes]:
        """Wire documents of any of the dialects; of a family, what one vendor says all the others must give back."""
        return st.sampled_from(self.dialects).flatmap(lambda dialect: wire_documents(dialect, self.kind, profile))

    def readers_of(self, wire: bytes) -> Subject:
        """Those of the dialects that do not refuse a document."""
        return self._replace(dialects=tuple(name for name in self.dialects if _is_read(wire, name, self.kind)))


def _is_read(wire: bytes, dialect: str, kind: Kind) -> bool:
    try:
        read(wire, dialect, kind=kind)
    except InvalidDocument:
        return False
    return True


def _asked_together() -> dict[str, tuple[str, ...]]:
    """Each dialect on its own, and the vendors of a base as one.

    Making a document takes much longer than asking a law about it, and vendors differ in data alone: each of them is
    asked about as many documents as any other dialect is, but these are made once.
    """
    alone = {name: (name,) for name in told_apart()}
    return alone | {f"vendors of {base}": tuple(sorted(vendors)) for base, vendors in VENDORS.items()}


PARTS: tuple[tuple[str, Kind], ...] = tuple((name, kind) for name in names() for kind in KINDS if get(name).part(kind))
"""Every (dialect, kind) that is read and written."""

SUBJECTS = tuple(
    Subject(f"{name} {kind}", held, kind)
    for name, dialects in _asked_together().items()
    for kind in KINDS
    if (held := tuple(dialect for dialect in dialects if get(dialect).part(kind)))
)
"""Every dialect and kind that is read and written, once."""

LOSING = tuple(subject for subject in SUBJECTS if subject.dialects != ("turnwire",))
"""Those that may lose something; native JSON holds everything."""

TARGETS = tuple((name, kind) for name, kind in PARTS if name in told_apart() and name != "turnwire")
"""The same one by one, of each base and its vendors the base alone: for laws that ask too much to be asked of all."""

ENDPOINTS = {
    "openai.chat": "openai_chat",
    "anthropic.messages": "anthropic_messages",
    "gemini.generateContent": "gemini_generate",
    "mistral.chat": "mistral_chat",
    "ollama.chat": "ollama_chat",
    "openai.responses": "openai_responses",
}
REPLYING = tuple(name for name in names() if get(name).response)
"""The dialects that have replies; data sets have none."""

PER_ENDPOINT = 60


class Recording(NamedTuple):
    """One recorded body."""

    name: str
    dialect: str
    kind: Kind
    body: bytes
    envelope: dict[str, Any]

    @property
    def readers(self) -> tuple[str, ...]:
        """Its dialect, and the vendors of that: a caller may say of any of them that the body is theirs."""
        return (self.dialect, *sorted(VENDORS.get(self.dialect, ())))


def documents_of(kind: Kind, profile: Profile) -> st.SearchStrategy[Document]:
    """Documents of the model that a dialect writes as this kind."""
    if kind == "request":
        return histories(profile)
    return completions(profile) if kind == "response" else error_replies(profile)


@functools.cache
def recordings(folder: Path) -> tuple[Recording, ...]:
    """Every so-many-th pair of each endpoint: its request, and its reply or error where that is JSON."""
    return tuple(body for endpoint in ENDPOINTS for body in _of_endpoint(folder, endpoint))


def recordings_for(folder: Path, target: str) -> tuple[Recording, ...]:
    """Those of the kinds that a dialect writes."""
    return tuple(body for body in recordings(folder) if get(target).part(body.kind))


def all_requests(folder: Path, dialect: str) -> Iterator[tuple[str, bytes]]:
    """The name and the body of every recorded request of a dialect."""
    for endpoint, name in ENDPOINTS.items():
        if name == dialect:
            with gzip.open(folder / f"{endpoint}.jsonl.gz", "rt", encoding="utf-8") as lines:
                for line in lines:
                    item = json.loads(line)
                    yield item["id"], json.dumps(item["request"]).encode()


def all_replies(folder: Path, dialect: str) -> Iterator[tuple[str, bytes]]:
    """The name and the body of every recorded reply of a dialect that is JSON, and no error."""
    for endpoint, name in ENDPOINTS.items():
        if name == dialect:
            with gzip.open(folder / f"{endpoint}.jsonl.gz", "rt", encoding="utf-8") as lines:
                for line in lines:
                    item = json.loads(line)
                    is_reply = item["response_format"] == "json" and item["status"] == 200
                    if is_reply and isinstance(item["response"], dict | list):
                        yield item["id"], json.dumps(item["response"]).encode()


def _of_endpoint(folder: Path, endpoint: str) -> Iterator[Recording]:
    with gzip.open(folder / f"{endpoint}.jsonl.gz", "rt", encoding="utf-8") as lines:
        items = [json.loads(line) for line in lines]
    for item in items[:: max(1, len(items) // PER_ENDPOINT)]:
        name, dialect = item["id"], ENDPOINTS[endpoint]
        yield Recording(f"{name} request", dialect, "request", json.dumps(item["request"]).encode(), {})
        if item["response_format"] == "json" and isinstance(item["response"], dict | list):
            kind: Kind = "response" if item["status"] == 200 else "error"
            envelope = {} if kind == "response" else {"status": item["status"]}
            yield Recording(f"{name} {kind}", dialect, kind, json.dumps(item["response"]).encode(), envelope)
