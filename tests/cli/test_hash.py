"""`turnwire hash`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from tests.cli.conftest import PLAIN, TWICE, YAML

import turnwire
from turnwire.cli.app import app
from turnwire.documents.hashing import canonical_hash

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

HASH = canonical_hash(turnwire.read(PLAIN, "turnwire", kind="request"))
OTHER = f"{HASH[:12]}{'0' * 64}"


@pytest.fixture
def chats(folder: Path) -> Path:
    (folder / "a.json").write_text(PLAIN)
    (folder / "a.yaml").write_text(YAML)
    (folder / "b.jsonl").write_text(f"{PLAIN}\n\n{PLAIN}\n")
    (folder / "twice.json").write_text(TWICE)
    return folder


# What is run; the exit code, and the lines of standard output and standard error.
RUNS: list[tuple[str, int, list[str], list[str]]] = [
    ("hash a.json", 0, [f"{HASH}  a.json"], []),
    ("hash a.json a.yaml -q", 0, [f"{HASH}  a.json", f"{HASH}  a.yaml"], []),
    (
        "hash b.jsonl a.json",
        0,
        [f"{HASH}  b.jsonl:1", f"{HASH}  b.jsonl:3", f"{HASH}  a.json"],
        ["3 documents: 3 hashed, 0 refused"],
    ),
    ("hash a.json --format json -q", 0, [json.dumps({"file": "a.json", "hash": HASH}, separators=(",", ":"))], []),
    (
        "hash twice.json a.json",
        1,
        [f"{HASH}  a.json"],
        [
            "twice.json:2:2: /history: the key `history` is repeated in one object [json.duplicate-key]",
            "  hint: keep one",
            "2 documents: 1 hashed, 1 refused",
        ],
    ),
    (
        "hash none.json",
        2,
        [],
        ["none.json: cannot be read: No such file or directory", "0 documents: 0 hashed, 0 refused"],
    ),
]


@pytest.mark.parametrize(("line", "code", "out", "err"), RUNS, ids=[line for line, *_ in RUNS])
def test_runs(
    line: str, code: int, out: list[str], err: list[str], chats: Path, turnwire_command: Callable[..., Result]
) -> None:
    assert chats.is_dir()
    found = turnwire_command(line)
    assert (code, out, err) == (found.exit_code, found.stdout.splitlines(), found.stderr.splitlines())


# The list; the exit code, and the lines of standard output and standard error.
CHECKS: dict[str, tuple[str, int, list[str], list[str]]] = {
    "all hold": (
        f"{HASH}  a.json\n{HASH}  b.jsonl:1\n{HASH}  b.jsonl:3\n",
        0,
        ["a.json: OK", "b.jsonl:1: OK", "b.jsonl:3: OK"],
        ["3 documents: 3 unchanged, 0 refused"],
    ),
    "one is another": (
        f"{OTHER}  a.json\r\n{HASH}  a.yaml\r\n",
        1,
        ["a.json: FAILED", "a.yaml: OK"],
        ["2 documents: 1 unchanged, 0 refused"],
    ),
    "a line that is not there": (
        f"{HASH}  b.jsonl:2",
        1,
        ["b.jsonl:2: FAILED"],
        ["2 documents: 0 unchanged, 0 refused"],
    ),
    "a document that is refused": (
        f"{HASH}  twice.json",
        1,
        ["twice.json: FAILED"],
        [
            "twice.json:2:2: /history: the key `history` is repeated in one object [json.duplicate-key]",
            "  hint: keep one",
        ],
    ),
    "a file that is gone": (
        f"{HASH}  gone.json",
        2,
        ["gone.json: FAILED"],
        ["gone.json: nothing here to read", "0 documents: 0 unchanged, 0 refused"],
    ),
    "a pattern is no file": (
        f"{HASH}  *.json",
        2,
        ["*.json: FAILED"],
        ["*.json: nothing here to read", "0 documents: 0 unchanged, 0 refused"],
    ),
    "no list": (
        "hello\n",
        2,
        [],
        [
            "list:1: this line is not a hash and a name [hash.line]",
            "  hint: a line is twh1:sha256: and 64 digits, two blanks, and a name",
            "list: no line is a hash and a name",
            "0 documents: 0 unchanged, 1 refused",
        ],
    ),
    "another version of the hash": (
        f"twh2{HASH[4:]}  a.json\n{HASH}  a.json\n",
        1,
        ["a.json: OK"],
        [
            "list:1: this line is not a hash and a name [hash.line]",
            "  hint: a line is twh1:sha256: and 64 digits, two blanks, and a name",
        ],
    ),
    "nothing": ("", 2, [], ["list: no line is a hash and a name", "0 documents: 0 unchanged, 0 refused"]),
}


@pytest.mark.parametrize("case", CHECKS)
def test_checks(case: str, chats: Path, turnwire_command: Callable[..., Result]) -> None:
    text, code, out, err = CHECKS[case]
    (chats / "list").write_bytes(text.encode())
    found = turnwire_command("hash --check list")
    assert (code, out) == (found.exit_code, found.stdout.splitlines())
    assert err == found.stderr.splitlines()


@pytest.mark.parametrize(
    "name", ["a b.json", "a\\x0ab.json", "a\nb.json", "\x1b[31m.json", "a:3", "é.json", "\udcff.json", " x"]
)
def test_a_list_says_any_name(name: str, folder: Path, turnwire_command: Callable[..., Result]) -> None:
    (folder / name).write_text(PLAIN)
    (folder / "a").write_text("no document")
    listed = turnwire_command("hash *", input="") if name.endswith(".json") else hashed(folder / name, turnwire_command)
    assert 1 == len(listed.stdout.splitlines())
    assert listed.stdout.isprintable() or "\x1b" not in listed.stdout
    (folder / "list").write_text(listed.stdout)
    checked = turnwire_command("hash -c list")
    assert (0, True) == (checked.exit_code, checked.stdout.endswith(": OK\n"))


def hashed(path: Path, turnwire_command: Callable[..., Result]) -> Result:
    """Named by a pattern: a command line is split at blanks."""
    return turnwire_command(f"hash {path.name.replace(' ', '?')}")


def test_a_version_that_there_is_not_is_refused_as_validation_refuses_it() -> None:
    body = '{"history": [{"role": "user", "content": [], "schema_version": -1}]}'
    for command in ("hash", "validate"):
        done = CliRunner().invoke(app, [command, "-", "--from", "turnwire", "--kind", "request"], input=body)
        code = "TW213" if command == "validate" else "version.none"
        assert (1, True) == (done.exit_code, f"[{code}]" in done.output)
    report = turnwire.validate(body, "turnwire", kind="request")
    assert ("TW213", "/history/0/schema_version") in [(each.code, each.pointer) for each in report.diagnostics]


def test_a_list_from_standard_input(chats: Path, turnwire_command: Callable[..., Result]) -> None:
    assert chats.is_dir()
    found = turnwire_command("hash --check --format json -", input=f"{OTHER}  a.json\n")
    told = {"file": "a.json", "line": None, "hash": HASH, "listed": OTHER, "holds": False}
    assert (1, told) == (found.exit_code, json.loads(found.stdout))


def test_the_dialect_can_be_said(chats: Path, turnwire_command: Callable[..., Result]) -> None:
    (chats / "list").write_text(f"{HASH}  a.json\n")
    assert 0 == turnwire_command("hash --check list --from turnwire --kind request").exit_code
    # The toy is only written.
    for line, out in (("hash a.json", ""), ("hash --check list", "a.json: FAILED\n")):
        refused = turnwire_command(f"{line} --from toy --kind request")
        assert (1, out) == (refused.exit_code, refused.stdout)
    assert 1 == turnwire_command("hash a.json --from toy --kind response").exit_code


def test_protobuf_has_the_same_hash(chats: Path, turnwire_command: Callable[..., Result]) -> None:
    turnwire_command("convert a.json --to turnwire -o a.binpb")
    assert (chats / "a.binpb").exists()
    assert f"{HASH}  a.binpb\n" == turnwire_command("hash a.binpb --kind request").stdout
