"""The settings of `turnwire validate` in a configuration file, checked name by name.

Nothing here reads a file: the table comes parsed, and each problem has the path of the setting that it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

from msgspec import Struct

from turnwire.dialects import full_name
from turnwire.errors import UnknownDialect
from turnwire.validation.near import did_you_mean
from turnwire.validation.rules import LAYERS, LayerName, SeverityName
from turnwire.validation.selection import unknown_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

_KINDS: Final[Mapping[type, str]] = MappingProxyType(
    {dict: "a table", list: "a list", str: "a text", bool: "true or false", int: "an integer", float: "a number"}
)


class Configuration(Struct, frozen=True):
    """What a configuration file sets; None and empty values are what it does not set."""

    select: tuple[str, ...] | None = None
    """Rules to report, by code, beginning of codes, or name."""
    ignore: tuple[str, ...] | None = None
    severity: Mapping[str, SeverityName] = MappingProxyType({})
    """The severity of rules, by code, beginning of codes, or name."""
    target: str | None = None
    """A dialect, or a dialect and a model, that should take the documents."""
    layers: tuple[LayerName, ...] | None = None
    invariants: bool | None = None
    strict: bool | None = None
    exclude: tuple[str, ...] | None = None
    """Globs of files that are not read."""
    format: str | None = None
    """The format of the report."""
    baseline: str | None = None
    """The file of known findings, relative to the folder of the configuration."""
    per_file_ignores: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Rules that are not reported for the files that a glob matches."""


class Problem(NamedTuple):
    """What is wrong with a setting."""

    path: tuple[str, ...]
    """The names of the tables and of the setting."""
    message: str
    entry: str = ""
    """The entry of a list that is wrong; empty if it is the setting itself."""


class _Given(NamedTuple):
    """A setting as the file has it."""

    path: tuple[str, ...]
    value: Any
    formats: Collection[str]

    def at(self, name: str, value: Any) -> _Given:
        """Return a setting of this table."""
        return _Given((*self.path, name), value, self.formats)

    def is_not(self, expected: str) -> Problem:
        """Return the problem that the value is something else than expected."""
        return Problem(self.path, f"`{self.path[-1]}` is {_kind(self.value)}, and not {expected}")


def configuration(table: Mapping[str, Any], formats: Collection[str]) -> tuple[Configuration, list[Problem]]:
    """Return the settings of a table, and all that is wrong with it.

    Args:
        table: the parsed table: `turnwire.toml`, or `[tool.turnwire]` of `pyproject.toml`.
        formats: the formats of reports that there are.

    Returns:
        The settings that are right, and a problem for each that is not.

    Example:
        `configuration({"strict": True}, ["text"])[0].strict`
    """
    problems: list[Problem] = []
    settings: dict[str, Any] = {}
    for name, value in table.items():
        check = _CHECKS.get(name)
        if check is None:
            problems.append(_unknown(name))
            continue
        given = _Given((name,), value, formats)
        found = list(check(given))
        problems += found
        if not found:
            settings[name.replace("-", "_")] = _frozen(value)
    return Configuration(**settings), problems


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "a date or a time")


def _unknown(name: str) -> Problem:
    hint = did_you_mean(name, list(_CHECKS)) or f"there are {', '.join(sorted(_CHECKS))}"
    return Problem((name,), f"there is no setting `{name}`; {hint}")


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    return {name: _frozen(each) for name, each in value.items()} if isinstance(value, dict) else value


def _text(given: _Given) -> Iterator[Problem]:
    if not isinstance(given.value, str):
        yield given.is_not("a text")


def _target(given: _Given) -> Iterator[Problem]:
    if not isinstance(given.value, str):
        yield given.is_not("a text")
        return
    try:
        full_name(given.value.partition(":")[0])
    except UnknownDialect as unknown:
        yield Problem(given.path, str(unknown))


def _boolean(given: _Given) -> Iterator[Problem]:
    if not isinstance(given.value, bool):
        yield given.is_not("true or false")


def _texts(given: _Given) -> Iterator[Problem]:
    if not isinstance(given.value, list):
        yield given.is_not("a list of texts")
        return
    for number, entry in enumerate(given.value):
        if not isinstance(entry, str):
            yield Problem(given.path, f"entry {number + 1} of `{given.path[-1]}` is {_kind(entry)}, and not a text")


def _rules(given: _Given) -> Iterator[Problem]:
    wrong = list(_texts(given))
    yield from wrong
    for entry in [] if wrong else given.value:
        yield from (Problem(given.path, sentence, entry) for sentence in unknown_rules([entry]))


def _layers(given: _Given) -> Iterator[Problem]:
    wrong = list(_texts(given))
    yield from wrong
    for entry in [] if wrong else given.value:
        yield from _word(given, entry, LAYERS)


def _format(given: _Given) -> Iterator[Problem]:
    if isinstance(given.value, str):
        yield from _word(given, given.value, given.formats)
    else:
        yield given.is_not("a text")


def _word(given: _Given, word: str, known: Collection[str]) -> Iterator[Problem]:
    if word not in known:
        hint = did_you_mean(word, known) or f"there are {', '.join(known)}"
        yield Problem(given.path, f"`{given.path[-1]}` has no {word!r}; {hint}", word)


def _severities(given: _Given) -> Iterator[Problem]:
    for each in _members(given):
        yield from (Problem(each.path, sentence) for sentence in unknown_rules([each.path[-1]]))
        if isinstance(each.value, str):
            yield from _word(each, each.value, get_args(SeverityName))
        else:
            yield each.is_not("a text")


def _per_file(given: _Given) -> Iterator[Problem]:
    for each in _members(given):
        yield from _rules(each)


def _members(given: _Given) -> list[_Given]:
    return [given.at(name, value) for name, value in given.value.items()]


def _table(check: Callable[[_Given], Iterator[Problem]]) -> Callable[[_Given], Iterator[Problem]]:
    def checked(given: _Given) -> Iterator[Problem]:
        if isinstance(given.value, dict):
            yield from check(given)
        else:
            yield given.is_not("a table")

    return checked


_CHECKS: Final[Mapping[str, Callable[[_Given], Iterator[Problem]]]] = MappingProxyType(
    {
        "select": _rules,
        "ignore": _rules,
        "severity": _table(_severities),
        "target": _target,
        "layers": _layers,
        "invariants": _boolean,
        "strict": _boolean,
        "exclude": _texts,
        "format": _format,
        "baseline": _text,
        "per-file-ignores": _table(_per_file),
    }
)
