"""`turnwire migrate`: what would change, and files that change."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.migrations.conftest import answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Command = Callable[..., Result]

pytestmark = pytest.mark.all_dialects

OLD = {"history": [{"role": "user"}, answer("openai")], "x": 1}
NEW = {"history": [{"role": "user"}, answer("openai", 1)]}
CHANGES = [
    "old.json: /history/1/metadata/usage/input_tokens: 1000 -> 800",
    'old.json: /history/1/metadata/extra: nothing -> {"migrated_from":0}',
    "old.json: /history/1/schema_version: 0 -> 1",
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.json").write_text(json.dumps(OLD, indent=2))
    (tmp_path / "new.json").write_text(json.dumps(NEW))
    return tmp_path


def inputs(path: Path) -> Any:
    return json.loads(path.read_bytes())["history"][1]["metadata"]["usage"]["input_tokens"]


def test_without_a_place_nothing_is_written(folder: Path, turnwire_command: Command) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    done = turnwire_command("migrate old.json new.json")
    assert (0, CHANGES) == (done.exit_code, done.stdout.splitlines())
    assert "2 documents: 1 to migrate, 0 refused" in done.stderr
    assert before == {path: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(("name", "code"), [("old.json", 1), ("new.json", 0), ("new.json --as-version 0", 1)])
@pytest.mark.usefixtures("folder")
def test_check(name: str, code: int, turnwire_command: Command) -> None:
    assert code == turnwire_command(f"migrate --check {name}").exit_code


def test_in_place_writes_what_changes_and_keeps_its_layout(folder: Path, turnwire_command: Command) -> None:
    untouched = (folder / "new.json").stat()
    done = turnwire_command("migrate --in-place old.json new.json")
    assert (0, "") == (done.exit_code, done.stdout)
    assert CHANGES == [line for line in done.stderr.splitlines() if "->" in line]
    assert 800 == inputs(folder / "old.json")
    assert (folder / "old.json").read_text().startswith('{\n  "history": [')
    after = (folder / "new.json").stat()
    assert (untouched.st_ino, untouched.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    again = (folder / "old.json").read_bytes()
    assert 0 == turnwire_command("migrate --check old.json").exit_code
    assert 0 == turnwire_command("migrate --in-place --as-version 0 old.json").exit_code
    assert again == (folder / "old.json").read_bytes()


def test_lines_that_do_not_change_stay_as_they_are(folder: Path, turnwire_command: Command) -> None:
    same = '{"history": [{"role": "user"}],   "x": 1.50}'
    (folder / "many.jsonl").write_text(f"{same}\n{json.dumps(OLD)}\n{same}\n")
    assert 0 == turnwire_command("migrate --in-place many.jsonl").exit_code
    first, second, third = (folder / "many.jsonl").read_text().splitlines()
    assert (same, same) == (first, third)
    assert 800 == json.loads(second)["history"][1]["metadata"]["usage"]["input_tokens"]


def test_a_file_with_a_line_that_is_refused_is_not_written(folder: Path, turnwire_command: Command) -> None:
    text = f'{json.dumps(OLD)}\n{{"history": [{{"role": "user", "schema_version": -1}}]}}\n'
    (folder / "many.jsonl").write_text(text)
    done = turnwire_command("migrate --in-place many.jsonl")
    assert 1 == done.exit_code
    assert "version.none" in done.stderr
    assert text == (folder / "many.jsonl").read_text()


@pytest.mark.parametrize("suffix", ["yaml", "binpb", "json"])
def test_another_encoding(folder: Path, suffix: str, turnwire_command: Command) -> None:
    assert 0 == turnwire_command(f"migrate old.json -o out.{suffix}").exit_code
    assert (
        0
        == turnwire_command(f"convert out.{suffix} --from turnwire --kind request --to turnwire -o back.json").exit_code
    )
    assert 800 == inputs(folder / "back.json")
    if suffix != "json":
        (folder / "first.json").write_text(json.dumps(OLD))
        assert (
            0
            == turnwire_command(
                f"convert first.json --from turnwire --kind request --to turnwire -o out.{suffix}"
            ).exit_code
        )
        assert 0 == turnwire_command(f"migrate --in-place --from turnwire --kind request out.{suffix}").exit_code
        assert 0 == turnwire_command(f"migrate --check --from turnwire --kind request out.{suffix}").exit_code


def test_in_a_folder_files_keep_their_names_and_encodings(folder: Path, turnwire_command: Command) -> None:
    (folder / "in" / "below").mkdir(parents=True)
    whole = json.dumps(OLD)
    for name in ("a.json", "b.yaml", "below/c.yml", "d.jsonl", "e.ndjson", "f"):
        (folder / "in" / name).write_text(f"{whole}\n" * (1 + name.endswith(("jsonl", "ndjson"))))
    done = turnwire_command("migrate in in/f -o out --from turnwire --kind request")
    assert 0 == done.exit_code, done.stderr
    found = sorted(str(each.relative_to(folder / "out")) for each in (folder / "out").rglob("*") if each.is_file())
    assert ["a.json", "b.yaml", "below/c.yml", "d.jsonl", "e.ndjson", "f"] == found
    assert (folder / "out" / "b.yaml").read_text().startswith("---\nhistory:")
    assert 2 == len((folder / "out" / "e.ndjson").read_text().splitlines())
    again = turnwire_command("migrate out out/f --check --from turnwire --kind request")
    assert 0 == again.exit_code, again.stderr
    assert 0 == turnwire_command("migrate in/b.yaml -o out/ --output-format json").exit_code
    assert (folder / "out" / "b.json").is_file()


def test_messages_of_the_canonical_format(folder: Path, turnwire_command: Command) -> None:
    message = {**answer("openai", 1), "session_id": "sess_42", "created_at": "2026-05-12T08:00:00Z"}
    (folder / "session.json").write_text(json.dumps([message]))
    done = turnwire_command("migrate --as-version 0 session.json")
    assert ["session.json: /0/metadata/usage/input_tokens: 1000 -> 800"] == done.stdout.splitlines()[:1]


@pytest.mark.usefixtures("folder")
def test_a_report_for_programs(turnwire_command: Command) -> None:
    told = json.loads(turnwire_command("migrate --json old.json").stdout)
    assert {"path": "/history/1/schema_version", "old": 0, "new": 1} in told["changes"]


def test_documents_of_providers_have_no_versions(folder: Path, turnwire_command: Command) -> None:
    (folder / "chat.json").write_text('{"model": "m", "messages": [{"role": "user", "content": "x"}]}')
    done = turnwire_command("migrate chat.json")
    assert 1 == done.exit_code
    assert "migration.dialect" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        "--check --in-place old.json",
        "--in-place -o out.json old.json",
        "--check -o out.json old.json",
        "--pretty old.json",
        "--in-place -",
        "--as-version -1 old.json",
        "missing.json",
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_cannot_be_asked(arguments: str, turnwire_command: Command) -> None:
    assert 2 == turnwire_command(f"migrate {arguments}").exit_code
