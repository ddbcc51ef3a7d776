"""What Validate is asked for and what it answers, as messages of turnwire.v1; server and client share it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypedDict

from turnwire.codec.json import dumps, loads
from turnwire.errors import InvalidDocument
from turnwire.service.errors import RefusedError
from turnwire.service.messages import kind_named, kind_to_message
from turnwire.v1 import service_pb2, upb
from turnwire.validation.outline.offered import tools_given
from turnwire.validation.report import Coverage, Report

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from turnwire.validation.rules import LayerName

_NUMBERS: Final[Mapping[LayerName, service_pb2.Layer]] = MappingProxyType(
    {
        "syntax": service_pb2.LAYER_SYNTAX,
        "schema": service_pb2.LAYER_SCHEMA,
        "meaning": service_pb2.LAYER_MEANING,
        "target": service_pb2.LAYER_TARGET,
    }
)
_LAYERS: Final[Mapping[int, LayerName]] = MappingProxyType({number: layer for layer, number in _NUMBERS.items()})
_BAD_LAYERS: Final = "UNKNOWN_LAYER"
_BAD_TOOLS: Final = "INVALID_TOOLS"


class Asked(TypedDict):
    """The arguments of `turnwire.validate` besides the document."""

    layers: Collection[LayerName] | None
    target: str | None
    invariants: bool
    strict: bool
    tools: Sequence[Any]


def ask(request: service_pb2.ValidateRequest, asked: Asked) -> None:
    """Write the arguments into a request."""
    request.layers.extend(_NUMBERS[layer] for layer in asked["layers"] or ())
    if asked["target"] is not None:
        request.target = asked["target"]
    request.invariants, request.strict = asked["invariants"], asked["strict"]
    if asked["tools"]:
        request.tools = dumps(list(asked["tools"])).decode()


def asked_of(request: service_pb2.ValidateRequest) -> Asked:
    """Return the arguments in a request.

    Raises:
        RefusedError: a layer is none that the proto defines, or the tools are no list of definitions with names.
    """
    unknown = [number for number in request.layers if number not in _LAYERS]
    if unknown:
        raise RefusedError("layers", f"there is no layer {unknown[0]}", _BAD_LAYERS)
    return {
        "layers": [_LAYERS[number] for number in request.layers] or None,
        "target": request.target if request.HasField("target") else None,
        "invariants": request.invariants,
        "strict": request.strict,
        "tools": tools_of(request),
    }


def tools_of(request: service_pb2.ValidateRequest | service_pb2.RepairRequest) -> Sequence[Any]:
    """Return the definitions of tools in a request.  Raises RefusedError for what is no list of them."""
    return _tools(request.tools) if request.HasField("tools") else ()


def _tools(text: str) -> Sequence[Any]:
    try:
        tools = loads(text.encode())
        if not isinstance(tools, list):
            raise RefusedError("tools", "the definitions of tools are a JSON list", _BAD_TOOLS)
        tools_given(tools)
    except InvalidDocument as refusal:
        raise RefusedError("tools", str(refusal), _BAD_TOOLS) from None
    return tools


def report_to_message(report: Report) -> service_pb2.ValidateResponse:
    """Make a reply of a report."""
    kind = kind_to_message(report.kind)
    reply = service_pb2.ValidateResponse(dialect=report.dialect, kind=kind, kind_name=report.kind)
    for found in report.diagnostics:
        reply.diagnostics.append(upb.diagnostic_to_upb(found))
    for part in report.coverage:
        reply.coverage.add(layer=_NUMBERS[part.layer], checked=part.checked, reason=part.reason)
    return reply


def report_from_message(reply: service_pb2.ValidateResponse) -> Report:
    """Make a report of a reply; parts that only a newer server knows are left out."""
    coverage = (
        Coverage(_LAYERS[each.layer], each.checked, each.reason if each.HasField("reason") else None)
        for each in reply.coverage
        if each.layer in _LAYERS
    )
    dialect = reply.dialect if reply.HasField("dialect") else None
    found = tuple(map(upb.diagnostic_from_upb, reply.diagnostics))
    return Report(found, tuple(coverage), dialect, kind_named(reply))
