"""A binding that is not made of today's proto files is noticed on a machine without its generator too."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from proto_digest import NAME, digest

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = sorted(path.name for path in (ROOT / "generated").iterdir() if (ROOT / "bindings" / path.name).is_dir())


def stale(root: Path) -> list[str]:
    return [name for name in LANGUAGES if digest(root, name) != (root / "generated" / name / NAME).read_text().strip()]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The proto files and templates of this checkout, and the digests that are committed."""
    for name in ("proto", "bindings"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for language in LANGUAGES:
        (tmp_path / "generated" / language).mkdir(parents=True)
        shutil.copy(ROOT / "generated" / language / NAME, tmp_path / "generated" / language / NAME)
    return tmp_path


def test_every_binding_is_made_of_today_s_proto_files() -> None:
    assert len(LANGUAGES) > 6
    assert [] == stale(ROOT), "run `make generate` on a machine that has the generators of these languages"


def test_another_proto_file_makes_all_of_them_stale(checkout: Path) -> None:
    assert [] == stale(checkout)
    proto = checkout / "proto" / "turnwire" / "v1" / "message.proto"
    proto.write_text(proto.read_text().replace("Whose message it is.", "Who wrote it."))
    assert LANGUAGES == stale(checkout)


def test_a_proto_file_more_makes_all_of_them_stale(checkout: Path) -> None:
    (checkout / "proto" / "turnwire" / "v1" / "new.proto").touch()
    assert LANGUAGES == stale(checkout)


def test_another_template_makes_its_language_stale(checkout: Path) -> None:
    with (checkout / "bindings" / "cpp" / "buf.gen.yaml").open("a") as template:
        template.write("# More.\n")
    assert ["cpp"] == stale(checkout)
