"""The working form of a document on its way out.

A draft shares the caller's blocks and knows for each the place where it stood in the caller's document, so that
a loss points there whatever the passes have rearranged, nothing is copied, and a pass has nothing to mutate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from turnwire.model import Completion, ContentBlock, History, Message, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from turnwire.losses import Losses


class Turn(Struct, gc=False):
    """One message on its way out: what it will say, and where that stood."""

    role: str
    blocks: list[ContentBlock]
    message: Message
    path: str
    places: list[str] | None = None
    """The place of each block; None while they still are the message's own content, in order."""

    def place(self, position: int) -> str:
        """The JSON Pointer of a block in the caller's document."""
        if self.places is None:
            return f"{self.path}/content/{position}"
        return self.places[position]

    def all_places(self) -> list[str]:
        """The place of every block."""
        return self.places if self.places is not None else [self.place(n) for n in range(len(self.blocks))]


class Draft(Struct, gc=False):
    """A History or a Completion on its way out.

    `features` holds the block types, the roles, and `"system"` and the like that occur: what passes are
    triggered by.  `system` holds blocks that a pass took out of the conversation, with their places.
    """

    document: Any
    turns: list[Turn] = []
    features: Set[Any] = frozenset()
    settings: Settings | None = None
    system: list[tuple[ContentBlock, str]] = []
    added: dict[str, Any] = {}
    """What passes made up for fields of the settings, by field name."""


class Pass(Struct, frozen=True):
    """One rule of one target: `draft -> draft`, run only for drafts that have one of its triggers."""

    rule: Callable[[Draft, Losses], Draft]
    when: frozenset[Any] | None = None
    """Block types and roles; None means always."""


def when(*triggers: Any) -> Callable[[Callable[[Draft, Losses], Draft]], Pass]:
    """Declare what a pass is about: `@when(ThinkingBlock, "system")`; `@when()` runs always."""

    def declare(rule: Callable[[Draft, Losses], Draft]) -> Pass:
        return Pass(rule, frozenset(triggers) or None)

    return declare


def draft_history(document: History) -> Draft:
    """The draft of a conversation; the paths begin with /history."""
    turns, features = _turns(document.history, "/history/")
    return Draft(document, turns, features, document.settings)


def draft_completion(document: Completion) -> Draft:
    """The draft of a reply; the paths begin with /candidates."""
    turns, features = _turns(document.candidates, "/candidates/")
    return Draft(document, turns, features)


def _turns(messages: list[Message], root: str) -> tuple[list[Turn], set[Any]]:
    features: set[Any] = set()
    turns = []
    for position, message in enumerate(messages):
        content = message.content
        features.add(message.role)
        for block in content:
            features.add(type(block))
        turns.append(Turn(message.role, content, message, root + str(position)))
    return turns, features


def lowered(draft: Draft, passes: tuple[Pass, ...], losses: Losses) -> Draft:
    """The draft after every pass that it triggers, in order."""
    for rule in passes:
        if rule.when is None or not rule.when.isdisjoint(draft.features):
            draft = rule.rule(draft, losses)
    return draft
