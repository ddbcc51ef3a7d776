"""Options down a thread: each turn's are merged deeply into those before it.

As `merge deep` of nushell does it with its default strategy, which is what gpt2099 calls: "Lists of records are merged
element-wise, other lists are overwritten" (nushell, documentation of the strategy `table`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwire.codec.json import dumps, loads

if TYPE_CHECKING:
    from collections.abc import Iterable

    from turnwire.systems.gpt2099.threads.frames import Meta

Options = dict[str, Any]


def merged(turns: Iterable[Meta]) -> Options | None:
    """Merge the options of these turns, the oldest first; None if there is no turn."""
    found: Options | None = None
    for about in turns:
        found = merge(found or {}, own(about))
    return found


def own(about: Meta) -> Options:
    """Return the options of one turn, under either name; if it has both, the newer name comes last."""
    if about.options and about.inherited:
        return merge(_tree(about.options), _tree(about.inherited))
    return _tree(about.options or about.inherited or {})


def _tree(members: dict[str, Any]) -> Options:
    tree: Options = loads(dumps(members)) if members else {}
    return tree


def merge(before: Options, after: Options) -> Options:
    """Merge two records: null overwrites, and so does every list that has items other than records."""
    out = dict(before)
    for name, value in after.items():
        out[name] = _value(out[name], value) if name in out else value
    return out


def _value(before: Any, after: Any) -> Any:
    if isinstance(before, dict) and isinstance(after, dict):
        return merge(before, after)
    if _is_records(before) and _is_records(after):
        # The list before determines the length of the result: further records of the later list are dropped, as
        # nushell 0.115 does.  An empty list is a list of records there.
        return [merge(old, new) for old, new in zip(before, after, strict=False)] + before[len(after) :]
    return after


def _is_records(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)
