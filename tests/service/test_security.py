"""Who may call: TLS, certificates of clients, bearer tokens and their quotas; and where the server listens."""

from __future__ import annotations

import hashlib
import os
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
import pytest
import trustme
from click.testing import CliRunner
from google.rpc.error_details_pb2 import ErrorInfo, RetryInfo
from grpc_status import rpc_status
from tests.service.calls import detail
from tests.service.documents import HISTORY

import turnwire
from turnwire.service.client import Client
from turnwire.service.command import serve
from turnwire.service.quotas import Quotas
from turnwire.service.server import Service
from turnwire.service.settings import Settings, problems
from turnwire.service.tokens import Token, Tokens, load

if TYPE_CHECKING:
    from collections.abc import Iterator

TOKENS = f"""
[free]
token = "open-sesame"

[hashed]
sha256 = "{hashlib.sha256(b"swordfish").hexdigest()}"
calls_per_second = 0.01
burst = 2

[old]
token = "yesterday"
expires = 2020-01-01T00:00:00Z
"""


@contextmanager
def running(settings: Settings) -> Iterator[str]:
    service = Service(settings)
    service.start()
    yield service.address
    service.stop()


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


def certified(folder: Path, authority: trustme.CA) -> dict[str, str]:
    """The settings of a server with a new certificate, written to a folder."""
    certificate = authority.issue_cert("127.0.0.1")
    paths = {"tls_certificate": folder / "cert.pem", "tls_key": folder / "key.pem"}
    certificate.cert_chain_pems[0].write_to_path(str(paths["tls_certificate"]))
    certificate.private_key_pem.write_to_path(str(paths["tls_key"]))
    return {name: str(path) for name, path in paths.items()}


