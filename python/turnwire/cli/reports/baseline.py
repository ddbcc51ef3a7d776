"""Baselines: findings that are known already, in a file of fingerprints, are not reported.

JSON Lines have no comments in which a finding could be allowed, so the file names them from outside.  It has no
content of the documents: a fingerprint is a digest.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click
from msgspec import structs

from turnwire.cli.files import is_there
from turnwire.cli.reports.records import fingerprint
from turnwire.cli.words import count, json_line
from turnwire.sessions.replacing import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.cli.reports.records import DocumentReport
    from turnwire.model import Diagnostic

_FORMAT: Final = "turnwire-baseline/1"


class Known(NamedTuple):
    """Findings with the same fingerprint."""

    file: str
    code: str
    fingerprint: str


class Baseline:
    """The known findings that are still to be met, and what a run has met of them."""

    def __init__(self, known: Counter[Known]) -> None:
        self._left = known.copy()
        self._files: set[str] = set()
        self.known = 0
        """How many findings of the run are known."""

    def apply(self, report: DocumentReport) -> DocumentReport:
        """Return the report with its known findings as `suppressed`; each is known as often as the baseline counts."""
        path = report.path
        self._files.add(path)
        new: list[Diagnostic] = []
        known: list[Diagnostic] = []
        for found in report.diagnostics:
            name = known_as(found, path)
            if self._left[name] > 0:
                self._left[name] -= 1
                known.append(found)
            else:
                new.append(found)
        self.known += len(known)
        return structs.replace(report, diagnostics=tuple(new), suppressed=tuple(known))

    @property
    def gone(self) -> int:
        """How many known findings are no longer there, in files that were checked or that do not exist any more."""
        left = ((known, number) for known, number in self._left.items() if number > 0)
        return sum(number for known, number in left if known.file in self._files or not is_there(Path(known.file)))

    def summary(self, report: str) -> str:
        """Return the counts in a line, in JSON for the reports that are JSON."""
        if report in ("json", "jsonl"):
            return json_line({"baseline": {"known": self.known, "gone": self.gone}})
        gone = f"; {self.gone} gone, so the baseline can be written again" if self.gone else ""
        return f"baseline: {count(self.known, 'known finding')} not reported{gone}"


class Recording:
    """Collects the findings of a run for a new baseline."""

    def __init__(self) -> None:
        self._found: Counter[Known] = Counter()

    def apply(self, report: DocumentReport) -> DocumentReport:
        """Take the findings of a document, all of which are known from now on."""
        path = report.path
        self._found.update(known_as(found, path) for found in report.diagnostics)
        return structs.replace(report, diagnostics=(), suppressed=report.diagnostics)

    def write(self, path: Path) -> int:
        """Write the baseline, one finding in a line, in an order that stays; return the number of findings.

        Raises:
            OSError: the file cannot be written.
        """
        lines = (known._asdict() | {"count": number} for known, number in sorted(self._found.items()))
        text = f'{{"format": "{_FORMAT}", "findings": [\n' + ",\n".join(map(json_line, lines)) + "\n]}\n"
        with replacing(path) as stream:
            stream.write(text.encode())
        return self._found.total()


def recording(path: Path) -> Recording:
    """Return a new recording; the file that it will replace has to be a baseline, too.

    Raises:
        UsageError: there is a file of this name that is something else.
    """
    if path.is_file() and path.stat().st_size:
        read_baseline(path)
    return Recording()


def known_as(found: Diagnostic, path: str) -> Known:
    """Return the name under which a baseline has a finding of a file."""
    return Known(path, found.code, fingerprint(found, path))


def read_baseline(path: Path) -> Baseline:
    """Read a baseline that `--write-baseline` wrote.

    Raises:
        UsageError: the file cannot be read, or is no baseline.
    """
    from turnwire.codec.json import loads
    from turnwire.errors import InvalidDocument

    try:
        tree = loads(path.read_bytes())
    except InvalidDocument as refusal:
        raise click.UsageError(f"{path}: {refusal}") from None
    except OSError as error:
        raise click.UsageError(f"{path}: cannot be read: {error.strerror}") from None
    if not isinstance(tree, dict) or tree.get("format") != _FORMAT:
        raise click.UsageError(f'{path}: this is no baseline: it has no "format": "{_FORMAT}"')
    found = [_known(item) for item in _items(tree)]
    if None in found:
        raise click.UsageError(f"{path}: entry {found.index(None) + 1} of `findings` is no known finding")
    return Baseline(Counter(dict(each for each in found if each)))


def _items(tree: dict[str, Any]) -> Iterable[Any]:
    items = tree.get("findings")
    return items if isinstance(items, list) else [None]


def _known(item: Any) -> tuple[Known, int] | None:
    if not isinstance(item, dict):
        return None
    texts = [item.get(name) for name in Known._fields]
    number = item.get("count")
    if not all(isinstance(text, str) for text in texts) or not isinstance(number, int):
        return None
    return Known(*map(str, texts)), number
