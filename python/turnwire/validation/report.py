"""Check a document as it stands: its syntax, its structure, its meaning, and whether a target takes it.

Each part finds all that is wrong, with pointers into the document.  Lines and columns are looked up at the end, only
for what was found.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct, structs

from turnwire.codec.counted import certain, decoded
from turnwire.codec.json import measured, positions
from turnwire.codec.lenient import lenient
from turnwire.codec.limits import FREE_DEPTH
from turnwire.detect import NAME_BOTH, guess, others
from turnwire.dialects import check_names, full_name
from turnwire.dialects.dialect import Kind, OtherKind
from turnwire.documents.inputs import as_bytes
from turnwire.documents.residue import NATIVE
from turnwire.errors import InvalidDocument
from turnwire.model import Diagnostic
from turnwire.validation.counts import inexact_counts
from turnwire.validation.doubles import joined
from turnwire.validation.engines import EngineName
from turnwire.validation.faultless import is_faultless
from turnwire.validation.fixes.patches import moved
from turnwire.validation.fixes.table import with_fixes
from turnwire.validation.inside import Inside, document_in
from turnwire.validation.kinds import kind_by_members, near_ties, nearest
from turnwire.validation.locating import located
from turnwire.validation.meaning import batches, meaning
from turnwire.validation.meaning.settled import is_settled
from turnwire.validation.outline import outline_of
from turnwire.validation.outline.offered import tools_given
from turnwire.validation.outline.records import Tool, pointer_of
from turnwire.validation.readers import CANONICAL, refusals
from turnwire.validation.rules import LAYERS, LayerName
from turnwire.validation.schema import has_schema, mismatches
from turnwire.validation.syntax_rules import refused
from turnwire.validation.target import check_target, unknown_model
from turnwire.validation.vendors import vendor_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from turnwire.documents.inputs import Input

_REFUSED: Final = "the text cannot be read"
_BOM: Final = "json.bom"
_STRICT: Final = frozenset({_BOM, "json.duplicate-key"})
"""What strict parsers alone refuse."""
_BROKEN: Final = "the structure has errors, so that only what could be read was checked"
_NOT_ASKED: Final = "not asked for"
_NO_CONVERSATION: Final = "this is no conversation"
_NO_TARGET: Final = "no target was given"
_NO_REQUEST: Final = "no request of the batch has a body"
Answer: TypeAlias = "tuple[list[Diagnostic], str | None]"
"""The findings of a part, and the reason why the part was not checked."""

_VERSIONED: Final = frozenset({NATIVE, CANONICAL})
"""The dialects whose messages state a version."""

_DEFAULT: Final[frozenset[LayerName]] = frozenset(LAYERS)


class Coverage(Struct, frozen=True):
    """What one part of a validation did."""

    layer: LayerName
    checked: bool
    reason: str | None = None
    """Why the part was not checked, or not wholly."""


class Report(Struct, frozen=True):
    """The findings about one document; `valid` if none of them is an error."""

    diagnostics: tuple[Diagnostic, ...]
    coverage: tuple[Coverage, ...] = ()
    """What was checked, and what was not."""
    dialect: str | None = None
    """The dialect that the document was checked as; None if none was found."""
    kind: Kind | OtherKind | None = None
    """Its kind; that of a document which is no conversation, reply or error has the name of its schema."""

    @property
    def valid(self) -> bool:
        """Whether no finding is an error."""
        return all(found.severity != "error" for found in self.diagnostics)


class Checked(Struct, frozen=True):
    """The document that is checked."""

    dialect: str
    kind: Kind
    inside: Inside
    body: bytes
    is_deep: bool
    """Whether a piece of it may be nested deeper than readers allow within a document."""


class Asked(Struct, frozen=True):
    """What a caller of `validate` asks for."""

    layers: Collection[LayerName] = _DEFAULT
    invariants: bool = False
    target: str | None = None
    tools: Sequence[Tool] = ()
    strict: bool = False
    engine: EngineName = "jsonschema_rs"

    def is_usual(self) -> bool:
        """Whether a caller asks for what most callers do: all layers, and no target."""
        return self.layers is _DEFAULT and self.target is None and not self.invariants and not self.tools


def validate(
    data: Input,
    dialect: str | None = None,
    *,
    kind: Kind | None = None,
    invariants: bool = False,
    target: str | None = None,
    tools: Sequence[Any] = (),
    layers: Collection[LayerName] | None = None,
    strict: bool = False,
    engine: EngineName = "jsonschema_rs",
) -> Report:
    """Check a document as it stands, and report all findings; input that cannot be read is a finding, too.

    Args:
        data: the body: JSON as bytes or text, parsed JSON, an object of a provider's package, or a list of messages.
        dialect: the dialect of `data`, by its name or a short name; None detects it.
        kind: `"request"`, `"response"` or `"error"`; None detects it.
        invariants: whether to check the rules of the canonical message format, too, which documents of providers
            often break.
        target: a dialect, or a dialect and a model (`"anthropic_messages:claude-opus-4-5"`): whether it would take the
            document.
        tools: definitions of tools for documents that carry none: parsed JSON in the form of the dialect, or
            `ToolDefinition`.
        layers: the parts to check, of `"syntax"`, `"schema"`, `"meaning"` and `"target"`; None means all.
        strict: whether warnings are errors.
        engine: what compares a document with its schema: `"jsonschema_rs"`, or the slower package `"jsonschema"`.

    Returns:
        A report, whose `diagnostics` have a code, a message, a place and a hint, and whose `coverage` says what was
        checked.

    Raises:
        UnknownDialect: the dialect, the kind or the target does not exist.
        InvalidDocument: an entry of `tools` is no definition, or has no name; the document itself is never the reason.

    Example:
        `turnwire.validate(body).valid`
    """
    check_names(dialect, kind)
    given = tools_given(tools) if tools else ()
    asked = Asked(_DEFAULT if layers is None else layers, invariants, target, given, strict, engine)
    dialect = None if dialect is None else full_name(dialect)
    body = b""
    try:
        body = data if type(data) is bytes else as_bytes(data)
        report = _checked(body, dialect, kind, asked)
    except InvalidDocument as refusal:
        report = _despite(refusal, body, dialect, kind, asked)
    if strict and report.diagnostics:
        as_errors = tuple(structs.replace(found, severity="error") for found in report.diagnostics)
        return structs.replace(report, diagnostics=as_errors)
    return report


def _despite(refusal: InvalidDocument, body: bytes, dialect: str | None, kind: Kind | None, asked: Asked) -> Report:
    """Report a refusal, and what else is wrong where lenient parsers read the text.

    Fixes are left out: they are made in the text, and a pointer may name several of its members.
    """
    first = refusal.diagnostics[0]
    found = lenient(body) if first.code in _STRICT else None
    if found is None:
        return _refusal(refusal, body, dialect, kind)
    try:
        report = _checked(found.plain, dialect, kind, asked)
    except InvalidDocument as more:
        report = _refusal(more, found.plain, dialect, kind)
    others = (structs.replace(each, line=None, column=None, fixes=[]) for each in report.diagnostics)
    own = (refused(each) for each in ([first] if first.code == _BOM else []) + found.repeated)
    findings = sorted([*own, *located(others, functools.partial(positions, found.text))], key=_order)
    return structs.replace(report, diagnostics=tuple(findings))


def _refusal(refusal: InvalidDocument, body: bytes, dialect: str | None, kind: Kind | None) -> Report:
    coverage = (
        _covered("syntax", None),
        *(_uncovered(layer, _REFUSED) for layer in LAYERS[1:]),
    )
    findings = map(refused, refusal.diagnostics)
    return Report(tuple(located(findings, functools.partial(positions, body))), coverage, dialect, kind)


@functools.cache
def _covered(layer: LayerName, reason: str | None) -> Coverage:
    return Coverage(layer, checked=True, reason=reason)


@functools.cache
def _faultless(dialect: str, kind: Kind) -> Report:
    """Return the report about a request without findings."""
    covered = (_covered("syntax", None), _covered("schema", None), _covered("meaning", None))
    return Report((), (*covered, _uncovered("target", _NO_TARGET)), dialect, kind)


@functools.cache
def _uncovered(layer: LayerName, reason: str) -> Coverage:
    return Coverage(layer, checked=False, reason=reason)


def _checked(body: bytes, dialect: str | None, kind: Kind | None, asked: Asked) -> Report:
    plain = decoded(body)
    if asked.is_usual() and dialect and kind and is_faultless(plain, body, dialect, kind, asked.engine):
        return _faultless(dialect, kind)
    tree, is_deep = _parsed(body, plain)
    if batches.is_batch(tree, dialect, kind):
        name = dialect or batches.DIALECT
        requests = [Checked(name, "request", each, body, is_deep) for each in batches.requests_in(tree)]
        report = _checked_parts(requests, batches.check_batch(tree), body, asked)
        return structs.replace(report, dialect=name, kind="request")
    if dialect is not None and kind is not None:
        return _checked_as(tree, body, dialect, kind, asked, is_deep=is_deep)
    return _detected(tree, body, dialect, kind, asked, is_deep=is_deep)


def _detected(tree: Any, body: bytes, dialect: str | None, kind: Kind | None, asked: Asked, *, is_deep: bool) -> Report:
    """Check a document whose dialect or kind the caller did not name.

    Raises:
        InvalidDocument: it looks like none, or like none of the dialect.
    """
    try:
        guessed, sort = guess(body, dialect, kind)
    except InvalidDocument as refusal:
        if kind is None and (kinds := others(body, dialect)):
            return _checked_other(tree, body, *kinds[0], asked)
        if dialect is None and kind is None:
            return _nearest(tree, body, refusal, asked, is_deep=is_deep)
        if dialect is None or kind is not None or (kind := kind_by_members(tree, dialect)) is None:
            raise
        return _checked_as(tree, body, dialect, kind, asked, is_deep=is_deep)
    if dialect is not None:
        return _checked_as(tree, body, dialect, sort, asked, is_deep=is_deep)
    chosen = vendor_of(tree, guessed, sort, asked.engine)
    report = _checked_as(tree, body, chosen, sort, asked, is_deep=is_deep)
    if reason := near_ties(body, kind, chosen) if report.diagnostics and "schema" in asked.layers else None:
        return structs.replace(report, coverage=(report.coverage[0], _covered("schema", reason), *report.coverage[2:]))
    return report


def _nearest(tree: Any, body: bytes, refusal: InvalidDocument, asked: Asked, *, is_deep: bool) -> Report:
    """Check a document that looks like no format as what it is meant to be, if that is where its errors are.

    Raises:
        InvalidDocument: the refusal, where nothing is near, or nothing is wrong with it.
    """
    first = refusal.diagnostics[0]
    # A hint of another kind names what can be done about the whole file.
    meant = nearest(tree) if (first.code, first.hint) == ("detect.none", NAME_BOTH) else None
    report = None if meant is None else _checked_as(tree, body, *meant, asked, is_deep=is_deep)
    if report is None or report.valid:
        raise refusal
    return report


def _parsed(body: bytes, plain: Any) -> tuple[Any, bool]:
    """Return the tree of a text, and whether a piece of it may be nested deeper than readers allow within a document.

    Args:
        body: the text.
        plain: what `decoded` made of it.

    Raises:
        InvalidDocument: it cannot be read.
    """
    tree, levels = certain(body, plain) or measured(body)
    return tree, levels > FREE_DEPTH


def _checked_as(tree: Any, body: bytes, dialect: str, kind: Kind, asked: Asked, *, is_deep: bool) -> Report:
    found = document_in(tree, body, dialect, kind)
    around = batches.around(tree, found) if found.place else ((), ())
    documents = [Checked(dialect, kind, each, body, is_deep) for each in (found, *around[0])]
    report = _checked_parts(documents, around[1], body, asked)
    return structs.replace(report, dialect=dialect, kind=kind)


def _checked_parts(documents: Sequence[Checked], around: Iterable[Diagnostic], body: bytes, asked: Asked) -> Report:
    """Check the documents in a text, of which most have one, and add what is wrong around them."""
    findings = [each for each in around if LAYERS[int(each.code[2]) - 1] in asked.layers]
    coverage: tuple[Coverage, ...] = ()
    for document in documents:
        own, covered = _findings(document, asked)
        findings += [_whole(each, document.inside) for each in own]
        coverage = covered if not coverage or own else coverage
    coverage = coverage or (_covered("syntax", None), *(_uncovered(layer, _NO_REQUEST) for layer in LAYERS[1:]))
    return Report(tuple(_in_order(findings, body)) if findings else (), coverage)


def _findings(document: Checked, asked: Asked) -> tuple[list[Diagnostic], tuple[Coverage, ...]]:
    """Return what is wrong with a document, with pointers into it, and what was checked."""
    findings: list[Diagnostic] = []
    coverage = [_covered("syntax", None)]
    for layer, check in _CHECKS:
        if layer not in asked.layers:
            coverage.append(_uncovered(layer, _NOT_ASKED))
            continue
        more, reason = check(document, asked)
        findings = joined(layer, findings, more)
        is_partial = findings and layer != "schema" and any(each.severity == "error" for each in findings)
        known_in_part = unknown_model(asked.target) if layer == "target" and asked.target else None
        partly = _BROKEN if is_partial else known_in_part
        coverage.append(_covered(layer, partly) if reason is None else _uncovered(layer, reason))
    if findings:
        node = document.inside.node
        findings = with_fixes(findings, lambda: outline_of(document.dialect, node, document.kind))
    return findings, tuple(coverage)


def _checked_other(tree: Any, body: bytes, dialect: str, kind: OtherKind, asked: Asked) -> Report:
    """Check a document that is no conversation, reply or error: it has a schema, and nothing else."""
    is_asked = "schema" in asked.layers
    findings = mismatches(tree, dialect, kind, asked.engine) if is_asked else []
    coverage = (
        _covered("syntax", None),
        _covered("schema", None) if is_asked else _uncovered("schema", _NOT_ASKED),
        *(_uncovered(layer, _NO_CONVERSATION) for layer in LAYERS[2:]),
    )
    return Report(tuple(_in_order(findings, body)), coverage, dialect, kind)


def _schema(document: Checked, asked: Asked) -> Answer:
    dialect, kind = document.dialect, document.kind
    if not has_schema(dialect, kind):
        return refusals(document.inside.node, document.body, dialect, kind), None
    found = mismatches(document.inside.node, dialect, kind, asked.engine)
    if dialect == CANONICAL:
        found += inexact_counts(document.inside.node, kind)
    if (dialect in _VERSIONED or document.is_deep) and all(each.severity != "error" for each in found):
        found = [*found, *refusals(document.inside.node, document.body, dialect, kind)]
    return found, None


def _meaning(document: Checked, asked: Asked) -> Answer:
    node = document.inside.node
    if not asked.invariants and not asked.tools and is_settled(document.dialect, node, document.kind):
        return [], None
    outline = outline_of(document.dialect, node, document.kind)
    return list(meaning(outline, tools=asked.tools, invariants=asked.invariants)), None


def _target(document: Checked, asked: Asked) -> Answer:
    if asked.target is None:
        return [], _NO_TARGET
    outline = outline_of(document.dialect, document.inside.node, document.kind)
    return list(check_target(outline, document.inside.node, document.dialect, document.kind, asked.target)), None


_CHECKS: Final[tuple[tuple[LayerName, Callable[[Checked, Asked], Answer]], ...]] = (
    ("schema", _schema),
    ("meaning", _meaning),
    ("target", _target),
)


def _in_order(findings: Iterable[Diagnostic], body: bytes) -> list[Diagnostic]:
    """Return findings with pointers into the whole text in the order of their places, with lines and columns."""
    return sorted(located(findings, functools.partial(positions, body)), key=_order)


def _order(found: Diagnostic) -> tuple[float, float, str]:
    """Findings without a place come last."""
    return (found.line or math.inf, found.column or math.inf, found.code)


def _whole(each: Diagnostic, found: Inside) -> Diagnostic:
    """Return a finding about the document inside as one about the whole text."""
    if not (found.added or found.place):
        return each
    return structs.replace(each, pointer=_moved(each.pointer, found), fixes=moved(each.fixes, found))


def _moved(pointer: str | None, found: Inside) -> str | None:
    if pointer is None or not (found.added or found.place):
        return pointer
    return pointer_of(found.place) + "".join(f"/{step}" for step in pointer.split("/")[1 + found.added :])
