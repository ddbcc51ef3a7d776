"""What is noted of a call that is refused before its request is read: it is counted, logged, and has a span."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from google.rpc.code_pb2 import Code

if TYPE_CHECKING:
    from google.rpc.status_pb2 import Status

    from turnwire.service.observing import Observations
    from turnwire.service.tracing import Tracing, Transport


class Refusals:
    """Notes the refused calls.

    Args:
        observations: counts and logs them.
        tracing: where their spans go.
    """

    def __init__(self, observations: Observations, tracing: Tracing) -> None:
        self._observations, self._tracing = observations, tracing

    def note(self, method: str, status: Status, call: Any, transport: Transport) -> None:
        """Note one.

        Args:
            method: the path of its method.
            status: why it is refused.
            call: what `transport` takes the headers from; None for a request that is no call, which has no span.
            transport: how the call comes.
        """
        self._observations.refused(method, status)
        if call is not None:
            span = self._tracing.begin(method.rpartition("/")[2], call, transport)
            span.end(Code.Name(status.code))
