"""The mutants: each loses, invents or misplaces one thing silently, and the laws must catch it."""

from __future__ import annotations

import contextlib
import itertools
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace
from tests.mutants import damage
from tests.mutants.mutant import Mutant
from tests.mutants.stream_mutants import STREAM_MUTANTS
from tests.mutants.surgery import reading, replaced, reporting, telling_twice, writing
from tests.mutants.trials import ENCODED

from turnwire.codec import proto, yaml
from turnwire.documents import residue
from turnwire.families.gemini import chunk_fold, chunks
from turnwire.lowering import state
from turnwire.model import ImageBlock, OpaqueBlock, TextBlock, ThinkingBlock, ToolResultBlock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.mutants.surgery import Operation

    from turnwire.model import Document, Loss

    Edit = Callable[[Document], Document]


def _memory() -> tuple[Edit, Edit]:
    """Remembers the document that was read last, and gives that for any edited one."""
    seen: list[Any] = []

    def remember(document: Document) -> Document:
        seen[:] = [document]
        return document

    def recall(document: Document) -> Document:
        return seen[0] if seen and type(seen[0]) is type(document) else document

    return remember, recall


def _old_content_comes_back() -> Operation:
    remember, recall = _memory()
    return _both(reading(remember), writing(recall))


@contextlib.contextmanager
def _both(one: Operation, other: Operation) -> Iterator[None]:
    with one, other:
        yield


def _mutated(document: Document) -> Document:
    for turn in getattr(document, "history", []):
        turn.content.append(TextBlock("added to what the caller holds"))
    return document


def _counted() -> Callable[[Document], Document]:
    number = itertools.count()

    def count(document: Document) -> Document:
        named = damage.each_block(ToolResultBlock, name=f"run_{next(number)}")(document)
        return damage.completion(id=f"reply_{next(number)}")(named)

    return count


def _overlay_wins(base: bytes, overlay: Any) -> bytes:
    mine, kept = msgspec.json.decode(base), msgspec.json.decode(bytes(overlay))
    if not isinstance(mine, dict) or not isinstance(kept, dict):
        return base
    return msgspec.json.encode({**mine, **{name: value for name, value in kept.items() if not name.startswith("$")}})


def _without_names(document: Document) -> bytes:
    forget = damage.each_turns(lambda turns: [replace(turn, created_at=None, id=None) for turn in turns])
    return _ENCODE(forget(document))


def _texts_as_booleans(data: bytes) -> bytes:
    return _TO_JSON(data).replace(b'"Oslo"', b"true")


def _unchecked(reply: bytes, kept: Any) -> list[Raw]:
    nodes = list(msgspec.json.decode(kept, type=dict[str, chunks.Node]).values()) if kept is not None else []
    whole = chunk_fold.split(msgspec.json.decode(reply, type=dict[str, Raw]))
    return chunks._unfolded(whole, nodes) or [Raw(reply)]  # noqa: SLF001 - unfold, but for its check


NO_DIALECT = frozenset({ENCODED})
LISTED = frozenset({"gemini_generate", "vertex_gemini"})
"""Those whose replies may be lists of chunks."""
CUT = frozenset({"vertex_gemini"})
"""Of these two, which share the code, the one among whose sampled replies is one that does not fit."""
_ENCODE, _TO_JSON = proto.encode, yaml.to_json
_TELL_FOREIGN = residue._report_foreign  # noqa: SLF001 - the one place where foreign residue is told
_IS_FOREIGN = state._is_foreign  # noqa: SLF001 - the question of the pass is what the mutant gets wrong


def _moved(loss: Loss) -> list[Loss]:
    return [replace(loss, path=loss.path.replace("/0", "/1", 1))]


