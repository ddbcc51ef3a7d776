"""Keep what a provider requires back and a client of another format does not send.

A client of another format gets a reply without signatures, encrypted reasoning, the provider's items, and often without
the reasoning itself.  A `Continuity` keeps those replies, and finds them again by what the client saw of them.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, structs

from turnwire.codec.wire import ENCODER
from turnwire.documents.ids import SAME_IDS, IdMap
from turnwire.model import (
    Completion,
    ContentBlock,
    History,
    Message,
    OpaqueBlock,
    RedactedThinkingBlock,
    RefusalBlock,
    TextBlock,
    ThinkingBlock,
    ToolUseBlock,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SEALED = (ThinkingBlock, RedactedThinkingBlock, OpaqueBlock)
_SORTED = msgspec.json.Encoder(order="sorted")


class Note(Struct, frozen=True):
    """A reply as the provider gave it."""

    content: list[ContentBlock]


class Continuity(Struct, frozen=True, omit_defaults=True):
    """The private state of one conversation between a client and a provider of another format.

    It is a value: `reply` returns a new one, and nothing is shared between conversations.  The caller keeps one for
    each conversation, for as long as the conversation may go on.  `msgspec.json.encode(continuity)` and
    `msgspec.json.decode(text, type=Continuity)` store it.

    It holds whole replies, with reasoning, signatures and encrypted content: as private as the conversation itself.

    Example:
        ```
        history = continuity.request(turnwire.read(body, "openai_chat"))
        sent = turnwire.write(history, "anthropic_messages", model="claude-sonnet-4-5")
        completion = sent.ids.restore(turnwire.read(post(sent.data), "anthropic_messages"))
        answer = turnwire.write(completion, "openai_chat")
        continuity = continuity.reply(completion, ids=answer.ids)
        ```
    """

    notes: dict[str, list[Note]] = {}
    """The replies, by a digest of what the client saw of them, in their order."""
    ids: IdMap = SAME_IDS
    """The ids and names that were changed for the client."""

    def reply(self, completion: Completion, *, shown: Completion | None = None, ids: IdMap = SAME_IDS) -> Continuity:
        """The continuity that also holds a reply, if the provider may demand something of it back.

        Args:
            completion: the provider's reply, with the ids and names of the caller's document.
            shown: what the client is given, read back; only needed where the client is shown more than text and calls,
                such as reasoning as text (`Keeping(reasoning="text")`).
            ids: the ids and names that writing the reply for the client changed (`Written.ids`).
        """
        notes = self.notes
        seen = completion if shown is None else shown
        for message, visible in zip(completion.candidates[:1], seen.candidates[:1], strict=False):
            key = _digest(visible.content)
            if key is not None and any(map(_is_private, message.content)):
                notes = {**notes, key: [*notes.get(key, ()), Note(message.content)]}
        return Continuity(notes, _joined(self.ids, ids))

    def request(self, history: History) -> History:
        """Put the provider's replies back into the conversation that a client sent.

        If the client changed the text of a reply but not its calls, its text is kept and the provider's reasoning is
        put before it.  Other messages are kept.  `history` is not changed.

        Args:
            history: the client's request, as it was read.

        Returns:
            The request for the provider; `history` itself if nothing is to be put back.

        Example:
            `turnwire.write(continuity.request(turnwire.read(body, "openai_chat")), "anthropic_messages")`
        """
        restored = self.ids.restore(history)
        messages, found = _matched(self.notes, restored.history)
        return structs.replace(restored, history=messages) if found else restored

    def only(self, history: History) -> Continuity:
        """The continuity without the replies that are no longer in a conversation, such as after a summary of it.

        Args:
            history: the client's request, as it was read.

        Returns:
            A new continuity; this one is not changed.

        Example:
            `continuity = continuity.only(turnwire.read(body, "openai_chat"))`
        """
        _, found = _matched(self.notes, self.ids.restore(history).history)
        kept = {key: [note for note in notes if id(note) in found] for key, notes in self.notes.items()}
        return Continuity({key: notes for key, notes in kept.items() if notes}, self.ids)


def _joined(one: IdMap, other: IdMap) -> IdMap:
    """Merge two id maps; skip the second if its format numbers calls anew in each document."""
    if not other or other.counted_in is not None:
        return one
    return IdMap(one.canonical | other.canonical, one.written | other.written, names=one.names | other.names)


def _matched(notes: dict[str, list[Note]], messages: list[Message]) -> tuple[list[Message], set[int]]:
    """The messages with the replies put back, and the identities of the notes that were used."""
    finder = _Finder(notes, messages)
    return list(finder.messages(messages)), finder.found


class _Finder:
    """Matches stored replies to messages, each reply once, the newest reply to the newest message."""

    def __init__(self, notes: dict[str, list[Note]], messages: list[Message]) -> None:
        asked = Counter(_digest(_content(run)) for run in _runs(messages))
        self.notes = {key: found[max(len(found) - asked[key], 0) :] for key, found in notes.items()}
        self.calls = _by_calls(note for found in notes.values() for note in found)
        self.found: set[int] = set()

    def messages(self, messages: list[Message]) -> Iterator[Message]:
        """The messages, those of a reply that is found as the provider gave it."""
        for run in _runs(messages):
            if run[0].role != "assistant":
                yield from run
            elif (whole := self._whole(run)) is not None:
                yield whole
            else:
                yield from (self._whole([each]) or self._changed(each) for each in run)

    def _whole(self, run: list[Message]) -> Message | None:
        """Return the reply that the messages consist of, if the client left it unchanged."""
        content = _content(run)
        found = self.notes.get(_digest(content) or "")
        if not found:
            return None
        note = found.pop(0)
        self.found.add(id(note))
        marks = {block.id: block.cache for block in content if type(block) is ToolUseBlock and block.cache}
        said = [_with_cache(block, marks) for block in note.content]
        return structs.replace(run[0], content=said)

    def _changed(self, message: Message) -> Message:
        """Return a message whose text the client changed, with the provider's reasoning before it."""
        note = self.calls.get(_calls(message.content))
        if note is None:
            return message
        self.found.add(id(note))
        theirs = {_call(block): block for block in note.content if type(block) is ToolUseBlock}
        sealed = [block for block in note.content if type(block) in _SEALED]
        own = [block for block in message.content if type(block) not in _SEALED]
        said = [theirs.get(_call(block), block) if type(block) is ToolUseBlock else block for block in own]
        return structs.replace(message, content=[*sealed, *said])


