"""A new field, put into a scratch copy: `make generate` brings it into every language, and what has not decided fails.

The generators are those of `make generate` (tests/generation/plugins.py); a language is skipped only where its
toolchain is not here.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.generation import plugins
from tests.vectors.given import field

from turnwire.dialects import names

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
# Beside the bindings: the working model and its adapter, and the codecs of native JSON.
TEMPLATES = ("buf.gen.yaml", "buf.gen.native.yaml")
COPIED = ("proto", "mapping", "schemas", "tools", "bindings", "python", "tests", "benchmarks", "docs")
COPIED_CODE = ("python", "betterproto", "typescript", "go", "openapi")
# What compilers left there, and packages that are linked.
LEFT_OUT = shutil.ignore_patterns("__pycache__", "dist", "build")


class Has(NamedTuple):
    """Where the code of a binding has the field, and the program that makes it."""

    file: str
    word: str
    program: str = "buf"


BINDINGS = {
    "python": Has("turnwire/v1/message_pb2.pyi", "demeanour"),
    "betterproto": Has("turnwire_betterproto/turnwire/v1/__init__.py", "demeanour", "protoc-gen-python_betterproto2"),
    "java": Has("src/main/java/dev/turnwire/v1/Message.java", "getDemeanour"),
    "cpp": Has("src/turnwire/v1/message.pb.h", "set_demeanour"),
    "typescript": Has("src/turnwire/v1/message_pb.ts", "demeanour", "protoc-gen-es"),
    "go": Has("turnwire/v1/message.pb.go", "Demeanour", "protoc-gen-go"),
    "rust": Has("src/generated/turnwire.v1.rs", "demeanour", "protoc-gen-buffa"),
    "csharp": Has("src/Turnwire/V1/Message.cs", "Demeanour"),
    "kotlin": Has("src/main/kotlin/dev/turnwire/v1/MessageKt.kt", "demeanour"),
}
# Without it nothing is generated; Swift's generator is in no package, and tests/generation/test_templates.py says so.
NO_GENERATOR = {"swift"}

# What must be decided about a field of the model, and the test that says so.
UNDECIDED = {
    "its schema": "tests/schemas/test_parity.py::test_proto_and_schemas_say_the_same",
    "what each dialect writes of it": (
        "tests/laws/test_6_every_field_is_answered.py::test_every_field_of_the_model_has_a_row"
    ),
    "the pages that say what each dialect holds": "tests/docs/test_fidelity.py::test_the_tables_are_up_to_date",
    "its vector": "tests/vectors/test_vectors.py::test_nothing_of_the_protos_is_without_a_vector",
}
# How two of them are decided: a file, a line of it, and what is put before that.
DECIDED = {
    "its schema": (
        "schemas/turnwire/message.schema.json",
        '    "name": {',
        '    "demeanour": {"description": "The demeanour of who wrote it.", "type": "string"},\n',
    ),
    "what each dialect writes of it": (
        "tests/fidelity/rows.yaml",
        "    message.name: {entries",
        "    message.demeanour: {entries: [{role: user, demeanour: calm}]}\n",
    ),
}

NATIVE = '{"role":"user","demeanour":"calm"}'
REQUEST = '{"history":[{"role":"user","demeanour":"calm","content":[{"type":"text","text":"Hello."}]}]}'

# For each dialect what became of the field: `held`, `told` as lost, or what law 3 has against it.
ASKED_OF_DIALECTS = f"""
import json, turnwire
from tests.laws.checks import losses_account_for_everything
document = turnwire.read({REQUEST.encode()!r}, "turnwire", kind="request")
found = {{}}
for name in turnwire.dialects.names():
    written = turnwire.write(document, name)
    told = [loss for loss in written.losses if loss.feature == "message.demeanour" and loss.value == "calm"]
    faults = losses_account_for_everything(document, name)
    found[name] = " ".join(faults) or ("told" if told else "held" if b'"demeanour":"calm"' in written.data else "")
