"""TLS and mutual TLS over HTTP, by curl, and certificates that change while the server runs."""

from __future__ import annotations

import datetime as dt
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest
import trustme
from tests.service.test_http import DETECT, PATH, running
from tests.service.test_security import certified

# curl's exit codes: "Peer certificate cannot be authenticated with known CA certificates."; "SSL connect error.",
# "Nothing was returned from the server, and under the circumstances, getting nothing is considered an error.", "Failed
# sending network data.", "Failure in receiving network data."
UNTRUSTED, REFUSED = 60, {35, 52, 55, 56}


class Certificates(NamedTuple):
    """The files of a server, and who has signed them."""

    folder: Path
    server: trustme.CA
    clients: trustme.CA

    def settings(self) -> dict[str, str]:
        """Write new certificates, and return the settings."""
        return certified(self.folder, self.server) | {"tls_client_ca": write(self.folder, "clients", self.clients)}


def write(folder: Path, name: str, authority: trustme.CA) -> str:
    path = folder / f"{name}.pem"
    authority.cert_pem.write_to_path(str(path))
    return str(path)


@pytest.fixture
def files(tmp_path: Path) -> Certificates:
    return Certificates(tmp_path, trustme.CA(), trustme.CA())


def client(folder: Path, issuer: trustme.CA, expires: dt.datetime | None = None) -> list[str]:
    """The options of curl for a new certificate of a client."""
    mine, path = issuer.issue_cert("gateway.example", not_after=expires), folder / "client.pem"
    mine.private_key_and_cert_chain_pem.write_to_path(str(path))
    return ["--cert", str(path)]


def call(address: str, folder: Path, server: trustme.CA, *options: str) -> tuple[int, str]:
    """curl's exit code and the status of the reply, of a call that trusts one authority."""
    trusted = ["--cacert", write(folder, "trusted", server), "--max-time", "60"]
    post = ["--header", "content-type: application/json", "--data", DETECT.decode()]
    show = ["--silent", "--output", str(folder / "reply"), "--write-out", "%{http_code}"]
    sent = ["curl", *show, *trusted, *post, *options, f"https://{address}{PATH}Detect"]
    done = subprocess.run(sent, capture_output=True, check=False, text=True)
    return done.returncode, done.stdout


def test_a_certificate_that_changes_is_that_of_the_next_connection(tmp_path: Path) -> None:
    first, second = trustme.CA(), trustme.CA()
    with running(**certified(tmp_path, first)) as address:
        assert [(0, "200"), (UNTRUSTED, "000")] == [call(address, tmp_path, each) for each in (first, second)]
        certified(tmp_path, second)
        assert [(UNTRUSTED, "000"), (0, "200")] == [call(address, tmp_path, each) for each in (first, second)]


def test_files_that_do_not_fit_leave_the_certificate_as_it_was(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    authority, other = trustme.CA(), tmp_path / "other"
    other.mkdir()
    given = certified(tmp_path, authority)
    with running(**given) as address:
        for key in (Path(certified(other, authority)["tls_key"]).read_bytes(), b"", b"no key"):
            Path(given["tls_key"]).write_bytes(key)
            assert (0, "200") == call(address, tmp_path, authority)
            assert "the certificate is as before" in caplog.text
            caplog.clear()
        certified(tmp_path, authority)
        assert (0, "200") == call(address, tmp_path, authority)
        assert "as before" not in caplog.text


def hour(hours: int) -> dt.datetime:
    return dt.datetime.now(dt.UTC) + dt.timedelta(hours=hours)


def test_clients_need_a_certificate_that_holds(files: Certificates) -> None:
    folder, known, stranger = files.folder, files.clients, trustme.CA()

    def ends(*options: str) -> int:
        return call(address, folder, files.server, *options)[0]

    with running(**files.settings()) as address:
        assert ends(*client(folder, known)) == 0
        assert {ends(), ends(*client(folder, stranger)), ends(*client(folder, known, hour(-1)))} <= REFUSED
        write(folder, "clients", stranger)
        assert ends(*client(folder, stranger)) == 0
        assert {ends(), ends(*client(folder, known))} <= REFUSED


def test_clients_that_name_a_server_and_those_without_tls(tmp_path: Path) -> None:
    authority = trustme.CA()
    with running(**certified(tmp_path, authority)) as address:
        certified(tmp_path, authority)
        host, port = address.split(":")
        named = ["curl", "--silent", "--insecure", "--resolve", f"turnwire.test:{port}:{host}"]
        done = subprocess.run([*named, f"https://turnwire.test:{port}/healthz"], capture_output=True, check=False)
        assert (0, b"SERVING\n") == (done.returncode, done.stdout)
        without = ["curl", "--silent", f"http://{address}/healthz"]
        plain = subprocess.run(without, capture_output=True, check=False)
        assert (True, b"") == (plain.returncode != 0, plain.stdout)
        assert (0, "200") == call(address, tmp_path, authority)
