"""A server that answers the requests of the Geppetto server definition over a folder of file drawers.

`turnwire geppetto serve` runs it; `application` (in `application.py`) makes it for another ASGI server.
What answers queries is a `Model`; the one that is there by default is `EchoModel`.
"""

from __future__ import annotations

from turnwire.systems.geppetto.server.asking import Answer, Document, Model, Query
from turnwire.systems.geppetto.server.echo import EchoModel
from turnwire.systems.geppetto.server.settings import Settings

__all__ = ["Answer", "Document", "EchoModel", "Model", "Query", "Settings"]
