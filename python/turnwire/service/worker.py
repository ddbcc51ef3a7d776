"""One process that answers calls: it reports when it is ready, and drains on SIGTERM."""

from __future__ import annotations

import gc
import logging
import os
import resource
from typing import TYPE_CHECKING

from turnwire.service import logs
from turnwire.service.children import wait_until_stopped

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from turnwire.service.quotas import Quotas
    from turnwire.service.settings import Settings

_LOG = logging.getLogger("turnwire.service")


def work(settings: Settings, quotas: Quotas, ready: Connection, alive: int) -> None:
    """Serve until SIGTERM, or until the supervisor is gone.

    Args:
        settings: the settings of the server, with its port.
        quotas: what all workers count in.
        ready: gets an empty text when the server takes calls, or else why it cannot.
        alive: a pipe whose other end only the supervisor has.
    """
    logs.start()
    raise_file_limit()
    # Imported here, since the threads of gRPC would not survive the fork of the supervisor.
    from turnwire.service.server import Service  # noqa: PLC0415

    try:
        service = Service(settings, quotas)
    except (OSError, ValueError) as error:
        ready.send(str(error))
        return
    service.start()
    spare_the_collector()
    ready.send("")
    wait_until_stopped(alive)
    service.drain(settings.grace, settings.lame_duck)
    _LOG.info("stopped")
    logging.shutdown()
    # The server is not stopped: gRPC would end calls that arrive in that moment as CANCELLED, which a client does not
    # repeat.  The end of the process closes the connections, and clients report UNAVAILABLE for those calls.
    os._exit(0)


def stay_on_core(number: int) -> None:
    """Let this process run on one core, before it has threads: the lock of Python runs one of them at a time anyway.

    Where two threads that hand the lock on are on two cores, each time the data of the interpreter moves between the
    cores, and one core interrupts the other.

    Args:
        number: which of the cores that this process may use; after the last one comes the first again.
    """
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[number % len(cores)]})


def raise_file_limit() -> None:
    """Allow as many connections as the system does."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def spare_the_collector() -> None:
    """Run the garbage collector less often: the objects of a call are freed by their reference counts.

    Measured on reading 100 KB as strictly as the service does: 15 % of the CPU time.
    """
    gc.freeze()
    gc.set_threshold(10_000, 50, 100)
