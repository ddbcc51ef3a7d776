"""The result of writing a document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from turnwire.documents.ids import SAME_IDS, IdMap
from turnwire.model import Loss

if TYPE_CHECKING:
    from turnwire.losses import Losses


class Written(Struct, frozen=True):
    """The result of `write` and `convert`: the body, its losses, and its envelope.

    Example:
        `client.messages.create(**turnwire.convert(body, "anthropic").json(), timeout=600)`

        With a large `max_tokens`, the anthropic package asks for a stream or a timeout.
    """

    data: bytes
    """The body: JSON in UTF-8."""
    losses: tuple[Loss, ...]
    """What the target could not hold, or demanded: kind, path, feature, value."""
    envelope: Mapping[str, Any] = {}
    """The parts of the exchange outside the body: `path`, `query`, `headers`, `status`."""
    ids: IdMap = SAME_IDS
    """The ids of calls and names of tools that were changed in `data`.

    `ids.restore(document)` changes them back, in this document and in a reply to it.
    """

    @property
    def text(self) -> str:
        """The body as text."""
        return self.data.decode()

    def json(self) -> Any:
        """Return the body, parsed as `json.loads` does: a dict, or a list if the format's document is a list."""
        return json.loads(self.data)


def changed(losses: Losses) -> IdMap:
    """Return the tool-use ids and tool names that differ in the written document."""
    return structs.replace(losses.ids, names=losses.names) if losses.names else losses.ids
