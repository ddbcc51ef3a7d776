"""The server's certificate, and those of clients, from files that are read again when they change."""

from __future__ import annotations

import logging
import ssl
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import grpc

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.service.settings import Settings

_LOG = logging.getLogger("turnwire.service")
_Read = TypeVar("_Read")


class _Files:
    """The files of a certificate, and when they were last seen to change."""

    def __init__(self, settings: Settings) -> None:
        named = (settings.tls_certificate, settings.tls_key, settings.tls_client_ca)
        self._paths = [Path(each) for each in named if each is not None]
        self._seen = self._stamps()

    def configuration(self) -> grpc.ServerCertificateConfiguration:
        """Read the files for gRPC.  Raises OSError, and ValueError if they are no certificates or do not fit."""
        certificate, key, *client_ca = (path.read_bytes() for path in self._paths)
        self.context()  # OpenSSL reads them first: gRPC takes anything, and then fails every connection
        configuration: grpc.ServerCertificateConfiguration = grpc.ssl_server_certificate_configuration(
            [(key, certificate)], client_ca[0] if client_ca else None
        )
        return configuration

    def context(self) -> ssl.SSLContext:
        """Read the files for OpenSSL.  Raises OSError, and ValueError if they are no certificates or do not fit."""
        certificate, key, *client_ca = map(str, self._paths)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_cert_chain(certificate, key, password="")  # an empty one, so that OpenSSL asks no terminal
            for each in client_ca:
                context.load_verify_locations(each)
                context.verify_mode = ssl.CERT_REQUIRED
        except ssl.SSLError as error:
            raise ValueError(f"{', '.join(map(str, self._paths))}: {error.reason or error}") from None
        return context

    def changed(self, read: Callable[[], _Read]) -> _Read | None:
        """Read the files again, by one of the two above, if they have changed; None if not, or if they are wrong."""
        stamps = self._stamps()
        if stamps == self._seen:
            return None
        try:
            found = read()
        except (OSError, ValueError) as error:
            _LOG.error("the certificate is as before: %s", error)
            return None
        self._seen = stamps
        _LOG.info("the certificate was read again")
        return found

    def _stamps(self) -> list[tuple[int, int]]:
        found = [path.stat() if path.exists() else None for path in self._paths]
        return [(0, 0) if each is None else (each.st_mtime_ns, each.st_ino) for each in found]


def credentials(settings: Settings) -> grpc.ServerCredentials | None:
    """Return what the server proves itself with; None for a server without TLS.

    With `tls_client_ca`, clients must have a certificate of that authority.

    Args:
        settings: the settings of the server.

    Raises:
        OSError: a file cannot be read.
        ValueError: a file has no certificate or key, or the key is another certificate's.
    """
    if settings.tls_certificate is None:
        return None
    files = _Files(settings)

    def renewed() -> grpc.ServerCertificateConfiguration | None:
        return files.changed(files.configuration)

    found: grpc.ServerCredentials = grpc.dynamic_ssl_server_credentials(
        files.configuration(),
        renewed,  # type: ignore[arg-type]  # "or None if the current config should continue to be used" (grpcio)
        require_client_authentication=settings.tls_client_ca is not None,
    )
    return found


def context(settings: Settings) -> ssl.SSLContext:
    """Return what the server proves itself with over HTTP; each new connection has what the files have then.

    Args:
        settings: the settings of a server with a certificate.

    Raises:
        OSError: a file cannot be read.
        ValueError: a file has no certificate or key, or the key is another certificate's.
    """
    files = _Files(settings)
    first = newest = files.context()

    def renew(connection: ssl.SSLSocket | ssl.SSLObject, _: str | None, __: ssl.SSLContext) -> None:
        nonlocal newest
        newest = files.changed(files.context) or newest
        connection.context = newest

    # Called for each handshake, also of a client that names no server: then the name is None (Python's `ssl`).  Another
    # context, since a context can be given more authorities, and none can be taken from it.
    first.sni_callback = renew
    return first