def tmp_path_of(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder / name


def root_of(authority: trustme.CA) -> bytes:
    return bytes(authority.cert_pem.bytes())


def refusal(target: str, token: str | None, credentials: grpc.ChannelCredentials | None = None) -> tuple[Any, str, Any]:
    """Code, reason and status of a call that is refused."""
    with (
        Client(target, token=token, credentials=credentials, timeout=60) as client,
        pytest.raises(grpc.RpcError) as refused,
    ):
        client.detect(HISTORY)
    raised: Any = refused.value
    status = rpc_status.from_call(raised)
    assert status is not None
    return raised.code(), detail(status, ErrorInfo).reason, status


def test_each_token_does_what_the_file_says(tmp_path: Path) -> None:
    path = tmp_path / "tokens.toml"
    path.write_text(TOKENS)
    refused = grpc.StatusCode.UNAUTHENTICATED
    with running(Settings(port=0, tokens=str(path))) as target:
        for token, reason in ((None, "MISSING_TOKEN"), ("wrong", "UNKNOWN_TOKEN"), ("yesterday", "EXPIRED_TOKEN")):
            assert (refused, reason) == refusal(target, token)[:2]
        with Client(target, token="open-sesame", timeout=60) as client:  # noqa: S106 - the token of this test
            expected = turnwire.convert(HISTORY, "openai_chat")
            assert [expected] * 5 == [client.convert(HISTORY, "openai_chat") for _ in range(5)]
        with Client(target, token="swordfish", timeout=60) as client:  # noqa: S106 - the same
            assert [expected] * 2 == [client.convert(HISTORY, "openai_chat") for _ in range(2)]
        code, reason, status = refusal(target, "swordfish")
        assert (grpc.StatusCode.RESOURCE_EXHAUSTED, "OVER_QUOTA") == (code, reason)
        assert 90 < detail(status, RetryInfo).retry_delay.seconds <= 100


def test_a_token_keeps_its_quota_when_others_come_and_go(tmp_path: Path) -> None:
    path, quotas = tmp_path / "tokens.toml", Quotas()
    kept = '[b]\ntoken = "b"\ncalls_per_second = 0.01\nburst = 3\n[c]\ntoken = "c"\ncalls_per_second = 0.01\n'

    def waits(text: str) -> dict[str, bool]:
        path.write_text(text)
        return {token.name: quotas.wait_for(token) > 0 for token in load(str(path))}

    assert {"b": False, "c": False} == waits(kept)
    assert {"a": False, "b": False, "c": True} == waits(f'[a]\ntoken = "a"\ncalls_per_second = 0.01\n{kept}')
    assert {"b": False, "c": True} == waits(kept)
    assert {"b": True, "c": True} == waits(kept)
    quotas.close()


def test_names_of_tokens_that_are_gone_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnwire.service.quotas._BUCKETS", 4)
    quotas = Quotas()
    tokens = [Token(str(number), b"", calls_per_second=0.01) for number in range(20)]
    assert [0.0] * 20 == [quotas.wait_for(token) for token in tokens]
    assert quotas.wait_for(tokens[-1]) > 90
    quotas.close()


def test_health_needs_no_token_and_reflection_does(tmp_path: Path) -> None:
    path = tmp_path / "tokens.toml"
    path.write_text(TOKENS)
    with running(Settings(port=0, tokens=str(path))) as target, grpc.insecure_channel(target) as channel:
        check: Any = channel.unary_unary("/grpc.health.v1.Health/Check")
        assert b"\x08\x01" == check(b"", timeout=60)
        reflect: Any = channel.stream_stream("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo")
        with pytest.raises(grpc.RpcError) as refused:
            list(reflect(iter([b""]), timeout=60))
    assert grpc.StatusCode.UNAUTHENTICATED == refused.value.code()


def test_tokens_are_read_again_when_their_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "tokens.toml"
    path.write_text(TOKENS)
    tokens = Tokens(str(path))
    path.write_text('[new]\ntoken = "tomorrow"\n')
    time.sleep(1.1)
    assert [None, "new"] == [each and each.name for each in map(tokens.find, ("open-sesame", "tomorrow"))]
    path.write_text("[new")
    os.utime(path, (1, 1))
    time.sleep(1.1)
    found = tokens.find("tomorrow")  # a file that cannot be read changes nothing
    assert found is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there are 0 tokens"),
        ("[a", "cannot be read as TOML"),
        ("a = 1", r"\[a\]: is no table"),
        ("[a]\nname = 1", r"\[a\]: there is no key name; there are burst, "),
        ("[a]", "needs either token or sha256"),
        ('[a]\ntoken = "SECRET"\nsha256 = "00"', "needs either token or sha256"),
        ('[a]\nsha256 = "SECRET"', "64 digits in hex"),
        ('[a]\ntoken = ""', "are texts"),
        ('[a]\ntoken = "SECRET"\ncalls_per_second = 0', "a number above 0"),
        ('[a]\ntoken = "SECRET"\nburst = true', "at least 1"),
        ('[a]\ntoken = "SECRET"\nexpires = 2027-01-01', "a time with a zone"),
    ],
)
def test_a_wrong_file_of_tokens_is_refused_without_its_tokens(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "tokens.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=message) as refused:
        load(str(path))
    assert "SECRET" not in str(refused.value)


def test_tls_and_a_certificate_that_changes(tmp_path: Path, authority: trustme.CA) -> None:
    settings = Settings(port=0, **certified(tmp_path, authority))  # type: ignore[arg-type]
    trusted = grpc.ssl_channel_credentials(root_of(authority))
    other = trustme.CA()
    with running(settings) as target:
        with Client(target, credentials=trusted, timeout=60) as client:
            assert turnwire.detect(HISTORY) == client.detect(HISTORY)
        with Client(target, timeout=60) as client, pytest.raises((ConnectionError, grpc.RpcError)):
            client.detect(HISTORY)  # without TLS
        certified(tmp_path, other)
        with Client(target, credentials=grpc.ssl_channel_credentials(root_of(other)), timeout=60) as client:
            assert turnwire.detect(HISTORY) == client.detect(HISTORY)


def test_a_certificate_that_does_not_fit_its_key_is_refused(
    tmp_path: Path, authority: trustme.CA, caplog: pytest.LogCaptureFixture
) -> None:
    given = certified(tmp_path, authority)
    other = certified(tmp_path_of(tmp_path, "other"), trustme.CA())
    with pytest.raises(ValueError, match="KEY_VALUES_MISMATCH"):
        Service(Settings(port=0, **{**given, "tls_key": other["tls_key"]}))  # type: ignore[arg-type]
    with running(Settings(port=0, **given)) as target:  # type: ignore[arg-type]
        Path(given["tls_key"]).write_bytes(Path(other["tls_key"]).read_bytes())  # the certificate comes later
        trusted = grpc.ssl_channel_credentials(root_of(authority))
        with Client(target, credentials=trusted, timeout=60) as client:
            assert turnwire.detect(HISTORY) == client.detect(HISTORY)
    assert "the certificate is as before" in caplog.text


@pytest.mark.parametrize("text", ["", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----"])
def test_what_is_no_certificate_is_refused(tmp_path: Path, authority: trustme.CA, text: str) -> None:
    given = certified(tmp_path, authority)
    for name in given:
        bad = tmp_path / "bad.pem"
        bad.write_text(text)
        with pytest.raises(ValueError, match=r"bad\.pem"):
            Service(Settings(port=0, **{**given, name: str(bad)}))  # type: ignore[arg-type]
        with pytest.raises(ValueError, match=r"bad\.pem"):
            Service(Settings(port=0, tls_client_ca=str(bad), **given))  # type: ignore[arg-type]


def test_mutual_tls(tmp_path: Path, authority: trustme.CA) -> None:
    clients, strangers = trustme.CA(), trustme.CA()
    known = tmp_path / "clients.pem"
    clients.cert_pem.write_to_path(str(known))
    settings = Settings(port=0, tls_client_ca=str(known), **certified(tmp_path, authority))  # type: ignore[arg-type]

    def with_certificate_of(issuer: trustme.CA | None) -> grpc.ChannelCredentials:
        if issuer is None:
            return grpc.ssl_channel_credentials(root_of(authority))
        mine = issuer.issue_cert("gateway.example")
        key, chain = mine.private_key_pem.bytes(), mine.cert_chain_pems[0].bytes()
        return grpc.ssl_channel_credentials(root_of(authority), key, chain)

    with running(settings) as target:
        with Client(target, credentials=with_certificate_of(clients), timeout=60) as client:
            assert turnwire.detect(HISTORY) == client.detect(HISTORY)
        for issuer in (None, strangers):
            with (
                Client(target, credentials=with_certificate_of(issuer), timeout=60) as client,
                pytest.raises(ConnectionError),
            ):
                client.detect(HISTORY)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"host": "0.0.0.0"}, "can be reached from other machines"),  # noqa: S104 - what is refused
        ({"host": "::"}, "can be reached from other machines"),
        ({"host": "0.0.0.0", "tls_certificate": "FILE", "tls_key": "FILE"}, "other machines"),  # noqa: S104
        ({"host": "0.0.0.0", "tokens": "FILE"}, "other machines"),  # noqa: S104
        ({"tls_key": "FILE"}, "go together"),
        ({"tls_client_ca": "FILE"}, "needs --tls-certificate"),
        ({"tokens": "nowhere"}, "there is no file nowhere"),
        ({"http_origins": "https://a.example, b.example"}, "b.example is no origin"),
        ({"http_origins": "https://a.example/"}, "https://a.example/ is no origin"),
    ],
)
def test_what_is_not_safe_is_refused(tmp_path: Path, given: dict[str, Any], message: str) -> None:
    (tmp_path / "file").touch()
    settings = Settings(**{name: value.replace("FILE", str(tmp_path / "file")) for name, value in given.items()})
    assert any(message in each for each in problems(settings))