def _with_cache(block: ContentBlock, marks: dict[str, Any]) -> ContentBlock:
    if type(block) is ToolUseBlock and block.id in marks:
        return structs.replace(block, cache=marks[block.id])
    return block


def _runs(messages: list[Message]) -> Iterator[list[Message]]:
    """The messages of the assistant that follow each other together; each other message alone."""
    for role, run in groupby(messages, key=lambda message: message.role):
        if role == "assistant":
            yield list(run)
        else:
            yield from ([each] for each in run)


def _content(run: list[Message]) -> list[ContentBlock]:
    return [block for message in run if message.role == "assistant" for block in message.content]


def _is_private(block: ContentBlock) -> bool:
    return type(block) in _SEALED or block.provider_raw is not None


def _digest(content: list[ContentBlock]) -> str | None:
    """Hash the text, without white space, and the names and inputs of calls; None if there are neither."""
    said = "".join(block.text for block in content if type(block) is TextBlock or type(block) is RefusalBlock)
    words = "".join(said.split())
    calls = [_call(block)[1:] for block in content if type(block) is ToolUseBlock and block.run_by != "provider"]
    if not words and not calls:
        return None
    return hashlib.sha256(ENCODER.encode([words, calls])).hexdigest()


def _call(call: ToolUseBlock) -> tuple[str, str, str]:
    """The id, the name and the input of a call, however it is spelled."""
    text = bytes(call.input) or (call.input_text or "{}").encode(errors="surrogatepass")
    with contextlib.suppress(msgspec.DecodeError):
        text = _SORTED.encode(msgspec.json.decode(text))
    return call.id, call.name, text.decode(errors="replace")


def _calls(content: list[ContentBlock]) -> tuple[str, ...]:
    return tuple(sorted(block.id for block in content if type(block) is ToolUseBlock and block.run_by != "provider"))


def _by_calls(notes: Iterable[Note]) -> dict[tuple[str, ...], Note]:
    """The replies by the ids of their calls, where these are of one reply alone."""
    found: dict[tuple[str, ...], list[Note]] = {}
    for note in notes:
        found.setdefault(_calls(note.content), []).append(note)
    return {ids: each[0] for ids, each in found.items() if ids and len(each) == 1}
