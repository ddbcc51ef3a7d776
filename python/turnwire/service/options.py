"""The options of `turnwire serve`: on the command line, in the environment, and in a file."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypedDict

import click

from turnwire.service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

PREFIX: Final = "TURNWIRE_SERVE"
"""Variables of the environment begin with it: `TURNWIRE_SERVE_PORT`."""
_DEFAULT: Final = Settings()
_FILE: Final = click.Path(dir_okay=False)
_SECONDS: Final = click.FloatRange(0)


class Given(TypedDict):
    """The values of all options."""

    host: str
    port: int
    processes: int
    pin: bool
    max_message_bytes: int
    workers: int
    max_concurrent: int
    max_streams: int
    grace: float
    lame_duck: float
    max_call: float
    max_idle: float
    max_age: float
    max_streams_per_connection: int | None
    max_metadata_bytes: int
    min_ping_interval: float
    tls_certificate: str | None
    tls_key: str | None
    tls_client_ca: str | None
    tokens: str | None
    insecure: bool
    metrics_host: str
    metrics_port: int | None
    http_port: int | None
    http_origins: str | None
    no_page: bool
    log_calls: bool


class Option(NamedTuple):
    """One option: the name of the setting, what it takes, and what it does."""

    name: str
    type: click.ParamType[Any]
    help: str


OPTIONS: Final = (
    Option("host", click.STRING, "Address to listen on."),
    Option("port", click.IntRange(0, 65535), "0: any free one."),
    Option("processes", click.IntRange(1, 1024), "Processes that serve the port; one for each core."),
    Option("max_message_bytes", click.IntRange(1024, 2**30 - 1), "The largest request, reply and stream."),
    Option("workers", click.IntRange(1, 256), "Converting threads of a process."),
    Option("max_concurrent", click.IntRange(1), "Calls at once in a process, waiting ones included; more are refused."),
    Option("max_streams", click.IntRange(1, 10_000), "Streams and batches at once in a process; more are refused."),
    Option("grace", _SECONDS, "Seconds for running calls on SIGTERM or SIGINT."),
    Option("lame_duck", _SECONDS, "Seconds before that, in which the health is NOT_SERVING and calls are taken."),
    Option("max_call", click.FloatRange(1), "Seconds of a call, from its beginning until its client has the reply."),
    Option("max_idle", click.FloatRange(1), "Seconds without a call after which a connection is closed."),
    Option("max_age", click.FloatRange(1), "Seconds after which a connection is closed when its calls have ended."),
    Option(
        "max_streams_per_connection",
        click.IntRange(1, 2**31 - 1),
        "Calls at once on a connection; 64 more than a process takes unless given.",
    ),
    Option("max_metadata_bytes", click.IntRange(1024, 2**20), "Bytes of the metadata of a call."),
    Option("min_ping_interval", click.FloatRange(0), "Seconds between the pings of a client; more often is abuse."),
    Option("tls_certificate", _FILE, "The server's certificate chain, in PEM; read again when it changes."),
    Option("tls_key", _FILE, "Its private key, in PEM."),
    Option("tls_client_ca", _FILE, "The authority whose certificates clients must have, in PEM."),
    Option("tokens", _FILE, "The bearer tokens of clients, in TOML; read again when it changes."),
    Option("metrics_host", click.STRING, "Address of the metrics."),
    Option("metrics_port", click.IntRange(1, 65535), "Port of the metrics, http://HOST:PORT/metrics; none without it."),
    Option("http_port", click.IntRange(0, 65535), "Port of unary calls and streams over HTTP; none without it."),
    Option("http_origins", click.STRING, "Origins whose pages may call over HTTP, with commas between."),
)
FLAGS: Final = (
    Option("pin", click.BOOL, "Keep each process on one core: the first on the first core, and so on."),
    Option("insecure", click.BOOL, "Listen beyond this machine without TLS and tokens: a proxy checks who calls."),
    Option("no_page", click.BOOL, "Serve no page at / of the HTTP port."),
    Option("log_calls", click.BOOL, "Log each call: its method, code and duration."),
)
_KEYS: Final = frozenset(each.name.replace("_", "-") for each in (*OPTIONS, *FLAGS))


def with_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add all options to a command, and `--config`."""
    for option in reversed(FLAGS):
        command = click.option(_flag(option), is_flag=True, help=option.help)(command)
    for option in reversed(OPTIONS):
        default = getattr(_DEFAULT, option.name)
        command = click.option(
            _flag(option), type=option.type, default=default, show_default=default is not None, help=option.help
        )(command)
    return click.option(
        "--config",
        type=click.Path(dir_okay=False, path_type=Path),
        is_eager=True,
        expose_value=False,
        callback=_take_file,
        help="A TOML file with the same names; options and the environment go before it.",
    )(command)


def _flag(option: Option) -> str:
    return "--" + option.name.replace("_", "-")


def _take_file(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    if path is None:
        return
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise click.UsageError(f"{path}: {error}") from None
    named = {name.replace("-", "_"): value for name, value in found.items()}
    if unknown := sorted({name.replace("_", "-") for name in found} - _KEYS):
        raise click.UsageError(f"{path}: there is no setting {unknown[0]}; there are {', '.join(sorted(_KEYS))}")
    context.default_map = named
