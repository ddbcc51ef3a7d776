"""Find the document inside a parsed text: a bare list of messages, the body in a line of a batch, a list of one.

The findings of the document get the pointers of the text as it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from turnwire.dialects import part_of
from turnwire.dialects.several import documents_in, many
from turnwire.dialects.wrapping import NOT_A_MESSAGE, PLACES, ROLES, SPOKEN
from turnwire.validation.outline.records import Path
from turnwire.validation.readers import CANONICAL

if TYPE_CHECKING:
    from turnwire.dialects.dialect import Kind

_LISTS: Final[dict[tuple[str, Kind], str]] = {
    ("gpt2099", "request"): "messages",
    ("glm", "request"): "history",
    (CANONICAL, "request"): "messages",
}
"""The members that bare lists stand for where the dialect's own reader takes lists: older files of both systems."""

_ROLES: Final = frozenset(role.decode().strip('"') for role in ROLES)
_STARTS: Final = ((list, b"["), (dict, b"{"), (str, b'"'))


class Inside(Struct, frozen=True):
    """The document, and how its paths become paths of the whole: `added` steps are replaced by `place`."""

    node: Any
    added: int = 0
    place: Path = ()

    def path(self, path: Path) -> Path:
        """Return the path in the whole text of a path in the document."""
        return (*self.place, *path[self.added :])


def document_in(tree: Any, body: bytes, dialect: str, kind: Kind) -> Inside:
    """Find the document of a dialect in a parsed text.

    Args:
        tree: the parsed text.
        body: the text.
        dialect: the full name of the dialect.
        kind: the kind of the document.

    Raises:
        InvalidDocument: the text is a list of several documents.
    """
    bare = part_of(dialect, kind).bare_list or None
    member = _LISTS.get((dialect, kind))
    if isinstance(tree, list) and (bare is None or member is not None):
        several = documents_in(body, dialect) or ()
        if len(several) > 1:
            raise many(len(several))
        if several:
            return Inside(tree[0], 0, (0,))
        if member is not None:
            return Inside({member: tree}, 1)
    elif dialect == CANONICAL and kind == "request" and isinstance(tree, dict) and "messages" not in tree:
        return Inside({"messages": [tree]}, 2)
    return inside(tree, bare)


def inside(tree: Any, member: str | None) -> Inside:
    """Return the document in a parsed text; most texts are the document itself.

    Args:
        tree: the parsed text.
        member: the member of the dialect's requests that a bare list stands for; None if there is none.

    Raises:
        InvalidDocument: the text is a list of several documents.

    Example:
        `inside([{"role": "user", "content": "Hi."}], "messages").node` is `{"messages": [...]}`.
    """
    if isinstance(tree, list):
        return _of_list(tree, member)
    if not isinstance(tree, dict) or (member is not None and member in tree):
        return Inside(tree)
    if member is not None and _is_message(tree):
        return Inside({member: [tree]}, 2)
    return _of_wrapper(tree)


def _of_list(items: list[Any], member: str | None) -> Inside:
    if member is None or not items:
        return Inside(items)
    if all(isinstance(item, dict) and member in item for item in items):
        if len(items) > 1:
            raise many(len(items))
        return Inside(items[0], 0, (0,))
    return Inside({member: items}, 1)


def _is_message(tree: dict[str, Any]) -> bool:
    role = tree.get("role")
    if not isinstance(role, str) or role not in _ROLES or not NOT_A_MESSAGE.isdisjoint(tree):
        return False
    return any(_begins(tree.get(name), starts) for name, starts in SPOKEN.items())


def _begins(node: Any, starts: bytes) -> bool:
    return any(isinstance(node, kind) and first in starts for kind, first in _STARTS)


def _of_wrapper(tree: dict[str, Any]) -> Inside:
    for steps, sign in PLACES:
        if sign in tree:
            node: Any = tree
            for step in steps:
                node = node.get(step) if isinstance(node, dict) else None
            if isinstance(node, dict):
                return Inside(_with_model(node, steps, tree), 0, steps)
    return Inside(tree)


def _with_model(node: dict[str, Any], steps: Path, tree: dict[str, Any]) -> dict[str, Any]:
    """Return a request with an empty model, if the object around it has none because the job names the model.

    These are rows of preferences ("input": {"messages": [...], "tools": [], "parallel_tool_calls": true}, OpenAI's
    guides/direct-preference-optimization) and lines of Mistral's batches, which have neither `method` nor `url`
    ({"custom_id": "0", "body": {"max_tokens": 100, "messages": [...]}}, docs.mistral.ai/capabilities/batch).
    """
    is_of_job = steps == ("input",) or (steps == ("body",) and tree.keys().isdisjoint(("method", "url")))
    return {"model": "", **node} if is_of_job and "messages" in node and "model" not in node else node
