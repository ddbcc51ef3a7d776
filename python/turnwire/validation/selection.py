"""Choose findings by code, name and severity, as ruff does: the longest matching prefix decides."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec import Struct, structs

from turnwire.validation.near import did_you_mean
from turnwire.validation.rules import SeverityName, rule_of, rules

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import PurePath

    from turnwire.model import Diagnostic
    from turnwire.validation.rules import Rule

_RANKS: Final = {"info": 0, "warning": 1, "error": 2}


class Selection(Struct, frozen=True):
    """Which findings are wanted.

    `select` and `ignore` have codes, beginnings of codes (`TW3`), and names of rules (`unknown-member`).  A finding is
    left out if the longest of these that fits it is one to ignore.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: SeverityName = "info"
    """The least severity that is wanted."""
    strict: bool = False
    """Whether warnings are errors."""
    severities: Mapping[str, SeverityName] = MappingProxyType({})
    """Other severities of rules; the longest code that fits a finding decides."""
    per_file: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Rules that are ignored in the files that a glob matches, by their path or their name."""

    def of(self, findings: Iterable[Diagnostic], path: PurePath | None = None) -> tuple[Diagnostic, ...]:
        """Return the findings that are wanted, in their order.

        Args:
            findings: the findings of a document.
            path: the path of its file, as the globs of `per_file` see it; None if it is in no file.
        """
        here = tuple(rule for glob, ignored in self.per_file.items() if _matches(path, glob) for rule in ignored)
        raised = (self._raised(found) for found in findings if self._wants(found, self.ignore + here))
        return tuple(found for found in raised if _RANKS[found.severity] >= _RANKS[self.severity])

    def _raised(self, found: Diagnostic) -> Diagnostic:
        if self.severities:
            fit, severity = max((_fit(code, found), severity) for code, severity in self.severities.items())
            found = structs.replace(found, severity=severity) if fit else found
        return structs.replace(found, severity="error") if self.strict and found.severity == "warning" else found

    def _wants(self, found: Diagnostic, ignore: Iterable[str]) -> bool:
        selected = max((_fit(each, found) for each in self.select), default=0 if self.select else 1)
        return selected > max((_fit(each, found) for each in ignore), default=0)


def _matches(path: PurePath | None, glob: str) -> bool:
    return path is not None and (fnmatchcase(path.as_posix(), glob) or fnmatchcase(path.name, glob))


def _fit(wanted: str, found: Diagnostic) -> int:
    """How much of a finding's code is named: nothing if another rule is named."""
    if found.code.startswith(wanted.upper()):
        return len(wanted) + 1
    rule = rule_of(wanted)
    return len(found.code) + 1 if rule is not None and rule.code == found.code else 0


def rules_of(wanted: str) -> list[Rule]:
    """Return the rules that a code, the beginning of codes, or a name means; an empty list if there are none."""
    started = [rule for code, rule in rules().items() if code.startswith(wanted.upper())]
    named = rule_of(wanted)
    return started or ([named] if named else [])


def unknown_rules(wanted: Iterable[str]) -> list[str]:
    """Return a sentence for each text that names no rule.

    Args:
        wanted: codes, beginnings of codes, and names of rules.
    """
    codes = list(rules())
    names = [rule.name for rule in rules().values()]
    return [
        f"there is no rule {each!r}" + (f"; {hint}" if (hint := did_you_mean(each, [*codes, *names])) else "")
        for each in wanted
        if not rules_of(each)
    ]
