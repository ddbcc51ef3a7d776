"""The clients in examples/clients, built from the proto files, against a real server with TLS and tokens."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
import trustme
from tests.generation.test_go_service import serving
from tests.service.test_security import TOKENS, certified

import turnwire

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
CLIENTS = ROOT / "examples" / "clients"
BUILD = ROOT / "build" / "clients"
BODY = json.dumps({"model": "m", "seed": 7, "messages": [{"role": "user", "content": "Hällo."}]}).encode()
CHUNKS = [
    b"data: %s\n\n"
    % json.dumps({"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": text}}]}).encode()
    for text in ("Hi", " there")
]
SECONDS = 60


class Language(NamedTuple):
    """How a client is built in its folder, what that needs, and how it is started."""

    needs: list[list[str]]
    """Commands that end with 0 where what the build needs is installed."""
    build: list[list[str]]
    run: list[str]


def of(language: str) -> Language:
    here, there = str(CLIENTS / language), str(BUILD / language)
    table = {
        "rust": Language(
            [["cargo", "--version"], ["protoc", "--version"]],
            [["cargo", "build", "--quiet", "--manifest-path", f"{here}/Cargo.toml", "--target-dir", there]],
            [f"{there}/debug/turnwire-client"],
        ),
        "java": Language(
            [["mvn", "--version"], ["javac", "-version"]],
            [["mvn", "--quiet", "--batch-mode", "--file", f"{here}/pom.xml", f"-Dturnwire.build={there}", "package"]],
            ["java", "-cp", f"{there}/classes:{there}/jars/*", "Main"],
        ),
        "cpp": Language(
            [["cmake", "--version"], ["pkg-config", "--exists", "grpc++"], ["which", "grpc_cpp_plugin"]],
            [["cmake", "-S", here, "-B", there], ["cmake", "--build", there, "--parallel", "2"]],
            [f"{there}/turnwire-client"],
        ),
    }
    return table[language]


def is_there(command: list[str]) -> bool:
    return (
        shutil.which(command[0]) is not None
        and not subprocess.run(command, capture_output=True, check=False).returncode
    )


class Server(NamedTuple):
    """A server with TLS, and the arguments of a client that it takes."""

    address: str
    ca: str

    def arguments(self, what: str, target: str, token: str = "open-sesame") -> list[str]:  # noqa: S107
        return [what, self.address, self.ca, token, "openai_chat", target]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder, authority = tmp_path_factory.mktemp("server"), trustme.CA()
    authority.cert_pem.write_to_path(str(folder / "ca.pem"))
    (folder / "tokens.toml").write_text(TOKENS)
    with serving(**certified(folder, authority), tokens=str(folder / "tokens.toml")) as address:
        yield Server(address, str(folder / "ca.pem"))


@pytest.fixture(scope="module", params=["rust", "java", "cpp"])
def client(request: pytest.FixtureRequest) -> list[str]:
    language = of(request.param)
    if lacking := [command[0] for command in language.needs if not is_there(command)]:
        pytest.skip(f"{' '.join(lacking)}: not on this machine, so the client in {request.param} is not built")
    BUILD.mkdir(parents=True, exist_ok=True)
    for command in language.build:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ)
        assert 0 == done.returncode, done.stdout + done.stderr
    return language.run


def ran(command: list[str], data: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, input=data, capture_output=True, check=False, timeout=SECONDS)


def test_a_document_is_converted_as_the_library_converts_it(client: list[str], server: Server) -> None:
    done = ran([*client, *server.arguments("convert", "anthropic_messages")], BODY)
    wanted = turnwire.convert(BODY, "anthropic_messages", source="openai_chat")
    assert (0, wanted.data) == (done.returncode, done.stdout)
    assert f"{len(wanted.losses)} losses" in done.stderr.decode()


def test_a_stream_comes_out_while_it_goes_in(client: list[str], server: Server) -> None:
    first, second = CHUNKS
    command = [*client, *server.arguments("stream", "anthropic_messages")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(first)
        child.stdin.flush()
        begun = b""
        while b'"Hi"' not in begun:  # nothing else was sent: this would wait for ever
            piece = os.read(child.stdout.fileno(), 65536)
            assert piece
            begun += piece
        rest, _ = child.communicate(second + b"data: [DONE]\n\n", SECONDS)
    assert 0 == child.returncode
    wanted = turnwire.translate([*CHUNKS, b"data: [DONE]\n\n"], "openai_chat", "anthropic_messages")
    assert b"".join(wanted) == begun + rest


@pytest.mark.parametrize(("target", "token"), [("nowhere", "open-sesame"), ("anthropic_messages", "wrong")])
@pytest.mark.parametrize("what", ["convert", "stream"])
def test_a_call_that_fails_ends_the_client(
    client: list[str], server: Server, what: str, target: str, token: str
) -> None:
    done = ran([*client, *server.arguments(what, target, token)], BODY if what == "convert" else b"".join(CHUNKS))
    assert done.returncode
    assert ("bearer token" if token == "wrong" else "nowhere") in done.stderr.decode()  # noqa: S105
