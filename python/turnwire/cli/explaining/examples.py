"""The examples of a rule: how they are shown, and what validation finds in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import structs

from turnwire.cli.encodings import as_json
from turnwire.cli.inputs import Entry, Source
from turnwire.cli.running import found_in_json
from turnwire.cli.words import plain
from turnwire.errors import InvalidDocument
from turnwire.validation.report import validate
from turnwire.validation.syntax_rules import refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.model import Diagnostic
    from turnwire.validation.rules import Example

_WIDTH: Final = 100
_LONGEST: Final = 400
_ENDS: Final = 120


class Shown(NamedTuple):
    """An example as people see it."""

    language: str
    """The language of the text, as a fenced block of Markdown names it: `json`, `yaml` or `text`."""
    text: str
    note: str
    """What the text does not show; empty if it shows everything."""


def shown(example: Example) -> Shown:
    """Return the text of an example, in lines that fit a page."""
    raw = _bytes(example)
    if example.encoding == "binpb":
        return Shown("text", raw.hex(" ") or "(no bytes)", "The bytes of a Protobuf message, in hexadecimal.")
    text = raw.decode("utf-8", "backslashreplace")
    note = "" if text.encode() == raw else r"An escape `\x..` is one byte, which is not UTF-8."
    lines = [plain(line) for line in text.splitlines()]
    if any(len(line) > _LONGEST for line in lines) and _laid_out(text) is None:
        lines = [_cut(line) for line in lines]
        note = f"The whole text has {len(text):,} characters."
    language = "yaml" if example.encoding == "yaml" else "json"
    return Shown(language, _laid_out(text) or "\n".join(lines), note)


def findings(example: Example) -> tuple[Diagnostic, ...]:
    """Return what validation finds in an example, with lines and columns of the text that `shown` gives."""
    raw = _bytes(example)
    laid_out = None if example.encoding in ("yaml", "binpb") else _laid_out(raw.decode("utf-8", "backslashreplace"))
    entry = Entry(Source("", None, Path(), example.encoding), None, laid_out.encode() if laid_out else raw)
    found = tuple(_found(example, entry))
    is_cut = max(map(len, raw.splitlines()), default=0) > _LONGEST and laid_out is None
    return tuple(structs.replace(each, file=None, line=None, column=None) for each in found) if is_cut else found


def _found(example: Example, entry: Entry) -> Iterator[Diagnostic]:
    dialect = example.dialect or None
    kind = example.kind if dialect else None
    try:
        text = as_json(entry, example.kind, dialect)
    except InvalidDocument as refusal:
        yield from (structs.replace(refused(found), file=None) for found in refusal.diagnostics)
        return
    target = example.target or None
    report = validate(text, dialect, kind=kind, invariants=example.invariants, target=target)
    yield from (structs.replace(found, file=None) for found in found_in_json(entry, text, report.diagnostics))


def _bytes(example: Example) -> bytes:
    return example.text.encode() if isinstance(example.text, str) else example.text


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[:_ENDS]} ... {line[-_ENDS:]}"


def _laid_out(text: str) -> str | None:
    """Return JSON of one line in several lines; None if that loses something, such as a second key, or does not fit."""
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if text not in (_line(tree), json.dumps(tree, separators=(",", ":"))):
        return None
    lines = _layout(tree, "")
    return lines if max(map(len, lines.splitlines())) <= _LONGEST else None


def _line(tree: Any) -> str:
    return json.dumps(tree, ensure_ascii=False)


def _layout(tree: Any, indent: str) -> str:
    """Write a list or an object on one line if it fits, or else each member on its own line."""
    line = _line(tree)
    if len(indent) + len(line) <= _WIDTH or not isinstance(tree, (list, dict)):
        return line
    deeper = indent + "  "
    if isinstance(tree, dict):
        members = [f"{_line(name)}: {_layout(value, deeper)}" for name, value in tree.items()]
    else:
        members = [_layout(value, deeper) for value in tree]
    opening, closing = "{}" if isinstance(tree, dict) else "[]"
    return opening + "".join(f"\n{deeper}{member}," for member in members)[:-1] + f"\n{indent}{closing}"
