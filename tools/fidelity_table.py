#!/usr/bin/env python3
"""Writes down what each dialect can hold: docs/fidelity.md, and the short form of it in README.md.

Every row is a smallest document (fidelity_cases.yaml) that is written in each dialect; the cell is what that cost.
Nothing in the tables is typed by hand, and `--check` ends with 1 where they are out of date.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

import msgspec
import yaml

import turnwire
from turnwire import model
from turnwire.dialects import get, names
from turnwire.testing.sameness import normal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.dialect import Kind

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tools" / "fidelity_cases.yaml"
BEGIN, END = "<!-- fidelity: begin, made by tools/fidelity_table.py -->", "<!-- fidelity: end -->"
TARGETS = tuple(name for name in names() if name != "turnwire")
"""Native JSON holds everything, so it has no column."""
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

# What every type of the model has a row for each optional field of, and under which name.
SPELT_OUT: dict[str, type[msgspec.Struct]] = {
    "settings": model.Settings,
    "generation": model.Generation,
    "tool": model.ToolDefinition,
    "tool_choice": model.ToolChoice,
    "response_format": model.ResponseFormat,
    "reasoning": model.Reasoning,
    "message": model.Message,
    "history": model.History,
    "completion": model.Completion,
    "usage": model.Usage,
    "error": model.ErrorReply,
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


def cost(feature: str, case: Case, dialect: str) -> str:
    """What a row's document loses in a dialect beyond what a plain one of its kind loses there."""
    kind, tree = document_of(json.loads(json.dumps(case).replace("$TARGET", dialect)))
    if get(dialect).part(kind) is None:
        return NO_SUCH
    document = turnwire.read(tree, "turnwire", kind=kind)
    written = turnwire.write(document, dialect)
    usual = plain_losses(kind, dialect)
    losses = {loss.kind for loss in written.losses if (loss.kind, loss.feature) not in usual or feature == loss.feature}
    if not written.losses:
        again = turnwire.read(written.data, dialect, kind=kind, envelope=written.envelope)
        if normal(again, dialect) != normal(document, dialect):
            raise SystemExit(f"{feature}: {dialect} loses something silently: {written.data.decode()}")
    return ", ".join(kind for kind in KINDS if kind in losses) or "held"


def plain_losses(kind: Kind, dialect: str) -> set[tuple[str, str]]:
    """(kind, feature) of what a plain document of a kind loses in a dialect."""
    plain: dict[Kind, Case] = {"request": {}, "response": {"completion": {}}, "error": {"error": {}}}
    document = turnwire.read(document_of(plain[kind])[1], "turnwire", kind=kind)
    return {(loss.kind, loss.feature) for loss in turnwire.write(document, dialect).losses}


def table() -> Table:
    """Every row in every dialect."""
    groups = yaml.safe_load(CASES.read_text("utf-8"))
    found = {
        group["group"]: {
            row: {dialect: cost(row.split(" ")[0], case, dialect) for dialect in TARGETS}
            for row, case in group["rows"].items()
        }
        for group in groups
    }
    # Were this ever to fail, the sentence above the tables would be wrong.
    for group in groups:
        for row, case in group["rows"].items():
            if cost(row, case, "turnwire") != "held":
                raise SystemExit(f"{row}: native JSON does not hold it")
    if missing := sorted(set(features()) - {row.split(" ")[0] for rows in found.values() for row in rows}):
        raise SystemExit(f"no row in {CASES.name} for {', '.join(missing)}")
    return found


def features() -> Iterator[str]:
    """The name of every block, and of every optional field of what is spelt out."""
    blocks = {block.__struct_config__.tag: block for block in get_args(model.ContentBlock)}
    yield from (str(tag) for tag in blocks if tag not in ("tool_result", "audio", "video"))
    for name, kind in {**blocks, **SPELT_OUT}.items():
        for field in msgspec.structs.fields(kind):
            if not field.required and field.name not in NOT_SPELT_OUT:
                yield f"{name}.{field.name}"


def long_form(found: Table) -> str:
    """Every row, a table per group."""
    return "\n\n".join(
        f"### {group}\n\n{head('feature')}\n" + "\n".join(line(f"`{row}`", cells) for row, cells in rows.items())
        for group, rows in found.items()
    )


def short_form(found: Table) -> str:
    """How many rows of each group a dialect holds without any loss."""
    lines = [
        line(group, {name: share([cells[name] for cells in rows.values()]) for name in TARGETS})
        for group, rows in found.items()
    ]
    return "\n".join([head("what"), *lines])


def head(first: str) -> str:
    """The first two lines of a table."""
    return line(first, {name: name for name in TARGETS}) + "\n|---" + "|---" * len(TARGETS) + "|"


def line(first: str, cells: dict[str, str]) -> str:
    """One line of a table."""
    return "| " + " | ".join([first, *(cells[name] for name in TARGETS)]) + " |"


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
    pages = {ROOT / "docs" / "fidelity.md": long_form(found), ROOT / "README.md": short_form(found)}
    stale = [page for page, body in pages.items() if page.read_text("utf-8") != replaced(page.read_text("utf-8"), body)]
    if sys.argv[1:] == ["--check"]:
        for page in stale:
            sys.stderr.write(f"{page.relative_to(ROOT)} is out of date: run tools/fidelity_table.py\n")
        return 1 if stale else 0
    for page in stale:
        page.write_text(replaced(page.read_text("utf-8"), pages[page]), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
