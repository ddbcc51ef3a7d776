"""Reports in SARIF 2.1.0, the format of code scanning (OASIS, Static Analysis Results Interchange Format)."""

from __future__ import annotations

from collections import Counter
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

from turnwire.cli.reports.records import fingerprint
from turnwire.cli.words import json_line, plain
from turnwire.validation.patching import PatchError, edits_of
from turnwire.validation.rules import rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.cli.reports.records import DocumentReport
    from turnwire.model import Diagnostic, Fix
    from turnwire.validation.patching import Edit
    from turnwire.validation.rules import Rule

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}


class Sarif:
    """One SARIF log with one run."""

    def __init__(self) -> None:
        self._count = 0
        self._seen: Counter[str] = Counter()
        self._numbers = {code: number for number, code in enumerate(rules())}

    def begin(self) -> Iterator[str]:
        """Open the log: the tool and its rules, and the list of results."""
        driver = {
            "name": "turnwire",
            "semanticVersion": version("turnwire"),
            "rules": [_rule(rule) for rule in rules().values()],
        }
        yield f'{{"$schema":{json_line(_SCHEMA)},"version":"2.1.0","runs":[{{"tool":{json_line({"driver": driver})},'
        # Columns of findings count characters.
        yield '"columnKind":"unicodeCodePoints","results":['

    def document(self, report: DocumentReport) -> Iterator[str]:
        """Yield a result for each finding, and for those that a baseline suppresses."""
        for found in report.diagnostics:
            yield self._next(self._result(found, report))
        for found in report.suppressed:
            yield self._next(self._result(found, report) | {"suppressions": [{"kind": "external"}]})

    def end(self) -> Iterator[str]:
        """Close the log."""
        yield "]}]}"

    def _next(self, result: dict[str, object]) -> str:
        comma = "," if self._count else ""
        self._count += 1
        return comma + json_line(result)

    def _result(self, found: Diagnostic, report: DocumentReport) -> dict[str, object]:
        path = report.path
        result: dict[str, object] = {
            "ruleId": found.code,
            "level": _LEVELS[found.severity],
            "message": {"text": _text(found)},
            "locations": [_location(found, report.uri)],
            "partialFingerprints": self._fingerprints(found, path),
        }
        number = self._numbers.get(found.code)
        result |= {} if number is None else {"ruleIndex": number}
        fixes = [each for each in (_fix(fix, report) for fix in found.fixes) if each]
        return result | ({"fixes": fixes} if fixes else {})

    def _fingerprints(self, found: Diagnostic, path: str) -> dict[str, str]:
        # GitHub reads "primaryLocationLineHash" alone: a hash, and the number of the result among equal ones.
        name = fingerprint(found, path)
        self._seen[name] += 1
        return {"primaryLocationLineHash": f"{name[:16]}:{self._seen[name]}", "turnwire/v1": name}


def _rule(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": rule.name.replace("-", " ")},
        "fullDescription": {"text": rule.about},
        "help": {"text": rule.about, "markdown": rule.about},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": [rule.layer]},
    }


def _text(found: Diagnostic) -> str:
    return " ".join(_sentence(each) for each in (found.message, found.hint) if each)


def _sentence(text: str) -> str:
    text = plain(text[:1].upper() + text[1:])
    return text if text.endswith(("?", ".")) else f"{text}."


def _fix(fix: Fix, report: DocumentReport) -> dict[str, object] | None:
    """Return a fix as replacements of text; None if its patch is not for the text of the file."""
    try:
        text = report.text.decode()
        edits = edits_of(text, fix.patch) if text else ()
    except (PatchError, UnicodeDecodeError):
        return None
    changes = [{"deletedRegion": _region(text, edit, report)} | _inserted(edit) for edit in edits]
    change = {"artifactLocation": _artifact(report.uri), "replacements": changes}
    return {"description": {"text": _sentence(fix.message)}, "artifactChanges": [change]} if changes else None


def _inserted(edit: Edit) -> dict[str, object]:
    return {"insertedContent": {"text": edit.text}} if edit.text else {}


def _region(text: str, edit: Edit, report: DocumentReport) -> dict[str, int]:
    # "endColumn: one greater than the column number of the last character in the region" (SARIF 2.1.0, 3.30.8)
    (line, column), (end_line, end_column) = (_place(text, offset) for offset in (edit.start, edit.end))
    first = report.first_line
    return {
        "startLine": first + line,
        "startColumn": column + (0 if line else report.column),
        "endLine": first + end_line,
        "endColumn": end_column + (0 if end_line else report.column),
    }


def _place(text: str, offset: int) -> tuple[int, int]:
    """Return how many lines are before an offset, and the column there."""
    return text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset)


def _artifact(uri: str) -> dict[str, str]:
    """Return the file: relative to the root of the sources, or by its absolute URI."""
    return {"uri": uri} if uri.startswith("file:") else {"uri": uri, "uriBaseId": "%SRCROOT%"}


def _location(found: Diagnostic, uri: str) -> dict[str, object]:
    physical: dict[str, object] = {"artifactLocation": _artifact(uri)}
    if found.line is not None:
        physical["region"] = {"startLine": found.line} | ({"startColumn": found.column} if found.column else {})
    place: dict[str, object] = {"physicalLocation": physical}
    if found.pointer:
        place["logicalLocations"] = [{"fullyQualifiedName": plain(found.pointer), "kind": "member"}]
    return place
