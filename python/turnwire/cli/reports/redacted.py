"""Reports without content of the documents, for places where conversations must not be: `--redact`.

A message quotes values and names of members, so it is replaced by the sentence of its rule.  A pointer keeps the names
of members that the format has and the positions of entries; any other name is `*`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import structs

from turnwire.dialects.wrapping import PLACES
from turnwire.errors import InvalidDocument
from turnwire.validation.rules import rules
from turnwire.validation.schema_files import member_names

if TYPE_CHECKING:
    from collections.abc import Collection

    from turnwire.cli.reports.records import DocumentReport
    from turnwire.dialects.dialect import Kind, OtherKind
    from turnwire.model import Diagnostic

_HIDDEN: Final = "*"
_WRAPPERS: Final = frozenset(step for steps, _ in PLACES for step in steps)


def redacted(report: DocumentReport, text: bytes) -> DocumentReport:
    """Return a report without anything of the document but names of members that its format has.

    Args:
        report: the report of a document.
        text: the JSON of the document, in which the pointers are looked up.
    """
    if not (report.diagnostics or report.suppressed):
        return structs.replace(report, text=b"")
    names = _names(report.dialect, report.kind)
    tree = _tree(text)
    shown = [
        tuple(_without_content(found, names, tree) for found in each)
        for each in (report.diagnostics, report.suppressed)
    ]
    return structs.replace(report, diagnostics=shown[0], suppressed=shown[1], text=b"")


def _names(dialect: str | None, kind: Kind | OtherKind | None) -> Collection[str]:
    return _WRAPPERS | member_names(dialect, kind) if dialect and kind else _WRAPPERS


def _tree(text: bytes) -> Any:
    from turnwire.codec.json import loads

    try:
        return loads(text)
    except InvalidDocument:
        return None


def _without_content(found: Diagnostic, names: Collection[str], tree: Any) -> Diagnostic:
    rule = rules().get(found.code)
    return structs.replace(
        found,
        message=rule.summary if rule else found.code,
        pointer=None if found.pointer is None else _pointer(found.pointer, names, tree),
        # What a schema expects is in the schema, and not in the document.
        expected=found.expected if rule and rule.layer == "schema" else None,
        hint=f"`turnwire explain {found.code}` says what to do",
        fixes=[],
    )


def _pointer(pointer: str, names: Collection[str], tree: Any) -> str:
    shown = [""]
    for step in pointer.split("/")[1:]:
        if isinstance(tree, list) and step.isdigit():
            tree = tree[int(step)] if int(step) < len(tree) else None
            shown.append(step)
            continue
        name = step.replace("~1", "/").replace("~0", "~")
        tree = tree.get(name) if isinstance(tree, dict) else None
        shown.append(step if name in names else _HIDDEN)
    return "/".join(shown)
