"""The hook for pre-commit and the action for GitHub, run as those programs run them, in a repository of git."""

from __future__ import annotations

import functools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.data import ROOT

GOOD = '{"model":"m","messages":[{"role":"user","content":"Hi."}]}\n'
WRONG = GOOD.replace('"user"', '"human"')
NAMES = ("turnwire-validate", "turnwire-repair")


@functools.cache
def hooks() -> dict[str, dict[str, Any]]:
    """The hooks by their ids."""
    return {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}


@functools.cache
def action() -> dict[str, Any]:
    """The action for GitHub."""
    found: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
    return found


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    if shutil.which("git") is None:
        pytest.skip("SKIPPED: git is not here")
    assert run(["git", "init", "--quiet"], tmp_path).returncode == 0
    (tmp_path / "good.json").write_text(GOOD)
    (tmp_path / "wrong.json").write_text(WRONG)
    assert run(["git", "add", "."], tmp_path).returncode == 0
    return tmp_path


def run(command: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    here = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        command, cwd=folder, env=os.environ | here | more, capture_output=True, text=True, check=False, timeout=120
    )


def staged(folder: Path) -> list[str]:
    """The files that pre-commit gives to a hook."""
    return run(["git", "diff", "--cached", "--name-only"], folder).stdout.split()


def test_the_hook_finds_what_is_wrong(repository: Path) -> None:
    command = [*shlex.split(hooks()["turnwire-validate"]["entry"]), *staged(repository)]
    done = run(command, repository)
    assert (1, True) == (done.returncode, "wrong.json:1:" in done.stdout)
    assert run([*command[:-1]], repository).returncode == 0


def test_the_hook_mends_what_is_safe(repository: Path) -> None:
    done = run([*shlex.split(hooks()["turnwire-repair"]["entry"]), *staged(repository)], repository)
    assert (0, GOOD) == (done.returncode, (repository / "wrong.json").read_text())
    # pre-commit fails where a hook has changed a file.
    assert run(["git", "diff", "--name-only"], repository).stdout.split() == ["wrong.json"]
    assert sorted(each.name for each in repository.iterdir()) == [".git", "good.json", "wrong.json"]


@pytest.mark.parametrize("hook", NAMES)
def test_a_hook_says_what_pre_commit_needs(hook: str) -> None:
    assert hooks().keys() == set(NAMES)
    assert {"id", "name", "entry", "language"} <= hooks()[hook].keys()
    assert hooks()[hook]["language"] == "python"


@pytest.mark.parametrize("hook", NAMES)
def test_a_hook_gets_the_files_of_documents(hook: str) -> None:
    assert hooks()[hook]["types"] == ["text"]  # pre-commit knows no other type of a .jsonl file
    assert "files" not in hooks()[hook]
    names = ("a.json", "b/c.jsonl", "d.ndjson", "e.yaml", "f.yml", "G.JSON", "README.md", "json", "a.json.orig", "b.py")
    passed = [name for name in names if not re.search(hooks()[hook]["exclude"], name)]
    assert passed == ["a.json", "b/c.jsonl", "d.ndjson", "e.yaml", "f.yml", "G.JSON"]


def test_the_hook_that_mends_says_what_it_cannot_read(repository: Path) -> None:
    (repository / "other.json").write_text('{"name": "x"}')
    done = run([*shlex.split(hooks()["turnwire-repair"]["entry"]), "other.json"], repository)
    assert (1, True) == (done.returncode, "other.json:1:1: this does not look like any known dialect" in done.stderr)


def inputs(**given: str) -> dict[str, str]:
    """The variables of the step that validates, as GitHub sets them."""
    step = action()["runs"]["steps"][1]
    names = {variable: text.removeprefix("${{ inputs.").removesuffix(" }}") for variable, text in step["env"].items()}
    return {variable: given.get(name, action()["inputs"][name]["default"]) for variable, name in names.items()}


def validated(folder: Path, **given: str) -> subprocess.CompletedProcess[str]:
    return run(["bash", "-e", "-o", "pipefail", "-c", action()["runs"]["steps"][1]["run"]], folder, **inputs(**given))


@pytest.mark.parametrize(("version", "wanted"), [("", "/actions/turn wire"), ("0.1.0", "turnwire==0.1.0")])
def test_the_action_installs_its_own_files_unless_a_version_is_given(tmp_path: Path, version: str, wanted: str) -> None:
    stub = tmp_path / "python3"
    stub.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    stub.chmod(0o755)
    given = {"VERSION": version, "GITHUB_ACTION_PATH": "/actions/turn wire", "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = run(["bash", "-e", "-c", action()["runs"]["steps"][0]["run"]], tmp_path, **given)
    assert ["-m", "pip", "install", "--quiet", wanted] == done.stdout.splitlines()


def test_the_action_annotates_lines(repository: Path) -> None:
    done = validated(repository, dialect="openai_chat")
    assert (1, True) == (done.returncode, "::error file=wrong.json,line=1" in done.stdout)
    assert validated(repository, paths="good.json").returncode == 0


@pytest.mark.parametrize("paths", ["good.json wrong.json", "good.json\nwrong.json\n", "  good.json\n\n  wrong.json"])
def test_the_action_checks_all_paths(repository: Path, paths: str) -> None:
    done = validated(repository, paths=paths)
    assert (1, True) == (done.returncode, "2 documents: 1 valid, 1 refused" in done.stderr)


def test_the_action_writes_sarif(repository: Path) -> None:
    assert validated(repository, sarif="out.sarif").returncode == 1
    log = json.loads((repository / "out.sarif").read_text())
    assert ["TW204"] == [each["ruleId"] for each in log["runs"][0]["results"]]


def test_an_input_is_no_command(repository: Path) -> None:
    validated(repository, paths="$(touch hacked) good.json; touch hacked", dialect="x; touch hacked")
    assert not (repository / "hacked").exists()


def test_the_action_is_composite_and_needs_pip_alone() -> None:
    steps = action()["runs"]["steps"]
    assert action()["runs"]["using"] == "composite"
    assert not any("uses" in step for step in steps)
    assert all(step["shell"] == "bash" for step in steps)
    assert steps[0]["run"].startswith("python3 -m pip install")
    assert all("${{" not in step["run"] for step in steps)
