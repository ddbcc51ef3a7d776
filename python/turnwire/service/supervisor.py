"""Runs the processes of a server on one port, and starts another where one has died."""

from __future__ import annotations

import json
import logging
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from turnwire.service import metrics
from turnwire.service.children import Child
from turnwire.service.port import HeldPort
from turnwire.service.quotas import Quotas
from turnwire.service.settings import address
from turnwire.service.warming import warm_up
from turnwire.service.worker import stay_on_core, work

if TYPE_CHECKING:
    from collections.abc import Iterable
    from multiprocessing.connection import Connection

    from turnwire.service.settings import Settings

_LOG = logging.getLogger("turnwire.service")
_READY_SECONDS: Final = 120.0
"""How long a process may take until it is ready."""
_PAUSE_SECONDS: Final = 1.0
"""A process that died soon after its start is started again after this time, so that a defect does not take the CPU."""
_EXTRA_SECONDS: Final = 5.0
"""How much longer than its grace a process may take to end, before it is killed."""


class Supervisor:
    """The processes of one server: its workers, and the one that serves the metrics.

    Args:
        settings: the settings of the server.

    Raises:
        OSError: the address cannot be used.
    """

    def __init__(self, settings: Settings) -> None:
        self._port = HeldPort(settings.host, settings.port)
        self._http_port = None if settings.http_port is None else HeldPort(settings.host, settings.http_port)
        http = None if self._http_port is None else self._http_port.number
        self._settings = replace(settings, port=self._port.number, http_port=http, reuse_port=True)
        self._quotas = Quotas()
        self._children: list[Child] = []
        self._folder: Path | None = None
        self._alive, self._held_alive = os.pipe()
        self._signals, self._woken = socket.socketpair()
        self._stops = 0

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT; a second signal ends the processes at once.

        Raises:
            OSError: a process cannot serve.
        """
        self._hear_signals()
        try:
            # Here, so that a process that takes the place of another one finds it done.
            warm_up()
            self._start()
            while not self._stops:
                self._wait(self._children)
                self._replace_dead()
        finally:
            self._stop()
            self._close()

    def _hear_signals(self) -> None:
        def stop(*_: object) -> None:
            self._stops += 1

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        self._signals.setblocking(False)  # noqa: FBT003 - as the standard library has it
        self._woken.setblocking(False)  # noqa: FBT003 - the same
        signal.set_wakeup_fd(self._woken.fileno())

    def _start(self) -> None:
        if self._settings.metrics_port is not None:
            self._folder = Path(tempfile.mkdtemp(prefix="turnwire-metrics-"))
            os.environ[metrics.FOLDER] = str(self._folder)
            self._children.append(Child(self._metrics))
        self._children += [Child(partial(self._worker, number)) for number in range(self._settings.processes)]
        end = time.monotonic() + _READY_SECONDS
        for child in self._children:
            wait([child.ready, self._signals], max(end - time.monotonic(), 0))
            if self._stops:
                return
            if problem := child.problem():
                raise OSError(f"the server does not start: {problem}")
        listening = {"listening": self._settings.address}
        if self._settings.http_port is not None:
            listening["http"] = address(self._settings.host, self._settings.http_port)
        sys.stderr.write(json.dumps(listening) + "\n")
        sys.stderr.flush()

    def _worker(self, number: int, ready: Connection) -> None:
        self._close_ports()
        os.close(self._held_alive)  # only the supervisor holds it, so that it ends with the supervisor
        if self._settings.pin:
            stay_on_core(number)
        work(self._settings, self._quotas, ready, self._alive)

    def _metrics(self, ready: Connection) -> None:
        self._close_ports()
        os.close(self._held_alive)
        metrics.serve(self._settings, ready, self._alive)

    def _close_ports(self) -> None:
        self._port.close()
        if self._http_port is not None:
            self._http_port.close()

    def _wait(self, children: Iterable[Child], seconds: float | None = None) -> None:
        """Return at a signal, after some seconds, or when one of these processes has ended, now or before."""
        for ended in wait([*(child.process.sentinel for child in children), self._signals], seconds):
            if ended is self._signals:
                self._signals.recv(64)

    def _replace_dead(self) -> None:
        for position, child in enumerate(self._children):
            if child.process.is_alive() or self._stops:
                continue
            found = {"process": child.process.pid, "exit": child.process.exitcode, "reason": child.problem()}
            _LOG.error("a process has ended, and another is started", extra={"fields": found})
            if child.had_short_life():
                time.sleep(_PAUSE_SECONDS)
            child.close()
            self._children[position] = Child(child.target)

    def _stop(self) -> None:
        for child in self._children:
            child.process.terminate()
        end = time.monotonic() + self._settings.lame_duck + self._settings.grace + _EXTRA_SECONDS
        while running := [child for child in self._children if child.process.is_alive()]:
            if self._stops > 1 or time.monotonic() >= end:
                return
            self._wait(running, end - time.monotonic())

    def _close(self) -> None:
        for child in self._children:
            child.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._close_ports()
        self._quotas.close()
        signal.set_wakeup_fd(-1)
        self._signals.close()
        self._woken.close()
        os.close(self._alive)
        os.close(self._held_alive)
