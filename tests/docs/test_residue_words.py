"""docs/residue.md lists the words of `$form`: each that occurs, and no other."""

from __future__ import annotations

import functools
import gzip
import json
import re
from typing import TYPE_CHECKING, Any

from tests.cases import case
from tests.docs.pages import ROOT

from turnwire import convert
from turnwire.dialects import FAMILY, VENDORS, names

if TYPE_CHECKING:
    from collections.abc import Iterator

KEPT = ROOT / "tests" / "written_before" / "of_ef7236c.jsonl.gz"
SOURCES = ROOT / "python" / "turnwire"
ROW = re.compile(r"^\| `(\w+)` \| ([\w, ]+) \|", re.MULTILINE)
EVERY = "all"
# In the table a family has one name, and dialects of data sets and agents have a short one.
SHORT = {
    "openai_chat": "chat",
    "openrouter_chat": "chat",
    "anthropic_messages": "anthropic",
    "gemini_generate": "gemini",
    "mistral_chat": "mistral",
    "ollama_chat": "ollama",
    "bedrock_converse": "converse",
    "cohere_chat": "cohere",
    "a2a_messages": "a2a",
    "huggingface_messages": "huggingface",
    "langchain_messages": "langchain",
    "mcp_content": "mcp",
    "otel_genai": "otel",
}
BASES = {vendor: base for base, vendors in VENDORS.items() for vendor in vendors}


def format_of(dialect: str) -> str:
    """The name of a dialect's format in the table."""
    base = BASES.get(dialect, dialect)
    if base not in SHORT:
        base = FAMILY.get(base, base)
    return SHORT.get(base, base)


@functools.cache
def rows() -> frozenset[tuple[str, str]]:
    """The table: pairs of a word and a format."""
    page = (ROOT / "docs" / "residue.md").read_text()
    return frozenset((word, name.strip()) for word, names in ROW.findall(page) for name in names.split(","))


@functools.cache
def found() -> frozenset[tuple[str, str]]:
    """The words in the native documents of all cases, and in those of earlier versions."""
    return frozenset(pair for native in natives() for pair in words(native))


def natives() -> Iterator[Any]:
    for each in (each for file in case.files() for each in case.load(file) if each.case.refused is None):
        written = convert(bytes(each.case.wire), "turnwire", source=each.source, kind=each.case.kind)
        yield json.loads(written.data)
    with gzip.open(KEPT, "rt", encoding="utf-8") as lines:
        for line in lines:
            native = json.loads(line)["native"]
            yield json.loads(native) if isinstance(native, str) else native


def words(node: Any) -> Iterator[tuple[str, str]]:
    """The words in all residue of a document, each with its format."""
    if isinstance(node, dict):
        for dialect, raw in (node.get("provider_raw") or {}).items():
            yield from ((word, format_of(dialect)) for word in inside(raw) if dialect in names())
        for value in (value for key, value in node.items() if key != "provider_raw"):
            yield from words(value)
    elif isinstance(node, list):
        for value in node:
            yield from words(value)


def inside(raw: Any) -> Iterator[str]:
    """The words in the residue of a node.  What stands in `$keys` is the source's own, whatever it is called."""
    if isinstance(raw, dict):
        form = raw.get("$form")
        yield from form if isinstance(form, dict) else ()
        for value in (value for key, value in raw.items() if key not in ("$form", "$keys")):
            yield from inside(value)
    elif isinstance(raw, list):
        for value in raw:
            yield from inside(value)


def test_every_word_has_a_row() -> None:
    everywhere = {word for word, name in rows() if name == EVERY}
    assert sorted(pair for pair in found() - rows() if pair[0] not in everywhere) == []


def test_every_row_is_of_a_word() -> None:
    sources = "\n".join(file.read_text() for file in SOURCES.rglob("*.py"))
    seen = {word for word, _ in found()}
    stale = [word for word, _ in rows() if word not in seen and f'"{word}"' not in sources]
    assert stale == []
    assert len(rows()) > 100
