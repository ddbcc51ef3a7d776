"""What an operator can choose about a server; the defaults let nobody else in, and nothing out."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import Struct

from turnwire.systems.geppetto.server.asking import Model
from turnwire.systems.geppetto.server.echo import EchoModel
from turnwire.systems.geppetto.server.ingesting import Fetch

MIB: Final = 1024 * 1024


class Settings(Struct, frozen=True):
    """The settings of one server."""

    folder: Path
    """The folder of the drawers, which exists."""
    model: Model = EchoModel()
    """What answers queries."""
    max_body_bytes: int = 32 * MIB
    """The largest upload, and the largest page or file that is taken in."""
    max_files: int = 20
    """The most files of one upload."""
    body_seconds: float = 30.0
    """How long the body of a request may take to arrive."""
    hosts: frozenset[str] | None = None
    """The names of the server that a request may have in `Host`; None for any."""
    fetch: Fetch | None = None
    """How pages of the web are fetched to be taken in; None for not at all."""
    ingest_folder: Path | None = None
    """The folder whose files can be taken in; None for no files."""
