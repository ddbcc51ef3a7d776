"""Put together content, details of reasoning, and audio that arrive in pieces."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from turnwire.model import StreamEvent
    from turnwire.stream.pieces import Pieces


class Parts:
    """Content that is a list of parts (Mistral): adjacent parts of one kind are joined, with all their members."""

    def __init__(self, candidate: int, pieces: Pieces) -> None:
        self.candidate, self.pieces = candidate, pieces
        self.parts: list[dict[str, Any]] = []

    def __bool__(self) -> bool:
        """Whether the content is a list."""
        return bool(self.parts)

    def take(self, parts: list[Any], before: list[str]) -> list[StreamEvent]:
        """Return the new pieces of a chunk; `before` is the text from before the content became a list."""
        if early := "".join(before):
            self._add({"type": "text", "text": early})
        found: list[StreamEvent] = []
        for part in parts:
            if isinstance(part, dict):
                self._add(part)
                found += self._shown(part)
        return found

    def _shown(self, part: dict[str, Any]) -> list[StreamEvent]:
        key = ("part", len(self.parts))
        text = part.get("text")
        if part.get("type") == "text" and isinstance(text, str):
            # The first piece may have come when the content was no list.
            return self.pieces.text(self.candidate, "content" if len(self.parts) == 1 else key, text)
        if part.get("type") == "thinking" and isinstance(part.get("thinking"), list):
            said = "".join(each["text"] for each in part["thinking"] if _has_text(each))
            return self.pieces.thinking(self.candidate, key, said)
        return []

    def _add(self, part: dict[str, Any]) -> None:
        last = self.parts[-1] if self.parts else {}
        if last.get("type") == "text" and _has_text(last) and _has_text(part) and _is_alike(last, part):
            last["text"] += part["text"]
        elif last.get("type") == part.get("type") == "thinking" and _is_list(last) and _is_same_thought(last, part):
            _go_on(last["thinking"], part["thinking"])
            last |= {name: value for name, value in part.items() if name not in ("type", "thinking")}
        else:
            self.parts.append(dict(part))

    def reply(self) -> list[Any]:
        """The parts as a reply without a stream has them."""
        return self.parts


def _has_text(part: Any) -> bool:
    return isinstance(part, dict) and isinstance(part.get("text"), str)


def _is_alike(last: dict[str, Any], part: dict[str, Any]) -> bool:
    """Return whether two texts differ only in their words: other members of one of them would be lost."""
    return {**last, "text": ""} == {**part, "text": ""}


def _is_list(part: dict[str, Any]) -> bool:
    return isinstance(part.get("thinking"), list)


def _is_same_thought(last: dict[str, Any], part: dict[str, Any]) -> bool:
    """Whether a part may go on with a thought: its signature would take the place of another."""
    signatures = {each["signature"] for each in (last, part) if _is_signed(each)}
    return _is_list(part) and len(signatures) <= 1


def _is_signed(part: dict[str, Any]) -> bool:
    return isinstance(part.get("signature"), str) and part["signature"] != ""


def _go_on(said: list[Any], more: list[Any]) -> None:
    for each in more:
        last: Any = said[-1] if said else None
        if _has_text(last) and _has_text(each) and last["type"] == each.get("type"):
            last["text"] += each["text"]
        else:
            said.append(each)


_GOES_ON: Final = ("text", "summary", "data")


class Details:
    """OpenRouter's `reasoning_details`: pieces of one type with one index go on."""

    def __init__(self) -> None:
        self.details: list[dict[str, Any]] = []

    def take(self, details: list[Any]) -> None:
        """Adds those of a chunk."""
        for each in details:
            if not isinstance(each, dict):
                continue
            last = self.details[-1] if self.details else None
            if last is None or any(last.get(name) != each.get(name) for name in ("type", "index")):
                self.details.append(dict(each))
                continue
            for name, value in each.items():
                if name in _GOES_ON and isinstance(value, str) and isinstance(last.get(name), str):
                    last[name] += value
                elif value is not None or name not in last:
                    last[name] = value

    def reply(self) -> list[Any]:
        """The details as a reply without a stream has them."""
        return self.details


class Sound:
    """`audio`: its bytes and its transcript arrive in pieces."""

    def __init__(self) -> None:
        self.own: dict[str, Any] = {}
        self.data: list[str] = []
        self.transcript: list[str] = []

    def take(self, audio: dict[str, Any]) -> None:
        """Adds those of a chunk."""
        for name, value in audio.items():
            if name in ("data", "transcript") and isinstance(value, str):
                (self.data if name == "data" else self.transcript).append(value)
            elif value is not None or name not in self.own:
                self.own[name] = value

    def reply(self) -> dict[str, Any]:
        """The sound as a reply without a stream has it."""
        found = dict(self.own)
        if self.transcript:
            found["transcript"] = "".join(self.transcript)
        if self.data:
            found["data"] = _joined(self.data)
        return found


def _joined(pieces: list[str]) -> str:
    """Each piece is base64 by itself, with its own padding."""
    try:
        return base64.b64encode(b"".join(base64.b64decode(piece, validate=True) for piece in pieces)).decode()
    except (binascii.Error, ValueError):
        return "".join(pieces)
