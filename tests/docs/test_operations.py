"""docs/operations.md has the options of `turnwire serve` as the command has them, and the metrics."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from turnwire.service import errors, gate
from turnwire.service.command import serve
from turnwire.service.metrics import counters
from turnwire.service.options import FLAGS, OPTIONS
from turnwire.service.probe import probe
from turnwire.service.settings import Settings
from turnwire.service.tokens import load

if TYPE_CHECKING:
    from turnwire.service.options import Option

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
MIB = 1024 * 1024
OF_OTHERS = {"--share", "--call", "--max-time"}
"""Of benchmarks.load.soak, of ghz and of curl."""


def row(option: Option) -> str:
    """The row of an option in the table."""
    default = getattr(Settings(), option.name)
    if default is None or default is False:
        shown = ""
    elif isinstance(default, int) and default >= MIB:
        shown = f"{default // MIB} MiB"
    else:
        shown = f"{default:g}" if isinstance(default, float) else str(default)
    return f"| `--{option.name.replace('_', '-')}` | {shown} | {option.help} |"


def test_the_table_of_the_options_is_that_of_the_command() -> None:
    table = "\n".join(("| option | default | |", "|---|---|---|", *map(row, (*OPTIONS, *FLAGS))))
    assert f"\n\n{table}\n\n" in PAGE.read_text("utf-8"), f"docs/operations.md needs this table:\n{table}"


def test_every_metric_is_on_the_page() -> None:
    names = counters().names()
    assert ["turnwire_calls", "turnwire_call_seconds"] == names
    assert [] == [name for name in names if f"| `{name}" not in PAGE.read_text("utf-8")]


def test_the_page_names_no_option_that_there_is_not() -> None:
    named = set(re.findall(r"--[a-z][a-z-]+", PAGE.read_text("utf-8"))) - OF_OTHERS
    assert named <= {option for command in (serve, probe) for each in command.params for option in each.opts}


def test_the_tokens_of_the_page_are_read(tmp_path: Path) -> None:
    path = tmp_path / "tokens.toml"
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    path.write_text(text)
    assert [("gateway", 50, 100), ("laptop", None, 1)] == [
        (token.name, token.calls_per_second, token.burst) for token in load(str(path))
    ]


def test_every_reason_of_an_error_is_on_the_page_of_the_service() -> None:
    page = (PAGE.parent / "service.md").read_text("utf-8")
    sources = [Path(module.__file__ or "").read_text("utf-8") for module in (errors, gate)]
    reasons = {word for text in sources for word in re.findall(r'"([A-Z]+(?:_[A-Z]+)*)"', text)}
    assert {"OVER_QUOTA", "UNKNOWN_TOKEN"} <= reasons
    assert [] == sorted(reason for reason in reasons if f"`{reason}`" not in page)
