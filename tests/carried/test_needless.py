"""Nothing is dropped that the target has a member for: each exception is a row of needless.json, with its reason.

The search is by names.  At the top of a document a lost name is looked for among the members of the target's top
object, below it among all members that the target's description has for that kind of document.  A row is
[source, target, kind, name, reason]; "*" may stand for any source and for nothing else.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.data import data

import turnwire

if TYPE_CHECKING:
    from collections.abc import Iterator

ROWS = json.loads(Path(__file__).with_name("needless.json").read_text(encoding="utf-8"))
SOURCES = {
    "anthropic.messages": "anthropic_messages",
    "gemini.generateContent": "gemini_generate",
    "mistral.chat": "mistral_chat",
    "ollama.chat": "ollama_chat",
    "openai.chat": "openai_chat",
    "openai.responses": "openai_responses",
}
TARGETS = (*SOURCES.values(), "openrouter_chat")
KINDS = ("request", "response")
SAMPLE = 120
"""How many exchanges of each source are looked at, evenly spread."""
ALL = 1_000_000

_DEEPEST = 6


class Candidate(NamedTuple):
    """A member that is lost although the target has one of that name."""

    source: str
    target: str
    kind: str
    name: str


def test_rows_are_narrow() -> None:
    for source, target, kind, name, reason in ROWS:
        assert source == "*" or source in SOURCES.values()
        assert target in TARGETS
        assert kind in KINDS
        assert "*" not in name
        assert reason.endswith(".")


def test_each_candidate_of_a_sample_has_a_row(recorded: Path) -> None:
    assert [] == sorted(each for each in set(candidates(recorded, SAMPLE)) if not any(fits(row, each) for row in ROWS))


def test_each_candidate_has_a_row_and_each_row_a_candidate(recorded: Path) -> None:
    found = set(candidates(recorded, ALL))
    used = {n for n, row in enumerate(ROWS) for each in found if fits(row, each)}
    assert [] == sorted(each for each in found if not any(fits(row, each) for row in ROWS))
    assert [] == [row for n, row in enumerate(ROWS) if n not in used]


def fits(row: list[str], candidate: Candidate) -> bool:
    return row[0] in ("*", candidate.source) and tuple(row[1:4]) == candidate[1:]


def candidates(recorded: Path, limit: int) -> Iterator[Candidate]:
    members = described(data("specs"))
    for source, kind, item in exchanges(recorded, limit):
        envelope = {"path": item["path"]} if source == "gemini_generate" and kind == "request" else None
        document = turnwire.read(json.dumps(item[kind]), source, kind=kind, envelope=envelope)
        for target in TARGETS:
            if target != source and (target, kind) in members:
                top, anywhere = members[target, kind]
                for name, is_top in lost(document, target):
                    if name in (top if is_top else anywhere):
                        yield Candidate(source, target, kind, name)


def exchanges(recorded: Path, limit: int) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    for stem, source in SOURCES.items():
        with gzip.open(recorded / f"{stem}.jsonl.gz", "rt", encoding="utf-8") as lines:
            items = [item for item in map(json.loads, lines) if item["status"] == 200]
        for item in items[:: max(1, len(items) // limit)]:
            for kind in KINDS:
                if isinstance(item.get(kind), dict):
                    yield source, kind, item


def lost(document: Any, target: str) -> Iterator[tuple[str, bool]]:
    """The names of what is dropped or degraded, and whether each stood at the top."""
    for loss in turnwire.write(document, target).losses:
        if loss.kind in ("dropped", "degraded"):
            value: Any = loss.value
            is_top = loss.path.startswith("/settings/provider_raw") or loss.path.count("/") <= 2
            residue = loss.feature == "provider_raw" and isinstance(value, dict)
            for name in value if residue else [loss.feature.rpartition(".")[2]]:
                if not name.startswith("$"):
                    yield name, is_top


def described(specs: Path) -> dict[tuple[str, str], tuple[set[str], set[str]]]:
    """The members of the top object, and of all objects, of each format and kind that has a description."""
    files = {(target, kind): specs / target / f"{kind}.schema.json" for target in TARGETS for kind in KINDS}
    schemas = {key: json.loads(file.read_text(encoding="utf-8")) for key, file in files.items() if file.exists()}
    return {key: (set(at_top(schema, schema, 0)), set(everywhere(schema))) for key, schema in schemas.items()}


def everywhere(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        properties = schema.get("properties")
        yield from properties if isinstance(properties, dict) else ()
    for each in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from everywhere(each)


def at_top(node: Any, schema: dict[str, Any], depth: int) -> Iterator[str]:
    if depth > _DEEPEST or not isinstance(node, dict):
        return
    yield from node.get("properties") or {}
    start, _, name = node.get("$ref", "").rpartition("/")
    if start == "#/$defs":
        yield from at_top(schema["$defs"].get(name), schema, depth + 1)
    for word in ("allOf", "anyOf", "oneOf"):
        for each in node.get(word, ()):
            yield from at_top(each, schema, depth + 1)
