"""The pages in docs/rules/: one for each rule of validation, and an index, made from the rules themselves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from turnwire.cli.explaining.examples import findings, shown
from turnwire.cli.words import plain
from turnwire.errors import sentence
from turnwire.validation.rules import LAYERS, rules

if TYPE_CHECKING:
    from turnwire.model import Diagnostic
    from turnwire.validation.rules import Example, Rule

FOLDER = Path("docs/rules")
BEGIN, END = "<!-- rules: begin, made by tools/fidelity_table.py -->", "<!-- rules: end -->"
_NOTE = "<!-- made by tools/fidelity_table.py from the rule in python/turnwire/validation -->"
_INTRODUCTION = (
    "What `turnwire validate` finds, by code. `turnwire explain CODE` prints the same on a terminal."
    " [validation.md](../validation.md) is about the command."
    " A code keeps its meaning: it is never given to another rule."
)
_LAYERS = {
    "syntax": "The text cannot be parsed, or its format is not known.",
    "schema": "The structure is not that of the format: its members, types, words, ranges and lengths.",
    "meaning": "The structure is right, but the conversation is not; `TW35x` and `TW36x` are the invariants of the"
    " canonical message format, which `--invariants` checks.",
    "target": "The format allows it, and the provider or the model that `--target` names does not.",
}


def rule_pages() -> dict[Path, str]:
    """The pages of all rules, and the index."""
    pages = {FOLDER / f"{rule.code}.md": _page(rule) for rule in rules().values()}
    return pages | {FOLDER / "README.md": _index()}


def validation_page(text: str) -> str:
    """docs/validation.md with the table of the layers and their rules."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise SystemExit(f"docs/validation.md has lost its markers: {BEGIN} ... {END}")
    rows = ["| layer | codes | finds |", "| --- | --- | --- |"]
    for layer in LAYERS:
        known = [rule for rule in rules().values() if rule.layer == layer]
        if known:
            names = ", ".join(f"[{rule.name}](rules/{rule.code}.md)" for rule in known)
            rows.append(f"| {layer} | {known[0].code} to {known[-1].code} | {names} |")
    return "\n\n".join((before + BEGIN, "\n".join(rows), END + after))


def _rows(layer: str) -> list[str]:
    known = [rule for rule in rules().values() if rule.layer == layer]
    rows = [
        f"| [{each.code}]({each.code}.md) | `{each.name}` | {each.severity} | {_cell(each.summary)} |" for each in known
    ]
    return ["| code | name | severity | what |", "| --- | --- | --- | --- |", *rows] if rows else []


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _index() -> str:
    parts = [
        _NOTE,
        "# Rules",
        _INTRODUCTION,
    ]
    for layer in LAYERS:
        rows = _rows(layer)
        if rows:
            parts += [f"## {layer.capitalize()}", _LAYERS[layer], "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def _page(rule: Rule) -> str:
    parts = [
        _NOTE,
        f"# {rule.code} `{rule.name}`",
        f"Severity: {rule.severity}. Layer: {rule.layer}. [All rules](README.md)",
        rule.about,
        "## Wrong",
        *_example(rule.failing),
    ]
    found = [each for each in findings(rule.failing) if each.code == rule.code]
    lines = [f"{plain(sentence(each))}{_advice(each)}" for each in found]
    parts += ["`turnwire validate` reports:", _block("text", "\n".join(lines)), "## Right", *_example(rule.passing)]
    if rule.also:
        names = ", ".join(f"`{name}`" for name in sorted(rule.also))
        parts += ["## Other names", f"`--select` and `--ignore` also take these names for the rule: {names}."]
    return "\n\n".join(parts) + "\n"


def _advice(found: Diagnostic) -> str:
    lines = [f"hint: {found.hint}"] if found.hint else []
    lines += [f"fix{'' if fix.safe else ' (unsafe)'}: {fix.message}" for fix in found.fixes]
    return "".join(f"\n  {plain(line)}" for line in lines)


def _example(example: Example) -> list[str]:
    known = shown(example)
    return [f"{_what(example)}:", _block(known.language, known.text), *([known.note] if known.note else [])]


def _what(example: Example) -> str:
    if not example.dialect:
        return "A document of no given dialect"
    target = f", with `--target {example.target}`" if example.target else ""
    invariants = ", with `--invariants`" if example.invariants else ""
    return f"A {example.kind} of `{example.dialect}`{target}{invariants}"


def _block(language: str, text: str) -> str:
    return f"```{language}\n{text}\n```"
