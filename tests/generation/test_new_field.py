"""A new field, put into a scratch copy: `make generate` brings it into every language, and what has not decided fails.

The generators are those that `make generate` installed; a language whose generator is not here is skipped by name.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GENERATORS = ROOT / ".venv-generate" / "bin"
# Beside the bindings: the working model and its adapter, and the codecs of native JSON.
TEMPLATES = ("buf.gen.yaml", "buf.gen.native.yaml")
COPIED = (
    "proto",
    "schemas",
    "tools",
    "bindings",
    "python",
    "tests",
    "benchmarks",
    "generated/python",
    "generated/betterproto",
)

# Where a binding has the field, and the program that makes it.
BINDINGS = {
    "python": ("turnwire/v1/message_pb2.pyi", "mood", "protoc"),
    "betterproto": ("turnwire_betterproto/turnwire/v1/__init__.py", "mood", "protoc-gen-python_betterproto2"),
    "java": ("src/main/java/dev/turnwire/v1/Message.java", "getMood", "protoc"),
    "typescript": ("src/turnwire/v1/message_pb.ts", "mood", "protoc-gen-es"),
    "go": ("turnwire/v1/message.pb.go", "Mood", "protoc-gen-go"),
    "rust": ("src/generated/turnwire.v1.rs", "mood", "protoc-gen-buffa"),
}

# What must be decided about a field of the model, and the test that says so.
UNDECIDED = {
    "its schema": "tests/schemas/test_parity.py",
    "what each dialect writes of it": (
        "tests/laws/test_6_every_field_is_answered.py::test_every_field_of_the_model_has_a_row"
    ),
    "its vector": "tests/vectors/test_vectors.py::test_nothing_of_the_protos_is_without_a_vector",
}


def path() -> str:
    """Where the generators are found, as the Makefile has it."""
    places = (GENERATORS, ROOT / "build" / "generators", ROOT / "node_modules" / ".bin")
    return os.pathsep.join([*map(str, places), os.environ["PATH"]])


def run(scratch: Path, *command: str) -> subprocess.CompletedProcess[str]:
    roots = (scratch / each for each in (".", "tools", "python", "generated/python", "generated/betterproto"))
    environment = {**os.environ, "PATH": path(), "PYTHONPATH": os.pathsep.join(map(str, roots))}
    return subprocess.run(command, cwd=scratch, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project whose `Message` has one more field, and the model that is generated of it."""
    if shutil.which("buf", path=path()) is None:
        pytest.skip("SKIPPED: a new field in every language, since there is no buf here; `make setup` installs it")
    folder = tmp_path_factory.mktemp("scratch")
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "target"))
    for name in (*TEMPLATES, "buf.yaml", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    proto = folder / "proto" / "turnwire" / "v1" / "message.proto"
    text = proto.read_text()
    start, end = text.index("message Message {"), text.index("\n}", text.index("message Message {"))
    number = 1 + max(map(int, re.findall(r" = (\d+);", text[start:end])))
    proto.write_text(f"{text[:end]}\n  // The mood of who wrote it.\n  optional string mood = {number};{text[end:]}")
    for binding in ("python", "betterproto"):
        generate(folder, binding)
    for template in TEMPLATES:
        done = run(folder, "buf", "generate", "--template", template)
        assert done.returncode == 0, done.stderr
    return folder


def generate(scratch: Path, binding: str) -> None:
    template, out = f"bindings/{binding}/buf.gen.yaml", f"generated/{binding}"
    done = run(scratch, "buf", "generate", "proto", "--template", template, "-o", out)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("binding", BINDINGS)
def test_a_new_field_reaches_every_language(scratch: Path, binding: str) -> None:
    file, word, program = BINDINGS[binding]
    if shutil.which(program, path=path()) is None:
        pytest.skip(f"SKIPPED: a new field in {binding}, since there is no {program} here; `make generate` builds it")
    if binding not in ("python", "betterproto"):
        generate(scratch, binding)
    assert word in (scratch / "generated" / binding / file).read_text()


def test_the_model_has_it_and_reads_it(scratch: Path) -> None:
    asked = (
        "import turnwire; from turnwire.codec import proto\n"
        'history = turnwire.read(b\'{"history":[{"role":"user","mood":"calm"}]}\', \'turnwire\', kind=\'request\')\n'
        "print(history.history[0].mood, proto.decode(proto.encode(history), 'request').history[0].mood)"
    )
    done = run(scratch, sys.executable, "-c", asked)
    assert (done.stdout, done.stderr) == ("calm calm\n", "")


@pytest.mark.parametrize("test", UNDECIDED.values(), ids=UNDECIDED)
def test_what_has_not_decided_about_it_fails(scratch: Path, test: str) -> None:
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    done = run(scratch, sys.executable, "-m", "pytest", *options, test)
    # The rows of the cost table are read before any test, and end all of them.
    assert done.returncode in (1, 3), done.stdout[-2000:] + done.stderr[-2000:]
    assert "mood" in done.stdout
