#!/usr/bin/env python3
"""Writes down what each dialect can hold: docs/fidelity.md, and the short form of it in README.md.

Every row is a smallest document (fidelity_cases.yaml) that is written in each dialect; the cell is what that cost.
Nothing in the tables is typed by hand, and `--check` ends with 1 where they are out of date.
"""

from __future__ import annotations

import functools
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

import msgspec
import yaml

import fidelity_pairs
import turnwire
from turnwire import model
from turnwire.dialects import get, names
from turnwire.testing.sameness import normal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialect import Kind
    from turnwire.model import Document

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tools" / "fidelity_cases.yaml"
BEGIN, END = "<!-- fidelity: begin, made by tools/fidelity_table.py -->", "<!-- fidelity: end -->"
MAIN = (
    "anthropic_messages",
    "gemini_generate",
    "mistral_chat",
    "ollama_chat",
    "openai_chat",
    "openai_responses",
    "openrouter_chat",
)
"""The dialects of the README, and those that name a column of dialects that are alike."""
SILENT = "LOST SILENTLY"
IDS = frozenset({("degraded", "tool_use.id"), ("degraded", "tool_result.tool_use_id"), ("invented", "tool_use.id")})
"""What becomes of ids has rows of its own; in all others a target's rule for ids says nothing about the row."""
NO_SUCH = "no such documents"
KINDS = ("dropped", "degraded", "invented", "reshaped")

Case: TypeAlias = dict[str, Any]
Table: TypeAlias = dict[str, dict[str, dict[str, str]]]
"""Group -> row -> dialect -> what the row's document costs there."""

