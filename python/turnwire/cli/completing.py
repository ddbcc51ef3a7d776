"""What a shell completes: files, and names that a command would list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Completing = Callable[[click.Context, click.Parameter, str], list[str]]


class _File(click.types.StringParamType):
    """The name of a file or a folder, which is not looked at.

    `click.Path` completes, too, but refuses a file that may not be read before the command can say so in its own words.
    """

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002
        """Let the shell complete files."""
        return [CompletionItem(incomplete, type="file")]


FILE = _File()
"""The type of options and arguments that name a file or a folder."""


def completing(known: Callable[[], Iterable[str]]) -> Completing:
    """Return what completes the names that a function returns."""

    def complete(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
        return sorted({name for name in known() if name.startswith(incomplete)})

    return complete


def _dialects() -> Iterable[str]:
    from turnwire.dialects import aliases_of, names

    return (each for name in names() for each in (name, *aliases_of(name)))


def _rules() -> Iterable[str]:
    from turnwire.validation.rules import rules

    return (name for rule in rules().values() for name in (rule.code, rule.name))


def _schemas() -> Iterable[str]:
    from turnwire.documents.schemas import dialects, every_name

    return (*every_name(), *dialects())


def _session_formats() -> Iterable[str]:
    from turnwire.sessions.files.formats import session_formats

    return session_formats()


complete_dialect = completing(_dialects)
"""Completes the names of dialects, and the short ones."""
complete_rule = completing(_rules)
"""Completes the codes and names of rules."""
complete_schema = completing(_schemas)
complete_session_format = completing(_session_formats)
