"""A real server on a free port of this machine, in this process, and dialects that misbehave on purpose."""

from __future__ import annotations

import sys
import threading
import time
import types
from typing import TYPE_CHECKING, Any

import grpc
import msgspec
import pytest

from turnwire import dialects
from turnwire.service.client import Client
from turnwire.service.server import Service
from turnwire.service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.losses import Losses
    from turnwire.lowering.draft import Draft

SETTINGS = Settings(port=0, max_message_bytes=1024 * 1024, workers=4)


@pytest.fixture(scope="session")
def target() -> Iterator[str]:
    service = Service(SETTINGS)
    service.start()
    yield service.address
    service.drain(1)
    service.stop()


@pytest.fixture
def channel(target: str) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(target) as channel:
        yield channel


@pytest.fixture
def client(target: str) -> Iterator[Client]:
    with Client(target, timeout=60) as client:
        yield client


@pytest.fixture
def add_dialect(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """`add_dialect(name, read=, write=)`: native JSON whose requests are read and written in another way."""
    native = dialects.get("turnwire")

    def add(name: str, **parts: Callable[..., Any]) -> None:
        assert native.request is not None
        request = msgspec.structs.replace(native.request, looks_like=lambda _: 0, **parts)
        dialect = msgspec.structs.replace(native, name=name, request=request, response=None, error=None)
        module = types.ModuleType(f"turnwire_test_{name}")
        monkeypatch.setattr(module, "DIALECT", dialect, raising=False)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(dialects.MODULES, name, module.__name__)
        for found_once in (dialects.get, dialects.part_of, dialects.writer_of):
            found_once.cache_clear()

    return add


@pytest.fixture
def broken(add_dialect: Callable[..., None]) -> str:
    """A dialect whose reader and writer have a defect."""

    def fail(*_: object) -> object:
        raise RuntimeError("secret")

    add_dialect("broken", read=fail, write=fail)
    return "broken"


@pytest.fixture
def lossy(add_dialect: Callable[..., None]) -> str:
    """A dialect that holds nothing and says so: one loss for each message, its text as the value."""

    def write(draft: Draft, losses: Losses) -> dict[str, object]:
        for position, message in enumerate(draft.document.history):
            losses.dropped(f"/history/{position}", "message", message)
        return {}

    add_dialect("lossy", write=write)
    return "lossy"


class Gate:
    """Readers that come to it wait until it opens."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.lock = threading.Lock()
        self.came = 0

    def read(self, document: object, _: object) -> object:
        with self.lock:
            self.came += 1
        if not self.opened.wait(60):
            raise TimeoutError
        return document

    def wait_for(self, count: int) -> None:
        """Until so many readers have come."""
        end = time.monotonic() + 60
        while self.came < count:
            assert time.monotonic() < end
            time.sleep(0.005)


@pytest.fixture
def gate(add_dialect: Callable[..., None]) -> Iterator[Gate]:
    """The dialect `slow`, whose reader waits for the gate."""
    gate = Gate()
    add_dialect("slow", read=gate.read)
    yield gate
    gate.opened.set()
