"""What the commands about stores share: which store, how a run ends, and the clock and chance of new ids."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click
from click.core import ParameterSource

from turnwire.cli.codes import CANNOT_RUN
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
    default="turnwire.db",
    show_default=True,
    envvar="TURNWIRE_STORE",
    help="Where the sessions are; TURNWIRE_STORE says it too.",
)
_JSON = click.option("--json", "report", flag_value="json", help="Short for --format json.")


def about_store(command: Callable[P, int | None]) -> Callable[P, int]:
    """Add the option that says which store, and end with a code where a store or a document is refused."""

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
    """Let the store be named by an argument, too, where a command has no other."""

    @functools.wraps(command)
    def run(*given: P.args, **named: P.kwargs) -> int | None:
        place = named.pop("place")
        source = click.get_current_context().get_parameter_source("where")
        if place is not None:
            if source is ParameterSource.COMMANDLINE:
                raise click.UsageError("name the store once: as an argument or with --store")
            named["where"] = place
        return command(*given, **named)

    return click.argument("place", required=False, metavar="[FILE|URL]")(run)


def reporting(command: F) -> F:
    """Add the option of how to report, which commands that read documents have already."""
    return FORMAT(command)


def reader_of(where: str) -> Store:
    """A store that is only read.  Raises InvalidDocument."""
    from turnwire.sessions.store import Store

    return Store(where, read_only=True)


def writer_of(where: str, *, create: bool = False) -> Store:
    """A store to write into.  Raises InvalidDocument."""
    from turnwire.sessions.store import Store

    return Store(where, create=create)


def now() -> int:
    """Microseconds since 1970, by the clock of this machine, which the library does not have."""
    import time

    return time.time_ns() // 1000


def new_ids() -> Ulids:
    """Ids by the clock and the chance of this machine."""
    import secrets

    from turnwire.documents.ids import Ulids

    return Ulids(lambda: now() // 1000, secrets.randbits)
