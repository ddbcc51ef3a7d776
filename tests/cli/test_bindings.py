"""`turnwire bindings`: the files it writes, what it leaves alone, and how it ends."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from turnwire.cli import binding_templates as templates

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

PROTO = Path(__file__).resolve().parents[2] / "proto"


def test_the_languages_are_listed(turnwire_command: Callable[..., Result]) -> None:
    done = turnwire_command("bindings")
    assert (0, "") == (done.exit_code, done.stderr)
    listed = [line.split()[0] for line in done.stdout.splitlines()[1:]]
    expected = ["betterproto", "cpp", "csharp", "go", "java", "kotlin", "python", "rust", "swift", "typescript"]
    assert expected == listed == list(templates.languages())


def test_every_template_says_what_it_needs() -> None:
    assert [] == [name for name, line in templates.languages().items() if ". Needs " not in line]


@pytest.mark.parametrize("language", templates.languages())
def test_the_files_are_written(language: str, folder: Path, turnwire_command: Callable[..., Result]) -> None:
    done = turnwire_command(f"bindings {language} --out a/b")
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    protos = {path.relative_to(PROTO).as_posix(): path for path in PROTO.glob("turnwire/**/*.proto")}
    assert written == {"a/b/buf.yaml", "a/b/buf.gen.yaml", *(f"a/b/proto/{name}" for name in protos)}
    assert (0, sorted(written)) == (done.exit_code, sorted(done.stdout.splitlines()))
    assert {name: path.read_bytes() for name, path in protos.items()} == {
        name: (folder / "a/b/proto" / name).read_bytes() for name in protos
    }
    assert f"{templates.languages()[language]}\nThen, in a/b: buf generate\n" == done.stderr


def test_what_was_changed_is_left_unless_forced(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    turnwire_command("bindings go --out .")
    template, proto = folder / "buf.gen.yaml", folder / "proto/turnwire/v1/history.proto"
    original = template.read_text()
    template.write_text("mine")
    proto.write_text("older")
    left = turnwire_command("bindings go --out .")
    said = "buf.gen.yaml: is another than turnwire's, and is left as it is; --force replaces it"
    assert (0, "mine", said) == (left.exit_code, template.read_text(), left.stderr.splitlines()[0])
    assert "buf.gen.yaml" not in left.stdout.splitlines()
    assert (PROTO / "turnwire/v1/history.proto").read_text() == proto.read_text()
    assert (0, original) == (turnwire_command("bindings go --out . --force").exit_code, template.read_text())


@pytest.mark.parametrize(("name", "shown"), [("a\x1b[2Jb", "a\\x1b[2Jb"), ("a\udcffb", "a\\xffb")])
def test_a_name_does_not_steer_a_terminal(
    name: str, shown: str, folder: Path, turnwire_command: Callable[..., Result]
) -> None:
    for _ in range(2):
        done = turnwire_command(f"bindings go --out {name}")
        assert (0, f"{shown}/buf.gen.yaml") == (done.exit_code, done.stdout.splitlines()[-1])
        (folder / name / "buf.yaml").write_text("mine")
    assert f"{shown}/buf.yaml: is another" in done.stderr


def test_a_folder_in_the_place_of_a_file(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / "buf.yaml").mkdir()
    done = turnwire_command("bindings go --out .")
    assert (2, "Error: buf.yaml: cannot be written: Is a directory\n") == (done.exit_code, done.stderr)


def test_a_proto_of_another_version_is_named(folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / "proto/turnwire/v0").mkdir(parents=True)
    (folder / "proto/turnwire/v0/old.proto").write_text("old")
    done = turnwire_command("bindings java --out .")
    said = "proto/turnwire/v0/old.proto: is not of this version of turnwire, and is left where it is"
    assert (0, said) == (done.exit_code, done.stderr.splitlines()[0])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("bindings cobol --out .", "there is no template for 'cobol'; there are betterproto, cpp,"),
        ("bindings go", "say where: --out DIR"),
        ("bindings --out .", "which language? there are betterproto, cpp,"),
        ("bindings go --out taken", "taken/proto/turnwire/geppetto/v1/admin.proto: cannot be written: Not a directory"),
    ],
)
def test_what_cannot_be(line: str, said: str, folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / "taken").write_text("")
    done = turnwire_command(line)
    assert (2, "") == (done.exit_code, done.stdout)
    assert said in done.stderr
    assert ["taken"] == [path.name for path in folder.iterdir()]
