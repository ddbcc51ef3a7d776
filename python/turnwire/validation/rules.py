"""What a rule of validation is: its code, its name, and what `turnwire explain` prints about it.

Codes are stable: `TW1xx` syntax, `TW2xx` schema, `TW3xx` meaning, `TW4xx` target.
A code is never given to another rule.
"""

from __future__ import annotations

import functools
import importlib
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from msgspec import Struct

from turnwire.dialects.dialect import Kind
from turnwire.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Mapping

    from turnwire.model import Fix

LayerName: TypeAlias = Literal["syntax", "schema", "meaning", "target"]
SeverityName: TypeAlias = Literal["error", "warning", "info"]

LAYERS: Final[tuple[LayerName, ...]] = ("syntax", "schema", "meaning", "target")

ABOUT_NAMES: Final = frozenset({"TW203"})
"""The rules about the name of the member at the pointer: their findings stand at the name, and not at the value."""

_TABLES: Final = (
    "turnwire.validation.syntax_rules",
    "turnwire.validation.schema_rules",
    "turnwire.validation.meaning",
    "turnwire.validation.meaning.batches",
    "turnwire.validation.target",
)
"""The modules whose `RULES` are joined: one for each part of validation."""


class Example(Struct, frozen=True):
    """The smallest document that shows a rule."""

    dialect: str
    text: str | bytes
    """The document, as its file has it."""
    kind: Kind = "request"
    encoding: Literal["json", "yaml", "protojson", "binpb"] = "json"
    target: str = ""
    """What is given as `--target`; empty for none."""
    invariants: bool = False
    """Whether the invariants of the canonical message format are checked."""


class Rule(Struct, frozen=True):
    """One rule: every finding with its code is made by `found`."""

    code: str
    name: str
    """The rule in words: `unknown-member`."""
    severity: SeverityName
    about: str
    """A few sentences: what is wrong, who minds, and what to do."""
    failing: Example
    passing: Example
    also: frozenset[str] = frozenset()
    """Other names that select the rule: codes of readers (`json.duplicate-key`), names of older versions."""

    @property
    def layer(self) -> LayerName:
        """The part of validation that the rule belongs to."""
        return LAYERS[int(self.code[2]) - 1]

    @property
    def summary(self) -> str:
        """The first sentence of `about`: what is wrong, without anything of a document."""
        return self.about.partition(". ")[0].rstrip(".") + "."

    def found(
        self,
        message: str,
        pointer: str | None,
        *,
        hint: str | None = None,
        expected: str | None = None,
        fixes: tuple[Fix, ...] = (),
    ) -> Diagnostic:
        """Make a finding of this rule.

        Args:
            message: what is wrong, in words.
            pointer: the JSON Pointer of the place, into the document as it stands.
            hint: what to do about it.
            expected: what was expected in this place.
            fixes: changes that mend it, the best one first.
        """
        return Diagnostic(
            self.code,
            message,
            self.severity,
            pointer=pointer,
            hint=hint,
            name=self.name,
            expected=expected,
            fixes=list(fixes),
        )


@functools.cache
def rules() -> Mapping[str, Rule]:
    """Return all rules by their codes, in the order of the codes."""
    tables = (importlib.import_module(module).RULES for module in _TABLES)
    found = {rule.code: rule for table in tables for rule in table}
    return MappingProxyType(dict(sorted(found.items())))


def rule_of(name: str) -> Rule | None:
    """Return the rule with this code, name, or older name; None if there is none."""
    known = rules()
    if name in known:
        return known[name]
    return next((rule for rule in known.values() if name == rule.name or name in rule.also), None)
