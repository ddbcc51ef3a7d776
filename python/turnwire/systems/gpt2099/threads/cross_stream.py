"""Frames of cross.stream, the store that gpt2099 keeps its turns in, brought into a store of ours and back.

`xs cat` prints a frame a line.  Contents are not in it: the command `.export` of cross.stream writes a folder with
`frames.jsonl` and `cas/`, where the name of a file is the address of its content in base64, and `.import` reads it;
a store of cross.stream has its contents in `cacache/content-v2/` (cross.stream, xs.nu and src/store, read 2026-11-23).
"""

from __future__ import annotations

import base64
from collections import Counter
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from turnwire.errors import InvalidDocument, invalid
from turnwire.systems.gpt2099.threads.adding import NewTurn
from turnwire.systems.gpt2099.threads.frames import PTRS, TURN, Frame, decode, encode
from turnwire.systems.gpt2099.threads.hashes import digest, integrity
from turnwire.systems.gpt2099.threads.resolve import walk
from turnwire.systems.gpt2099.threads.scru128 import is_turn_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from turnwire.systems.gpt2099.threads.resolve import Turns
    from turnwire.systems.gpt2099.threads.store import Store

FRAMES = "frames.jsonl"
CAS = "cas"

TAKEN = frozenset({TURN, PTRS})
"""The topics that are taken.  Frames of others are calls, errors and keys of providers."""

AT_ONCE = 1000
"""Frames that are stored at once."""


class Numbered(Struct, frozen=True):
    """A frame and the line that it was read from."""

    line: int
    frame: Frame


class Taken(Struct, frozen=True):
    """The result of an import.

    Attributes:
        added: frames that were added.
        known: frames that the store had already.
        left_out: how many frames of each other topic were left out.
        missing: ids of turns that others continue and that the store does not have.
    """

    added: int
    known: int
    left_out: dict[str, int]
    missing: list[str]


def read_frames(lines: Iterable[bytes]) -> Iterator[Numbered]:
    """Read what `xs cat` prints.  Raises InvalidDocument with the line, as `frames.decode` does."""
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            frame = decode(line.strip())
        except InvalidDocument as refusal:
            raise _placed(refusal, number) from None
        if not is_turn_id(frame.id):
            hint = "an id is 25 letters and digits"
            raise invalid("thread.id", f"{frame.id[:60]!r} is not a SCRU128", pointer="/id", line=number, hint=hint)
        yield Numbered(number, frame)


def _placed(refusal: InvalidDocument, line: int) -> InvalidDocument:
    return InvalidDocument(*(msgspec.structs.replace(found, line=line) for found in refusal.diagnostics))


class Exported:
    """The contents in a folder: of `.export`, of a store of cross.stream, or `contents` of a store of ours."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, address: str) -> bytes:
        """Return the content of an address.

        Raises InvalidDocument (`thread.hash`, `thread.content-missing`, `thread.content-damaged`), OSError.
        """
        for path in self._places(address):
            if path.is_file():
                data = path.read_bytes()
                if integrity(data) != address:
                    hint = "export the store again: the name of the file is the address of its content"
                    raise invalid("thread.content-damaged", f"{path.name} has other bytes than its name", hint=hint)
                return data
        hint = "name the folder with the contents: --contents; `.export` of cross.stream writes one"
        place = f"the folder {str(self._folder)!r}"
        raise invalid("thread.content-missing", f"there is no content {address[:80]!r} in {place}", hint=hint)

    def _places(self, address: str) -> Iterator[Path]:
        name = digest(address).hex()
        yield self._folder / CAS / cas_name(address)
        yield self._folder / cas_name(address)
        for top in (self._folder / "cacache", self._folder):
            yield top / "content-v2" / "sha256" / name[:2] / name[2:4] / name[4:]
        for top in (self._folder / "contents", self._folder):
            yield top / name[:2] / name[2:]


def cas_name(address: str) -> str:
    """Return the name of the file that `.export` writes a content to."""
    return base64.b64encode(address.encode()).decode()


def take(store: Store, frames: Iterable[Numbered], content: Callable[[str], bytes]) -> Taken:
    """Add frames with their ids and contents to a store; those that it has already are counted.

    Nothing is added if a frame or a content is refused.

    Raises InvalidDocument: `thread.exists` for another frame with the same id, and what `content` raises.
    """
    left_out: Counter[str] = Counter()
    new: dict[str, Frame] = {}
    known = 0
    for each in frames:
        if each.frame.topic not in TAKEN:
            left_out[each.frame.topic] += 1
        elif _is_known(store, new, each):
            known += 1
        else:
            _checked(each, content)
            new[each.frame.key] = each.frame
    turns = sorted(new.values(), key=lambda frame: frame.key)
    for at in range(0, len(turns), AT_ONCE):
        store.put(NewTurn(frame, content(frame.hash) if frame.hash else b"") for frame in turns[at : at + AT_ONCE])
    return Taken(len(new), known, dict(left_out), _missing(store, turns))


def _is_known(store: Store, new: dict[str, Frame], each: Numbered) -> bool:
    there = new.get(each.frame.key) or store.frame(each.frame.id)
    if there is not None and encode(there) != encode(each.frame):
        hint = "take one of the two frames out"
        message = f"there is another frame {each.frame.id} already"
        raise invalid("thread.exists", message, line=each.line, hint=hint)
    return there is not None


def _checked(each: Numbered, content: Callable[[str], bytes]) -> None:
    """Read a content once before anything is added."""
    if each.frame.hash:
        try:
            content(each.frame.hash)
        except InvalidDocument as refusal:
            raise _placed(refusal, each.line) from None


def _missing(store: Store, frames: Sequence[Frame]) -> list[str]:
    names = dict.fromkeys(name for frame in frames for name in frame.about.parents if is_turn_id(name))
    return [name for name in names if store.frame(name) is None]


def given(turns: Turns, headish: Sequence[str]) -> list[Frame]:
    """Return the frames of threads, and the frame of the aliases, in the order of their ids, as `xs cat` prints them.

    Raises InvalidDocument, as `walk` does.
    """
    frames = walk(turns, headish, order="fixed")
    newest = turns.last(PTRS)
    aliases = turns.frame(newest) if newest else None
    return sorted([*frames, *([aliases] if aliases else [])], key=lambda frame: frame.key)
