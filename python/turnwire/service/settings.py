"""What an operator can choose about a server; every default is safe on a shared machine."""

from __future__ import annotations

import ipaddress
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from turnwire.codec.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

MIB = 1024 * 1024
_MOST_OF_GRPC: Final = 2**31 - 1
_ORIGIN: Final = re.compile(r"\*|[a-z][a-z0-9+.-]*://[^/?#\s]+")
"""What a browser sends as the origin of a page: without a path, and without a slash at the end."""
_TO_REFUSE: Final = 64
"""Calls of a connection beyond those that a process takes."""


class Settings(Struct, frozen=True):
    """The settings of one server; docs/operations.md describes each, under the name of its option."""

    host: str = "127.0.0.1"
    port: int = 50051
    processes: int = 1
    pin: bool = False
    max_message_bytes: int = 32 * MIB
    workers: int = 4
    max_concurrent: int = 64
    max_streams: int = 64
    grace: float = 10.0
    lame_duck: float = 1.0
    max_call: float = 60.0
    max_idle: float = 300.0
    max_age: float = 3600.0
    max_streams_per_connection: int | None = None
    """None: more than one connection can keep busy (`most_per_connection`)."""
    max_metadata_bytes: int = 8192
    min_ping_interval: float = 10.0
    tls_certificate: str | None = None
    tls_key: str | None = None
    tls_client_ca: str | None = None
    tokens: str | None = None
    insecure: bool = False
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = None
    log_calls: bool = False
    http_port: int | None = None
    http_origins: str | None = None
    no_page: bool = False
    reuse_port: bool = False
    """Whether other processes may serve the same port; only the supervisor sets it, for its workers."""

    @property
    def address(self) -> str:
        """`host:port`, with an IPv6 address in brackets."""
        return address(self.host, self.port)

    @property
    def origins(self) -> tuple[str, ...]:
        """The origins whose pages may call over HTTP."""
        return tuple(each.strip() for each in (self.http_origins or "").split(",") if each.strip())

    @property
    def most_per_connection(self) -> int:
        """How many calls a client may send over one connection before it holds back further ones.

        More than are admitted: if every call of a connection is slow, its further ones are refused at once, and the
        checks of its health are answered.
        """
        given = self.max_streams_per_connection
        return min(self.max_concurrent + self.max_streams + _TO_REFUSE, _MOST_OF_GRPC) if given is None else given

    @property
    def limits(self) -> Limits:
        """What a document may be: as large as a message, with no repeated keys."""
        return Limits(max_bytes=self.max_message_bytes, duplicate_keys="refuse")


def address(host: str, port: int) -> str:
    """`host:port`, with an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def problems(settings: Settings) -> Iterator[str]:
    """Yield a sentence for each thing that is wrong with the settings, without a look into the files.

    Args:
        settings: the settings to check.

    >>> list(problems(Settings()))
    []
    """
    yield from _apart(settings)
    for name in ("tls_certificate", "tls_key", "tls_client_ca", "tokens"):
        path = getattr(settings, name)
        if path is not None and not Path(path).is_file():
            yield f"--{name.replace('_', '-')}: there is no file {path}"
    for origin in settings.origins:
        if not _ORIGIN.fullmatch(origin):
            yield f"--http-origins: {origin} is no origin; one is https://example.com or http://localhost:3000"
    knows_callers = settings.tokens is not None or settings.tls_client_ca is not None
    is_safe = is_loopback(settings.host) or (settings.tls_certificate is not None and knows_callers)
    if not is_safe and not settings.insecure:
        yield (
            f"--host {settings.host} can be reached from other machines: give --tls-certificate, --tls-key and --tokens"
            " (or --tls-client-ca), or --insecure if a proxy has TLS and checks who calls"
        )


def _apart(settings: Settings) -> Iterator[str]:
    """Yield a sentence for each setting that needs another one, or that the system does not have."""
    if (settings.tls_certificate is None) != (settings.tls_key is None):
        yield "--tls-certificate and --tls-key go together"
    if settings.tls_client_ca is not None and settings.tls_certificate is None:
        yield "--tls-client-ca needs --tls-certificate and --tls-key"
    if settings.pin and not hasattr(os, "sched_setaffinity"):
        yield "--pin: this system does not let a process choose its core, as Linux does"


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
