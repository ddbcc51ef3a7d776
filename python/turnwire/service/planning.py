"""The RPC Plan: one function, from the request to the reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwire.errors import UnknownDialect
from turnwire.gateway.plan import plan as planned
from turnwire.service.conversion import kept_of, sourced
from turnwire.service.errors import UNKNOWN_DIALECT, RefusedError
from turnwire.service.plan_messages import plan_to_message

if TYPE_CHECKING:
    from turnwire.codec.limits import Limits
    from turnwire.v1 import service_pb2


def plan(request: service_pb2.PlanRequest, limits: Limits) -> service_pb2.PlanResponse:
    """Report what another dialect or model would lose or refuse."""
    if not request.target:
        raise RefusedError("target", "must name a dialect")
    keeping = kept_of(request)
    document, _ = sourced(request, limits)
    try:
        return plan_to_message(planned(document, request.target, keeping=keeping))
    except UnknownDialect as error:
        raise RefusedError("target", str(error), UNKNOWN_DIALECT) from None
