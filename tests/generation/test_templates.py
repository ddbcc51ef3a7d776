"""What `turnwire bindings` writes makes code: out of a wheel, without a checkout, with buf where it is present."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import pytest
from tests.generation import plugins

from turnwire.cli import binding_templates as templates

ROOT = Path(__file__).resolve().parents[2]

PLUGINS = {
    "betterproto": "protoc-gen-python_betterproto2",
    "go": "protoc-gen-go",
    "rust": "protoc-gen-buffa",
    "typescript": "protoc-gen-es",
}
"""What has to be there beside protoc, which has the others in it."""


class Made(NamedTuple):
    """What a template makes of `turnwire.v1.History`, and of a package of another system."""

    native: str
    glm: str
    word: str


MADE = {
    "betterproto": Made(
        "turnwire_betterproto/turnwire/v1/__init__.py",
        "turnwire_betterproto/turnwire/glm/v1/__init__.py",
        "class History(",
    ),
    "cpp": Made("src/turnwire/v1/history.pb.h", "src/turnwire/glm/v1/history.pb.h", "class History "),
    "csharp": Made("src/Turnwire/V1/History.cs", "src/Turnwire/Glm/V1/History.cs", "class History "),
    "go": Made("turnwire/v1/history.pb.go", "turnwire/glm/v1/history.pb.go", "type History struct"),
    "java": Made(
        "src/main/java/dev/turnwire/v1/History.java",
        "src/main/java/dev/turnwire/glm/v1/ChatHistory.java",
        "class History ",
    ),
    "kotlin": Made(
        "src/main/kotlin/dev/turnwire/v1/HistoryKt.kt",
        "src/main/kotlin/dev/turnwire/glm/v1/ChatHistoryKt.kt",
        "object HistoryKt",
    ),
    "python": Made("turnwire/v1/history_pb2.pyi", "turnwire/glm/v1/history_pb2.pyi", "class History("),
    "rust": Made("src/generated/turnwire.v1.rs", "src/generated/turnwire.glm.v1.rs", "pub struct History {"),
    "typescript": Made("src/turnwire/v1/history_pb.ts", "src/turnwire/glm/v1/history_pb.ts", "export type History "),
}


MARK = "# Out of the wheel.\n"
"""Tells the files of the wheel from those of the checkout, which an editable install puts on the path too."""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as a wheel brings it, in a folder of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = folder.glob("*.whl")
    ZipFile(wheel).extractall(folder / "site")
    with (folder / "site/turnwire/bindings/buf.yaml").open("a", encoding="utf-8") as stream:
        stream.write(MARK)
    return folder / "site"


def exported(unpacked: Path, language: str, out: Path) -> None:
    command = [sys.executable, "-m", "turnwire", "bindings", language, "--out", str(out)]
    place = {**os.environ, "PYTHONPATH": str(unpacked), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(command, cwd=out.parent, env=place, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def generated(out: Path, path: str | None = None) -> subprocess.CompletedProcess[str]:
    plugins.need("buf")
    place = {**os.environ, "PATH": path or plugins.path()}
    buf = shutil.which("buf", path=place["PATH"])
    assert buf is not None
    return subprocess.run([buf, "generate"], cwd=out, env=place, capture_output=True, text=True, check=False)


def test_every_template_is_tried() -> None:
    assert set(templates.languages()) == {*MADE, "swift"}


def test_a_wheel_writes_what_the_checkout_has(unpacked: Path, tmp_path: Path) -> None:
    exported(unpacked, "go", tmp_path / "out")
    expected = {f"proto/{name}": text for name, text in templates.protos().items()} | templates.settings("go")
    expected["buf.yaml"] += MARK.encode()
    assert expected == {
        path.relative_to(tmp_path / "out").as_posix(): path.read_bytes()
        for path in (tmp_path / "out").rglob("*")
        if path.is_file()
    }
    assert len(expected) > 20


@pytest.mark.parametrize("language", MADE)
def test_a_template_makes_code(language: str, unpacked: Path, tmp_path: Path) -> None:
    plugins.need(PLUGINS.get(language, "buf"))
    out = tmp_path / "out"
    exported(unpacked, language, out)
    done = generated(out)
    assert done.returncode == 0, done.stderr
    made = MADE[language]
    assert made.word in (out / made.native).read_text("utf-8")
    assert (out / made.glm).exists()


SWIFT = """\
import sys
from google.protobuf.compiler.plugin_pb2 import CodeGeneratorRequest, CodeGeneratorResponse

request = CodeGeneratorRequest.FromString(sys.stdin.buffer.read())
answer = CodeGeneratorResponse(supported_features=1)
packages = sorted({file.package for file in request.proto_file})
answer.file.add(name="asked.txt", content="\\n".join([request.parameter, *packages]))
sys.stdout.buffer.write(answer.SerializeToString())
"""


def test_the_template_of_swift_asks_its_plugin_for_all(unpacked: Path, tmp_path: Path) -> None:
    # The plugin is made with Swift, and no package brings it: what is shown is what it would be asked.
    plugin = tmp_path / "protoc-gen-swift"
    plugin.write_text(f"#!{sys.executable}\n{SWIFT}", "utf-8")
    plugin.chmod(0o755)
    out = tmp_path / "out"
    exported(unpacked, "swift", out)
    done = generated(out, plugins.path(str(tmp_path)))
    assert done.returncode == 0, done.stderr
    options = "Visibility=Public,FileNaming=PathToUnderscores"
    packages = ["turnwire.geppetto.v1", "turnwire.glm.v1", "turnwire.gpt2099.v1", "turnwire.v1"]
    assert [options, *packages] == (out / "Sources/asked.txt").read_text("utf-8").splitlines()
