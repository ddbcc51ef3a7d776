"""The RPCs Validate, Detect and Repair: one function each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from turnwire.detect import detect as guesses_of
from turnwire.errors import InvalidDocument, UnknownDialect
from turnwire.service.conversion import encoded_body, named_kind, named_wire
from turnwire.service.errors import UNKNOWN_DIALECT, RefusedError
from turnwire.service.messages import kind_to_message
from turnwire.v1.service_pb2 import DetectResponse

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits
    from turnwire.v1.service_pb2 import DetectRequest, RepairRequest, RepairResponse, ValidateRequest, ValidateResponse


def validate(request: ValidateRequest, limits: Limits) -> ValidateResponse:
    """Check a document; a document that cannot be read is a finding, not an error."""
    wire = named_wire(request)
    # The JSON Schemas take 24 ms to import, which a server that only converts does not need.
    from turnwire.service.validation_messages import asked_of, report_to_message  # noqa: PLC0415
    from turnwire.validation import Report  # noqa: PLC0415
    from turnwire.validation import validate as findings_of  # noqa: PLC0415

    asked = asked_of(request)
    try:
        kind = named_kind(wire)
        body = encoded_body(wire, limits)
        report = findings_of(body.data, wire.dialect or None, kind=kind, **asked)
    except InvalidDocument as refusal:
        return report_to_message(Report(refusal.diagnostics, dialect=wire.dialect or None))
    except UnknownDialect as error:
        field = "target" if asked["target"] is not None and asked["target"] in str(error) else "wire.dialect"
        raise RefusedError(field, str(error), UNKNOWN_DIALECT) from None
    return report_to_message(structs.replace(report, diagnostics=body.placed(report.diagnostics)))


def repair(request: RepairRequest, limits: Limits) -> RepairResponse:
    """Mend a document; one that cannot be read comes back unchanged, with its findings."""
    wire = named_wire(request)
    from turnwire.service.repair_messages import repaired_to_message  # noqa: PLC0415 - see validate
    from turnwire.service.validation_messages import tools_of  # noqa: PLC0415
    from turnwire.validation.repair import Repaired  # noqa: PLC0415
    from turnwire.validation.repair import repair as mended  # noqa: PLC0415
    from turnwire.validation.selection import Selection, unknown_rules  # noqa: PLC0415

    for sentence in unknown_rules((*request.select, *request.ignore)):
        raise RefusedError("select" if request.select else "ignore", sentence)
    tools, kind = tools_of(request), named_kind(wire)
    wanted = Selection(tuple(request.select), tuple(request.ignore)).of
    dialect = wire.dialect or None
    try:
        body = encoded_body(wire, limits)
        made = mended(body.data, dialect, kind=kind, unsafe=request.unsafe, tools=tools, wanted=wanted)
    except InvalidDocument as refusal:
        found = refusal.diagnostics
        return repaired_to_message(Repaired(wire.data, left=found, dialect=dialect, left_before=found))
    except UnknownDialect as error:
        raise RefusedError("wire.dialect", str(error), UNKNOWN_DIALECT) from None
    # `left` has its places in the JSON that is returned.
    applied, before = (body.placed(each) for each in (made.applied, made.left_before))
    return repaired_to_message(structs.replace(made, applied=applied, left_before=before))


def detect(request: DetectRequest, _: Limits) -> DetectResponse:
    """List the dialects that a document may be in, best first."""
    reply = DetectResponse()
    for dialect, kind in guesses_of(request.data):
        reply.guesses.add(dialect=dialect, kind=kind_to_message(kind), kind_name=kind)
    return reply
