"""The options of the commands that write another dialect: the target, what is kept, and which losses fail the run."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict, TypeVar

import click

from turnwire.cli.completing import complete_dialect
from turnwire.cli.options import known_dialect, with_options
from turnwire.cli.words import plain, words
from turnwire.documents.options import CHOICES, DEFAULT, Keeping
from turnwire.losses import LOSS_KINDS, not_allowed

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from turnwire.documents.options import HostedTools, Reasoning
    from turnwire.model import Loss

F = TypeVar("F", bound="Callable[..., Any]")

_FAIL = "--fail-on-loss"


class Target(NamedTuple):
    """The value of `--to`: a dialect, and optionally the model that the output names."""

    dialect: str
    model: str | None


class Kept(TypedDict):
    """The options of `Keeping`."""

    reasoning: Reasoning
    hosted_tools: HostedTools


class Strict(TypedDict):
    """Which losses fail a run, and how losses are reported."""

    fail_on_loss: frozenset[str]
    allow: tuple[str, ...]
    report: str
    quiet: bool


def known_target(ctx: click.Context, param: click.Parameter, target: str | None) -> Target | None:
    """Return the dialect and the model of `DIALECT[:MODEL]`.  Raises BadParameter."""
    if target is None:
        return None
    name, colon, model = target.partition(":")
    if colon and not model:
        raise click.BadParameter(f"{target!r} names no model after the colon; say {name!r}", ctx, param)
    return Target(known_dialect(ctx, param, name) or name, model or None)


def to(text: str, *, required: bool = False) -> Callable[[F], F]:
    """Make the option `--to DIALECT[:MODEL]`; `text` is its help."""
    return click.option(
        "--to",
        "target",
        metavar="DIALECT[:MODEL]",
        required=required,
        callback=known_target,
        shell_complete=complete_dialect,
        help=text,
    )


_KEEPING = (
    click.option(
        "--reasoning",
        type=click.Choice(CHOICES["reasoning"]),
        default=DEFAULT.reasoning,
        show_default=True,
        help="How to write reasoning for other providers: in its field (native), else as text (text), or never (drop).",
    ),
    click.option(
        "--hosted-tools",
        type=click.Choice(CHOICES["hosted_tools"]),
        default=DEFAULT.hosted_tools,
        show_default=True,
        help="How to write tools that a provider ran itself: as ordinary calls, as text, or not at all.",
    ),
)


def keeping(command: F) -> F:
    """Add the options of `Kept`."""
    return with_options(*_KEEPING)(command)


def chosen(given: Kept) -> Keeping:
    """Return the `Keeping` of the options."""
    return Keeping(given["reasoning"], given["hosted_tools"])


def _kinds(ctx: click.Context, param: click.Parameter, given: str | None) -> frozenset[str]:
    kinds = [] if given is None else given.split(",")
    for kind in kinds:
        if kind not in LOSS_KINDS:
            raise click.BadParameter(
                f"there is no kind of loss {kind!r}; there are {', '.join(LOSS_KINDS)}", ctx, param
            )
    return frozenset(kinds)


def _allowed(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for names in given for name in names.split(","))


_STRICT = (
    click.option(
        _FAIL,
        metavar="[=KIND,...]",
        callback=_kinds,
        help="End with 1 if anything was lost, or only for these kinds: " + ", ".join(LOSS_KINDS) + ". "
        "The output is written all the same.",
    ),
    click.option(
        "--allow",
        metavar="NAME",
        multiple=True,
        callback=_allowed,
        help=f"With {_FAIL}: a kind or a feature that may be lost, such as generation.seed; repeatable.",
    ),
)


def strict(command: F) -> F:
    """Add the options that choose which losses fail the run."""
    return with_options(*_STRICT)(command)


class StrictCommand(click.Command):
    """A command whose `--fail-on-loss` may be used without kinds, and then means all."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give `--fail-on-loss` its default: click would take the next argument, a file, as its value."""
        end = args.index("--") if "--" in args else len(args)
        for option, kinds in pairwise(args[:end]):
            if option == _FAIL and set(kinds.split(",")) <= set(LOSS_KINDS) and not Path(kinds).exists():
                raise click.UsageError(f"{kinds!r} is read as a PATH; did you mean {_FAIL}={kinds}?", ctx)
        every = f"{_FAIL}={','.join(LOSS_KINDS)}"
        rest = super().parse_args(ctx, [every if arg == _FAIL else arg for arg in args[:end]] + args[end:])
        if ctx.params.get("allow") and not ctx.params["fail_on_loss"]:
            raise click.UsageError(f"--allow needs {_FAIL}", ctx)
        return rest


class Failing:
    """The losses that fail a run, counted by kind and feature."""

    def __init__(self, given: Strict) -> None:
        self._given = given
        self._found: Counter[str] = Counter()
        self._unused = set(given["allow"])

    def add(self, losses: tuple[Loss, ...]) -> None:
        """Count the losses of one document."""
        if kinds := self._given["fail_on_loss"]:
            refused = not_allowed(losses, self._given["allow"])
            self._unused -= {name for name in self._unused if len(not_allowed(losses, (name,))) < len(losses)}
            self._found.update(f"{loss.kind} {loss.feature}" for loss in refused if loss.kind in kinds)

    def any(self) -> bool:
        """Return whether a loss fails the run; print which ones, and which allowed names lost nothing."""
        given = self._given
        is_selective = given["allow"] or len(given["fail_on_loss"]) < len(LOSS_KINDS)
        if self._found and is_selective and not given["quiet"] and given["report"] == "text":
            told = ", ".join(f"{what} ({times})" if times > 1 else what for what, times in self._found.most_common())
            words(f"not allowed: {plain(told)}")
        if self._unused and not given["quiet"] and given["report"] == "text":
            words(f"--allow {plain(', '.join(sorted(self._unused)))}: nothing of that name was lost")
        return bool(self._found)
