"""What is counted and logged of each call: never its content."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from google.rpc.code_pb2 import Code

from turnwire.service import metrics
from turnwire.service.gate import token_name

if TYPE_CHECKING:
    from google.rpc.status_pb2 import Status

    from turnwire.service.settings import Settings

_LOG = logging.getLogger("turnwire.service")


class Observations:
    """Counts the calls if the settings have a port for metrics, and logs them if the settings say so.

    Args:
        settings: the settings of the server.
    """

    def __init__(self, settings: Settings) -> None:
        self._log_calls = settings.log_calls
        self._counters = None if settings.metrics_port is None else metrics.counters()

    def ended(self, name: str, code: str, seconds: float) -> None:
        """Note a call that was answered, with the name of its RPC, its code, and how long it took."""
        if self._counters is not None:
            self._counters.count(name, code, seconds)
        if self._log_calls:
            self._log(name, code, {"ms": round(seconds * 1000, 3), "token": token_name.get()})

    def refused(self, method: str, status: Status) -> None:
        """Note a call that was refused before it was read."""
        name, code = method.rpartition("/")[2], Code.Name(status.code)
        if self._counters is not None:
            self._counters.count(name, code, 0.0)
        if self._log_calls:
            self._log(name, code, {"refused": status.message, "token": token_name.get()})

    def _log(self, name: str, code: str, fields: dict[str, object]) -> None:
        _LOG.info("call", extra={"fields": {"method": name, "code": code, **fields}})
