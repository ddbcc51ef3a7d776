"""Check whether a document can be read, and whether it fits the canonical schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from turnwire.codec.json import loads, positions
from turnwire.codec.limits import STRICT
from turnwire.convert import read, write
from turnwire.detect import guess
from turnwire.dialects import full_name
from turnwire.documents.inputs import as_bytes
from turnwire.documents.residue import NATIVE
from turnwire.errors import InvalidDocument
from turnwire.model import Completion, Diagnostic, Document, History
from turnwire.validation.invariants import invariants as found_broken
from turnwire.validation.versions import versions

if TYPE_CHECKING:
    from turnwire.codec.scan import Place
    from turnwire.dialects.dialect import Kind
    from turnwire.documents.inputs import Input


class Report(Struct, frozen=True):
    """The findings about one document; `valid` if none of them is an error."""

    diagnostics: tuple[Diagnostic, ...]

    @property
    def valid(self) -> bool:
        """Whether no finding is an error."""
        return all(found.severity != "error" for found in self.diagnostics)


def validate(
    data: Input,
    dialect: str | None = None,
    *,
    kind: Kind | None = None,
    invariants: bool = False,
) -> Report:
    """Check a document, and report all findings; input that cannot be read is a finding, too.

    Args:
        data: the body: JSON as bytes or text, parsed JSON, an object of a provider's package, or a list of messages.
        dialect: the dialect of `data`, by its name or a short name; None detects it.
        kind: `"request"`, `"response"` or `"error"`; None detects it.
        invariants: whether to check the rules of the canonical message format, too, which documents of providers
            often break.

    Returns:
        A report, whose `diagnostics` have a code, a message, a position and a hint.

    Raises:
        UnknownDialect: the dialect or the kind does not exist.

    Example:
        `turnwire.validate(body).valid`
    """
    try:
        dialect = None if dialect is None else full_name(dialect)
        body = data if type(data) is bytes else as_bytes(data)
        if dialect is None or kind is None:
            dialect, kind = guess(body, dialect, kind)
        document = read(body, dialect, kind=kind, limits=STRICT)
        found = [*versions(document), *_schema_findings(document), *(found_broken(document) if invariants else ())]
    except InvalidDocument as refusal:
        return Report(refusal.diagnostics)
    # The pointers lead into native JSON; in other dialects they have no position in the input.
    return Report(tuple(_placed(found, body) if dialect == NATIVE else found))


def _placed(findings: list[Diagnostic], body: bytes) -> list[Diagnostic]:
    places = positions(body, {found.pointer for found in findings if found.pointer is not None})
    return [_at(found, places.get(found.pointer or "")) for found in findings]


def _at(found: Diagnostic, place: Place | None) -> Diagnostic:
    return found if place is None else structs.replace(found, line=place.line, column=place.column)


def _schema_findings(document: Document) -> list[Diagnostic]:
    from turnwire.documents.schemas import validator  # noqa: PLC0415 - compiles schemas; most documents fail before

    name = {History: "history", Completion: "completion"}.get(type(document), "error-reply")
    native = write(document, "turnwire").data
    return [
        Diagnostic("schema", error.message, "error", pointer=_pointer(error.instance_path))
        for error in validator(name).iter_errors(_tree(native))
    ]


def _tree(native: bytes) -> Any:
    return loads(native, STRICT)


def _pointer(path: list[str | int]) -> str:
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)
