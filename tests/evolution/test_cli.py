"""Files of the future on the command line: converted to any encoding and back, and told to whoever cannot have them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from tests.evolution import later
from tests.evolution.futures import SECRETS, futures, made

from turnwire.cli.app import app
from turnwire.testing.difference import difference

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

NATIVE = "--from turnwire --kind request --to turnwire"


def turnwire_command(line: str) -> Result:
    return CliRunner().invoke(app, line.split(), catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    wanted = [each for each in futures("request") if each.way != "version"]
    (tmp_path / "future.json").write_text(json.dumps(made("request", wanted)))
    for way in ("field", "word", "block"):
        (tmp_path / f"{way}.binpb").write_bytes(later.made("request", way).SerializeToString(deterministic=True))
    return tmp_path


@pytest.mark.parametrize("through", ["yaml", "binpb", "json"])
def test_native_json_comes_back_from_every_encoding(folder: Path, through: str) -> None:
    first = turnwire_command(f"convert future.json {NATIVE} -o out.{through}")
    second = turnwire_command(f"convert out.{through} {NATIVE} -o back.json")
    assert (0, 0) == (first.exit_code, second.exit_code)
    assert difference((folder / "future.json").read_bytes(), (folder / "back.json").read_bytes()) is None


@pytest.mark.parametrize("through", ["yaml", "json", "binpb"])
@pytest.mark.parametrize("way", ["field", "word", "block"])
def test_binary_comes_back_from_every_encoding(folder: Path, way: str, through: str) -> None:
    assert 0 == turnwire_command(f"convert {way}.binpb {NATIVE} -o out.{through}").exit_code
    assert 0 == turnwire_command(f"convert out.{through} {NATIVE} -o back.binpb").exit_code
    assert (folder / f"{way}.binpb").read_bytes() == (folder / "back.binpb").read_bytes()


def test_proto_json_comes_back(folder: Path) -> None:
    (folder / "future.pj").write_bytes(later.as_json(later.made("request", "word")))
    line = f"convert future.pj --input-format protojson {NATIVE} --output-format protojson -o back.pj"
    assert 0 == turnwire_command(line).exit_code
    assert difference((folder / "future.pj").read_bytes(), (folder / "back.pj").read_bytes()) is None


@pytest.mark.parametrize("name", ["future.json", "field.binpb", "word.binpb", "block.binpb"])
def test_what_a_provider_cannot_have_is_told_and_not_sent(folder: Path, name: str) -> None:
    done = turnwire_command(
        f"convert {name} --from turnwire --kind request --to openai_chat -o out.json --losses losses.jsonl"
    )
    assert 0 == done.exit_code
    assert [secret for secret in SECRETS if secret in (folder / "out.json").read_text()] == []
    told = (folder / "losses.jsonl").read_text()
    assert "x_future" in told or "protobuf" in told


@pytest.mark.usefixtures("folder")
def test_validation_says_where_a_document_is_new() -> None:
    done = turnwire_command("validate future.json --from turnwire --kind request")
    assert 1 == done.exit_code
    assert "/history/1/" in done.stdout
    assert "x_future_key" in done.stdout


@pytest.mark.usefixtures("folder")
def test_migrating_leaves_the_future_alone() -> None:
    done = turnwire_command("migrate --check future.json")
    assert (0, "") == (done.exit_code, done.stdout)
