"""`turnwire explain`: print what a rule of validation checks, or list the rules."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Final

import click

from turnwire.cli.completing import complete_rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from turnwire.validation.rules import Example, Rule

_WIDTH: Final = 100
_COLOURS: Final = {"error": "red", "warning": "yellow", "info": "cyan"}


@click.command("explain")
@click.argument("names", nargs=-1, metavar="[RULE]...", shell_complete=complete_rule)
@click.option("--format", "report", type=click.Choice(["text", "json"]), default="text", show_default=True)
def explain(names: tuple[str, ...], report: str) -> None:
    """Print what a rule of `turnwire validate` checks, why it matters, and an example that breaks it.

    A RULE is a code (TW203), a name (unknown-member), or the beginning of codes (TW3).  Without RULE, list them all.
    """
    from turnwire.cli.words import data, json_line, table
    from turnwire.validation.rules import rules
    from turnwire.validation.selection import rules_of, unknown_rules

    for sentence in unknown_rules(names):
        raise click.UsageError(f"{sentence}\n`turnwire explain` lists all.")
    wanted = [rule for name in names for rule in rules_of(name)] or list(rules().values())
    if report == "json":
        for rule in wanted:
            data(json_line(_fields(rule)))
    elif not names or (len(wanted) > len(names)):
        table(("code", "name", "severity", "layer"), [(r.code, r.name, r.severity, r.layer) for r in wanted])
    else:
        data("\n\n\n".join("\n".join(_lines(rule)) for rule in wanted))


def _fields(rule: Rule) -> dict[str, object]:
    from turnwire.cli.explaining.examples import shown

    about: dict[str, object] = {"code": rule.code, "name": rule.name, "severity": rule.severity, "layer": rule.layer}
    examples = (("failing", rule.failing), ("passing", rule.passing))
    about |= {"about": rule.about, "also": sorted(rule.also)}
    return about | {
        name: {"dialect": each.dialect or None, "kind": each.kind, "text": shown(each).text} for name, each in examples
    }


def _lines(rule: Rule) -> Iterator[str]:
    from turnwire.cli.explaining.examples import findings
    from turnwire.cli.words import plain
    from turnwire.errors import sentence

    title = click.style(f"{rule.code} {rule.name}", bold=True)
    yield f"{title}  {click.style(rule.severity, fg=_COLOURS[rule.severity])}, layer {rule.layer}"
    yield ""
    yield from textwrap.wrap(rule.about, _WIDTH)
    yield ""
    yield from _example("Wrong", rule.failing)
    for found in findings(rule.failing):
        if found.code == rule.code:
            hint = f" ({found.hint})" if found.hint else ""
            yield from textwrap.wrap(
                plain(f"-> {sentence(found)}{hint}"), _WIDTH, initial_indent="  ", subsequent_indent="     "
            )
            yield from (f"     fix{'' if fix.safe else ' (unsafe)'}: {plain(fix.message)}" for fix in found.fixes)
    yield ""
    yield from _example("Right", rule.passing)
    if rule.also:
        yield ""
        yield from textwrap.wrap(f"Other names: {', '.join(sorted(rule.also))}", _WIDTH)


def _example(title: str, example: Example) -> Iterator[str]:
    from turnwire.cli.explaining.examples import shown

    known = shown(example)
    given = [f"--from {example.dialect}"] if example.dialect else []
    given += [f"--kind {example.kind}"] if example.dialect and example.kind != "request" else []
    given += [f"--target {example.target}"] if example.target else []
    given += ["--invariants"] if example.invariants else []
    options = f" ({' '.join(given)})" if given else ""
    yield f"{title}{options}:"
    yield from textwrap.indent(known.text, "  ").splitlines()
    if known.note:
        yield f"  ({known.note})"
