"""`turnwire tools`: findings, reduced documents, losses, and how it ends."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

BARE = '{"type":"object",\n "properties":{"a":{"anyOf":[{"type":"string"},{"type":"null"}],"minimum":1}}}'
SESSION = (
    '{"history":[],"settings":{"tools":[{"name":"f","side_effects":"none","input_schema":{"not":{}}},{"name":"Bad"}]}}'
)


@pytest.fixture
def run(folder: Path, turnwire_command: Callable[..., Result]) -> Callable[[str], Result]:
    (folder / "bare.json").write_text(BARE)
    (folder / "session.json").write_text(SESSION)
    (folder / "sound.json").write_text('{"type":"string"}')
    return turnwire_command


def test_a_bare_schema_is_checked(run: Callable[[str], Result]) -> None:
    found = run("tools check --schema --quiet bare.json")
    lines = [line for line in found.stdout.splitlines() if "hint:" not in line]
    expected = [
        ("bare.json: /properties/a/anyOf:", "[tool_schema.disallowed-keyword]"),
        ("bare.json: /properties/a/minimum:", "[tool_schema.unknown-keyword]"),
    ]
    assert (1, expected) == (found.exit_code, [(" ".join(x.split()[:2]), x.split()[-1]) for x in lines])
    wider = run("tools check --schema --quiet --rules implemented --format json bare.json")
    (record,) = [json.loads(line) for line in wider.stdout.splitlines()]
    assert [each["pointer"] for each in record["diagnostics"]] == ["/properties/a/anyOf"]
    assert (0, "") == ((sound := run("tools check --schema -q sound.json")).exit_code, sound.stdout)


def test_the_tools_of_a_conversation_are_checked(run: Callable[[str], Result]) -> None:
    found = run("tools check -q --format json --from turnwire session.json")
    (record,) = [json.loads(line) for line in found.stdout.splitlines()]
    expected = ["/settings/tools/0/input_schema/not", "/settings/tools/1/name", "/settings/tools/1/side_effects"]
    assert (1, expected) == (found.exit_code, [each["pointer"] for each in record["diagnostics"]])


def test_a_bare_schema_is_reduced(run: Callable[[str], Result]) -> None:
    found = run("tools portable --schema bare.json")
    reduced = '{"type":"object","properties":{"a":{"type":["string","null"]}}}\n'
    assert (0, reduced) == (found.exit_code, found.stdout)
    said = [line.split(" = ")[0] for line in found.stderr.splitlines()]
    assert said == [
        "bare.json: /properties/a/minimum: dropped tool.input_schema.minimum",
        "bare.json: /properties/a/anyOf: reshaped tool.input_schema.anyOf",
    ]


def test_a_conversation_is_written_in_its_own_dialect(run: Callable[[str], Result]) -> None:
    found = run("tools portable --from turnwire --kind request --format json session.json")
    tools = json.loads(found.stdout)["settings"]["tools"]
    assert (0, {}, "Bad") == (found.exit_code, tools[0]["input_schema"], tools[1]["name"])
    told = json.loads(found.stderr.splitlines()[0])
    assert [("dropped", "/settings/tools/0/input_schema/not")] == [(x["kind"], x["path"]) for x in told["losses"]]


@pytest.mark.parametrize("command", ["check", "portable"])
def test_what_defines_no_tools_is_refused(command: str, folder: Path, run: Callable[[str], Result]) -> None:
    (folder / "reply.json").write_text('{"candidates":[]}')
    found = run(f"tools {command} --from turnwire --kind response reply.json")
    assert found.exit_code == 1
    assert "[tool.no-request]" in found.output
