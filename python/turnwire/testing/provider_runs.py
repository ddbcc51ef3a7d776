"""What the report of a provider-run call or result that became an ordinary one includes.

An ordinary block has an id of its own, and no member that says who ran it.  One report, of the block, is enough.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from turnwire.model import Loss
from turnwire.testing.pointers import NowhereError, resolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from turnwire.model import Document

_CHANGED: Final[dict[str, dict[str, Literal["degraded", "dropped"]]]] = {
    "tool_use.run_by": {"id": "degraded", "run_by": "dropped", "call_type": "dropped"},
    "tool_result.run_by": {"tool_use_id": "degraded", "run_by": "dropped", "result_type": "dropped"},
}
"""The feature of a report -> the members of the block that it includes."""


def with_included(document: Document, losses: Iterable[Loss]) -> Iterator[Loss]:
    """The losses, and those that the report of a reshaped block of a provider-run tool includes.

    Args:
        document: the document that was written.
        losses: the losses of writing it.
    """
    tree: Any = None
    for loss in losses:
        yield loss
        if loss.kind == "reshaped" and loss.feature in _CHANGED:
            tree = json.loads(msgspec.json.encode(document)) if tree is None else tree
            yield from _included(tree, loss)


def _included(tree: Any, loss: Loss) -> Iterator[Loss]:
    try:
        block = resolve(tree, loss.path)
    except NowhereError:
        return
    tag = loss.feature.partition(".")[0]
    for name, kind in _CHANGED[loss.feature].items():
        if isinstance(block, dict) and name in block:
            yield Loss(kind, f"{loss.path}/{name}", f"{tag}.{name}", loss.dialect, block[name])
