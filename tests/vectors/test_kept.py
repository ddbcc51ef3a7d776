"""The version before this one is kept: its image, and its vectors as they were made."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf import descriptor_pb2
from tests.conformance.registry import KEPT, kept, today
from tests.generation import plugins
from tests.vectors import keep, make
from tests.vectors.coverage import without_vector

ROOT = Path(__file__).parents[2]
MANIFEST = keep.HERE / make.MANIFEST


def digests(folder: Path, image: Path) -> dict[str, str]:
    paths = [image, *sorted(path for path in folder.glob("*") if path.name != make.MANIFEST)]
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def test_nobody_changes_what_is_kept() -> None:
    assert json.loads(MANIFEST.read_bytes()) == digests(keep.HERE, KEPT)


def test_nothing_of_the_image_is_without_a_vector() -> None:
    cases = [case for path in keep.HERE.glob("turnwire.*.json") for case in json.loads(path.read_bytes())]
    assert [] == without_vector(cases, kept())
    assert len(cases) > 600
    assert {keep.START} == {case["name"][: len(keep.START)] for case in cases}


def test_nothing_of_the_image_is_gone() -> None:
    before, now = ({each.full_name for each in (*version.messages, *version.fields)} for version in (kept(), today()))
    assert before <= now


def test_the_image_has_the_comments_that_native_json_needs() -> None:
    files = descriptor_pb2.FileDescriptorSet.FromString(KEPT.read_bytes()).file
    comments = [place.leading_comments for file in files for place in file.source_code_info.location]
    assert any(comment.lstrip().startswith("Required.") for comment in comments)


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A scratch copy after `make baseline`."""
    plugins.need("buf")
    scratch = tmp_path_factory.mktemp("released")
    for name in ("proto", "tests/vectors", "tests/conformance"):
        shutil.copytree(ROOT / name, scratch / name, ignore=shutil.ignore_patterns("__pycache__", "target"))
    for name in ("Makefile", "languages.mk", "previous.mk", "buf.yaml", "pyproject.toml"):
        shutil.copy(ROOT / name, scratch / name)
    for name in (".venv-generate", "generated", "python", "tools", "tests/evolution", "tests/schemas"):
        (scratch / name).symlink_to(ROOT / name)
    ready = ("-o", ".venv/.ready", "-o", ".venv-generate/.ready")
    command = ("make", *ready, f"BIN={Path(sys.executable).parent}", "baseline")
    own = plugins.make_environment()
    done = subprocess.run(command, cwd=scratch, env=own, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr
    return scratch


def test_a_release_keeps_its_image_and_its_vectors(released: Path) -> None:
    folder, image = released / "tests" / "vectors" / "previous", released / "proto" / "baseline" / "v1.binpb"
    assert json.loads((folder / make.MANIFEST).read_bytes()) == digests(folder, image)
    expected = {path.name for path in make.HERE.glob("turnwire.*.json")}
    assert expected == {path.name for path in folder.glob("turnwire.*.json")}
    for path in folder.glob("turnwire.*.json"):
        made = {case["name"]: case for case in json.loads(path.read_bytes())}
        current = json.loads((make.HERE / path.name).read_bytes())
        assert {keep.START + case["name"]: {**case, "name": keep.START + case["name"]} for case in current} == made


def test_what_is_not_kept_is_not_touched(released: Path) -> None:
    for path in make.HERE.glob("*.json"):
        assert path.read_bytes() == (released / "tests" / "vectors" / path.name).read_bytes()
