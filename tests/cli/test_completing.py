"""A shell completes commands, options, names that a command lists, and files wherever a file is named."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import click
import pytest
from click.shell_completion import ShellComplete

from turnwire.cli.app import COMMANDS, app

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.all_dialects

# a command line -> what the shell is offered for its last word: all of it, or what it begins with
OFFERS: dict[str, list[str]] = {
    "val": ["validate"],
    "sessions ": ["list", "show", "export", "convert"],
    "validate --sel": ["--select"],
    "validate --select TW20": ["TW201", "TW202", "TW203"],
    "validate --format s": ["sarif"],
    "validate --target openai_c": ["openai_chat"],
    "convert --to anthropic": ["anthropic", "anthropic_messages"],
    "convert --from mistr": ["mistral", "mistral_chat"],
    "explain unknown": ["unknown-format", "unknown-member", "unknown-word"],
    "schema openai_chat": ["openai_chat", "openai_chat/error", "openai_chat/request"],
    "redact --only api": ["api-key"],
    "sessions list --from claude_c": ["claude_code"],
    "sessions convert --to claude_c": ["claude_code"],
}


def offered(line: str) -> list[click.shell_completion.CompletionItem]:
    *words, last = line.split(" ")
    return ShellComplete(app, {}, "turnwire", "_TURNWIRE_COMPLETE").get_completions(words, last)


@pytest.mark.parametrize("line", OFFERS)
def test_names_are_completed(line: str) -> None:
    found = [item.value for item in offered(line)]
    assert OFFERS[line] == found[: len(OFFERS[line])]


def commands(of: click.Command, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if not isinstance(of, click.Group):
        yield words, of
        return
    context = click.Context(of)
    for name in of.list_commands(context):
        command = of.get_command(context, name)
        assert command is not None
        yield from commands(command, (*words, name))


FILES = {
    f"{' '.join(words)} {parameter.opts[0]}": parameter
    for words, command in commands(app)
    for parameter in command.params
    if any(word in (parameter.metavar or parameter.name or "").upper() for word in ("FILE", "PATH", "DIR", "FOLDER"))
    and not isinstance(parameter.type, click.types.IntParamType)
    and parameter.name != "stdin_filename"
}


def test_some_commands_name_files() -> None:
    assert {"convert paths", "convert --output", "convert --losses", "stream path", "validate --config"} <= FILES.keys()


@pytest.mark.parametrize("name", FILES)
def test_files_are_completed(name: str) -> None:
    (item,) = FILES[name].shell_complete(click.Context(app), "lo")
    assert (item.value, item.type in ("file", "dir")) == ("lo", True)


def test_a_file_after_the_options_is_completed() -> None:
    (item,) = offered("convert --to anthropic -o out/ cha")
    assert ("cha", "file") == (item.value, item.type)


def test_no_command_is_imported_for_its_name() -> None:
    """A command whose packages are not installed would end the shell's question with an error."""
    script = (
        "import sys\n"
        "from click.shell_completion import ShellComplete\n"
        "from turnwire.cli.app import app\n"
        "found = ShellComplete(app, {}, 'turnwire', 'X').get_completions([], '')\n"
        "print([item.value for item in found], 'turnwire.cli.convert' in sys.modules, found[0].help)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == f"{list(COMMANDS)} False {COMMANDS['convert'][1]}\n"