print(json.dumps(found))
"""


class Scratch(NamedTuple):
    """The copy, and the number of the new field of `Message`."""

    folder: Path
    number: int

    def run(self, *command: str, text: str | None = None, where: str | None = None) -> subprocess.CompletedProcess[str]:
        roots = (".", "tools", "python", "generated/python", "generated/betterproto")
        environment = {
            **os.environ,
            "PATH": where or plugins.path(),
            "PYTHONPATH": os.pathsep.join(str(self.folder / each) for each in roots),
        }
        return subprocess.run(
            command, cwd=self.folder, env=environment, input=text, capture_output=True, text=True, check=False
        )

    def done(self, *command: str, where: str | None = None, text: str | None = None) -> str:
        """What a program that must succeed printed."""
        found = self.run(*command, text=text, where=where)
        assert 0 == found.returncode, found.stdout[-2000:] + found.stderr[-2000:]
        return found.stdout

    def generate(self, binding: str) -> None:
        plugins.need(BINDINGS[binding].program)
        template, out = f"bindings/{binding}/buf.gen.yaml", f"generated/{binding}"
        where = plugins.own_protoc() if binding == "cpp" else None
        self.done("buf", "generate", "proto", "--template", template, "-o", out, where=where)


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Scratch:
    """A copy of the project whose `Message` has one more field, and the model that is generated of it."""
    plugins.need("buf")
    folder = tmp_path_factory.mktemp("scratch")
    for name in (*COPIED, *(f"generated/{name}" for name in COPIED_CODE)):
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
    for name in (*TEMPLATES, "buf.yaml", "pyproject.toml", "README.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, folder / name)
    proto = folder / "proto" / "turnwire" / "v1" / "message.proto"
    text = proto.read_text()
    start, end = text.index("message Message {"), text.index("\n}", text.index("message Message {"))
    number = 1 + max(map(int, re.findall(r" = (\d+);", text[start:end])))
    proto.write_text(
        f"{text[:end]}\n  // The demeanour of who wrote it.\n  optional string demeanour = {number};{text[end:]}"
    )
    made = Scratch(folder, number)
    for binding in ("python", "betterproto"):
        made.generate(binding)
    for template in TEMPLATES:
        made.done("buf", "generate", "--template", template)
    return made


def test_every_language_is_asked() -> None:
    languages = {path.parent.name for path in (ROOT / "bindings").glob("*/buf.gen.yaml")}
    assert {*BINDINGS} | NO_GENERATOR == languages


@pytest.mark.parametrize("binding", BINDINGS)
def test_a_new_field_reaches_every_language(scratch: Scratch, binding: str) -> None:
    has = BINDINGS[binding]
    if binding not in ("python", "betterproto"):
        scratch.generate(binding)
    assert has.word in (scratch.folder / "generated" / binding / has.file).read_text()
    committed = ROOT / "generated" / binding / has.file
    assert not committed.exists() or has.word not in committed.read_text()


def test_the_model_has_it_and_reads_it(scratch: Scratch) -> None:
    asked = (
        "import turnwire; from turnwire.codec import proto\n"
        f"history = turnwire.read({REQUEST.encode()!r}, 'turnwire', kind='request')\n"
        "print(history.history[0].demeanour, proto.decode(proto.encode(history), 'request').history[0].demeanour)"
    )
    assert "calm calm\n" == scratch.done(sys.executable, "-c", asked)


def executor_of_typescript(scratch: Scratch) -> tuple[str, ...]:
    plugins.run_by("node")
    scratch.generate("typescript")
    link = scratch.folder / "node_modules"
    if not link.exists():
        link.symlink_to(ROOT / "node_modules")
    # The template cleans its folder, and with it the codec.
    scratch.done("buf", "generate", "--template", "buf.gen.native.yaml")
    scratch.done("tsc", "-p", "generated/typescript")
    return "node", "tests/conformance/typescript/executor.mjs"


def executor_of_go(scratch: Scratch) -> tuple[str, ...]:
    plugins.run_by("go")
    scratch.generate("go")
    scratch.done("buf", "generate", "--template", "buf.gen.native.yaml")
    scratch.done("go", "build", "-C", "tests/conformance/go", "-o", str(scratch.folder / "executor"), ".")
    return (str(scratch.folder / "executor"),)


@pytest.mark.parametrize("executor_of", [executor_of_typescript, executor_of_go])
def test_the_codecs_of_native_json_have_it(scratch: Scratch, executor_of: Callable[[Scratch], tuple[str, ...]]) -> None:
    binary = field(1, 1) + field(scratch.number, b"calm")
    asked = [f"native turnwire.v1.Message binary {NATIVE.encode().hex()}"]
    asked += [f"binary turnwire.v1.Message native {binary.hex()}"]
    answers = scratch.done(*executor_of(scratch), text="".join(f"{line}\n" for line in asked)).splitlines()
    assert [f"ok {binary.hex()}", f"ok {NATIVE.encode().hex()}"] == answers


def outcome(scratch: Scratch, test: str) -> subprocess.CompletedProcess[str]:
    return scratch.run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "1", test)


@pytest.mark.parametrize("test", UNDECIDED.values(), ids=UNDECIDED)
def test_what_has_not_decided_about_it_fails(scratch: Scratch, test: str) -> None:
    """Under xdist, as `make test` runs them: an error while they are collected would end with "no tests ran"."""
    done = outcome(scratch, test)
    assert 1 == done.returncode, done.stdout[-2000:] + done.stderr[-2000:]
    assert "demeanour" in done.stdout
    assert "1 failed" in done.stdout


def test_all_tests_are_collected_before_it_is_decided(scratch: Scratch) -> None:
    """So that one run of `make test` names everything that has not decided."""
    scratch.done(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--collect-only")


@pytest.mark.parametrize("what", DECIDED)
def test_what_has_decided_about_it_holds(scratch: Scratch, what: str) -> None:
    name, before, after = DECIDED[what]
    file = scratch.folder / name
    text = file.read_text()
    assert 1 == text.count(before)
    file.write_text(text.replace(before, after + before))
    done = outcome(scratch, UNDECIDED[what])
    file.write_text(text)
    assert 0 == done.returncode, done.stdout[-2000:] + done.stderr[-2000:]


def test_each_dialect_tells_it_or_fails(scratch: Scratch) -> None:
    """With a row in the table of costs, law 6 asks each dialect this: none goes on as if nothing were there."""
    found = json.loads(scratch.done(sys.executable, "-c", ASKED_OF_DIALECTS))
    assert "held" == found.pop("turnwire")
    assert {*names()} - {"turnwire"} == found.keys()
    assert {} == {name: said for name, said in found.items() if said != "told" and "/history/0/demeanour" not in said}
