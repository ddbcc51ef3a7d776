"""`turnwire geppetto serve`: answer the requests of the Geppetto server definition until a signal stops it."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from turnwire.cli.codes import CLEAN

if TYPE_CHECKING:
    from turnwire.systems.geppetto.server import Model

_MIB = 1024 * 1024


@click.command("serve")
@click.option(
    "--folder",
    required=True,
    type=click.Path(exists=True, file_okay=False, writable=True, path_type=Path),
    help="The folder of the drawers.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; there is no TLS.")
@click.option("--port", default=8080, show_default=True, type=click.IntRange(0, 65535), help="0: any free.")
@click.option(
    "--model",
    "model_name",
    metavar="MODULE:ATTRIBUTE",
    help="What answers queries: an object with a method `answer`, or a class of such. If it is not given, the answer "
    "repeats the question and cites the document.",
)
@click.option(
    "--max-body-bytes",
    default=32 * _MIB,
    show_default=True,
    type=click.IntRange(1024, 2**31 - 1),
    help="The largest upload.",
)
@click.option(
    "--max-files", default=20, show_default=True, type=click.IntRange(1, 1000), help="The most files of one upload."
)
@click.option(
    "--ingest-host",
    "ingest_hosts",
    multiple=True,
    metavar="HOST[:PORT]",
    help="A host whose pages can be ingested; may be repeated. Without it nothing is fetched.",
)
@click.option(
    "--ingest-folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder whose files can be ingested. Without it no file of the machine is read.",
)
def serve(
    *,
    folder: Path,
    host: str,
    port: int,
    model_name: str | None,
    max_body_bytes: int,
    max_files: int,
    ingest_hosts: tuple[str, ...],
    ingest_folder: Path | None,
) -> int:
    """Answer queries about the documents in a folder of drawers, list them, and store uploads.

    When the server is ready it writes one line of JSON to standard error, {"listening": "HOST:PORT"}; failures of the
    model and of the disk follow there.
    """
    try:
        from turnwire.cli.geppetto_running import run
    except ModuleNotFoundError as error:
        message = f"turnwire geppetto serve needs the package {error.name}: pip install 'turnwire[geppetto]'"
        raise click.UsageError(message) from None
    from turnwire.cli.geppetto_pages import Pages
    from turnwire.systems.geppetto.server import EchoModel, Settings
    from turnwire.systems.geppetto.server.senders import LOOPBACK

    settings = Settings(
        folder,
        model=EchoModel() if model_name is None else _model(model_name),
        max_body_bytes=max_body_bytes,
        max_files=max_files,
        hosts=LOOPBACK if _is_loopback(host) else None,
        fetch=Pages(ingest_hosts) if ingest_hosts else None,
        ingest_folder=ingest_folder,
    )
    try:
        run(settings, host, port)
    except OSError as error:
        raise click.ClickException(f"cannot listen on {host} port {port}: {error.strerror or error}") from None
    return CLEAN


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _model(name: str) -> Model:
    """The object that `module:attribute` names, or one of the class that it names.

    Modules are looked for in the working directory too, as other servers do it.
    """
    import importlib
    import sys

    module, _, attribute = name.partition(":")
    if not module or not attribute:
        raise click.BadParameter(f"{name!r} is not MODULE:ATTRIBUTE", param_hint="--model")
    sys.path.insert(0, str(Path.cwd()))
    try:
        found: Any = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise click.BadParameter(f"{name!r} cannot be imported: {error}", param_hint="--model") from None
    model = found() if isinstance(found, type) else found
    if not callable(getattr(model, "answer", None)):
        raise click.BadParameter(f"{name!r} has no method `answer`", param_hint="--model")
    return model  # type: ignore[no-any-return]