MUTANTS = (
    Mutant("drops the last block of a message", lambda: writing(damage.each_content(damage.without_last_block))),
    Mutant("drops the last message", lambda: writing(damage.each_turns(lambda turns: turns[:-1]))),
    Mutant("swaps the first two messages", lambda: writing(damage.each_turns(damage.swapped))),
    Mutant("says the last message twice", lambda: writing(damage.each_turns(damage.said_twice))),
    Mutant("turns the blocks of a message around", lambda: writing(damage.each_content(lambda blocks: blocks[::-1]))),
    Mutant("merges texts without telling", lambda: writing(damage.each_content(damage.merged_texts))),
    Mutant("makes line breaks spaces", lambda: writing(damage.each_content(damage.trimmed))),
    Mutant("loses is_error", lambda: writing(damage.each_block(ToolResultBlock, is_error=None))),
    Mutant("loses citations", lambda: writing(damage.each_block(TextBlock, citations=[]))),
    Mutant("loses cache marks", lambda: writing(damage.each_block(TextBlock, cache=None))),
    Mutant("loses the second system message", lambda: writing(damage.each_turns(damage.without_second_system))),
    Mutant("makes system messages the user's", lambda: writing(damage.each_turns(damage.system_as_user))),
    Mutant("loses images", lambda: writing(damage.each_content(damage.without_blocks(ImageBlock)))),
    Mutant("loses reasoning", lambda: writing(damage.each_content(damage.without_blocks(ThinkingBlock)))),
    Mutant("gives results another call's id", lambda: writing(damage.each_content(damage.other_ids))),
    Mutant("loses stop sequences", lambda: writing(damage.generation(stop_sequences=[]))),
    Mutant("loses the temperature", lambda: writing(damage.generation(temperature=None))),
    Mutant("loses the last tool", lambda: writing(damage.settings(tools=lambda tools: tools[:-1]))),
    Mutant("loses the tool choice", lambda: writing(damage.settings(tool_choice=lambda _: None))),
    Mutant("loses the reason for stopping", lambda: writing(damage.metadata(stop_reason=None))),
    Mutant("loses the usage", lambda: writing(damage.completion(usage=None))),
    Mutant("loses the code of an error", lambda: writing(damage.error(code=None, type=None))),
    Mutant("spells tool inputs anew", lambda: reading(damage.each_content(damage.respelled_input))),
    Mutant("writes 1.0 as 1 in tool inputs", lambda: writing(damage.each_content(damage.whole_numbers))),
    Mutant("loses unknown keys of blocks", lambda: reading(damage.without_residue)),
    Mutant("loses blocks of unknown type", lambda: reading(damage.each_content(damage.without_blocks(OpaqueBlock)))),
    Mutant("gives back what was read, whatever was edited", _old_content_comes_back),
    Mutant("lets residue win over an edit", lambda: replaced(residue.merge, _overlay_wins)),
    Mutant("sends foreign signatures", lambda: writing(damage.each_content(damage.signed_by_nobody))),
    Mutant("sends foreign state as it is", lambda: replaced(_IS_FOREIGN, lambda *_: False)),
    Mutant("keeps silent about foreign residue", lambda: replaced(_TELL_FOREIGN, lambda *_: None)),
    Mutant("invents without telling", lambda: reporting(lambda loss: [] if loss.kind == "invented" else [loss])),
    Mutant("drops without telling", lambda: reporting(lambda loss: [] if loss.kind == "dropped" else [loss])),
    Mutant("reshapes without telling", lambda: reporting(lambda loss: [] if loss.kind == "reshaped" else [loss])),
    Mutant("degrades without telling", lambda: reporting(lambda loss: [] if loss.kind == "degraded" else [loss])),
    Mutant("reports losses at another place", lambda: reporting(_moved)),
    Mutant("reports losses twice", telling_twice),
    Mutant("reports everything as lost", lambda: reporting(lambda loss: [replace(loss, path="")])),
    Mutant("reports another value", lambda: reporting(lambda loss: [replace(loss, value={"other": 1})])),
    Mutant("changes the caller's document", lambda: writing(_mutated)),
    Mutant("gives another result each time", lambda: writing(_counted())),
    Mutant("loses ids and times in Protobuf", lambda: replaced(proto.encode, _without_names), NO_DIALECT),
    Mutant("cuts replies whose chunks do not fit any more", lambda: replaced(chunks.unfold, _unchecked), CUT),
    Mutant("forgets how a reply was cut", lambda: replaced(chunks.unfold, lambda reply, _: [Raw(reply)]), LISTED),
    Mutant("reads YAML texts as booleans", lambda: replaced(yaml.to_json, _texts_as_booleans), NO_DIALECT),
    *STREAM_MUTANTS,
)
