"""Report what a stream has sent and the whole reply contradicts: it cannot be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from turnwire.losses import Losses, standing
from turnwire.model import RefusalBlock, TextBlock

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping

    from turnwire.model import Completion, Loss
    from turnwire.stream.emitted import GrowingParts, Shown
    from turnwire.stream.fold import Folding
    from turnwire.stream.merging import Members

Place = tuple[int, int]


def settled(shown: Shown, strands: GrowingParts, halves: Collection[Hashable]) -> GrowingParts:
    """Return the parts of the whole reply under the names they were sent under; a changed order is reported.

    `halves` are the calls that broke off.
    """
    losses = shown.chunking.losses
    strands, lost = shown.kept(strands, halves)
    for candidate in lost:
        losses.dropped(f"/candidates/{candidate}/content", "stream.said_otherwise", None)
    if shown.chunking.retells:
        return strands
    found = shown.settled(strands)
    names = found.keys() | strands.keys()
    for candidate in {shown.chunking.candidate(name) for name in names if found.get(name) is not strands.get(name)}:
        losses.reshaped_once(f"/candidates/{candidate}/content", "message.content", None)
    # No block can begin after a call that has not ended.
    ended = found if halves else shown.ended(found)
    for candidate in {shown.chunking.candidate(name) for name in ended.keys() - found.keys()}:
        losses.degraded(f"/candidates/{candidate}/content", "message.content", None)
    return ended


class Otherwise(NamedTuple):
    """The parts of a reply that were sent, and the blocks that they belong to."""

    shown: Shown
    folding: Folding
    blocks: Mapping[Hashable, Place]
    dialect: str

    def losses(self, reply: Completion, body: Members, strands: GrowingParts, *, whole: bool) -> list[Loss]:
        """Report where the whole reply, and its written body, differ from what was sent."""
        losses = Losses(self.dialect)
        for path, said in self.shown.begun_otherwise(body):
            losses.invented(path, "stream.shown", said)
            if (now := standing(reply, path)) is not None:
                losses.dropped(path, "stream.said_otherwise", now)
        contradicted = list(self.shown.contradicted(strands, whole=whole))
        paths = self.folding.paths() if contradicted else {}
        for name, told, instead in contradicted:
            place = self.blocks.get(name, (self.shown.chunking.candidate(name), -1))
            path = paths.get(place) or self.folding.content_of(place[0])
            losses.invented(path, "stream.shown", told)
            # If a format joins texts, only their joined text can be contradicted.
            for each in [path, *self._joined(place, paths)] if instead is not None else ():
                losses.dropped(each, "stream.said_otherwise", standing(reply, each))
        return losses.found

    def _joined(self, place: Place, paths: Mapping[Place, str]) -> list[str]:
        """Return the paths of the candidate's blocks that the format writes into the same text as this block.

        These are the blocks of the same type (a refusal may be a text) that were not sent as parts of their own.
        """
        others = [each for each in paths if each[0] == place[0] and each not in (place, *self.blocks.values())]
        return [paths[each] for each in others if self._way_of(each) == self._way_of(place)]

    def _way_of(self, place: Place) -> type:
        kind = type(self.folding.block(*place))
        return TextBlock if kind is RefusalBlock else kind
