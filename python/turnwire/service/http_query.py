"""The query of a request that converts a stream: the fields of StreamConversion, and where the report goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias, cast, get_args

from google.protobuf import json_format

from turnwire.errors import UnknownDialect
from turnwire.service.errors import RefusedError
from turnwire.stream.writer import stream_writer
from turnwire.v1.service_pb2 import StreamConversion

if TYPE_CHECKING:
    from collections.abc import Sequence

ReportForm: TypeAlias = Literal["comment", "event", "none"]
"""How the losses are reported at the end: in a comment of server-sent events, in a last event or line, or not."""
_REPORT: Final = "report"
_NAMES: Final = tuple(
    dict.fromkeys(name for each in StreamConversion.DESCRIPTOR.fields for name in (each.json_name, each.name))
)
_BOOLEANS: Final = {"true": True, "false": False}


class Query(NamedTuple):
    """What a client asks for."""

    begin: StreamConversion
    report: ReportForm


def query_of(pairs: Sequence[tuple[str, str]]) -> Query:
    """Return what the query of a request asks for.

    Args:
        pairs: names and values.  A name is that of a field in Protobuf's JSON or in the schema, with dots on the way
            to a field of a field: `keeping.reasoning`.

    Raises:
        RefusedError: a name or a value is none of those, or is given twice.

    >>> query_of([("source", "openai_chat"), ("target", "ollama_chat"), ("report", "none")]).report
    'none'
    """
    given = dict(pairs)
    if len(given) < len(pairs):
        raise RefusedError("", "a parameter of the query is given twice")
    report = given.pop(_REPORT, "comment")
    begin = _conversion(given)
    for name in ("source", "target"):
        if not getattr(begin, name):
            raise RefusedError(name, f"the query has no {name}: the name of a dialect that has streams")
    return Query(begin, _form(report, begin.target))


def _conversion(given: dict[str, str]) -> StreamConversion:
    unknown = next((path for path in given if path.partition(".")[0] not in _NAMES), None)
    if unknown is not None:
        raise RefusedError(
            unknown, f"the query has no parameter {unknown}: there are {', '.join(_NAMES)} and {_REPORT}"
        )
    try:
        return json_format.ParseDict(_tree(given), StreamConversion())
    except (json_format.ParseError, ValueError, TypeError) as error:
        raise RefusedError("", f"the query is not understood: {error}".partition("\n")[0]) from None


def _tree(given: dict[str, str]) -> dict[str, Any]:
    tree: dict[str, Any] = {path: _BOOLEANS.get(value, value) for path, value in given.items() if "." not in path}
    for path, value in given.items():
        first, dot, second = path.partition(".")
        if not dot:
            continue
        inside = tree.setdefault(first, {})
        if not isinstance(inside, dict):
            raise RefusedError(path, f"the query has {first} and a field of it")
        inside[second] = value
    return tree


def _form(report: str, target: str) -> ReportForm:
    if report not in get_args(ReportForm):
        raise RefusedError(_REPORT, f"is one of {', '.join(get_args(ReportForm))}")
    if report == "comment" and not _takes_comments(target):
        text = (
            f"clients of {target} do not pass over comments: say report=event for a last event or line, or report=none"
        )
        raise RefusedError(_REPORT, text)
    return cast("ReportForm", report)


def _takes_comments(target: str) -> bool:
    try:
        return stream_writer(target).takes_comments
    except UnknownDialect:
        return True  # the conversion refuses it, as over gRPC
