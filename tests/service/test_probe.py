"""`python -m turnwire.service.probe` ends with 0 where a server takes calls, and with 1 where none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import trustme
from click.testing import CliRunner

from turnwire.service.probe import probe
from turnwire.service.server import Service
from turnwire.service.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


def asked(*options: str) -> tuple[int, str]:
    done = CliRunner().invoke(probe, ["--timeout", "20", *options])
    return done.exit_code, done.output


def test_a_server_is_asked_for_its_health() -> None:
    service = Service(Settings(port=0))
    service.start()
    assert (0, "") == asked("--target", service.address)
    service.drain(1)
    assert (1, f"Error: {service.address}: NOT_SERVING\n") == asked("--target", service.address)
    service.stop()
    assert (1, f"Error: {service.address}: UNAVAILABLE\n") == asked("--target", service.address)


def test_a_server_with_tls_is_asked_by_its_name(tmp_path: Path) -> None:
    authority = trustme.CA()
    certificate = authority.issue_cert("turnwire")
    authority.cert_pem.write_to_path(str(tmp_path / "ca.crt"))
    certificate.cert_chain_pems[0].write_to_path(str(tmp_path / "tls.crt"))
    certificate.private_key_pem.write_to_path(str(tmp_path / "tls.key"))
    files = {"tls_certificate": str(tmp_path / "tls.crt"), "tls_key": str(tmp_path / "tls.key")}
    service = Service(Settings(port=0, **files))  # type: ignore[arg-type]
    service.start()
    known = ("--target", service.address, "--ca", str(tmp_path / "ca.crt"))
    assert (0, "") == asked(*known, "--name", "turnwire")
    assert (1, f"Error: {service.address}: UNAVAILABLE\n") == asked(*known)
    service.stop()
