"""The stubs of the service for Go with the messages, in a module of a user's own that is made as the README says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import trustme
from tests.generation import plugins
from tests.service.test_security import certified

from turnwire.service.server import Service
from turnwire.service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
GO = ROOT / "generated" / "go"
BODY = '{"model": "m", "messages": [{"role": "user", "content": "Hello."}]}'
# What the README leaves to its reader: imports, and where its variables come from.
PROGRAM = """\
package main

import (
	"context"
	"fmt"
	"os"

	"google.golang.org/grpc"
%(imports)s

	"turnwire.dev/go/native"
	"turnwire.dev/go/service"
	turnwirev1 "turnwire.dev/go/turnwire/v1"
)

func main() {
	ctx, address, body%(names)s := context.Background(), os.Args[1], []byte(os.Args[2])%(values)s
%(call)s
	if err != nil {
		panic(err)
	}
	history, err := native.Marshal(&turnwirev1.History{Id: &address})
	fmt.Println(string(response.Data), string(history), err)
}
"""


PLAIN = {"imports": '\t"google.golang.org/grpc/credentials/insecure"', "names": "", "values": ""}
SECURE = {
    "imports": '\t"google.golang.org/grpc/credentials"\n\t"google.golang.org/grpc/metadata"',
    "names": ", token",
    "values": ", os.Args[3]",
}


@contextmanager
def serving(**settings: Any) -> Iterator[str]:
    service = Service(Settings(port=0, **settings))
    service.start()
    yield service.address
    service.drain(1)
    service.stop()


def blocks(language: str) -> list[str]:
    readme = (GO / "README.md").read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)


def ran(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def done(*command: str, folder: Path) -> str:
    found = ran(*command, folder=folder)
    assert 0 == found.returncode, found.stdout + found.stderr
    return found.stdout


@pytest.fixture
def go(tmp_path: Path) -> str:
    """The program `go`, and a module of a user's with two programs: `./plain`, and `./secure` for TLS and a token."""
    plugins.run_by("go")
    found = shutil.which("go")
    assert found is not None
    lines = "".join(blocks("text")).replace("PATH/generated", str(ROOT / "generated"))
    (tmp_path / "go.mod").write_text(f"module example.com/user\n\ngo 1.24.0\n\n{lines}", "utf-8")
    plain, others = [block for block in blocks("go") if "grpc.NewClient" in block]
    secure = others + "".join(plain.splitlines(keepends=True)[1:])
    for name, call, facts in (("plain", plain, PLAIN), ("secure", secure, SECURE)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.go").write_text(PROGRAM % {**facts, "call": call}, "utf-8")
    done(found, "mod", "tidy", folder=tmp_path)
    return found


def test_the_stubs_and_the_messages_work_in_one_program(go: str, tmp_path: Path) -> None:
    with serving() as address:
        data, history, error = done(go, "run", "./plain", address, BODY, folder=tmp_path).split()
    assert "user" == json.loads(data)["messages"][0]["role"]
    assert address == json.loads(history)["id"]
    assert "<nil>" == error


def test_they_work_over_tls_with_a_token(go: str, tmp_path: Path) -> None:
    authority, tokens = trustme.CA(), tmp_path / "tokens.toml"
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    tokens.write_text('[gateway]\ntoken = "swordfish"\n', "utf-8")
    with serving(tokens=str(tokens), **certified(tmp_path, authority)) as address:
        data, *_ = done(go, "run", "./secure", address, BODY, "swordfish", folder=tmp_path).split()
        wrong = ran(go, "run", "./secure", address, BODY, "sardine", folder=tmp_path)
        trustme.CA().cert_pem.write_to_path(str(tmp_path / "ca.pem"))
        untrusted = ran(go, "run", "./secure", address, BODY, "swordfish", folder=tmp_path)
    assert "user" == json.loads(data)["messages"][0]["role"]
    assert (True, True) == (wrong.returncode != 0, "Unauthenticated" in wrong.stderr)
    assert (True, True) == (untrusted.returncode != 0, "certificate signed by unknown authority" in untrusted.stderr)


def test_the_stubs_register_no_message() -> None:
    """Go's protobuf takes each proto file once, and the module of the messages has this one."""
    made = "".join(path.read_text("utf-8") for path in (GO / "service").glob("*.go"))
    assert "protoimpl" not in made
    aliases = set(re.findall(r"^\t(\w+) += turnwirev1\.(\w+)$", made, re.MULTILINE))
    assert len(aliases) > 10
    assert all(alias == name for alias, name in aliases)