def test_a_process_is_kept_on_a_core_only_where_the_system_can_do_that(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [] == list(problems(Settings(pin=True)))
    monkeypatch.delattr("os.sched_setaffinity")
    assert ["--pin: this system does not let a process choose its core, as Linux does"] == list(
        problems(Settings(pin=True))
    )
    assert [] == list(problems(Settings()))


@pytest.mark.parametrize(
    "given",
    [
        {"host": "::1"},
        {"http_origins": "https://a.example, http://localhost:3000,"},
        {"http_origins": "*"},
        {"host": "localhost", "tokens": "FILE"},
        {"host": "0.0.0.0", "insecure": True},  # noqa: S104 - what is forced
        {"host": "0.0.0.0", "insecure": True, "tokens": "FILE"},  # noqa: S104 - the same
        {"host": "0.0.0.0", "tls_certificate": "FILE", "tls_key": "FILE", "tokens": "FILE"},  # noqa: S104
        {"host": "0.0.0.0", "tls_certificate": "FILE", "tls_key": "FILE", "tls_client_ca": "FILE"},  # noqa: S104
    ],
)
def test_what_is_safe_or_forced_is_taken(tmp_path: Path, given: dict[str, Any]) -> None:
    (tmp_path / "file").touch()
    texts = {name: str(tmp_path / "file") if value == "FILE" else value for name, value in given.items()}
    assert [] == list(problems(Settings(**texts)))  # type: ignore[arg-type]


def test_the_settings_are_checked_without_a_server(tmp_path: Path) -> None:
    run = CliRunner().invoke
    tokens, config = tmp_path / "tokens.toml", tmp_path / "serve.toml"
    tokens.write_text(TOKENS)
    config.write_text(f'tokens = "{tokens}"\nmax-concurrent = 7\n')
    right = run(serve, ["--check-config", "--config", str(config)])
    assert (0, "the settings are right\n") == (right.exit_code, right.output)
    tokens.write_text("[a]")
    wrong = run(serve, ["--check-config", "--config", str(config)])
    assert (2, True) == (wrong.exit_code, "needs either token or sha256" in wrong.output)
    config.write_text("prot = 1")
    assert "there is no setting prot" in run(serve, ["--check-config", "--config", str(config)]).output
    beyond = run(serve, ["--check-config"], env={"TURNWIRE_SERVE_HOST": "0.0.0.0"})  # noqa: S104 - what is refused
    assert (2, True) == (beyond.exit_code, "can be reached from other machines" in beyond.output)


def test_options_go_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    config = tmp_path / "serve.toml"
    config.write_text("port = 1\nworkers = 1\ngrace = 1\n")
    os.environ["TURNWIRE_SERVE_PORT"] = os.environ["TURNWIRE_SERVE_WORKERS"] = "2"
    try:
        context = serve.make_context("serve", ["--config", str(config), "--port", "3"])
    finally:
        del os.environ["TURNWIRE_SERVE_PORT"], os.environ["TURNWIRE_SERVE_WORKERS"]
    assert (3, 2, 1.0) == tuple(context.params[name] for name in ("port", "workers", "grace"))
