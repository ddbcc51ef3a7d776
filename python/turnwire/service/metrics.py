"""Metrics for Prometheus: each process counts in files that all share, and one process gives the sums over HTTP."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from turnwire.service.children import wait_until_stopped
from turnwire.service.settings import address

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from turnwire.service.settings import Settings

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where prometheus_client keeps the files; it looks when it is imported."""
_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Counters:
    """The counters of one process."""

    def __init__(self) -> None:
        from prometheus_client import Counter, Histogram  # noqa: PLC0415 - needs the folder, and few servers need it

        self._calls: Any = Counter("turnwire_calls", "Calls that ended, by method and code.", ("method", "code"))
        self._seconds: Any = Histogram("turnwire_call_seconds", "How long calls took.", ("method",), buckets=_BUCKETS)

    def names(self) -> list[str]:
        """Return the names of all metrics."""
        return [family.name for metric in (self._calls, self._seconds) for family in metric.describe()]

    def count(self, method: str, code: str, seconds: float) -> None:
        """Count a call."""
        self._calls.labels(method, code).inc()
        self._seconds.labels(method).observe(seconds)


@cache
def counters() -> Counters:
    """Return the counters of this process; prometheus_client takes each name once."""
    return Counters()


def serve(settings: Settings, ready: Connection, alive: int) -> None:
    """Serve the sums of all processes at `/metrics`, until SIGTERM, or until the supervisor is gone.

    Args:
        settings: the settings of the server; without a port for the metrics, a free one is taken.
        ready: gets an empty text when the metrics are served, or else the reason why they are not.
        alive: a pipe whose other end only the supervisor has.
    """
    from prometheus_client import CollectorRegistry, start_http_server  # noqa: PLC0415 - see above
    from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415 - see above

    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    host, port = settings.metrics_host, settings.metrics_port
    try:
        server, _ = start_http_server(port or 0, host, registry)
    except OSError as error:
        ready.send(f"cannot serve metrics on {address(host, port or 0)}: {error.strerror or error}")
        return
    ready.send("")
    wait_until_stopped(alive)
    server.shutdown()
