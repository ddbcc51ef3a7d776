"""The bookmark of each turn: the one that it says, or the one that reaches it through replies.

add-turn gives a new turn the bookmark of the turn that it continues.  The replies that gpt2099 stores have none: there
a bookmark stops at the question.  Here a reply has the bookmark of the turn that it answers, and a turn that continues
a reply has that of the reply.  A turn of the user that continues another turn of the user says its bookmark itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from turnwire.systems.gpt2099.threads.frames import TURN
from turnwire.systems.gpt2099.threads.scru128 import is_turn_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from turnwire.systems.gpt2099.threads.frames import Frame

REPLY = "assistant"


class Link(NamedTuple):
    """Where a turn has its bookmark from: itself, or the turn `via`, if one of the two is a reply."""

    own: str | None
    via: str | None
    is_reply: bool


def link(role: str | None, head: str | None, continues: str | list[str] | None) -> Link:
    """Return the link of a turn, from the members of its meta; of several turns that it continues the last counts."""
    parents = continues if isinstance(continues, list) else [continues or ""]
    last = parents[-1] if parents else ""
    is_reply = role == REPLY
    if head or not last:
        return Link(head or None, None, is_reply)
    if is_turn_id(last):
        return Link(None, last.lower(), is_reply)
    # `continues` may name a bookmark, which is then that of the turn that a reply answers.
    return Link(last if is_reply else None, None, is_reply)


def link_of(frame: Frame) -> Link:
    """Return the link of a frame."""
    about = frame.about
    return link(about.role, about.head, about.continues)


def bookmark_of(
    frame: Frame, fetch: Callable[[str], Frame | None], known: dict[str, str | None] | None = None
) -> str | None:
    """Return the bookmark of a turn: its own, or that of the nearest ancestor that it reaches through replies.

    `known` has the bookmarks of turns by their keys, and gets those of the turns on the way.
    Raises what `fetch` raises.
    """
    known = {} if known is None else known
    path: list[str] = []
    found: str | None = None
    while frame.key not in known:
        path.append(frame.key)
        # Where turns continue each other in a circle, this ends the walk.
        known[frame.key] = None
        here = link_of(frame)
        found = here.own
        above = fetch(here.via) if here.via else None
        if above is None or above.topic != TURN or not (here.is_reply or link_of(above).is_reply):
            break
        frame = above
    else:
        found = known[frame.key]
    known.update(dict.fromkeys(path, found))
    return found