PLAIN_SETTINGS: Case = {"model": "m", "generation": {"max_tokens": 100}}
PLAIN_REPLY: Case = {
    "candidates": [
        {"role": "assistant", "content": [{"type": "text", "text": "A."}], "metadata": {"stop_reason": "end_turn"}}
    ],
    "id": "c_1",
    "created_at": "2026-11-20T09:15:00Z",
    "model": "m",
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
PLAIN_ERROR: Case = {"message": "Too long.", "type": "invalid_request_error"}

# What the rows call the types of the model that are no blocks; a type without a name here fails.
SPELT_OUT: dict[type[msgspec.Struct], str] = {
    model.Settings: "settings",
    model.Generation: "generation",
    model.ToolDefinition: "tool",
    model.ToolChoice: "tool_choice",
    model.ProviderTool: "provider_tool",
    model.CustomTool: "custom",
    model.ResponseFormat: "response_format",
    model.Reasoning: "reasoning",
    model.AudioOutput: "audio_output",
    model.FunctionCallSettings: "function_calls",
    model.Message: "message",
    model.MessageMetadata: "metadata",
    model.RoutingDecisionRecord: "routing",
    model.History: "history",
    model.Meta: "meta",
    model.SystemInfo: "system",
    model.Completion: "completion",
    model.Usage: "usage",
    model.ErrorReply: "error",
    model.Citation: "citation",
    model.CacheControl: "cache",
    model.Source: "source",
    model.Origin: "origin",
}
NOT_SPELT_OUT = {"provider_raw", "schema_version", "settings"}


def document_of(case: Case) -> tuple[Kind, Case]:
    """The kind and the native JSON of a row's document."""
    if "completion" in case:
        return "response", {**PLAIN_REPLY, **case["completion"]}
    if "message" in case:
        said = {**PLAIN_REPLY["candidates"][0], "metadata": case["message"]}
        return "response", {**PLAIN_REPLY, "candidates": [said]}
    if "error" in case:
        return "error", {**PLAIN_ERROR, **case["error"]}
    more = [{"role": role, "content": case[role]} for role in ("user", "assistant") if role in case]
    begin = {"role": "user", "content": [{"type": "text", "text": "Hi."}]}
    entries = [*([case["first"]] if "first" in case else []), begin, *more, *case.get("entries", [])]
    settings = case.get("replace_settings") or merged(PLAIN_SETTINGS, case.get("settings", {}))
    return "request", {"history": entries, "settings": settings, **case.get("history", {})}


def merged(base: Case, more: Case) -> Case:
    """`base` with the members of `more`, objects one level down merged too."""
    both = {name: {**base[name], **value} for name, value in more.items() if isinstance(base.get(name), dict)}
    return {**base, **more, **both}


def document_for(case: Case, dialect: str) -> tuple[Kind, Document]:
    """The document of a row, with state of this dialect where the row has any."""
    kind, tree = document_of(json.loads(json.dumps(case).replace("$TARGET", dialect)))
    return kind, turnwire.read(tree, "turnwire", kind=kind)


def cost(feature: str, case: Case, dialect: str) -> str:
    """What a row's document loses in a dialect beyond what a plain one of its kind loses there."""
    kind, document = document_for(case, dialect)
    if get(dialect).part(kind) is None:
        return NO_SUCH
    written = turnwire.write(document, dialect)
    usual = plain_losses(kind, dialect)
    losses = {loss.kind for loss in written.losses if (loss.kind, loss.feature) not in usual or feature == loss.feature}
    if not written.losses:
        again = turnwire.read(written.data, dialect, kind=kind, envelope=written.envelope)
        if normal(again, dialect) != normal(document, dialect):
            return SILENT
    return ", ".join(kind for kind in KINDS if kind in losses) or "held"


def said_by(dialect: str, case: Case) -> tuple[Kind, Document] | None:
    """A row's document as a dialect that holds it reads it back; None for one that does not."""
    return _said_by(dialect, json.dumps(case))


@functools.cache
def _said_by(dialect: str, case: str) -> tuple[Kind, Document] | None:
    if cost("", json.loads(case), dialect) != "held":
        return None
    kind, document = document_for(json.loads(case), dialect)
    written = turnwire.write(document, dialect)
    return kind, turnwire.read(written.data, dialect, kind=kind, envelope=written.envelope)


@functools.cache
def plain_losses(kind: Kind, dialect: str) -> frozenset[tuple[str, str]]:
    """(kind, feature) of what a plain document of a kind loses in a dialect."""
    plain: dict[Kind, Case] = {"request": {}, "response": {"completion": {}}, "error": {"error": {}}}
    document = turnwire.read(document_of(plain[kind])[1], "turnwire", kind=kind)
    return IDS | {(loss.kind, loss.feature) for loss in turnwire.write(document, dialect).losses}


def rows() -> dict[str, dict[str, Case]]:
    """Group -> row -> its case."""
    found = {group["group"]: group["rows"] for group in yaml.safe_load(CASES.read_text("utf-8"))}
    if missing := sorted(set(features()) - {row.split(" ")[0] for group in found.values() for row in group}):
        raise SystemExit(f"no row in {CASES.name} for {', '.join(missing)}")
    return found


def table() -> Table:
    """Every row in every dialect, native JSON among them, of which the page says that it holds everything."""
    return {
        group: {row: {name: cost(row.split(" ")[0], case, name) for name in names()} for row, case in cases.items()}
        for group, cases in rows().items()
    }


def faults(found: Table) -> list[str]:
    """What would make the pages wrong: a silent loss, or anything that native JSON does not hold."""
    cells = [
        (row, name, cell) for group in found.values() for row, each in group.items() for name, cell in each.items()
    ]
    return [
        f"{row}: {name}: {cell}"
        for row, name, cell in cells
        if cell == SILENT or (name == "turnwire" and cell != "held")
    ]


def features() -> Iterator[str]:
    """The name of every block, and of every optional field of every type that a document can hold."""
    blocks = {block: str(block.__struct_config__.tag) for block in get_args(model.ContentBlock)}
    yield from (tag for tag in blocks.values() if tag not in ("tool_result", "audio", "video"))
    for kind in reachable():
        name = blocks.get(kind) or SPELT_OUT.get(kind)
        if name is None:
            raise SystemExit(f"{kind.__name__} has no name in {Path(__file__).name}")
        for field in msgspec.structs.fields(kind):
            if not field.required and field.name not in NOT_SPELT_OUT:
                yield f"{name}.{field.name}"


def reachable() -> list[type[msgspec.Struct]]:
    """The types that stand in the three documents of the model, each once."""
    found: list[type[msgspec.Struct]] = []
    waiting: list[Any] = [model.History, model.Completion, model.ErrorReply]
    while waiting:
        kind = waiting.pop(0)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in found:
            found.append(kind)
            waiting += [field.type for field in msgspec.structs.fields(kind)]
        waiting += get_args(kind)
    return found


def columns(found: Table) -> dict[str, list[str]]:
    """The dialects by the first of those that have the same cells everywhere; native JSON has no column."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for name in (name for name in names() if name != "turnwire"):
        cells = tuple(each[name] for group in found.values() for each in group.values())
        alike.setdefault(cells, []).append(name)
    return {min(alike_names, key=lambda name: (name not in MAIN, name)): alike_names for alike_names in alike.values()}


def long_form(found: Table) -> str:
    """Every row, a table per group."""
    shown = columns(found)
    said = [
        f"`{name}` stands for {', '.join(f'`{each}`' for each in alike if each != name)} too."
        for name, alike in shown.items()
        if len(alike) > 1
    ]
    tables = [
        f"### {group}\n\n{head('feature', list(shown))}\n"
        + "\n".join(line(f"`{row}`", cells, list(shown)) for row, cells in each.items())
        for group, each in found.items()
    ]
    return "\n\n".join([*(["\n".join(said)] if said else []), *tables])


def short_form(found: Table) -> str:
    """How many rows of each group the dialects of the main providers hold without any loss."""
    shown = [name for name in MAIN if name in names()]
    lines = [
        line(group, {name: share([cells[name] for cells in each.values()]) for name in shown}, shown)
        for group, each in found.items()
    ]
    return "\n".join([head("what", shown), *lines])


def head(first: str, shown: list[str]) -> str:
    """The first two lines of a table."""
    return line(first, {name: name for name in shown}, shown) + "\n|---" + "|---" * len(shown) + "|"


def line(first: str, cells: dict[str, str], shown: list[str]) -> str:
    """One line of a table."""
    return "| " + " | ".join([first, *(cells[name] for name in shown)]) + " |"


def share(cells: list[str]) -> str:
    """`all 3`, or `2 of 3`."""
    if NO_SUCH in cells:
        return NO_SUCH
    held = cells.count("held")
    return f"all {held}" if held == len(cells) else f"{held} of {len(cells)}"


def replaced(text: str, body: str) -> str:
    """A page with what stands between its markers replaced."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise SystemExit(f"a page has lost its markers: {BEGIN} ... {END}")
    return f"{before}{BEGIN}\n\n{body}\n\n{END}{after}"


def main() -> int:
    """Write the pages, or with `--check` say which of them are out of date."""
    found = table()
    wrong = faults(found)
    for fault in wrong:
        sys.stderr.write(f"{fault}\n")
    pairs = fidelity_pairs.page(list(columns(found)), rows(), said_by, IDS)
    bodies = {ROOT / "docs" / "fidelity.md": f"{long_form(found)}\n\n{pairs}", ROOT / "README.md": short_form(found)}
    old = {page: page.read_text("utf-8") for page in bodies}
    stale = [page for page, body in bodies.items() if old[page] != replaced(old[page], body)]
    if sys.argv[1:] == ["--check"]:
        for page in stale:
            sys.stderr.write(f"{page.relative_to(ROOT)} is out of date: run tools/fidelity_table.py\n")
        return 1 if stale or wrong else 0
    for page in stale:
        page.write_text(replaced(old[page], bodies[page]), "utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
