"""Shared by the commands about stores: opening a store, exit codes, and the clock and randomness of new ids."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click
from click.core import ParameterSource

from turnwire.cli.codes import CANNOT_RUN
from turnwire.cli.completing import FILE
from turnwire.cli.endings import ended
from turnwire.cli.options import FORMAT
from turnwire.cli.words import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.documents.ids import Ulids
    from turnwire.sessions.store import Store

P = ParamSpec("P")
F = TypeVar("F", bound="Callable[..., object]")

CANNOT_RUN_WITH = frozenset(
    f"store.{name}"
    for name in (
        "busy",
        "exists",
        "foreign",
        "full",
        "missing",
        "newer",
        "no-database",
        "no-driver",
        "read-only",
        "unavailable",
        "url",
    )
)
"""What is refused for the store as a whole."""

_STORE = click.option(
    "--store",
    "where",
    metavar="FILE|URL",
    type=FILE,
    default="turnwire.db",
    show_default=True,
    envvar="TURNWIRE_STORE",
    help="The store with the sessions; default: TURNWIRE_STORE.",
)
_JSON = click.option("--json", "report", flag_value="json", help="Short for --format json.")


def about_store(command: Callable[P, int | None]) -> Callable[P, int]:
    """Add the option that names the store, and the exit codes for a refused store or document."""

    @functools.wraps(command)
    def run(*given: P.args, **named: P.kwargs) -> int:
        with ended(CANNOT_RUN_WITH) as code:
            try:
                import turnwire.sessions.store  # noqa: F401 - what comes with an extra is missed here and nowhere else
            except ImportError as error:
                extra = "postgresql" if str(named.get("where")).startswith("postgres") else "store"
                words(f"store cannot run here: {error}; it needs: pip install 'turnwire[{extra}]'")
                return CANNOT_RUN
            code.value = command(*given, **named) or 0
        return code.value

    return _STORE(_JSON(run))


def naming_store(command: Callable[P, int | None]) -> Callable[P, int | None]:
    """Let an argument name the store, for commands that have no other argument."""

    @functools.wraps(command)
    def run(*given: P.args, **named: P.kwargs) -> int | None:
        place = named.pop("place")
        source = click.get_current_context().get_parameter_source("where")
        if place is not None:
            if source is ParameterSource.COMMANDLINE:
                raise click.UsageError("name the store once: as an argument or with --store")
            named["where"] = place
        return command(*given, **named)

    return click.argument("place", required=False, metavar="[FILE|URL]", type=FILE)(run)


def reporting(command: F) -> F:
    """Add the option `--format`, which commands that read documents have already."""
    return FORMAT(command)


def reader_of(where: str) -> Store:
    """Open a store for reading.  Raises InvalidDocument."""
    from turnwire.sessions.store import Store

    return Store(where, read_only=True)


def writer_of(where: str, *, create: bool = False) -> Store:
    """Open a store for writing.  Raises InvalidDocument."""
    from turnwire.sessions.store import Store

    return Store(where, create=create)


def now() -> int:
    """Return microseconds since 1970 by the clock of this machine; the library itself has no clock."""
    import time

    return time.time_ns() // 1000


def new_ids() -> Ulids:
    """Make a source of ids from the clock and randomness of this machine."""
    import secrets

    from turnwire.documents.ids import Ulids

    return Ulids(lambda: now() // 1000, secrets.randbits)
