"""The stubs of the service for Go with the messages, in a module of a user's own that is made as the README says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.generation import plugins

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
	"google.golang.org/grpc/credentials/insecure"

	"turnwire.dev/go/native"
	"turnwire.dev/go/service"
	turnwirev1 "turnwire.dev/go/turnwire/v1"
)

func main() {
	ctx, address, body := context.Background(), os.Args[1], []byte(os.Args[2])
%s
	if err != nil {
		panic(err)
	}
	history, err := native.Marshal(&turnwirev1.History{Id: &address})
	fmt.Println(string(response.Data), string(history), err)
}
"""


@pytest.fixture
def address() -> Iterator[str]:
    service = Service(Settings(port=0))
    service.start()
    yield service.address
    service.drain(1)
    service.stop()


def blocks(language: str) -> list[str]:
    readme = (GO / "README.md").read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)


def done(*command: str, folder: Path) -> str:
    found = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert 0 == found.returncode, found.stdout + found.stderr
    return found.stdout


def test_the_stubs_and_the_messages_work_in_one_program(address: str, tmp_path: Path) -> None:
    plugins.run_by("go")
    go = shutil.which("go")
    assert go is not None
    lines = "".join(blocks("text")).replace("PATH/generated", str(ROOT / "generated"))
    (tmp_path / "go.mod").write_text(f"module example.com/user\n\ngo 1.24.0\n\n{lines}", "utf-8")
    (call,) = [block for block in blocks("go") if "service." in block]
    (tmp_path / "main.go").write_text(PROGRAM % call, "utf-8")
    done(go, "mod", "tidy", folder=tmp_path)
    data, history, error = done(go, "run", ".", address, BODY, folder=tmp_path).split()
    assert "user" == json.loads(data)["messages"][0]["role"]
    assert address == json.loads(history)["id"]
    assert "<nil>" == error


def test_the_stubs_register_no_message() -> None:
    """Go's protobuf takes each proto file once, and the module of the messages has this one."""
    made = "".join(path.read_text("utf-8") for path in (GO / "service").glob("*.go"))
    assert "protoimpl" not in made
    aliases = set(re.findall(r"^\t(\w+) += turnwirev1\.(\w+)$", made, re.MULTILINE))
    assert len(aliases) > 10
    assert all(alias == name for alias, name in aliases)
