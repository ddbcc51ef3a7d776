"""`turnwire serve`: run the service, until a signal stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import click

from turnwire.service.options import PREFIX, with_settings
from turnwire.service.settings import Settings, problems

if TYPE_CHECKING:
    from turnwire.service.options import Given


class CannotServe(click.ClickException):
    """The service's packages are not installed, or the settings are wrong."""

    exit_code = 2


@click.command("serve", context_settings={"auto_envvar_prefix": PREFIX})
@with_settings
@click.option("--check-config", is_flag=True, help="Check the settings and their files, and serve nothing.")
@click.option("--openapi", is_flag=True, help="Print the OpenAPI document of the calls over HTTP, and serve nothing.")
@click.option("--descriptor-set", is_flag=True, help="Print the descriptor set of the service, and serve nothing.")
def serve(*, check_config: bool, openapi: bool, descriptor_set: bool, **given: Unpack[Given]) -> None:
    """Serve turnwire.v1.ConverterService over gRPC, and over HTTP with --http-port.

    When the server is ready it writes one line of JSON to stderr, {"listening": "HOST:PORT"}; its log follows there.
    Every option is also a variable of the environment, such as TURNWIRE_SERVE_PORT.
    """
    settings = Settings(**given)
    if wrong := list(problems(settings)):
        raise CannotServe("; ".join(wrong))
    if openapi:
        from turnwire.service.http_openapi import openapi as document  # noqa: PLC0415 - few ask for it

        click.echo(document(has_tokens=settings.tokens is not None))
        return
    try:
        if descriptor_set:
            from turnwire.service.descriptor_set import descriptor_set as found  # noqa: PLC0415 - few ask for it

            click.echo(found(), nl=False)
        elif check_config:
            check(settings)
            click.echo("the settings are right")
        else:
            run(settings)
    except ModuleNotFoundError as error:
        raise CannotServe(f"serve cannot run here: {error}; it needs: pip install 'turnwire[service]'") from None
    except ValueError as error:
        raise CannotServe(str(error)) from None
    except OSError as error:
        raise click.ClickException(str(error)) from None


def check(settings: Settings) -> None:
    """Read the files of the settings, as the server does.

    Args:
        settings: the settings to check.

    Raises:
        ModuleNotFoundError: the extra `service` is not installed.
        OSError: a file cannot be read.
        ValueError: a certificate, a key or the tokens are none.
    """
    from turnwire.service.tls import credentials  # noqa: PLC0415 - gRPC, which help and usage errors do not need
    from turnwire.service.tokens import load  # noqa: PLC0415

    credentials(settings)
    if settings.tokens is not None:
        load(settings.tokens)


def run(settings: Settings) -> None:
    """Serve until SIGTERM or SIGINT; a second signal ends the processes at once.

    Args:
        settings: the settings of the server.

    Raises:
        ModuleNotFoundError: the extra `service` is not installed.
        OSError: the address or a file cannot be used.
        ValueError: a file has something else than it should.
    """
    from importlib.util import find_spec  # noqa: PLC0415 - only for a server

    from turnwire.service import logs  # noqa: PLC0415
    from turnwire.service.supervisor import Supervisor  # noqa: PLC0415

    http = () if settings.http_port is None else ("starlette", "uvicorn")
    for name in ("grpc", "grpc_health", "grpc_reflection", "grpc_status", "prometheus_client", *http):
        if find_spec(name) is None:  # found and not imported: the workers import it, each for itself
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    logs.start()
    Supervisor(settings).run()
