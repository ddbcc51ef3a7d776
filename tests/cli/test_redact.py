"""`validate --redact` reports nothing of the content, in any format."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.docs.pages import ROOT

import turnwire.dialects
from turnwire.cli.reports import WRITERS
from turnwire.validation.rules import rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from click.testing import Result

    from turnwire.validation.rules import Example

    Command = Callable[..., Result]

DIALECTS = dict(turnwire.dialects.MODULES)
PLANTED = "hunter"
"""Every planted text has it; no format has a word with it."""
NUMBER = 48151623
CHAT: dict[str, Any] = {
    "model": "gpt-5",
    "messages": [
        {"role": "system", "content": "Be brief."},
        {
            "role": "user",
            "content": [{"type": "text", "text": "Hi."}, {"type": "image_url", "image_url": {"url": "u"}}],
        },
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c", "type": "function", "function": {"name": "look", "arguments": "{}"}}],
        },
        {"role": "tool", "tool_call_id": "c", "content": "Rain."},
    ],
    "tools": [{"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {}}}}],
    "temperature": 1,
    "stop": ["x"],
    "metadata": {"a": "b"},
    "response_format": {"type": "text"},
}


@pytest.fixture(autouse=True)
def _all_dialects(_two_dialects: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turnwire.dialects, "MODULES", DIALECTS)


def places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Every object and list of a document, with each of its keys and positions."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in list(items):
        yield tree, key
        yield from places(value)


def planted(original: Any) -> Iterator[Any]:
    """The document with a secret instead of each value, and beside and instead of each member."""
    count = len(list(places(original)))
    numbers = itertools.count()
    for n in range(count):
        for secret in (f"{PLANTED}{next(numbers)}", NUMBER, {f"{PLANTED}{next(numbers)}": f"{PLANTED}{next(numbers)}"}):
            tree = json.loads(json.dumps(original))
            holder, key = list(places(tree))[n]
            holder[key] = secret
            yield tree
        if isinstance(holder, dict):
            for name in (f"{PLANTED}{next(numbers)}", f"{PLANTED}/{key}~", str(NUMBER)):
                tree = json.loads(json.dumps(original))
                holder, key = list(places(tree))[n]
                holder[name] = holder.pop(key)
                yield tree


@pytest.mark.parametrize("report", WRITERS)
def test_no_value_and_no_name_is_in_a_report(report: str, folder: Path, turnwire_command: Command) -> None:
    lines = [json.dumps(tree) for tree in planted(CHAT)]
    (folder / "a.jsonl").write_text("\n".join(lines))
    (folder / "b.json").write_text(f'{{"model": "m", "{PLANTED}": 1, "{PLANTED}": 2}}')
    (folder / "c.json").write_text(f'{{"{PLANTED}": 1}}')
    (folder / "d.yaml").write_text(f"history:\n- role: {PLANTED}\n  {PLANTED}: &{PLANTED} {PLANTED}\n")
    (folder / "e.json").write_text(f"[{PLANTED}")
    open_report = turnwire_command(f"validate . --format {report}")
    assert PLANTED in open_report.stdout
    assert str(NUMBER) in open_report.stdout
    done = turnwire_command(f"validate . --format {report} --redact --statistics --baseline {baseline(folder)}")
    assert (1, open_report.exit_code) == (done.exit_code, 1)
    assert PLANTED not in done.stdout + done.stderr
    assert str(NUMBER) not in done.stdout + done.stderr
    assert "TW204" in done.stdout


EXAMPLES = sorted(path for path in (ROOT / "examples").rglob("*.json") if "stream" not in path.name)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_value_and_no_name_of_any_format_is_in_a_report(path: Path, folder: Path, turnwire_command: Command) -> None:
    lines = [json.dumps(tree) for tree in planted(json.loads(path.read_bytes()))]
    (folder / "a.jsonl").write_text("\n".join(lines))
    done = turnwire_command(f"validate a.jsonl --from {path.parent.name} --invariants --format json --redact")
    assert 1 == done.exit_code
    assert PLANTED not in done.stdout + done.stderr
    assert str(NUMBER) not in done.stdout + done.stderr


def baseline(folder: Path) -> str:
    """A baseline of other files."""
    path = folder.parent / "known.json"
    path.write_text('{"format": "turnwire-baseline/1", "findings": []}')
    return str(path)


def test_suppressed_findings_are_redacted(folder: Path, turnwire_command: Command) -> None:
    (folder / "a.json").write_text(json.dumps(CHAT | {PLANTED: 1, "temperature": PLANTED}))
    turnwire_command("validate a.json --write-baseline known --redact")
    for report in ("sarif", "json"):
        done = turnwire_command(f"validate a.json --baseline known --redact --format {report}")
        assert (0, True, False) == (done.exit_code, "TW203" in done.stdout, PLANTED in done.stdout)


def test_a_pointer_keeps_what_the_format_has(folder: Path, turnwire_command: Command) -> None:
    tree = {"model": "m", "messages": [{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": PLANTED}]}]}
    (folder / "a.json").write_text(json.dumps(tree | {PLANTED: {"0": 1}}))
    (folder / "b.json").write_text(json.dumps({"custom_id": PLANTED, "body": tree}))
    found = json.loads(turnwire_command("validate . --format json --redact").stdout)
    pointers = [each["pointer"] for report in found for each in report["diagnostics"]]
    assert ["/messages/0/content/1/type", "/*", "/body/messages/0/content/1/type"] == pointers


# The command takes a list of several documents apart.
QUOTING = [rule for rule in rules().values() if rule.code != "TW112"]


@pytest.mark.parametrize("rule", QUOTING, ids=lambda rule: rule.code)
def test_the_sentence_of_a_rule_is_the_message(rule: Any, folder: Path, turnwire_command: Command) -> None:
    """Whatever the finding of a rule quotes."""
    example: Example = rule.failing
    name = {"json": "a.json", "yaml": "a.yaml", "binpb": "a.binpb"}[example.encoding]
    (folder / name).write_bytes(example.text.encode() if isinstance(example.text, str) else example.text)
    options = [f"--from {example.dialect} --kind {example.kind}" if example.dialect else ""]
    options += [f"--target {example.target}"] if example.target else []
    options += ["--invariants"] if example.invariants else []
    done = turnwire_command(f"validate {name} --redact --format json {' '.join(options)}")
    found = [each for report in json.loads(done.stdout) for each in report["diagnostics"]]
    assert {(rule.code, rule.summary)} == {(each["code"], each["message"]) for each in found}
