"""Documents with one or two members changed, at places and with values that a seed draws."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator

_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1.5, 10**20, "", "x", "\ud800", [], {}, ["x"], [None]),
    *({"type": "x"}, {"a": None}, "2024-13-45", "data:;base64,!!"),
)


def mutant(tree: Any, rng: random.Random) -> Any:
    """A copy of a document with a member taken out, replaced, or given twice."""
    changed = copy.deepcopy(tree)
    for _ in range(rng.choice((1, 1, 1, 2))):
        places = list(_places(changed))
        if places:
            _change(*rng.choice(places), rng)
    return changed


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    inner = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inner:
        yield node, key
        yield from _places(value)


def _change(holder: Any, key: Any, rng: random.Random) -> None:
    what = rng.randrange(4)
    if what == 0:
        del holder[key]
    elif what == 1 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    elif what == 1:
        holder[key] = copy.deepcopy(holder[rng.choice(list(holder))])
    else:
        holder[key] = copy.deepcopy(rng.choice(_VALUES))
