"""Find and read the configuration: `turnwire.toml`, or `[tool.turnwire]` in `pyproject.toml`."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypedDict

import click

from turnwire.cli.words import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from turnwire.cli.options import F
    from turnwire.validation.configuration import Configuration, Problem

_OWN: Final = "turnwire.toml"
_SHARED: Final = "pyproject.toml"
_TABLE: Final = ("tool", "turnwire")
_OFF: Final = "turnwire.no_config"
_BOTH: Final = "--config and --no-config exclude each other"
_AT: Final = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)
"""How the parser of TOML says where an error is."""

_KEY: Final = r"""(?:[\w-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEYS: Final = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER: Final = re.compile(rf"\s*\[\[?\s*({_KEYS})\s*\]")
_SETTING: Final = re.compile(rf"\s*({_KEYS})\s*=")


class Configured(NamedTuple):
    """The settings, and the folder of the file that has them."""

    settings: Configuration
    folder: Path


class Configurable(TypedDict):
    """The option that names the configuration."""

    configured: Configured | None


def config_options(*names: str) -> tuple[Callable[[F], F], Callable[[F], F]]:
    """Return the options `--config` and `--no-config` of a command that takes these parameters from a file."""
    off = click.option(
        "--no-config",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_without_config,
        help="Read no configuration.",
    )
    named = click.option(
        "--config",
        "configured",
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False),
        is_eager=True,
        callback=functools.partial(_config_of, frozenset(names)),
        help="The configuration; by default the nearest turnwire.toml, or pyproject.toml with [tool.turnwire].",
    )
    return off, named


def settings_of(given: Configurable) -> Configured:
    """Return the settings of the configuration; those of an empty file where there is none."""
    from turnwire.validation.configuration import Configuration

    return given["configured"] or Configured(Configuration(), Path())


def _config_of(names: frozenset[str], ctx: click.Context, _: click.Parameter, given: str | None) -> Configured | None:
    """Read the configuration, and make its settings the defaults of these parameters.  Raises UsageError."""
    if ctx.resilient_parsing or ctx.meta.get(_OFF):
        if given and not ctx.resilient_parsing:
            raise click.UsageError(_BOTH, ctx)
        return None
    found = _read(Path(given)) if given else nearest(Path.cwd())
    if found is None:
        if given:
            raise click.UsageError(f"{given}: there is no table `{'.'.join(_TABLE)}`", ctx)
        return None
    defaults = {name: value for name, value in _defaults(found).items() if name in names}
    ctx.default_map = {**(ctx.default_map or {}), **defaults}
    return found


def _without_config(ctx: click.Context, _: click.Parameter, given: bool) -> None:  # noqa: FBT001 - click's signature
    """Remember that no configuration is wanted.  Raises UsageError if a file is named, too."""
    if given and "configured" in ctx.params:
        raise click.UsageError(_BOTH, ctx)
    ctx.meta[_OFF] = given


def nearest(folder: Path) -> Configured | None:
    """Return the configuration of a folder, or of the nearest folder above that has one.  Raises UsageError."""
    for each in (folder, *folder.parents):
        for name in (_OWN, _SHARED):
            path = each / name
            if path.is_file() and (name == _OWN or b"turnwire" in path.read_bytes()):
                found = _read(path)
                if found is not None:
                    return found
    return None


def _defaults(found: Configured) -> dict[str, Any]:
    settings = found.settings
    baseline = None if settings.baseline is None else str(found.folder / settings.baseline)
    given = {
        "select": settings.select,
        "ignore": settings.ignore,
        "target": settings.target,
        "layers": settings.layers,
        "invariants": settings.invariants,
        "strict": settings.strict,
        "exclude": settings.exclude,
        "report": settings.format,
        "baseline": baseline,
    }
    return {name: value for name, value in given.items() if value is not None}


def _read(path: Path) -> Configured | None:
    """Read a file; None if it is a `pyproject.toml` without a table of turnwire.  Raises UsageError."""
    import tomllib

    from turnwire.cli.reports import WRITERS
    from turnwire.validation.configuration import configuration

    try:
        text = path.read_bytes().decode("utf-8-sig")
        tree: Any = tomllib.loads(text)
    except OSError as error:
        raise click.UsageError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise click.UsageError(f"{path}: this is not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise click.UsageError(_misread(path, text, str(error))) from None
    inside = _TABLE if path.name == _SHARED else ()
    for step in inside:
        tree = tree.get(step) if isinstance(tree, dict) else None
    if tree is None:
        return None
    if not isinstance(tree, dict):
        raise click.UsageError(f"{path}:{_line(text, inside)}: `{'.'.join(inside)}` is no table")
    settings, problems = configuration(tree, list(WRITERS))
    if problems:
        raise click.UsageError("\n".join(_sentence(path, text, inside, each) for each in problems))
    return Configured(settings, path.parent.absolute())


def _misread(path: Path, text: str, message: str) -> str:
    at = _AT.fullmatch(message)
    last = len(text.splitlines()) or 1
    return plain(f"{path}:{at[2]}:{at[3]}: {at[1]}" if at else f"{path}:{last}: {message}")


def _sentence(path: Path, text: str, inside: tuple[str, ...], problem: Problem) -> str:
    line = _line(text, (*inside, *problem.path), problem.entry)
    return plain(f"{path}:{line}: {problem.message}")


def _line(text: str, path: tuple[str, ...], entry: str = "") -> int:
    """Return the line of a setting, or of its entry; or else the line of the nearest table around it."""
    lines = text.splitlines()
    known = list(_settings(lines))
    for length in range(len(path), 0, -1):
        line = next((line for steps, line in known if steps[:length] == path[:length]), None)
        if line is not None:
            rest = enumerate(lines[line - 1 :], line)
            return next((number for number, each in rest if entry in each), line)
    return 1


def _settings(lines: list[str]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the path of each table and each setting, and its line; what is in a text of several lines may be one."""
    table: tuple[str, ...] = ()
    for number, line in enumerate(lines, 1):
        if header := _HEADER.match(line):
            table = _steps(header[1])
            yield table, number
        elif setting := _SETTING.match(line):
            yield (*table, *_steps(setting[1])), number


def _steps(keys: str) -> tuple[str, ...]:
    return tuple(each[1:-1] if each[0] in "\"'" else each for each in re.findall(_KEY, keys))
