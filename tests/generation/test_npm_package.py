"""The npm package as a user gets it: packed, installed into a folder of its own, imported and type-checked."""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.generation import plugins

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "generated" / "typescript"
MANIFEST = json.loads((PACKAGE / "package.json").read_text("utf-8"))
INSTALL = ("npm", "install", "--offline", "--ignore-scripts", "--install-links", "--silent")

USES = """\
const history = fromNativeJson(HistorySchema, '{"history": [{"role": "user"}]}');
console.log(toNativeJson(HistorySchema, history));
"""
PROGRAMS = {
    "the root": (
        "use.mjs",
        f'import {{ fromNativeJson, HistorySchema, toNativeJson }} from "turnwire";\n{USES}',
    ),
    "one module each": (
        "parts.mjs",
        f"""\
import {{ fromNativeJson, toNativeJson }} from "turnwire/native";
import {{ HistorySchema }} from "turnwire/v1/history";
{USES}""",
    ),
    "CommonJS, in which an ES module is imported later": (
        "later.cjs",
        f'import("turnwire").then(({{ fromNativeJson, HistorySchema, toNativeJson }}) => {{\n{USES}}});\n',
    ),
}

TYPED = """\
import { ConverterService, type Diagnostic, fromNativeJson, type History, HistorySchema, Role } from "turnwire";
import { ChatHistorySchema } from "turnwire/glm/v1/history";
import { InvalidDocument } from "turnwire/native";
import type { Message } from "turnwire/v1/message";

export const history: History = fromNativeJson(HistorySchema, "{}");
export const roles: Role[] = history.history.map((message: Message) => message.role);
export const codes = (error: InvalidDocument): string[] => error.diagnostics.map((each) => each.code);
export const message = (each: Diagnostic): string => each.message;
export const names: string[] = [ConverterService.typeName, ChatHistorySchema.typeName];
// @ts-expect-error: the types are there, so what is not there is noticed.
import { nothing } from "turnwire";
"""
TYPED_COMMONJS = """\
import turnwire = require("turnwire");
export const history: turnwire.History = turnwire.fromNativeJson(turnwire.HistorySchema, "{}");
"""


def done(command: Sequence[str], folder: Path) -> str:
    """What a program that must succeed printed."""
    program = shutil.which(command[0], path=plugins.path())
    assert program is not None
    found = subprocess.run([program, *command[1:]], cwd=folder, capture_output=True, text=True, check=False)
    assert 0 == found.returncode, found.stdout + found.stderr
    return found.stdout


@pytest.fixture(scope="module")
def tarball(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `npm pack` makes of a fresh checkout, whose TypeScript nobody has compiled."""
    plugins.run_by("npm")
    plugins.need("protoc-gen-es")
    folder = tmp_path_factory.mktemp("pack")
    shutil.copytree(PACKAGE, folder / "package", ignore=shutil.ignore_patterns("dist"))
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    (folder / "package" / "dist").mkdir()
    (folder / "package" / "dist" / "stale.js").write_text("// of another version\n", "utf-8")
    done(["npm", "pack", "--silent", "--pack-destination", str(folder)], folder / "package")
    return folder / f"turnwire-{MANIFEST['version']}.tgz"


@pytest.fixture(scope="module")
def project(tarball: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a user who has installed the package and the runtime of its messages, and nothing else."""
    folder = tmp_path_factory.mktemp("user")
    (folder / "package.json").write_text('{"private": true}\n', "utf-8")
    done([*INSTALL, str(tarball), str(ROOT / "node_modules" / "@bufbuild" / "protobuf")], folder)
    return folder


def test_everything_that_is_exported_is_packed(tarball: Path) -> None:
    with tarfile.open(tarball) as packed:
        files = {f"./{name.partition('/')[2]}" for name in packed.getnames()}
    entries = [each for each in MANIFEST["exports"].values() if isinstance(each, dict)]
    named = {path for each in entries for path in each.values()}
    assert [] == sorted(path for path in named if "*" not in path and path not in files)
    for path in (each for each in named if "*" in each):
        before, after = path.split("*")
        assert [name for name in files if name.startswith(before) and name.endswith(after)], path
    assert "./dist/stale.js" not in files


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_imports_it(project: Path, program: str) -> None:
    name, text = PROGRAMS[program]
    (project / name).write_text(text, "utf-8")
    assert '{"history":[{"role":"user"}]}\n' == done(["node", name], project)


@pytest.mark.parametrize(
    ("name", "text", "options"),
    [
        ("typed.mts", TYPED, ["--module", "nodenext"]),
        ("bundled.ts", TYPED, ["--module", "esnext", "--moduleResolution", "bundler"]),
        ("common.cts", TYPED_COMMONJS, ["--module", "nodenext"]),
    ],
)
def test_its_types_are_checked(project: Path, name: str, text: str, options: list[str]) -> None:
    (project / name).write_text(text, "utf-8")
    done(["tsc", "--noEmit", "--strict", "--target", "es2022", "--types", "", *options, name], project)


def test_it_is_packed_by_the_compiler_that_checks_it() -> None:
    root = json.loads((ROOT / "package.json").read_text("utf-8"))["devDependencies"]
    assert {"typescript": root["typescript"]} == MANIFEST["devDependencies"]


def test_it_names_a_repository_where_the_project_does() -> None:
    """Nobody can follow an address that is made up: one is in the manifest where pyproject.toml has it too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    place = {name.lower(): url for name, url in project.get("urls", {}).items()}.get("repository")
    assert place == MANIFEST.get("repository", {}).get("url")
