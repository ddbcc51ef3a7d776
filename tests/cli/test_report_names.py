"""Every report of `turnwire validate` is legal, whatever the name of a file is."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

import pytest

from turnwire.cli.reports import WRITERS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Command = Callable[..., Result]

WIZARD = '{"model": "m",\n "messages": [{"role": "wizard", "content": "Hi."}]}'

# The name, and how a report shows it.
NAMES = [
    ("a\udcff.json", "a\\xff.json"),
    ("li\nne.json", "li\\x0ane.json"),
    ("ü%20 b.json", "ü%20 b.json"),
]


@pytest.fixture(params=NAMES, ids=[shown for _, shown in NAMES])
def named(request: pytest.FixtureRequest, folder: Path) -> tuple[str, str]:
    (folder / request.param[0]).write_text(WIZARD)
    name: tuple[str, str] = request.param
    return name


@pytest.mark.parametrize("report", WRITERS)
def test_any_name_can_be_reported(report: str, named: tuple[str, str], turnwire_command: Command) -> None:
    done = turnwire_command(f"validate . --format {report}")
    assert 1 == done.exit_code
    assert done.stdout.encode("utf-8", "strict")
    assert "\nne.json" not in done.stdout
    shown = json.dumps(named[1], ensure_ascii=False)[1:-1]
    assert report in ("sarif", "github") or shown in done.stdout or named[1] in done.stdout


@pytest.mark.parametrize("report", ["json", "gitlab", "sarif"])
def test_reports_in_json_are_json(report: str, named: tuple[str, str], turnwire_command: Command) -> None:
    assert json.loads(turnwire_command(f"validate . --format {report}").stdout)
    assert named


def test_junit_is_xml(named: tuple[str, str], turnwire_command: Command) -> None:
    suites = ET.fromstring(turnwire_command("validate . --format junit").stdout.encode())  # noqa: S314 - our own
    assert [named[1]] == [each.get("file") for each in suites.iter("testcase")]


@pytest.mark.parametrize("where", [".", "absolute"])
def test_the_uri_of_sarif_is_that_of_the_file(
    where: str, named: tuple[str, str], folder: Path, turnwire_command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    if where == "absolute":
        monkeypatch.chdir("/")
        where = str(folder)
    log: Any = json.loads(turnwire_command(f"validate {where} --format sarif").stdout)
    (result,) = log["runs"][0]["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.isascii()
    assert uri.isprintable()
    path = unquote_to_bytes(uri.removeprefix("file://"))
    assert path.endswith(b"/" + named[0].encode("utf-8", "surrogateescape")) or path == named[0].encode(
        "utf-8", "surrogateescape"
    )
